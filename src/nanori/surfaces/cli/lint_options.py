"""The options of `nanori lint`, and what becomes of them."""

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

# Headings of options on the help page.
CHECKS, MENDING = "Checks", "Fixing"

Select = Annotated[
    str | None, Option("Checks to run, separated by commas.", (), "CHECKS", panel=CHECKS)
]
Ignore = Annotated[
    str | None, Option("Checks not to run, separated by commas.", (), "CHECKS", panel=CHECKS)
]
ConfigOption = Annotated[
    str | None, Option("Settings file; default: the nearest one.", (), "FILE", panel=CHECKS)
]
NamesOption = Annotated[
    str | None, Option("A name database, or any file of names.", (), "FILE", panel=CHECKS)
]


class LintOptions(ReadingOptions, kw_only=True):
    """What `nanori lint` is asked for."""

    paths: Annotated[
        list[str], Argument("Card files, rules documents or folders; - is standard input.", "PATH")
    ] = []
    select: Select = None
    ignore: Ignore = None
    baseline: Annotated[
        str | None,
        Option("Known findings, which are not reported.", (), "FILE", panel=CHECKS),
    ] = None
    write_baseline: Annotated[
        str | None, Option("Record all current findings as known.", (), "FILE", panel=CHECKS)
    ] = None
    config: ConfigOption = None
    names: NamesOption = None
    fix: Annotated[bool, Option("Apply safe fixes.", panel=MENDING)] = False
    unsafe: Annotated[
        bool,
        Option(
            "With --fix or --diff, also apply unsafe fixes.", ("--unsafe-fixes",), panel=MENDING
        ),
    ] = False
    diff: Annotated[
        bool,
        Option(
            "Show what --fix or --annotate would change without writing it.",
            ("--diff", "--dry-run"),
            panel=MENDING,
        ),
    ] = False
    annotate: Annotated[
        bool,
        Option(
            "Write findings into XLIFF and PO files, and remove those that are fixed.",
            panel=MENDING,
        ),
    ] = False
    shape: Annotated[
        str,
        Option(
            "text, concise, json, jsonl, github, sarif, junit, markdown, html or xlsx; default: "
            "by the suffix of -o, or else text.",
            ("--format",),
            "SHAPE",
            OUTPUT,
        ),
    ] = ""
    output: OutputPath = None
    force: Overwrite = False
    all_cards: Annotated[
        bool, Option("With --format html, also show cards without findings.", panel=OUTPUT)
    ] = False
    each: Annotated[
        bool,
        Option("Report repeated findings in a file individually.", ("--all",), panel=OUTPUT),
    ] = False
    exit_zero: Annotated[bool, Option("Exit with 0 even if something is found.", panel=OUTPUT)] = (
        False
    )
    statistics: Annotated[bool, Option("Count the findings of each check.", panel=OUTPUT)] = False
    error_on_info: Annotated[
        bool, Option("Exit with 1 even if all findings are info.", panel=OUTPUT)
    ] = False
    stdin_filename: Annotated[
        str, Option("File name to assume for standard input.", (), "NAME", panel=INPUT)
    ] = ""
    file_names: FileNames = True
    against: AgainstFile = None
    pass_over: Annotated[
        bool, Option("Skip files that hold neither cards nor rules.", panel=INPUT)
    ] = False
    cache: Annotated[
        bool,
        Option(
            "Whether results are kept for the next run if nothing changes; default: yes.",
            panel=INPUT,
            negative="--no-cache",
        ),
    ] = True
    jobs: Annotated[int, Option("Number of processes.", panel=INPUT, least=1)] = 1
    pair: Annotated[
        tuple[str, str] | None,
        Option("Two files of the same cards.", (), "ORIGINAL TRANSLATED", panel=INPUT),
    ] = None
    by: Annotated[PairingKey, Option("With --pair, how cards are matched.", panel=INPUT)] = (
        "name_en"
    )

    def changes_files(self) -> bool:
        """Tell whether files are changed, or shown as changed."""
        return self.fix or self.annotate or self.diff


class Order(NamedTuple):
    """The same with everything that it names read: settings, rules and originals."""

    options: LintOptions
    settings: Settings
    reading: Reading
    against: Document | None
    """The full rules that documents are excerpts of."""
    given: dict[Identity, Card]
    """Originals by the translations paired with them."""
