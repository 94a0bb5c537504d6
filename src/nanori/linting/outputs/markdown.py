"""A summary to post where people talk: what was found, by check and by card, in little Markdown.

Lists and no tables, for chats show no tables; as long as one message of Discord may be.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from nanori.linting.outputs import on_disk, plain
from nanori.linting.reports import Report

# Characters of a message there, of which some are left for a greeting.
LONGEST = 1_900
# Cards that are listed of a check, and checks of a card.
CARDS, CHECKS = 5, 3

# What means something else in Markdown.
_SIGNS = re.compile(r"([\\`*_~|<>\[\]#@])")


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield the lines of a summary, as many as one message can have."""
    checks: dict[str, Counter[str]] = {}
    cards: dict[str, Counter[str]] = {}
    files: dict[str, None] = {}
    mended = Counter[bool]()
    for report in reports:
        diagnostic = report.diagnostic
        count = 1 + report.alike
        card = report.heading or diagnostic.path
        checks.setdefault(diagnostic.check, Counter())[card] += count
        cards.setdefault(card, Counter())[diagnostic.check] += count
        files.setdefault(_named(diagnostic.path))
        if diagnostic.fix is not None and diagnostic.fix.edits:
            mended[diagnostic.fix.safe] += count
    lines = [_heading(checks, files, mended)]
    lines += ["", "**By check**", *_items(checks, CARDS, code=True)] if checks else []
    most = {card: counts for card, counts in cards.items() if counts.total() > 1}
    lines += ["", "**Most on**", *_items(most, CHECKS, code=False)] if most else []
    length = 0
    for number, line in enumerate(lines):
        length += len(line) + 1
        if length > LONGEST:
            yield f"… and {len(lines) - number} more lines\n"
            return
        yield f"{line}\n"


def _heading(checks: dict[str, Counter[str]], files: dict[str, None], mended: Counter[bool]) -> str:
    total = sum(counts.total() for counts in checks.values())
    words = [f"**{total:,} finding{'' if total == 1 else 's'}**"]
    words += [f"{mended[True]:,} can be mended with `--fix`"] if mended[True] else []
    words += [f"{mended[False]:,} with `--unsafe-fixes`"] if mended[False] else []
    where = ", ".join(_said(path) for path in list(files)[:CARDS])
    return " · ".join(words) + (f" — {where}{' …' if len(files) > CARDS else ''}" if files else "")


def _named(path: str) -> str:
    """Return what a file is called; one without a suffix, as in a set's folder, with that."""
    file = PurePath(on_disk(path))
    return file.name if file.suffix else "/".join(file.parts[-2:])


def _items(counted: dict[str, Counter[str]], most: int, *, code: bool) -> Iterator[str]:
    """Yield an item for each check or card, the most first, with what it is found on."""
    for name, within in sorted(counted.items(), key=lambda item: (-item[1].total(), item[0])):
        shown = f"`{name}`" if code else _said(name)
        others = [_said(other) if code else f"`{other}`" for other, _ in within.most_common(most)]
        more = f" and {len(within) - most} more" if len(within) > most else ""
        yield f"- {shown} {within.total()}: {', '.join(others)}{more}"


def _said(words: str) -> str:
    """Return words as they are, whatever Markdown makes of their signs."""
    return _SIGNS.sub(r"\\\1", plain(words))
