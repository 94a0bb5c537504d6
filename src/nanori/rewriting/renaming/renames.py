"""The old and new name of an object, by language and face, and in the fields of cards."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, Self

from msgspec import Struct

from nanori.annotation.name_fields import bare, face_name, without_noise
from nanori.annotation.own_names import (
    is_legend_card,
    language_of,
    own_names,
    shortened,
)
from nanori.grammar import language_detection, languages
from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card, Edit, Form
from nanori.rewriting.substitution import Designation, designation

# The form of a name in a field of its own.
NAME = "name"


class FieldChange(Struct, frozen=True):
    """New words in a field of a card."""

    field: str
    """The field of the card record, `text`, `name`, `faces/1`; `related/0` for one beside them."""
    start: int
    """First code point of the field's words."""
    end: int
    """One past the last code point."""
    text: str
    """The words as they are now."""
    new: str
    """The words that replace them."""
    form: Form | Literal["name"]
    """The form of the reference, or `name` if the field holds the name itself."""
    card: int = 0
    """Which of the given cards, from 0."""

    @classmethod
    def of_edit(
        cls, field: str, words: str, edit: Edit, form: Form | Literal["name"] = NAME
    ) -> Self:
        """Return the change that an edit makes to a field with these words."""
        return cls(field, edit.start, edit.end, words[edit.start : edit.end], edit.text, form)

    @property
    def edit(self) -> Edit:
        """The change as an edit of the field's words."""
        return Edit(self.start, self.end, self.new)


class Leftover(Struct, frozen=True):
    """Words like the old name that stay, and why."""

    field: str
    """The field of the card record; empty if it is in none."""
    start: int
    """First code point of the field's words."""
    end: int
    """One past the last code point."""
    text: str
    """The words."""
    reason: str
    """Why they stay: a clause for people."""
    card: int = 0
    """Which of the given cards, from 0."""


class Plan(Struct, frozen=True):
    """How one object is renamed in a list of cards."""

    changes: tuple[FieldChange, ...]
    """What changes, by card; within a field in order and without overlap."""
    left: tuple[Leftover, ...]
    """What stays."""


# Categories of characters that no name has: control characters, surrogates, line ends.
_UNPRINTABLE = ("Cc", "Cs", "Cn", "Zl", "Zp")


class Renaming(Struct, frozen=True):
    """The old name of a face and its new one, by language."""

    old: Mapping[str, str]
    new: Mapping[str, str]

    def words(self) -> dict[str, str]:
        """Return the new name by the old one, in all languages."""
        return {old: self.new[lang] for lang, old in self.old.items()}

    def after(self, name: str) -> str:
        """Return the new name for an old one; any other name unchanged."""
        return self.words().get(name, name)


def renamings(
    old: str, new: str, others: Mapping[str, tuple[str, str]] | None = None
) -> tuple[Renaming, ...]:
    """Return how each face is renamed that gets another name: up to two for `A // B`.

    `others` are the old and new name in further languages, by code; the language of `old` is told
    by its script. NanoriError for a language without a grammar or given twice, for a name that is
    empty or has a character that no name has, and if nothing would change.
    """
    lang = language_detection.of_text(old)
    others = others or {}
    for code in others:
        languages.load(code)
        if code == lang:
            raise NanoriError(f"two names in one language, “{code}”, are there, one was wanted")
    pairs = {lang: (old, new), **others}
    parts = {code: _faces(*_pair(*pair, languages.load(code))) for code, pair in pairs.items()}
    if len({len(faces) for faces in parts.values()}) > 1:
        raise NanoriError("“ // ” is in the names of one language, all or none were wanted")
    every = [
        Renaming(
            {code: faces[number][0] for code, faces in parts.items()},
            {code: faces[number][1] for code, faces in parts.items()},
        )
        for number in range(len(parts[lang]))
    ]
    changed = tuple(renaming for renaming in every if renaming.old != renaming.new)
    if not changed:
        raise NanoriError(f"“{old}” is the new name as well, another was wanted")
    return changed


def _pair(old: str, new: str, language: Language) -> tuple[str, str]:
    """Return two names without what data files add to them: no text has that, and it stays."""
    return without_noise(_name(old), language), without_noise(_name(new), language)


def _name(text: str) -> str:
    name = text.strip()
    if not name:
        raise NanoriError("an empty name is there, a name was wanted")
    for character in name:
        if unicodedata.category(character) in _UNPRINTABLE:
            raise NanoriError(f"U+{ord(character):04X} is in a name, which no name has")
    return name


def _faces(old: str, new: str) -> list[tuple[str, str]]:
    old_faces, after = old.split(BETWEEN_FACES), new.split(BETWEEN_FACES)
    if len(old_faces) != len(after):
        raise NanoriError(
            f"“{new}” has {len(after)} names, as many as “{old}” were wanted, {len(old_faces)}"
        )
    pairs = list(zip(old_faces, after, strict=True))
    if not all(name.strip() for pair in pairs for name in pair):
        raise NanoriError("an empty name is there, a name was wanted")
    return pairs


def old_names(every: tuple[Renaming, ...]) -> Iterator[tuple[str, Language]]:
    """Yield every old name with its language."""
    for renaming in every:
        for lang, name in renaming.old.items():
            yield name, languages.load(lang)


def concerning(card: Card, language: Language, renamings: Sequence[Renaming]) -> list[Renaming]:
    """Return the renamings of this card: of any of its own names, in any language.

    Without a name in the language of the text, the English one decides (CR 201.2).
    """
    own = set(own_names(card, language))
    if card.name_en:
        own |= {without_noise(card.name_en, languages.load(languages.original_language()))}
    return [renaming for renaming in renamings if not own.isdisjoint(renaming.old.values())]


def old_and_new_name(card: Card, renaming: Renaming, language: Language) -> tuple[str, str]:
    """Return the card's own old name in the language of its text, and the new one.

    They are the same if only its name in another language changes.
    """
    own = own_names(card, language) or [""]
    table = renaming.words()
    old = next((name for name in own if name in table), own[0])
    return old, table.get(old, old)


def english_names(card: Card, renaming: Renaming) -> tuple[str, str]:
    """Return the card's English name and the new one; empty if it has none."""
    reference = languages.original_language()
    old = without_noise(card.name_en, languages.load(reference)) or renaming.old.get(reference, "")
    return old, renaming.after(old)


def new_designation(card: Card, old: str, new: str, used: str, language: Language) -> Designation:
    """Return what texts of the card call it by its new name.

    `used` is the short name that its text uses for the old one, or empty. If no divider shows the
    new short name, it has as many words as that, provided these began the name: “Ilse Wend”, called
    “Ilse”. CR 201.5c.
    """
    legend = is_legend_card(card)
    full = designation(new, language, legend=legend, type=card.type)
    if full.short or not used:
        return full
    own = language_of(new, language)
    article = own.lexicon.short.article
    if not own.lexicon.short.word or (article and new.startswith(article)):
        return full
    if (
        not legend
        or not old.startswith(f"{used} ")
        or any(divider in new for divider in own.lexicon.short.split)
    ):
        return full
    words = new.split(" ")
    count = used.count(" ") + 1
    short = " ".join(words[:count])
    small = words[count - 1] in own.lexicon.short.small if count < len(words) else True
    return full if small else Designation(full.full, short, full.english)


def short_names(name: str, language: Language) -> list[str]:
    """Return the conventional short names of a legend, longest first (CR 201.5c)."""
    return shortened(name, language_of(name, language).lexicon.short)


# The fields of a card record whose names may be renamed.
FIELDS = ("name", "name_en", "faces")

# Signs that the same file may write in two ways, in a card's name and its key.
_SIGNS = str.maketrans("’‘", "''")

# What separates “A // B” and “A/B”; the slashes inside “SP//dr” separate nothing.
_DIVIDER = re.compile(r"//(?![a-z])|(?<!/)/(?!/)")


def field_changes(card: Card, renamings: Sequence[Renaming]) -> Iterator[FieldChange]:
    """Yield the changes of a card's name fields."""
    for field in name_fields(card):
        words = field_words(card, field)
        lang = card.lang if field != "name_en" else languages.original_language()
        language = languages.load(lang or language_detection.of_text(words))
        for edit in field_edits(words, language, renamings, card):
            yield FieldChange.of_edit(field, words, edit)


def field_edits(
    words: str, language: Language, renamings: Sequence[Renaming], card: Card | None = None
) -> list[Edit]:
    """Return the edits of a name, or of “A // B” and “A/B”, in order.

    What else the name field of a `card` holds stays, such as the prefix “A-” or the code of a set;
    part of another name is not a name.
    """
    table = {
        old.translate(_SIGNS): new
        for renaming in renamings
        for old, new in renaming.words().items()
        if old != new
    }
    plain = words.translate(_SIGNS)
    own = bare(card, language) if card is not None else ""

    def bare_name(part: str) -> str:
        if card is None:
            return without_noise(part, language)
        return own if part == card.name else face_name(part, card, own, language)

    if whole := _field_edit(plain, 0, len(words), table, bare_name):
        return [whole]
    parts = _parts(words)
    return [edit for part in parts if (edit := _field_edit(plain, *part, table, bare_name))]


def _parts(words: str) -> Iterator[tuple[int, int]]:
    start = 0
    for divider in _DIVIDER.finditer(words):
        yield start, divider.start()
        start = divider.end()
    if start:
        yield start, len(words)


def _field_edit(
    words: str, start: int, end: int, table: dict[str, str], bare_name: Callable[[str], str]
) -> Edit | None:
    part = words[start:end]
    if not any(old in part for old in table):
        return None
    name = part.strip()
    old = name if name in table else bare_name(name)
    if old not in table:
        return None
    start = words.index(old, start)
    return Edit(start, start + len(old), table[old])


def field_words(card: Card, field: str) -> str:
    """Return the words of a field of a card; an item of a list is `faces/0`."""
    name, _, number = field.partition("/")
    value = getattr(card, name)
    return value[int(number)] if number else value


def name_fields(card: Card) -> Iterator[str]:
    """Yield the fields of a card that hold names which may be renamed and are not empty."""
    for field in FIELDS:
        if field == "faces":
            yield from (f"faces/{number}" for number in range(len(card.faces)))
        elif field_words(card, field):
            yield field
