"""A card to rows, one per ability with what it means; two tables of them to what changed."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, cast

import msgspec
from msgspec import Struct

from nanori.annotation import quotations
from nanori.formats.columnar import opening
from nanori.formats.io.streams import STDIN
from nanori.game.abilities import Ability, of_card
from nanori.game.scenarios import lines
from nanori.game.scenarios.lines import DetailedKind
from nanori.grammar import language_detection, places
from nanori.grammar.languages import Language
from nanori.model import edits, typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card, Form, Reference, Target, Token
from nanori.rewriting import slots
from nanori.rewriting.slots import STRAIGHT, AbilityPart, Slot, SlotMeaning, SlotRole

# Version of the columns; a table with another one is not compared.
VERSION = 1


class ReferenceRow(Struct, frozen=True, kw_only=True):
    """A reference of an ability."""

    start: int
    """First code point in the ability's text."""
    end: int
    text: str
    form: Form
    target: Target
    role: SlotRole
    level: int
    """How many grants lead to the object meant; 0 for the source."""
    quotes: tuple[int, ...]
    """The quotations around it, outermost first, each by its number from 0."""
    part: AbilityPart
    clause_role: str
    """Its role in its clause: subject, object, owner or other."""
    verb: str
    """The class of the clause's verb."""
    rule: str


class AbilityRow(Struct, frozen=True, kw_only=True):
    """An ability of a face in a language."""

    version: int = VERSION
    id: str
    """The record's own key."""
    oracle_id: str = ""
    """Scryfall's key of the card, where its record has it."""
    name: str
    name_en: str = ""
    lang: str
    type: str
    layout: str = ""
    printed: str = ""
    """Code of the set whose wording this is."""
    released: str = ""
    """Date of the wording."""
    number: int
    """Its place among the abilities of the face, from 0."""
    ability_id: str
    """The same as long as it says the same, whatever the card is called and wherever it stands."""
    kind: DetailedKind
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4”."""
    text: str
    slots: str
    """The text with slots in place of references: “{T}, Sacrifice {granter}: …”."""
    text_hash: str
    """Of the whole text of the face."""
    references: tuple[ReferenceRow, ...] = ()
    pronouns: int = 0
    """How often it refers to an object by a pronoun, which no reference here covers."""


class AbilitySpan(Struct, frozen=True, omit_defaults=True):
    """An ability where it stands in a card's text."""

    start: int
    """First code point in the card's text."""
    end: int
    id: str
    """The `ability_id` of its row."""
    kind: DetailedKind
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4”."""


class ReferenceInAbility(SlotMeaning, frozen=True):
    """What `annotate --abilities` says about a reference besides the reference itself."""

    ability: int
    """The number of its ability, from 0."""


def spans(
    card: Card, references: Sequence[Reference]
) -> tuple[list[AbilitySpan], list[ReferenceInAbility | None]]:
    """Return a card's abilities in order, and for each reference its role in its own.

    None for a reference in a line that is not an ability, such as the heading of a level. CR
    113.2c, 113.3.
    """
    language = language_detection.of_card(card)
    abilities: list[AbilitySpan] = []
    by_start: dict[int, ReferenceInAbility] = {}
    place = 0
    for number, known in enumerate(_known_abilities(card, references, language)):
        ability, meanings = known.ability, known.slots
        start = card.text.index(ability.text, place)
        place = start + len(ability.text)
        abilities.append(AbilitySpan(start, place, known.id, known.kind, ability.section))
        for slot in meanings:
            by_start[start + slot.start] = ReferenceInAbility(number, **slot.meaning())
    return abilities, [by_start.get(reference.start) for reference in references]


class _KnownAbility(NamedTuple):
    ability: Ability
    kind: DetailedKind
    slots: Sequence[Slot]
    id: str
    """One that no other ability of the card has."""


def _known_abilities(
    card: Card, references: Sequence[Reference], language: Language
) -> Iterator[_KnownAbility]:
    """Yield what is said of each ability of a card."""
    ids: Counter[str] = Counter()
    abilities = of_card(card, references, language)
    kinds = lines.detailed_kinds(abilities, card.type)
    for ability, kind in zip(abilities, kinds, strict=True):
        meanings = slots.find(ability.text, ability.references, language)
        ability_id = slots.ability_id(ability.text, meanings, language.code)
        ids[ability_id] += 1
        count = ids[ability_id]
        yield _KnownAbility(
            ability, kind, meanings, ability_id if count == 1 else f"{ability_id}-{count}"
        )


def of_record(
    card: Card, references: Sequence[Reference], extra: Mapping[str, object]
) -> Iterator[AbilityRow]:
    """Yield the row of each ability of a card's text, in order. CR 113.2c, 201.5a."""
    language = language_detection.of_card(card)
    whole = hashlib.blake2b(card.text.encode(), digest_size=8).hexdigest()
    for number, known in enumerate(_known_abilities(card, references, language)):
        ability, meanings = known.ability, known.slots
        yield AbilityRow(
            id=str(card.id),
            oracle_id=_oracle_id(extra),
            name=card.name,
            name_en=card.name_en,
            lang=language.code,
            type=card.type,
            layout=card.layout,
            printed=card.printed,
            released=card.released or str(extra.get("date") or ""),
            number=number,
            ability_id=known.id,
            kind=known.kind,
            section=ability.section,
            text=ability.text,
            slots=edits.apply(
                ability.text, slots.edits(ability.text, meanings, card.name, language)
            ),
            text_hash=whole,
            references=tuple(
                ReferenceRow(
                    start=slot.start,
                    end=slot.end,
                    text=slot.text,
                    form=reference.form,
                    target=reference.target,
                    rule=reference.rule,
                    **slot.meaning(),
                )
                for slot, reference in zip(meanings, ability.references, strict=True)
            ),
            pronouns=_pronouns(ability) if meanings else 0,
        )


def unread(card: Card) -> AbilityRow:
    """Return a row that says which face a card is, and nothing of what its text means."""
    return AbilityRow(
        id=str(card.id),
        name=card.name,
        name_en=card.name_en,
        lang=card.lang or language_detection.of_text(card.text),
        type=card.type,
        number=0,
        ability_id="",
        kind="static",
        text=card.text,
        slots="",
        text_hash="",
    )


def _oracle_id(extra: Mapping[str, object]) -> str:
    """Return Scryfall's key of a card, as Scryfall's records have it, or MTGJSON's."""
    identifiers = extra.get("identifiers")
    known = cast("dict[str, object]", identifiers) if isinstance(identifiers, dict) else {}
    return str(extra.get("oracle_id") or known.get("scryfallOracleId") or "")


def _pronouns(ability: Ability) -> int:
    """Return how many pronouns follow the first reference of an ability to an object."""
    objects = [each.start for each in ability.references if each.target != "name"]
    if not objects:
        return 0
    tree = quotations.tree(ability.text, ability.language, ability.references)
    return sum(
        isinstance(leaf, Token) and leaf.type == "PRONOUN" and leaf.start > objects[0]
        for _, leaf in places.leaves(tree)
    )


# Bytes of the first line, by which a table is recognised; no text has more.
FIRST_LINE = 1 << 20
# What happened to a card: it is new, gone, means something else, or is only reworded.
Change = Literal["added", "removed", "meaning", "words"]
# The abilities of cards by what identifies a face in a language.
CardRows = Mapping[str, Sequence[AbilityRow]]


class BoundOtherwise(Struct, frozen=True):
    """Words that were and are there, and mean another object now."""

    text: str
    old: str
    """Role and level before, such as `host2`."""
    new: str


class CardChange(Struct, frozen=True, kw_only=True):
    """What has changed about a face."""

    name: str
    lang: str
    change: Change
    gained: tuple[str, ...] = ()
    """New references, each as a slot: `{host:this creature}`."""
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
    """Return rows by face, in the order in which these occur; the first print counts."""
    faces: dict[str, list[AbilityRow]] = {}
    for row in rows:
        known = faces.setdefault(key_of(row), [])
        if not known or (known[0].id == row.id and known[-1].number < row.number):
            known.append(row)
    return faces


def table(path: str) -> list[AbilityRow] | None:
    """Return the rows of a table of abilities, lines or columns; None for any other file.

    NanoriError, with its line, for one of another version, and for an ability that occurs twice.
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
    """Yield what has changed about each face, those of the new table first."""
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
    lost, gained = (
        Counter(_meant(reference, row) for row in rows for reference in row.references)
        for rows in (left, come)
    )
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


# Role with its level, and words: a name's own, or what an object is called.
_Meant = tuple[str, str]


def _meant(reference: ReferenceRow, row: AbilityRow) -> _Meant:
    """Return what a reference means, the same for references that only differ in wording."""
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
