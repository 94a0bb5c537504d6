"""What `nanori lint` is asked for, and what is made of it."""

from typing import Annotated, NamedTuple

from nanori.documents.source import Document
from nanori.formats.pairing import Identity, PairingKey
from nanori.linting.options import Settings
from nanori.linting.runs import Reading
from nanori.model.values import Card
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.options import (
    INPUT,
    OUTPUT,
    AgainstFile,
    FileNames,
    OutputPath,
    Overwrite,
    ReadingOptions,
)

# Headings of options in the page of help.
CHECKS, MENDING = "Checks", "Mending"

Select = Annotated[
    str | None, Option("Checks to run, divided by commas.", (), "CHECKS", panel=CHECKS)
]
Ignore = Annotated[str | None, Option("Checks not to run.", (), "CHECKS", panel=CHECKS)]
ConfigOption = Annotated[
    str | None, Option("Settings; default: the nearest there are.", (), "FILE", panel=CHECKS)
]
NamesOption = Annotated[
    str | None, Option("A database of names, or any file of names.", (), "FILE", panel=CHECKS)
]


class LintOptions(ReadingOptions, kw_only=True):
    """What `nanori lint` is asked for."""

    paths: Annotated[
        list[str], Argument("Card files, rules documents, folders; - is stdin.", "PATH")
    ] = []
    select: Select = None
    ignore: Ignore = None
    baseline: Annotated[
        str | None,
        Option("Findings that are known and not reported.", (), "FILE", panel=CHECKS),
    ] = None
    write_baseline: Annotated[
        str | None, Option("Write all findings there as known.", (), "FILE", panel=CHECKS)
    ] = None
    config: ConfigOption = None
    names: NamesOption = None
    fix: Annotated[bool, Option("Mend what can be mended safely.", panel=MENDING)] = False
    unsafe: Annotated[
        bool,
        Option("With --fix or --diff: also what is not safe.", ("--unsafe-fixes",), panel=MENDING),
    ] = False
    diff: Annotated[
        bool,
        Option(
            "Show what --fix, or --annotate, would change; write nothing.",
            ("--diff", "--dry-run"),
            panel=MENDING,
        ),
    ] = False
    annotate: Annotated[
        bool,
        Option(
            "Write findings into XLIFF and PO files, and take out those that are gone.",
            panel=MENDING,
        ),
    ] = False
    shape: Annotated[
        str,
        Option(
            "text, concise, json, jsonl, github, sarif, junit, markdown, html or xlsx; "
            "default: told by the suffix of -o, else text.",
            ("--format",),
            "SHAPE",
            OUTPUT,
        ),
    ] = ""
    output: OutputPath = None
    force: Overwrite = False
    all_cards: Annotated[
        bool, Option("With --format html: also cards without findings.", panel=OUTPUT)
    ] = False
    each: Annotated[
        bool,
        Option("Tell each of the findings of a file that say the same.", ("--all",), panel=OUTPUT),
    ] = False
    exit_zero: Annotated[bool, Option("Exit with 0 whatever is found.", panel=OUTPUT)] = False
    statistics: Annotated[bool, Option("Count each check's findings.", panel=OUTPUT)] = False
    error_on_info: Annotated[
        bool, Option("Exit with 1 also for information alone.", panel=OUTPUT)
    ] = False
    stdin_filename: Annotated[
        str, Option("What standard input is called.", (), "NAME", panel=INPUT)
    ] = ""
    file_names: FileNames = True
    against: AgainstFile = None
    pass_over: Annotated[
        bool, Option("Pass over files that hold neither cards nor rules.", panel=INPUT)
    ] = False
    cache: Annotated[
        bool,
        Option(
            "Keep what is found, for a run in which nothing has changed; so it is by default.",
            panel=INPUT,
            negative="--no-cache",
        ),
    ] = True
    jobs: Annotated[int, Option("Processes that work at once.", panel=INPUT, least=1)] = 1
    pair: Annotated[
        tuple[str, str] | None,
        Option("Two files of the same cards.", (), "ORIGINAL TRANSLATED", panel=INPUT),
    ] = None
    by: Annotated[PairingKey, Option("With --pair: what tells the cards.", panel=INPUT)] = "name_en"

    def changes_files(self) -> bool:
        """Tell whether files are changed, or shown as they would be."""
        return self.fix or self.annotate or self.diff


class Order(NamedTuple):
    """The same with what it names read: settings, rules and originals."""

    options: LintOptions
    settings: Settings
    reading: Reading
    against: Document | None
    """The full rules, that documents are excerpts of."""
    given: dict[Identity, Card]
    """Originals by the translations that were paired with them."""
