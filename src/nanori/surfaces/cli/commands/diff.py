"""The command `nanori diff`."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import Annotated, Literal

from nanori.annotation import pipeline
from nanori.formats.io import writing
from nanori.formats.records import Record
from nanori.game import ability_rows
from nanori.game.ability_rows import AbilityRow, CardChange
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.options import OUTPUT, FileOptions, OutputPath, Overwrite, prove_output

EXAMPLES = {
    "nanori diff examples/harbor.csv examples/harbor.csv": "what changed in meaning, card by card",
}


# What `diff` writes.
DiffShape = Literal["text", "jsonl", "markdown"]


class DiffOptions(FileOptions, kw_only=True):
    """What `nanori diff` is asked for."""

    files: Annotated[
        list[str], Argument("Two card files, or tables of abilities: OLD and NEW.", "FILE")
    ] = []
    to: Annotated[
        DiffShape, Option("Output format; markdown suits pull requests.", panel=OUTPUT)
    ] = "text"
    output: OutputPath = None
    force: Overwrite = False


def diff(options: DiffOptions) -> int:
    """Show per card what changed in meaning: references gained, lost, bound differently, or
    reworded."""
    if len(options.files) != 2:
        raise NanoriError(f"{len(options.files)} files are there, OLD and NEW were wanted")
    prove_output(options.output, *options.files, force=options.force)
    old_file, new_file = (_Read(path, options) for path in options.files)
    same = old_file.faces.items() & new_file.faces.items()
    read = (old_file.faces.keys() & new_file.faces.keys()) - dict(same).keys()
    rows = [file.rows(dict(same), read) for file in (old_file, new_file)]
    old, new = map(ability_rows.by_card, rows)
    changed = ability_rows.changes(old, new)
    with writing.output(options.output) as out:
        if options.to == "jsonl":
            out.writelines(visible.json(change) + b"\n" for change in changed)
        else:
            lines = markdown if options.to == "markdown" else text
            out.writelines(line.encode() + b"\n" for line in lines(list(changed)))
    return max(old_file.code, new_file.code)


class _Read:
    """One of the two files, read: a table of abilities, or cards."""

    def __init__(self, path: str, options: DiffOptions) -> None:
        failures = inputs.FailureLog([path])
        self._table = ability_rows.table(path)
        self._records: list[Record] = []
        if self._table is None:
            format = options.told_format()
            self._records = list(inputs.records([path], options.lang, failures, format))
        self.code = failures.code
        self.faces = {ability_rows.key_of(row): path for row in self._table or ()}
        """What the first print of each face says; for a table, its path."""
        for record in self._records:
            if record.card.text.strip():
                key = ability_rows.key_of(ability_rows.unread(record.card))
                self.faces.setdefault(key, record.card.text)

    def rows(self, same: Container[str], read: Container[str]) -> Iterator[AbilityRow]:
        """Yield the abilities of the faces that differ, reading other files only for these."""
        yield from self._table or ()
        for record in self._records:
            row = ability_rows.unread(record.card)
            key = ability_rows.key_of(row)
            if key in same or not record.card.text.strip():
                continue
            if key not in read:
                yield row  # only this file has it
            else:
                references = pipeline.annotate(record.card, None, record.markup)
                yield from ability_rows.of_record(record.card, references, record.extra)


# Cards of a comment: services cut longer ones off.
MOST = 200
WORDS = {"added": "new", "removed": "gone", "meaning": "meaning", "words": "words only"}


def text(changed: Sequence[CardChange]) -> Iterator[str]:
    """Yield a line for each card, lines of what it says, and finally the total."""
    for change in changed:
        yield visible.visible(f"{change.name}: {WORDS[change.change]}")
        for line in _said(change):
            yield visible.visible(f"  {line}")
    yield _counts(changed)


def markdown(changed: Sequence[CardChange]) -> Iterator[str]:
    """Yield a table of what changed in meaning, with the abilities folded away."""
    yield f"**{_counts(changed)}**"
    meant = [change for change in changed if change.change == "meaning"]
    if meant:
        yield ""
        yield "| card | what its text means now |"
        yield "|---|---|"
    for change in meant[:MOST]:
        said = "<br>".join(_cell(line) for line in _said(change) if not line.startswith(("+", "-")))
        yield f"| {_cell(change.name)} | {said} |"
    if len(meant) > MOST:
        yield f"| … | {len(meant) - MOST} more |"
    worded = [change.name for change in changed if change.change == "words"]
    if worded:
        yield ""
        yield f"Words only: {', '.join(map(_cell, worded[:MOST]))}"


def _said(change: CardChange) -> Iterator[str]:
    for verb, references in (("gained", change.gained), ("lost", change.lost)):
        for reference, count in Counter(references).items():
            yield f"{verb} {reference}{f' × {count}' if count > 1 else ''}"
    for bound in change.otherwise:
        words = f" “{bound.text}”" if bound.text else ""
        yield f"bound otherwise{words}: {{{bound.old}}} → {{{bound.new}}}"
    for sign, abilities in (("-", change.abilities_lost), ("+", change.abilities_gained)):
        yield from (f"{sign} {ability}" for ability in abilities)


def _cell(words: str) -> str:
    """Return words as a table cell: nothing in them is markup."""
    plain = visible.visible(" ".join(words.split()))
    return "".join(f"\\{sign}" if sign in "\\`*_[]|<>#@~" else sign for sign in plain)


def _counts(changed: Sequence[CardChange]) -> str:
    counts = Counter(change.change for change in changed)
    said = ", ".join(f"{counts[kind]} {word}" for kind, word in WORDS.items() if counts[kind])
    return f"{len(changed)} cards changed{': ' if said else ''}{said}"
