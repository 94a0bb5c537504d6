"""The command line of the database of names: `nanori names build`, `find`, `show`, `choose`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from nanori.cli import choose
from nanori.model.errors import NanoriError

DONE, PARTLY = 0, 1

app = typer.Typer(
    help="Look up card names in any language, script or spelling.",
    rich_markup_mode=None,
    no_args_is_help=False,
)


class To(StrEnum):
    """What a look-up writes."""

    TEXT = "text"
    JSONL = "jsonl"


Database = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="FILE", help="Database of names; default: yours, else a small invented one."
    ),
]
Lang = Annotated[str, typer.Option(help="Only names in this language, as a BCP 47 code.")]
Limit = Annotated[int, typer.Option(min=1, help="Names at most for one query.")]


@app.callback(invoke_without_command=True)
def root(context: typer.Context) -> None:
    """Look up card names in any language, script or spelling."""
    if context.invoked_subcommand is None:
        commands = ", ".join(
            one.callback.__name__ for one in app.registered_commands if one.callback
        )
        raise NanoriError(f"a command was wanted: {commands}; nanori names --help says more")


@app.command()
def build(
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE…", help="Card files of any format, or names.")
    ],
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to write it; default: yours."),
    ] = None,
    wanted: Annotated[
        str,
        typer.Option(
            "--from", metavar="FORMAT", help="Format of the files; nanori formats lists them."
        ),
    ] = "",
) -> int:
    """Build a database of names from files of cards or names."""
    from nanori.formats import catalogue
    from nanori.cli import inputs
    from nanori.formats.io import streams
    from nanori.names.building import writer
    from nanori.names.database import default_path

    if output == streams.STDIN:
        raise NanoriError("a database cannot be written to standard output")
    if wanted:
        catalogue.known(wanted)
    place = Path(output) if output else default_path()
    if not output:
        place.parent.mkdir(parents=True, exist_ok=True)
    if any(streams.same(str(place), source) for source in sources):
        raise NanoriError("is an input, it would be overwritten", path=str(place))
    failures = inputs.Failures(sources)
    reports = writer.Reports(failures.note, failures.note_file, _note)
    built = writer.build(sources, place, reports, wanted)
    for name, faces in built.shared.items():
        listed = " and ".join(f"“{face}”" for face in faces)
        _note(NanoriError(f"“{name}” is the name of {listed}"))
    _note(NanoriError(f"{built.faces} faces, {built.forms} names", path=str(place)))
    return failures.code


def _note(remark: NanoriError) -> None:
    print(remark, file=sys.stderr)


@app.command()
def find(
    query: Annotated[str, typer.Argument(metavar="QUERY|-", help="A name; - reads one a line.")],
    lang: Lang = "",
    limit: Limit = 10,
    db: Database = None,
    to: Annotated[To, typer.Option(help="What to write.")] = To.TEXT,
) -> int:
    """Find the names that a query may mean, best first."""
    from nanori.grammar import languages
    from nanori.names.database import Register
    from nanori.cli import name_queries

    if lang:
        languages.load(lang)
    with Register.open(db) as register:
        failed = False
        for asked in name_queries.queries(query):
            if isinstance(asked, NanoriError):
                _note(asked)
                failed = True
                continue
            hits = register.find(asked, lang or None, limit)
            if to is To.JSONL:
                print(name_queries.line(asked, hits))
            elif hits:
                print(*name_queries.table(hits), sep="\n")
            else:
                _note(NanoriError(f"no name like “{asked}”"))
                failed = True
    return PARTLY if failed else DONE


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A name in any language.")],
    lang: Lang = "",
    db: Database = None,
) -> int:
    """Show all name forms of the card so called: printings, readings, faces, partners."""
    from nanori.grammar import languages
    from nanori.names.database import Register
    from nanori.cli import name_pages

    if lang:
        languages.load(lang)
    with Register.open(db) as register:
        hits = register.find(name, lang or None)
        best = [hit for hit in hits if hit.score == hits[0].score]
        if not best:
            _note(NanoriError(f"no name like “{name}”"))
            return PARTLY
        print(*name_pages.entries(register, best), sep="\n")
    return DONE


app.command()(choose.choose)
