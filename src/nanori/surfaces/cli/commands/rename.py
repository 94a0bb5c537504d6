"""The command `nanori rename`."""

import sys
from collections.abc import Sequence
from typing import Annotated

from nanori.formats import patching, reader
from nanori.formats.diffs import Transaction
from nanori.formats.io.streams import PathOrContent
from nanori.grammar import languages
from nanori.linting import discovery
from nanori.model import visible
from nanori.model.errors import NanoriError, file_place
from nanori.rewriting.renaming import Survey, renamings
from nanori.rewriting.renaming.codes import CodesTakenOff
from nanori.rewriting.renaming.files import (
    Changing,
    Located,
    Renamed,
    edits_by,
    planned,
    survey,
)
from nanori.rewriting.renaming.renames import FieldChange, Leftover
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Argument, Option

EXAMPLES = {
    'nanori rename examples/harbor.csv "Lantern Gull" "Beacon Gull" --ja 提灯鴎 灯台鴎': "the plan",
    "nanori rename examples/harbor.csv 'Lantern Gull' 'Beacon Gull' --write": "in the file itself",
}


class Options(shared.ReadingOptions, kw_only=True):
    """What `nanori rename` is asked for."""

    names: Annotated[
        list[str], Argument("Card files, the old name and the new one.", "FILE… OLD NEW")
    ] = []
    named: Annotated[
        dict[str, tuple[str, str]],
        Option(
            "The old and new name in that language.",
            tuple(f"--{code}" for code in languages.codes()),
            "OLD NEW",
        ),
    ] = {}
    write: Annotated[bool, Option("Change the files.", panel=shared.OUTPUT)] = False
    diff: Annotated[bool, Option("Show the plan as a unified diff.", panel=shared.OUTPUT)] = False
    to: Annotated[shared.Listing, Option("Format of the plan.", panel=shared.OUTPUT)] = "text"
    strip_codes: Annotated[
        bool,
        Option(
            "Remove design-skeleton codes from all names; takes FILE… only, without OLD and NEW."
        ),
    ] = False
    force: Annotated[bool, Option("Rename even if the short name also means another legend.")] = (
        False
    )
    other_names: Annotated[
        str | None,
        Option(
            "Names of other cards: one per line, or any card file.",
            ("--names",),
            "FILE",
            shared.INPUT,
        ),
    ] = None


def rename(options: Options) -> int:
    """Rename a card in card files; without --write, show what would change."""
    format, lang, names = options.told_format(), options.lang, options.names
    *files, old, new = [*names, *[""] * (2 - len(names))]
    if options.strip_codes:
        files = names
        if not files or options.named:
            raise NanoriError("with --strip-codes FILEs and no names were wanted")
    elif not files:
        raise NanoriError("a FILE, the OLD and the NEW name were wanted")
    files = discovery.card_files(files, format)
    shared.prove_changeable(files)
    transaction = Transaction(files, lang, format)
    failures = inputs.FailureLog(files)
    with progress.waiting("looking for the name"):
        sources = {path: transaction.source(path) for path in files}
        changing = _changing(options, list(sources.values()), (old, new), failures)
        plan = [
            entry
            for source in sources.values()
            for entry in planned(source, changing, lang, format)
        ]
        done = edits_by(changing)
        transaction.prepare(done, patching.ignored)
    if options.diff:
        transaction.show(done)
    stay = _show(plan, options.to, diff=options.diff)
    cards = sum(transaction.counts.values())
    says = "" if options.write else "; nothing is written without --write"
    counts = f"changes: {len(plan) - stay}, cards: {cards}, places that stay: {stay}{says}"
    print(counts, file=sys.stderr)
    if options.write:
        transaction.write(done)
    return failures.ended()


def _changing(
    options: Options,
    files: Sequence[PathOrContent],
    names: tuple[str, str],
    failures: inputs.FailureLog,
) -> Changing:
    """Return what happens to the names in files, which are read once for it."""
    format = options.told_format()
    if options.strip_codes:
        taken_off = CodesTakenOff()
        for file in files:
            for entry in reader.entries(file, options.lang, format, texts=False):
                if isinstance(entry, NanoriError):
                    failures.note(entry)
                else:
                    taken_off.add(entry.card)
        return taken_off
    found = Survey(
        renamings(*names, options.named),
        inputs.known(options.other_names),
    )
    survey(files, found, failures.note, options.lang, format)
    found.check(force=options.force)
    return Renamed(found)


def _show(plan: Sequence[Located], to: shared.Listing, *, diff: bool) -> int:
    stay = 0
    for entry in plan:
        stays = isinstance(entry.what, Leftover)
        stay += stays
        if not diff:
            if to == "jsonl":
                sys.stdout.buffer.write(_json(entry) + b"\n")
            else:
                print(_line(entry))
        elif stays:
            print(_line(entry), file=sys.stderr)
    return stay


def _line(entry: Located) -> str:
    what = entry.what
    field = what.field.partition("/")[0] or "elsewhere"
    location = file_place(entry.path, entry.line, entry.column)
    where = f"{location}: {entry.card or what.text}: {field}"
    if isinstance(what, Leftover):
        return f"{where}: “{visible.in_line(what.text)}” stays: {what.reason}"
    form = f" ({what.form})" if what.field == "text" else ""
    return f"{where}{form}: “{visible.in_line(what.text)}” → “{visible.in_line(what.new)}”"


def _json(entry: Located) -> bytes:
    """Return a change or a leftover as a line of JSON; `new` is null where the words stay."""
    what = entry.what
    change = isinstance(what, FieldChange)
    plain = {
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
    return visible.json(plain)
