"""Articles to the whole page: what it is about, what was found, and what can be chosen."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct, field

from nanori.grammar import languages
from nanori.linting import checks
from nanori.linting.outputs.report_pages.cards import (
    FORMS,
    SEVERITIES,
    counted,
    escaped,
    in_one_line,
)
from nanori.model import data_files
from nanori.model.diagnostics import Diagnostic

_HERE = Path(__file__).parent
_NO_SCRIPT = "'none'"


def opened(title: str, *, scripted: bool) -> str:
    """Return the beginning of a page up to its body; the title is HTML already."""
    style = data_files.text(_HERE / "report.css")
    script = f"'{_digest(_script())}'" if scripted else _NO_SCRIPT
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src {script};"
        " base-uri 'none'; form-action 'none'"
    )
    return (
        f'<!doctype html>\n<html lang="{languages.reference_language()}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title} – nanori</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )


def closed(remark: str = "", *, scripted: bool) -> str:
    """Return the end of a page behind its main part; the remark is HTML already."""
    script = f"<script>{_script()}</script>\n" if scripted else ""
    return (
        f"<footer><p>Written by nanori {escaped(version('nanori'))}. {remark}</p></footer>\n"
        f"{script}</body>\n</html>\n"
    )


def _script() -> str:
    return data_files.text(_HERE / "report.js")


def _digest(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


class Totals(Struct):
    """What a page says of all that was looked at, shown or not."""

    files: dict[str, None] = {}
    """Paths of the files, in their order."""
    texts: int = 0
    checks: Counter[str] = field(default_factory=Counter[str])
    """Findings by check."""
    safe: int = 0
    """Findings that --fix mends."""
    unsafe: int = 0
    """Findings that need --unsafe-fixes, too."""
    clean: int = 0
    """Cards that are not shown as nothing was found in them."""
    left: int = 0
    """Cards that are not shown as there are too many."""
    left_findings: int = 0
    """Findings in these."""

    def note(self, diagnostic: Diagnostic) -> None:
        """Count a finding."""
        self.checks[diagnostic.check] += 1
        if diagnostic.fix is not None and diagnostic.fix.edits:
            self.safe += diagnostic.fix.safe
            self.unsafe += not diagnostic.fix.safe

    @property
    def findings(self) -> int:
        """How many there are."""
        return self.checks.total()


def begin(totals: Totals, forms: Sequence[str], shown: int) -> str:
    """Return all of a page that stands before its articles; `forms` are those of references."""
    title = in_one_line(_title(totals))
    return (
        f"{opened(title, scripted=True)}"
        '<a class="skip" href="#cards">To the cards</a>\n'
        f"<header>\n<h1>{title}</h1>\n{_summary(totals)}</header>\n"
        f'<main>\n<section aria-labelledby="found">\n<h2 id="found">What was found</h2>\n'
        f"{_table(totals.checks)}</section>\n"
        f'<section aria-labelledby="cards">\n<h2 id="cards" tabindex="-1">Cards</h2>\n'
        f"{_left_out(totals)}{_filter(totals.checks, shown)}{_key(forms)}"
    )


def end() -> str:
    """Return all of a page that stands behind its articles."""
    remark = "<code>nanori explain CHECK</code> says why a check finds what it finds."
    return f"</section>\n</main>\n{closed(remark, scripted=True)}"


def _title(totals: Totals) -> str:
    names = list(totals.files)
    more = f" and {counted(len(names) - 1, 'more file')}" if len(names) > 1 else ""
    return f"{names[0] if names else 'Cards'}{more}"


def _summary(totals: Totals) -> str:
    words = [f"<strong>{counted(totals.findings, 'finding')}</strong>"]
    if totals.texts:
        words.append(f"{counted(totals.texts, 'text')} looked at")
    if totals.safe:
        words.append(f"{totals.safe:,} can be mended with <code>--fix</code>")
    if totals.unsafe:
        words.append(f"{totals.unsafe:,} need <code>--unsafe-fixes</code>")
    return f'<p class="summary">{" · ".join(words)}</p>\n'


def _table(counts: Mapping[str, int]) -> str:
    if not counts:
        return "<p>Nothing.</p>\n"
    rows = "".join(
        f'<tr id="check-{name}"><th scope="row"><code>{name}</code></th>'
        f'<td class="count">{number:,}</td><td class="{_severity(name)}">'
        f'<span class="severity">{SEVERITIES[_severity(name)]}</span></td>'
        f'<td class="about">{escaped(_about(name))}</td></tr>\n'
        for name, number in sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    )
    return (
        "<table>\n<caption>Findings by check, the most first</caption>\n"
        '<thead><tr><th scope="col">Check</th><th scope="col" class="count">Findings</th>'
        '<th scope="col">Severity</th><th scope="col" class="about">What it finds</th></tr>'
        "</thead>\n"
        f"<tbody>\n{rows}</tbody>\n</table>\n"
    )


def _severity(name: str) -> str:
    check = checks.listed().get(name)
    return check.severity if check else "warning"


def _about(name: str) -> str:
    """Return the sentence that says what a check finds."""
    check = checks.listed().get(name)
    return check.page.strip().partition("\n\n")[0].replace("\n", " ") if check else ""


def _left_out(totals: Totals) -> str:
    words: list[str] = []
    if totals.clean:
        words.append(
            f"{counted(totals.clean, 'card')} without findings left out "
            "(<code>--all-cards</code> shows all)."
        )
    if totals.left:
        words.append(
            f"{counted(totals.left, 'card')} with {counted(totals.left_findings, 'finding')} "
            "would make this page too large and are not shown either: name fewer files, select "
            "checks, or write <code>--format xlsx</code>, which has every finding."
        )
    return f'<p class="left-out">{" ".join(words)}</p>\n' if words else ""


def _filter(counts: Mapping[str, int], shown: int) -> str:
    """Return the fields by which a reader chooses, hidden until the script that obeys them runs."""
    if not shown:
        return ""
    options = "".join(
        f'<option value="{name}">{name} ({number:,})</option>'
        for name, number in sorted(counts.items())
    )
    return (
        '<form id="filter" role="search" aria-label="Cards" hidden>\n'
        '<p><label for="by-card">Card</label> <input id="by-card" type="search" '
        'autocomplete="off" placeholder="name or number"></p>\n'
        '<p><label for="by-check">Check</label> <select id="by-check">'
        f'<option value="">all</option>{options}</select></p>\n'
        f'<p><output id="shown" for="by-card by-check">{counted(shown, "card")}</output></p>\n'
        "</form>\n"
    )


def _key(forms: Sequence[str]) -> str:
    if not forms:
        return ""
    items = "".join(
        f'<div><dt><span class="ref {form}">{form}</span></dt><dd>{escaped(about)}</dd></div>\n'
        for form, about in FORMS.items()
        if form in forms
    )
    return (
        '<details class="key"><summary>References are coloured by form, and lead to their '
        f"counterparts</summary>\n<dl>\n{items}</dl>\n</details>\n"
    )
