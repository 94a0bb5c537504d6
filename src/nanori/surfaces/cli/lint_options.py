"""Options of `nanori lint`, under the headings of its page of help."""

from __future__ import annotations

from typing import Annotated

import typer

from nanori.formats.pairing import PairingKey
from nanori.surfaces.cli.options import INPUT, OUTPUT

CHECKS, MENDING = "Checks", "Mending"
"""Headings of options in the page of help."""

Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH", help="Card files, rules documents, folders; - is stdin."),
]
Select = Annotated[
    str | None,
    typer.Option(
        metavar="CHECKS", help="Checks to run, divided by commas.", rich_help_panel=CHECKS
    ),
]
Ignore = Annotated[
    str | None, typer.Option(metavar="CHECKS", help="Checks not to run.", rich_help_panel=CHECKS)
]
FixOption = Annotated[
    bool, typer.Option("--fix", help="Mend what can be mended safely.", rich_help_panel=MENDING)
]
Unsafe = Annotated[
    bool,
    typer.Option(
        "--unsafe-fixes",
        help="With --fix or --diff: also what is not safe.",
        rich_help_panel=MENDING,
    ),
]
Diff = Annotated[
    bool,
    typer.Option(
        "--diff",
        "--dry-run",
        help="Show what --fix, or --annotate, would change; write nothing.",
        rich_help_panel=MENDING,
    ),
]
FindingShape = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="SHAPE",
        help="text, concise, json, jsonl, github, sarif, junit, html or xlsx; "
        "default: told by the suffix of -o, else text.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]
AllCards = Annotated[
    bool,
    typer.Option(
        "--all-cards",
        help="With --format html: also cards without findings.",
        rich_help_panel=OUTPUT,
    ),
]
EachFinding = Annotated[
    bool,
    typer.Option(
        "--all",
        help="Tell each of the findings of a file that say the same.",
        rich_help_panel=OUTPUT,
    ),
]
AnnotateFiles = Annotated[
    bool,
    typer.Option(
        "--annotate",
        help="Write findings into XLIFF and PO files, and take out those that are gone.",
        rich_help_panel=MENDING,
    ),
]
ExitZero = Annotated[
    bool, typer.Option("--exit-zero", help="Exit with 0 whatever is found.", rich_help_panel=OUTPUT)
]
Baseline = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Findings that are known and not reported.", rich_help_panel=CHECKS
    ),
]
WriteBaseline = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Write all findings there as known.", rich_help_panel=CHECKS),
]
Statistics = Annotated[
    bool, typer.Option("--statistics", help="Count each check's findings.", rich_help_panel=OUTPUT)
]
ErrorOnInfo = Annotated[
    bool,
    typer.Option(
        "--error-on-info", help="Exit with 1 also for information alone.", rich_help_panel=OUTPUT
    ),
]
StdinName = Annotated[
    str, typer.Option(metavar="NAME", help="What standard input is called.", rich_help_panel=INPUT)
]
ConfigOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Settings; default: the nearest there are.", rich_help_panel=CHECKS
    ),
]
NamesOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="A database of names, or any file of names.", rich_help_panel=CHECKS
    ),
]
LintJobs = Annotated[
    int, typer.Option(min=1, help="Processes that work at once.", rich_help_panel=INPUT)
]
Cached = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache",
        help="Keep what is found, for a run in which nothing has changed.",
        rich_help_panel=INPUT,
    ),
]
PassOver = Annotated[
    bool,
    typer.Option(
        "--pass-over",
        help="Pass over files that hold neither cards nor rules.",
        rich_help_panel=INPUT,
    ),
]
PairOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--pair",
        metavar="ORIGINAL TRANSLATED",
        help="Two files of the same cards.",
        show_default=False,
        rich_help_panel=INPUT,
    ),
]
ByOption = Annotated[
    PairingKey, typer.Option(help="With --pair: what tells the cards.", rich_help_panel=INPUT)
]
