"""The command `nanori rename`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from nanori.formats import patching
from nanori.formats.transaction import Transaction
from nanori.grammar import languages
from nanori.linting.files import discovery
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.model.file_places import file_place
from nanori.rewriting.renaming import Survey, renamings
from nanori.rewriting.renaming.files import Located, edits, planned, survey
from nanori.rewriting.renaming.plans import FieldChange, Leftover
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli.options import (
    FileNames,
    From,
    Lang,
    Listing,
    NamedColumns,
    UnitKeys,
    prove,
    with_columns,
)

PANEL = "Check and change"
EXAMPLES = {
    'nanori rename examples/harbor.csv "Lantern Gull" "Beacon Gull" --ja 提灯鴎 灯台鴎': "the plan",
    "nanori rename examples/harbor.csv 'Lantern Gull' 'Beacon Gull' --write": "in the file itself",
}


def _with_languages(command: Callable[..., int]) -> Callable[..., int]:
    """Return a command with an option of two names for each language in place of its `**` one."""
    given = inspect.signature(command, eval_str=True)
    kept = [each for each in given.parameters.values() if each.kind is not each.VAR_KEYWORD]
    for code in languages.codes():
        says = f"Its name and the new one in {languages.load(code).lexicon.name}."
        option = typer.Option(f"--{code}", metavar="OLD NEW", help=says, show_default=False)
        hint = Annotated[tuple[str, str] | None, option]
        kept.append(
            inspect.Parameter(code, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
        )
    command.__signature__ = given.replace(parameters=kept)  # type: ignore[attr-defined]
    return command


FilesAndNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE… OLD NEW", help="Card files, its name and the new one.", show_default=False
    ),
]

OtherNames = Annotated[
    str | None,
    typer.Option(
        "--names", metavar="FILE", help="Names of other cards: one a line, or any card file."
    ),
]


@_with_languages
def rename(
    names: FilesAndNames = None,
    write: Annotated[bool, typer.Option("--write", help="Change the files.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show the plan as a unified diff.")] = False,
    to: Annotated[Listing, typer.Option(help="How to write the plan.")] = Listing.TEXT,
    force: Annotated[
        bool, typer.Option("--force", help="Also if its short name means another legend, too.")
    ] = False,
    other_names: OtherNames = None,
    file_names: FileNames = True,
    lang: Lang = "",
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
    **named: tuple[str, str] | None,
) -> int:
    """Plan, or with --write make, what changes in card files where a card gets another name."""
    format = with_columns(format, column, key)
    *files, old, new = [*(names or []), *[""] * (2 - len(names or []))]
    if not files:
        raise NanoriError("a FILE, the OLD and the NEW name were wanted")
    prove(lang, format)
    files = discovery.card_files(files, format)
    asked = renamings(old, new, {code: pair for code, pair in named.items() if pair})
    known = Survey(asked, inputs.known(other_names), card_names=file_names)
    transaction = Transaction(files, lang, format)
    failures = inputs.FailureLog(files)
    with progress.waiting("looking for the name"):
        survey(files, known, failures.note, lang, format)
        known.check(force=force)
        plan = [
            entry for path in dict.fromkeys(files) for entry in planned(path, known, lang, format)
        ]
        done = edits(known)
        transaction.prepare(done, patching.ignored)
    if diff:
        transaction.show(done)
    stay = _show(plan, to, diff=diff)
    cards = sum(transaction.counts.values())
    says = "" if write else "; nothing is written without --write"
    counts = f"changes: {len(plan) - stay}, cards: {cards}, places that stay: {stay}{says}"
    print(counts, file=sys.stderr)
    if write:
        transaction.write(done)
    return failures.code


def _show(plan: Sequence[Located], to: Listing, *, diff: bool) -> int:
    """Print a plan, beside a diff only what stays, on standard error; return how much stays."""
    stay = 0
    for entry in plan:
        stays = isinstance(entry.what, Leftover)
        stay += stays
        if not diff:
            if to is Listing.JSONL:
                sys.stdout.buffer.write(_json(entry) + b"\n")
            else:
                print(_line(entry))
        elif stays:
            print(_line(entry), file=sys.stderr)
    return stay


def _line(entry: Located) -> str:
    """Return a change, or words that stay, as a line for people."""
    what = entry.what
    field = what.field.partition("/")[0] or "elsewhere"
    place = file_place(entry.path, entry.line, entry.column)
    where = f"{place}: {entry.card or what.text}: {field}"
    if isinstance(what, Leftover):
        return f"{where}: “{_shown(what.text)}” stays: {what.reason}"
    form = f" ({what.form})" if what.field == "text" else ""
    return f"{where}{form}: “{_shown(what.text)}” → “{_shown(what.new)}”"


def _shown(words: str) -> str:
    return "".join(sign if sign.isprintable() else "�" for sign in words)


def _json(entry: Located) -> bytes:
    """Return the same as a line of JSON; `new` is null where the words stay."""
    what = entry.what
    change = isinstance(what, FieldChange)
    made = {
        "path": entry.path,
        "line": entry.line,
        "column": entry.column,
        "card": entry.card,
        "field": what.field,
        "start": what.start,
        "end": what.end,
        "text": what.text,
        "new": what.new if change else None,
        "form": what.form if change else None,
        "reason": None if change else what.reason,
    }
    return visible.json(made)
