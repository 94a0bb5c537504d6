"""What the checks find in a text, as an editor shows it."""

from __future__ import annotations

from collections.abc import Mapping

from nanori.model.diagnostics import Severity
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.positions import TextLines
from nanori.surfaces.lsp.readings import UNREADABLE, Spotted

SOURCE = "nanori"
PAGES = "https://github.com/nanori/nanori/blob/main/docs/checks.md"
"""Where every check is explained."""

SEVERITIES: Mapping[Severity, int] = {"error": 1, "warning": 2, "info": 3}

Json = dict[str, object]


def of_text(text: OpenText) -> list[Json]:
    """Return all findings of a text, as JSON has them: of thousands nothing else is made."""
    return [diagnostic(text.lines, start, spotted) for start, spotted in text.spotted()]


def diagnostic(lines: TextLines, start: int, spotted: Spotted) -> Json:
    """Return a finding whose places are counted from a code point of the text."""
    first, last = lines.place(start + spotted.start), lines.place(start + spotted.end)
    said: Json = {
        "range": {
            "start": {"line": first[0], "character": first[1]},
            "end": {"line": last[0], "character": last[1]},
        },
        "severity": SEVERITIES[spotted.severity],
        "code": spotted.check,
        "source": SOURCE,
        "message": spotted.message,
    }
    if spotted.check != UNREADABLE:
        said["codeDescription"] = {"href": f"{PAGES}#{spotted.check}"}
    return said
