"""The command `nanori rename`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated

import msgspec
import typer

from nanori.cli import inputs
from nanori.cli.options import From, Lang, prove
from nanori.formats import patching
from nanori.formats.transaction import Transaction
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.rewriting.renaming import Survey, renamings
from nanori.rewriting.renaming.files import Located, edits, planned, survey
from nanori.rewriting.renaming.plans import FieldChange, Leftover


class To(StrEnum):
    """How a plan is written."""

    TEXT = "text"
    JSONL = "jsonl"


def _with_languages(command: Callable[..., int]) -> Callable[..., int]:
    """Return a command with an option of two names for each language in place of its `**` one."""
    given = inspect.signature(command, eval_str=True)
    kept = [one for one in given.parameters.values() if one.kind is not one.VAR_KEYWORD]
    for code in languages.codes():
        says = f"Its name and the new one in {languages.load(code).lexicon.name}."
        option = typer.Option(f"--{code}", metavar="OLD NEW", help=says, show_default=False)
        hint = Annotated[tuple[str, str] | None, option]
        kept.append(
            inspect.Parameter(code, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
        )
    command.__signature__ = given.replace(parameters=kept)  # type: ignore[attr-defined]
    return command


Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE… OLD NEW", help="Card files, its name and the new one.", show_default=False
    ),
]


@_with_languages
def rename(
    names: Names = None,
    write: Annotated[bool, typer.Option("--write", help="Change the files.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show the plan as a unified diff.")] = False,
    to: Annotated[To, typer.Option(help="How to write the plan.")] = To.TEXT,
    force: Annotated[
        bool, typer.Option("--force", help="Also if its short name means another legend, too.")
    ] = False,
    lang: Lang = "",
    wanted: From = "",
    **named: tuple[str, str] | None,
) -> int:
    """Plan, or with --write make, what changes in card files where a card gets another name."""
    *files, old, new = [*(names or []), *[""] * (2 - len(names or []))]
    if not files:
        raise NanoriError("a FILE, the OLD and the NEW name were wanted")
    prove(lang, wanted)
    known = Survey(renamings(old, new, {code: pair for code, pair in named.items() if pair}))
    transaction = Transaction(files, lang, wanted)
    failures = inputs.Failures(files)
    survey(files, known, failures.note, lang, wanted)
    known.check(force=force)
    plan = [item for path in dict.fromkeys(files) for item in planned(path, known, lang, wanted)]
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


def _show(plan: Sequence[Located], to: To, *, diff: bool) -> int:
    """Print a plan, beside a diff only what stays, on standard error; return how much stays."""
    stay = 0
    for item in plan:
        stays = isinstance(item.what, Leftover)
        stay += stays
        if not diff:
            print(_json(item) if to is To.JSONL else _line(item))
        elif stays:
            print(_line(item), file=sys.stderr)
    return stay


def _line(item: Located) -> str:
    """Return a change, or words that stay, as a line for people."""
    what = item.what
    field = what.field.partition("/")[0] or "elsewhere"
    where = f"{item.path}:{item.line}:{item.column}: {item.card or what.text}: {field}"
    if isinstance(what, Leftover):
        return f"{where}: “{_shown(what.text)}” stays: {what.reason}"
    form = f" ({what.form})" if what.field == "text" else ""
    return f"{where}{form}: “{_shown(what.text)}” → “{_shown(what.new)}”"


def _shown(words: str) -> str:
    return "".join(one if one.isprintable() else "�" for one in words)


def _json(item: Located) -> str:
    """Return the same as a line of JSON; `new` is null where the words stay."""
    what = item.what
    change = isinstance(what, FieldChange)
    made = {
        "path": item.path,
        "line": item.line,
        "column": item.column,
        "card": item.card,
        "field": what.field,
        "start": what.start,
        "end": what.end,
        "text": what.text,
        "new": what.new if change else None,
        "form": what.form if change else None,
        "reason": None if change else what.reason,
    }
    return msgspec.json.encode(made).decode()
