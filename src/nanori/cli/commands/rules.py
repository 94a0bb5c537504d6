"""The command `nanori rules`."""

from __future__ import annotations

from nanori.cli import progress
from nanori.cli.commands.mentions import ProseFile
from nanori.cli.options import Listing, OutputPath, To, prove_no_input
from nanori.documents import rulebook, source
from nanori.formats.io import writing
from nanori.model import diagnostics, visible

PANEL = "Names and documents"
EXAMPLES = {
    "nanori rules examples/rules.txt": "missing halves, references that lead nowhere",
}

CLEAN, FOUND = 0, 1
"""Exit codes: nothing to report, something to report."""


def rules(file: ProseFile, to: To = Listing.TEXT, output: OutputPath = None) -> int:
    """Pair the bilingual paragraphs of a rules document, and report what does not fit."""
    document = source.read(file)
    prove_no_input(output, file)
    with progress.waiting("reading rules"):
        diagnosed = rulebook.check(document)
    with writing.output(output) as out:
        for diagnostic in diagnosed:
            if to is Listing.JSONL:
                out.write(visible.json(diagnostic) + b"\n")
            else:
                out.write(f"{visible.in_line(diagnostics.as_line(diagnostic))}\n".encode())
    return FOUND if diagnosed else CLEAN
