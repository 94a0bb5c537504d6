"""The command `nanori rules`."""

from nanori.documents import source
from nanori.documents.source import Document
from nanori.formats.io import writing
from nanori.model import diagnostics, visible
from nanori.model.diagnostics import Diagnostic
from nanori.surfaces.cli import progress
from nanori.surfaces.cli.commands.mentions import ProseFile
from nanori.surfaces.cli.options import AgainstFile, To, WritingOptions, prove_output

EXAMPLES = {
    "nanori rules examples/rules.txt": "missing halves and references that lead nowhere",
    "nanori rules examples/rules.txt --against examples/rules.txt": "with references of an excerpt",
}

# Exit codes: nothing to report, something to report.
CLEAN, FOUND = 0, 1
# Checks that say less than what is said here.
OF_NUMBERS = ("mismatched-rule-number", "missing-half", "dangling-rule-reference")


class RulesOptions(WritingOptions, kw_only=True):
    """What `nanori rules` is asked for."""

    file: ProseFile
    to: To = "text"
    against: AgainstFile = None


def rules(options: RulesOptions) -> int:
    """Compare the two languages of a rules document, and report what doesn't match.

    Reports rule numbers and references, and what `lint` finds in documents: amounts, brackets,
    sentences.
    """
    document = source.read(options.file)
    full = source.read(options.against) if options.against is not None else None
    prove_output(options.output, options.file, force=options.force)
    with progress.waiting("reading rules"):
        diagnosed = _diagnosed(document, full)
    with writing.output(options.output) as out:
        for diagnostic in diagnosed:
            if options.to == "jsonl":
                out.write(visible.json(diagnostic) + b"\n")
            else:
                line = diagnostics.as_line(diagnostic, severity=True)
                out.write(f"{visible.in_line(line)}\n".encode())
    return FOUND if diagnosed else CLEAN


def _diagnosed(document: Document, full: Document | None) -> list[Diagnostic]:
    """Return what is wrong in a document, in text order."""
    from nanori.linting import engine
    from nanori.linting.configuration import Selection
    from nanori.linting.evidence import document_slips
    from nanori.linting.options import Settings
    from nanori.linting.prose import Prose

    prose = Prose(document, against=full)
    checks = Selection(Settings(ignore=OF_NUMBERS)).of_file(document.path)
    said = [report.diagnostic for report in engine.document_reports(prose, checks)]
    numbers = document_slips.as_checked(prose.diagnostics)
    return sorted([*numbers, *said], key=lambda each: (each.start, each.end, each.check))
