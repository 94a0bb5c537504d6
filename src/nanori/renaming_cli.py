"""The command line of renaming: `nanori rename`."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nanori.errors import NanoriError

if TYPE_CHECKING:
    from nanori.renaming.files import Found

class To(StrEnum):
    """How a plan is written."""

    TEXT = "text"
    JSONL = "jsonl"


def _with_languages(command: Callable[..., int]) -> Callable[..., int]:
    """Return a command with an option of two names for each language in place of its `**` one."""
    from nanori import languages

    given = inspect.signature(command, eval_str=True)
    kept = [one for one in given.parameters.values() if one.kind is not one.VAR_KEYWORD]
    for code in languages.codes():
        says = f"Its name and the new one in {languages.load(code).lexicon.name}."
        option = typer.Option(f"--{code}", metavar="OLD NEW", help=says, show_default=False)
        hint = Annotated[tuple[str, str] | None, option]
        kept.append(inspect.Parameter(code, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint))
    command.__signature__ = given.replace(parameters=kept)  # type: ignore[attr-defined]
    return command


@_with_languages
def rename(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE… OLD NEW", help="Card files, its name and the new one.", show_default=False
        ),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Change the files.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show the plan as a unified diff.")] = False,
    to: Annotated[To, typer.Option(help="How to write the plan.")] = To.TEXT,
    force: Annotated[
        bool, typer.Option("--force", help="Also if its short name means another legend, too.")
    ] = False,
    lang: Annotated[
        str, typer.Option(help="Language of texts that do not say theirs, as a BCP 47 code.")
    ] = "",
    wanted: Annotated[
        str,
        typer.Option(
            "--from", metavar="FORMAT", help="Format of the files; nanori formats lists them."
        ),
    ] = "",
    **named: tuple[str, str] | None,
) -> int:
    """Plan, or with --write make, what changes in card files where a card gets another name."""
    from nanori import formats, languages, streams
    from nanori.renaming import Survey, renamings
    from nanori.renaming.files import survey

    *files, old, new = [*(names or []), *[""] * (2 - len(names or []))]
    if not files:
        raise NanoriError("a FILE, the OLD and the NEW name were wanted")
    if streams.STDIN in files:
        raise NanoriError("standard input is there, a FILE that can be rewritten was wanted")
    if lang:
        languages.load(lang)
    if wanted:
        formats.known(wanted)
    known = Survey(renamings(old, new, {code: pair for code, pair in named.items() if pair}))
    run = _Run([*dict.fromkeys(files)], known, lang, wanted)
    survey(run.files, known, run.note, lang, wanted)
    known.check(force=force)
    run.prepare()
    if diff:
        run.show_diff()
    else:
        run.show_plan(to)
    if write:
        run.write()
    return run.code


class _Run:
    """One renaming, step by step."""

    def __init__(self, files: list[str], known: Any, lang: str, wanted: str) -> None:
        from nanori.fingerprints import Fingerprint
        from nanori.renaming.files import edits

        self.files = files
        self.code = 0
        self._known = known
        self._how = (lang, wanted)
        self._done = edits(known)
        self._marks = [Fingerprint(path) for path in files]
        self._counts: dict[str, int] = {}

    def note(self, error: NanoriError) -> None:
        """Report a card that cannot be read and stays as it is."""
        print(error, file=sys.stderr)
        self.code = 1

    def prepare(self) -> None:
        """Find out whether all of it can be done; NanoriError if not."""
        from nanori.fingerprints import check_writable
        from nanori.renaming.files import check

        for path in self.files:
            self._counts[path] = check(path, self._done, *self._how)
            if self._counts[path]:
                check_writable(path)

    def show_plan(self, to: To) -> None:
        """Print what changes and what stays."""
        counts: Counter[str] = Counter()
        for one in self._found():
            counts[type(one.what).__name__] += 1
            print(_json(one) if to is To.JSONL else _line(one))
        changes, stays, cards = counts["Change"], counts["Left"], sum(self._counts.values())
        print(f"{changes} changes in {cards} cards; {stays} places stay", file=sys.stderr)

    def show_diff(self) -> None:
        """Print the files' unified diff, and on standard error what stays."""
        from nanori import hunks, writing
        from nanori.renaming.plans import Left

        with writing.output(None) as out:
            for path in self.files:
                if self._counts[path]:
                    for piece in hunks.unified(path, self._done, *self._how):
                        out.write(piece)
        for one in self._found():
            if isinstance(one.what, Left):
                print(_line(one), file=sys.stderr)

    def write(self) -> None:
        """Change the files."""
        from nanori import writing_back

        for mark in self._marks:
            mark.check()
        for path, count in self._counts.items():
            if count:
                writing_back.rewrite(path, path, self._done, writing_back.ignored, *self._how)

    def _found(self) -> Iterator[Found]:
        from nanori.renaming.files import planned

        for path in self.files:
            yield from planned(path, self._known, *self._how)


def _line(one: Found) -> str:
    """Return a change, or words that stay, as a line for people."""
    from nanori.renaming.plans import Left

    what = one.what
    field = what.field.partition("/")[0] or "elsewhere"
    where = f"{one.path}:{one.line}:{one.column}: {one.card or what.text}: {field}"
    if isinstance(what, Left):
        return f"{where}: “{_shown(what.text)}” stays: {what.reason}"
    form = f" ({what.form})" if what.field == "text" else ""
    return f"{where}{form}: “{_shown(what.text)}” → “{_shown(what.new)}”"


def _shown(words: str) -> str:
    return "".join(one if one.isprintable() else "�" for one in words)


def _json(one: Found) -> str:
    """Return the same as a line of JSON; `new` is null where the words stay."""
    import msgspec

    from nanori.renaming.plans import Change

    what = one.what
    change = isinstance(what, Change)
    made = {
        "path": one.path,
        "line": one.line,
        "column": one.column,
        "card": one.card,
        "field": what.field,
        "start": what.start,
        "end": what.end,
        "text": what.text,
        "new": what.new if change else None,
        "form": what.form if change else None,
        "reason": None if change else what.reason,
    }
    return msgspec.json.encode(made).decode()


