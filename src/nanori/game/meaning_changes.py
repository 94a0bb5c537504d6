"""Two tables of abilities to what changed in meaning: what is gained, lost, bound otherwise."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from nanori.formats.columnar import opening
from nanori.formats.io.streams import STDIN
from nanori.game.ability_rows import VERSION, AbilityRow, ReferenceRow
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.rewriting.slots import STRAIGHT

# Bytes of the first line, by which a table is told; a text has no more.
FIRST_LINE = 1 << 20
# What became of a card: it is new, gone, means something else, or is only worded otherwise.
Change = Literal["added", "removed", "meaning", "words"]
# The abilities of cards by what identifies a face in a language.
CardRows = Mapping[str, Sequence[AbilityRow]]


class BoundOtherwise(Struct, frozen=True):
    """Words that were there and are, and mean another object now."""

    text: str
    old: str
    """Role and level before, as `host2`."""
    new: str


class CardChange(Struct, frozen=True, kw_only=True):
    """What has changed of a face."""

    name: str
    lang: str
    change: Change
    gained: tuple[str, ...] = ()
    """References that are new, each as a slot: `{host:this creature}`."""
    lost: tuple[str, ...] = ()
    otherwise: tuple[BoundOtherwise, ...] = ()
    """References that mean another object than before."""
    abilities_gained: tuple[str, ...] = ()
    """Abilities that say something new, as their texts read."""
    abilities_lost: tuple[str, ...] = ()


def key_of(row: AbilityRow) -> str:
    """Return what identifies the face of a row: its name, in one language."""
    return f"{row.name_en or row.name}\n{row.name}\n{row.lang}".translate(STRAIGHT)


def by_card(rows: Iterable[AbilityRow]) -> dict[str, list[AbilityRow]]:
    """Return rows by their faces, in the order in which these were met; the first print counts."""
    faces: dict[str, list[AbilityRow]] = {}
    for row in rows:
        known = faces.setdefault(key_of(row), [])
        if not known or (known[0].id == row.id and known[-1].number < row.number):
            known.append(row)
    return faces


def table(path: str) -> list[AbilityRow] | None:
    """Return the rows of a table of abilities, lines or columns; None for a file that is none.

    NanoriError, with its line, for one of another version, and for an ability that is there twice.
    """
    if path == STDIN or not Path(path).is_file():
        return None
    if opening.kind_at(path):
        return _of_columns(path)
    with Path(path).open("rb") as file:
        first = file.readline(FIRST_LINE)
        if not (first.startswith(b'{"version":') and b'"ability_id":' in first):
            return None
        file.seek(0)
        return _proven((_row(line, path, number) for number, line in enumerate(file, 1)), path)


def _of_columns(path: str) -> list[AbilityRow] | None:
    with opening.opened(path) as file:
        if not {"version", "ability_id"} <= set(file.schema.names):
            return None
        rows = (row for batch in file.batches() for row in batch.to_pylist())
        return _proven(
            (_row(json.dumps(row).encode(), path, n) for n, row in enumerate(rows, 1)), path
        )


def _proven(rows: Iterable[AbilityRow], path: str) -> list[AbilityRow]:
    """Return the rows of a table, each ability once."""
    proven: list[AbilityRow] = []
    met: set[tuple[str, ...]] = set()
    for number, row in enumerate(rows, 1):
        key = (row.id, row.name, row.lang, row.printed, row.text_hash, row.ability_id)
        if key in met:
            reason = f"the ability {row.ability_id} of “{row.name}” is there twice"
            raise NanoriError(reason, path=path, line=number)
        met.add(key)
        proven.append(row)
    return proven


def _row(line: bytes, path: str, number: int) -> AbilityRow:
    try:
        version = typed_values.from_json(line, _Version).version
        if version != VERSION:
            reason = f"a table of version {version}, {VERSION} was wanted; make it anew"
            raise NanoriError(reason, path=path, line=number)
        return typed_values.from_json(line, AbilityRow)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        reason = f"no row of a table of abilities: {str(error).lower()}"
        raise NanoriError(reason, path=path, line=number) from None


class _Version(Struct):
    version: int


def changes(old: CardRows, new: CardRows) -> Iterator[CardChange]:
    """Yield what has changed of each face, those of the new table first, and only those."""
    for key, rows in new.items():
        if key not in old:
            yield CardChange(name=rows[0].name, lang=rows[0].lang, change="added")
        elif (change := _change(old[key], rows)) is not None:
            yield change
    for key, rows in old.items():
        if key not in new:
            yield CardChange(name=rows[0].name, lang=rows[0].lang, change="removed")


def _change(old: Sequence[AbilityRow], new: Sequence[AbilityRow]) -> CardChange | None:
    if [row.text for row in old] == [row.text for row in new]:
        return None
    ids, others = ({row.ability_id for row in rows} for rows in (new, old))
    left = [row for row in old if row.ability_id not in ids]
    come = [row for row in new if row.ability_id not in others]
    lost, gained = (_meanings(rows) for rows in (left, come))
    same = lost & gained
    lost, gained = lost - same, gained - same
    otherwise = list(_otherwise(lost, gained))
    meaning = bool(lost or gained or otherwise)
    return CardChange(
        name=new[0].name,
        lang=new[0].lang,
        change="meaning" if meaning else "words",
        gained=tuple(_shown(meant) for meant in gained.elements()),
        lost=tuple(_shown(meant) for meant in lost.elements()),
        otherwise=tuple(otherwise),
        abilities_gained=tuple(row.text for row in come),
        abilities_lost=tuple(row.text for row in left),
    )


# Role with its level, and words: of a name those, of an object how it is called.
_Meant = tuple[str, str]


def _meanings(rows: Iterable[AbilityRow]) -> Counter[_Meant]:
    return Counter(_meant(reference, row) for row in rows for reference in row.references)


def _meant(reference: ReferenceRow, row: AbilityRow) -> _Meant:
    """Return what a reference means, its words alike where only their wording differs."""
    role = f"{reference.role}{reference.level if reference.level > 1 else ''}"
    if reference.role in ("source", "granter"):
        return role, ""  # “this creature” and the name mean the same
    words = reference.text if reference.role == "name" else ""
    return role, words if words != row.name else ""


def _otherwise(lost: Counter[_Meant], gained: Counter[_Meant]) -> Iterator[BoundOtherwise]:
    """Yield what means another object now, and take it out of what is lost and gained."""
    for before in list(lost.elements()):
        after = next((meant for meant in gained.elements() if meant[1] == before[1]), None)
        if after is None:
            continue
        lost -= Counter([before])
        gained -= Counter([after])
        yield BoundOtherwise(before[1], before[0], after[0])


def _shown(meant: _Meant) -> str:
    role, words = meant
    return f"{{{role}:{words}}}" if words else f"{{{role}}}"
