"""What has changed in meaning, card by card, as lines and as a pull request's comment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from nanori.game.meaning_changes import CardChange
from nanori.model import visible

# Cards of a comment: services cut longer ones off.
MOST = 200
WORDS = {"added": "new", "removed": "gone", "meaning": "meaning", "words": "words only"}


def text(changed: Sequence[CardChange]) -> Iterator[str]:
    """Yield a line for each card, lines of what it says, and at last how many there are."""
    for change in changed:
        yield visible.visible(f"{change.name}: {WORDS[change.change]}")
        for line in _said(change):
            yield visible.visible(f"  {line}")
    yield _counts(changed)


def markdown(changed: Sequence[CardChange]) -> Iterator[str]:
    """Yield a table of what changed in meaning, with the abilities behind it folded."""
    yield f"**{_counts(changed)}**"
    meant = [change for change in changed if change.change == "meaning"]
    if meant:
        yield ""
        yield "| card | what its text means now |"
        yield "|---|---|"
    for change in meant[:MOST]:
        said = "<br>".join(_cell(line) for line in _said(change) if not line.startswith(("+", "-")))
        yield f"| {_cell(change.name)} | {said} |"
    if len(meant) > MOST:
        yield f"| … | {len(meant) - MOST} more |"
    worded = [change.name for change in changed if change.change == "words"]
    if worded:
        yield ""
        yield f"Words only: {', '.join(map(_cell, worded[:MOST]))}"


def _said(change: CardChange) -> Iterator[str]:
    for verb, references in (("gained", change.gained), ("lost", change.lost)):
        for reference, count in Counter(references).items():
            yield f"{verb} {reference}{f' × {count}' if count > 1 else ''}"
    for bound in change.otherwise:
        words = f" “{bound.text}”" if bound.text else ""
        yield f"bound otherwise{words}: {{{bound.old}}} → {{{bound.new}}}"
    for sign, abilities in (("-", change.abilities_lost), ("+", change.abilities_gained)):
        yield from (f"{sign} {ability}" for ability in abilities)


def _cell(words: str) -> str:
    """Return words as a cell of a table has them: nothing in them is markup."""
    plain = visible.visible(" ".join(words.split()))
    return "".join(f"\\{sign}" if sign in "\\`*_[]|<>#@~" else sign for sign in plain)


def _counts(changed: Sequence[CardChange]) -> str:
    counts = Counter(change.change for change in changed)
    said = ", ".join(f"{counts[kind]} {word}" for kind, word in WORDS.items() if counts[kind])
    return f"{len(changed)} cards changed{': ' if said else ''}{said}"
