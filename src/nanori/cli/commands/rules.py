"""The command `nanori rules`."""

from __future__ import annotations

import msgspec

from nanori.cli.commands.mentions import As, File, To
from nanori.cli.options import Output, prove_no_input
from nanori.documents import rulebook, source
from nanori.formats.io import writing
from nanori.model import diagnostics

CLEAN, FOUND = 0, 1
"""Exit codes: nothing to report, something to report."""


def rules(file: File, to: To = As.TEXT, output: Output = None) -> int:
    """Pair the bilingual paragraphs of a rules document, and report what does not fit."""
    document = source.read(file)
    prove_no_input(output, file)
    found = rulebook.check(document)
    with writing.output(output) as out:
        for one in found:
            if to is As.JSONL:
                out.write(msgspec.json.encode(one) + b"\n")
            else:
                out.write(f"{diagnostics.as_line(one)}\n".encode())
    return FOUND if found else CLEAN
