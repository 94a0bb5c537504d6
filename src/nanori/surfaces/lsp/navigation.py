"""The names in a text: which card each means, what else it is called, and where it is named."""

from collections.abc import Iterator
from typing import NamedTuple

from nanori.annotation import explaining
from nanori.formats import catalogue
from nanori.formats.proving import field_text
from nanori.grammar import languages
from nanori.linting.indexes import Index
from nanori.model.values import NAMES, Card, Reference
from nanori.names.database import Database
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.readings import ReadElement


class TranslatedNames:
    """The names in the files of a project, and in a database of names."""

    def __init__(self, index: Index, register: Database | None) -> None:
        self._index, self._register = index, register

    def english(self, name: str) -> str:
        """Return the English name of a card, which may be the name itself; empty if unknown."""
        pivot = languages.original_language()
        if name in self._index.names(pivot):
            return name
        for code in languages.codes():
            for english in sorted(self._index.english(name, code)):
                return english
        for hit in self._register.exact(name) if self._register else ():
            return hit.name_en
        return ""

    def of(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return by language what else the card with that name is called."""
        if not name:
            return {}
        english = self.english(name)
        pivot = languages.original_language()
        names_of: dict[str, tuple[str, ...]] = {}
        for code in languages.codes():
            names = self._index.translations(english, code) if english else ()
            names = (english,) if code == pivot and english else names
            if names and name not in names:
                names_of[code] = names
        entry = self._register.entry(english) if self._register and english else None
        for form in entry.forms if entry else ():
            if form.official and form.lang not in names_of and form.name != name:
                names_of[form.lang] = (form.name,)
        return names_of

    def said(self, name: str) -> Iterator[str]:
        """Yield a line for each language in which the card has another name."""
        for code, names in self.of(name).items():
            language = languages.load(code).lexicon.name if code in languages.codes() else code
            for each in names:
                yield f"{language}: **{plain(each)}**"


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>()#+-.!|~&"})


def plain(words: str) -> str:
    """Return words of a card escaped so that Markdown takes none of them for markup."""
    return "".join(sign if sign.isprintable() else " " for sign in words).translate(_MARKS)


# Fields that hold names.
_NAMED = ("name", "name_en", "faces", "alternate")


class NameMention(NamedTuple):
    """Words of a text that name a card, or refer to one."""

    start: int
    end: int
    card: Card
    """The card whose text or field it is."""
    words: str
    own: bool
    """Whether it names the card itself."""
    reference: Reference | None = None
    related: bool = False
    """Whether it stands beside the card, as the name of one that belongs to it."""

    @property
    def name(self) -> str:
        """The name that is meant; empty if the words are none, such as “this creature”."""
        reference = self.reference
        if reference is None:
            return self.words
        if reference.refers_to or self.own:
            return reference.refers_to or self.card.name
        return self.words if reference.form in ("face", "other") else ""


def references_in(reading: ReadElement) -> Iterator[NameMention]:
    """Yield every reference in the texts of a card, in order."""
    for card, references, entry in reading.texts:
        for each in references if entry else ():
            if entry and (span := reading.span_in_text(entry, "text", each.start, each.end)):
                own = each.target == "self" and each.form in NAMES
                yield NameMention(*span, card, each.text, own, each)


def names_in(reading: ReadElement) -> Iterator[NameMention]:
    """Yield every name in a field of a card, or beside them."""
    seen = set[tuple[int, int]]()
    for entry in reading.entries:
        for field in entry.places:
            words = field_text(entry.card, field) if field.partition("/")[0] in _NAMED else ""
            span = reading.span_in_text(entry, field, 0, len(words)) if words else None
            if span and span not in seen:
                seen.add(span)
                yield NameMention(*span, entry.card, words, field in ("name", "name_en"))
    module = catalogue.listed()[reading.format]
    for named in module.read(reading.element).related_names if reading.entries else ():
        span = reading.start + named.start, reading.start + named.end
        if span not in seen:
            card = reading.entries[0].card
            yield NameMention(*span, card, str(named), own=False, related=True)


def at(text: OpenText, offset: int) -> NameMention | None:
    """Return the name or reference at a code point of a text, if there is one."""
    for reading in text.within(offset, offset):
        for mention in (*references_in(reading), *names_in(reading)):
            if mention.start <= offset <= mention.end:
                return mention
    return None


def unmeant(text: OpenText, offset: int) -> tuple[NameMention, str] | None:
    """Return words at a code point that are written like a name but are none, with the reason."""
    for reading in text.within(offset, offset):
        for card, references, entry in reading.texts:
            for each in explaining.kept(card, references) if entry else ():
                span = entry and reading.span_in_text(entry, "text", each.start, each.end)
                if span and span[0] <= offset <= span[1]:
                    words = card.text[each.start : each.end]
                    return NameMention(*span, card, words, own=False), each.why
    return None


def meant(text: OpenText, offset: int, others: TranslatedNames) -> frozenset[str]:
    """Return all names of the card that is named at a code point of a text; empty if none is."""
    mention = at(text, offset)
    if mention is None:
        return frozenset()
    is_self = mention.reference is not None and mention.reference.target == "self"
    name = mention.name or (mention.card.name if is_self else "")
    if not name:
        return frozenset()
    names = {name, *(each for translated in others.of(name).values() for each in translated)}
    return frozenset({*names, mention.card.name_en} - {""} if mention.own else names)


def named(text: OpenText, names: frozenset[str]) -> Iterator[NameMention]:
    """Yield every place of a text with the name of a card, in order."""
    for reading in text.elements:
        seen = set[tuple[int, int]]()
        for mention in sorted(
            (*names_in(reading), *references_in(reading)), key=lambda each: each[:2]
        ):
            own = mention.own and mention.reference is not None
            own_names = {mention.card.name, mention.card.name_en} - {""} if own else {mention.name}
            if mention[:2] not in seen and names & own_names:
                seen.add(mention[:2])
                yield mention


def definitions(text: OpenText, names: frozenset[str]) -> Iterator[NameMention]:
    """Yield every place where a card has its name: each language and format, and its face."""
    for reading in text.elements:
        for mention in names_in(reading):
            if mention.words in names and (mention.own or mention.related):
                yield mention
