"""What a name field holds: the name, and around it what programs and people put there.

Codes of a set, slots of a design skeleton, marks of versions and prints, file endings and signs are
no part of a name where the text, the record's set or many names of the file bear that out (spec,
rule 10). Whoever asks for a card's name asks here first.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern
from nanori.model.values import BETWEEN_FACES, Card

# A slot of a design skeleton: rarity, color and number; no word of a name looks like it.
_SLOT: Final = re.compile(
    r"(?:(?:[A-Z]{2} )?[A-Z]{2}\d{2}|[a-z]\d{1,2}:) (?:[-–—|:] )?(?=\S)(?![A-Z]{2}\d{2}$)"
)
# A word that may be a code, with what separates it from the next.
_WORD: Final = (
    r"[\[(#]?[A-Z0-9]{1,5}(?:[-_.][A-Z0-9]{1,5}){0,2}[\])]?[:.]?[ _　]+(?:[-–—|:][ 　]+)?"
)
# What may stand before a name: a code in marks, or a word like one.
_HEAD: Final = re.compile(
    rf"""(?P<marked>[A-Za-z0-9]{{2,6}}[_|](?:\d{{1,4}}[_|])?
        |[\[(（【][^\[\]()（）【】]{{1,12}}[\])）】][ ]?
        |[A-Z0-9]{{2,6}}[ ][-–—|:][ ])(?=\w)
    |(?P<word>{_WORD})(?=\S)""",
    re.VERBOSE,
)
# What may stand after it: a code, a version or a print in marks; a file's ending; or a mere word.
_TAIL: Final = re.compile(
    r"""(?P<marked>
        [ ]?[_|](?:[A-Za-z0-9]{1,8}|\d{1,4}[a-z]?)
        |[ ][-–—|:~][ ][A-Z0-9]{2,6}
        |[ ]?[\[(（【][^\[\]()（）【】]{1,30}[\])）】](?:[ ]?\#?\d{1,4}[a-z★]?)?
        |[ ](?:v|V|ver\.?[ ]?)\d{1,2}(?:\.\d{1,2})?|[ ]?\#\d{1,4}[a-z]?
        |(?:\.(?:full|xlhq))?\.(?:png|jpe?g|webp|gif|svg|bmp|tiff?|psd|pdf|txt)
    )$
    |(?P<word>[ _-][A-Z][A-Z0-9]{1,4})$""",
    re.VERBOSE,
)
# Signs by which designers mark the names of cards that need attention.
_SIGNS: Final = "*/+-–—#!?~^%<>=|"
# What a name has that may have anything else before or after it: usually one look tells.
_MAY_HOLD_MORE: Final = re.compile(
    "^[\\W_]|^[A-Z0-9]{2}|[\\d_|\\[\\]()（）【】#:.<\u0300-\u036f\u3099\u309a]|[A-Z]$|\\s$"
)
# Markup that the text need not have.
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]{0,30}>|\[/?[a-z]\]")
# Codes that stand one after another.
MAX_CODES: Final = 3
# Names that begin or end in one shape, from which on it is a code of their file: two may be chance.
MIN_SAME: Final = 3
# Texts that leave out a word without a digit, from which on it is such a code.
MIN_TEXTS: Final = 2
# Length of “A ”, which is not a code.
ARTICLE_LENGTH: Final = 2
# Marks that no name has around a word of its own.
_MARKED: Final = re.compile(r"[_|\[\]]|…\.")
# How many names are remembered without what is around them.
_CACHED_NAMES: Final = 4096


class FileNames(Protocol):
    """The names of a card's file, as `KnownNames` has them."""

    def bare(self, name: str, text: str = "") -> str:
        """Return a name without what many of the names, or their texts, show to be no part."""
        ...

    def are_many(self, head: str, tail: str) -> bool:
        """Tell whether many of the names begin, or end, with codes of this shape."""
        ...


class Core(NamedTuple):
    """What may be the name within a field: `EMB_` `Ember Vault` ` [foil]`."""

    start: int
    end: int
    marked: bool
    """Whether marks or a digit set off all that is around it: its text may bear it out."""


@lru_cache(_CACHED_NAMES)
def cores(field: str) -> Sequence[Core]:
    """Return what may be the name within a name field, longest first, without the whole."""
    if not _MAY_HOLD_MORE.search(field):
        return ()
    starts, ends = [*_starts(field)], [*_ends(field)]
    inner = [
        Core(start, end, first and last)
        for start, first in starts
        for end, last in ends
        if len(letters := [*filter(str.isalpha, field[start:end])]) > 1 or letters > ["\u2fff"]
    ]
    return sorted((each for each in inner if each[:2] != (0, len(field))), key=_shortness)


def _shortness(core: Core) -> int:
    return core.start - core.end


def _starts(field: str) -> Iterator[tuple[int, bool]]:
    start, marked = 0, True
    yield start, marked
    for _ in range(MAX_CODES):
        match = _HEAD.match(field, start)
        if match is None:
            return
        code = match.lastgroup == "marked" or any(map(str.isdigit, field[: match.end()]))
        start, marked = match.end(), marked and code
        yield start, code


def _ends(field: str) -> Iterator[tuple[int, bool]]:
    end, marked = len(field), True
    yield end, marked
    for _ in range(MAX_CODES):
        match = _TAIL.search(field, max(0, end - 40), end)
        if match is None or not match.start():
            return
        end, marked = match.start(), marked and match.lastgroup == "marked"
        yield end, marked


def without_added(name: str, noise: Pattern) -> str:
    """Return a name without what data files always add, blanks and slots as “CR02” included."""
    slot = _SLOT.match(name)
    rest = name[slot.end() if slot else 0 :].strip()
    return noise.sub("", rest).strip() or rest  # “(flasher)” is all that some fields hold


@lru_cache(_CACHED_NAMES)
def without_noise(name: str, language: Language) -> str:
    """Return a name without what files add to names of a language, as the prefix “A-”."""
    return without_added(name, language.lexicon.noise)


def names(card: Card, language: Language, file_names: FileNames | None = None) -> list[str]:
    """Return what a card's name field calls it: its name, after the whole field if the text has it.

    A field all in capitals has the name as the text writes it. `file_names` are the names
    of its file, which may tell what is a code there.
    """
    field, text = card.name, card.text
    if not _may_hold_more(field, language):
        return [field] if field else []
    name = bare(card, language, file_names)
    if not name:
        return []
    if len(name) > ARTICLE_LENGTH and name.isupper():
        return [_recased(name, text, language)]
    if name == field or field not in text:
        return [name]
    if not field.startswith(name):
        code = field.removesuffix(name)
        if code == field or not any(map(str.isdigit, code)):
            return [name]  # “A-Ash Wall” is marked so everywhere
    return [field] if text.count(field) == text.count(name) else [field, name]


def _may_hold_more(field: str, language: Language) -> bool:
    return language.lexicon.noise.may_be_in(field) or _MAY_HOLD_MORE.search(field) is not None


def bare(card: Card, language: Language, file_names: FileNames | None = None) -> str:
    """Return a card's name without what else its field holds; for “A // B”, of each half."""
    field = card.name
    if not _may_hold_more(field, language):
        return field
    halves = field.split(BETWEEN_FACES)
    return BETWEEN_FACES.join(_bare(half, card, language, file_names) for half in halves)


def bare_card(card: Card, language: Language, file_names: FileNames | None = None) -> Card:
    """Return a card with its bare names; with its whole field where the text writes that."""
    found = names(card, language, file_names)
    return with_names(card, found[0], language, file_names) if len(found) == 1 else card


def with_names(card: Card, name: str, language: Language, file_names: FileNames | None) -> Card:
    """Return a card with that name in its field, and its faces' bare names; they share codes."""
    if name == card.name:
        return card
    faces = tuple(face_name(face, card, name, language, file_names) for face in card.faces)
    english = name if card.name_en == card.name else card.name_en
    return replace(card, name=name, name_en=english, faces=faces)


def face_name(
    words: str, card: Card, name: str, language: Language, file_names: FileNames | None = None
) -> str:
    """Return the bare name of any face of a card whose own bare `name` is known."""
    head, found, tail = card.name.partition(name) if name else ("", "", "")
    if found and head + tail and words.startswith(head) and words.endswith(tail):
        return words[len(head) : len(words) - len(tail)]
    return _bare(words, card, language, file_names)


def _bare(field: str, card: Card, language: Language, file_names: FileNames | None) -> str:
    """Return the name in a field: `EMB_Ember Vault [foil]` → “Ember Vault”.

    It is the longest core with the card's own code around it, or which the text has outside the
    whole field and which marks, its place on a token, or other names of the file set off.
    """
    text = card.text
    if field not in text:
        field = unicodedata.normalize("NFC", _TAG.sub("", field)) or field
    name = without_noise(field, language)
    if name and not name[0].isalnum():
        name = _without_signs(name, text)
    if found := cores(name):
        others = text.replace(name, "")
        token, letters = is_token(card), card.printed.lower()
        for core in found:
            inside, head, tail = name[core.start : core.end], name[: core.start], name[core.end :]
            if letters and all(not each or _letters(each) == letters for each in (head, tail)):
                return inside
            if inside in others and (
                core.marked
                or (token and not head)
                or (file_names is not None and file_names.are_many(head, tail))
            ):
                return inside
        if file_names is not None and name not in text:
            return file_names.bare(name, text)
    return name


def _letters(code: str) -> str:
    return re.sub(r"[\W_]", "", code).lower()


def _without_signs(name: str, text: str) -> str:
    """Return a name without a sign before it that its text leaves out: “*Ash Lamp”.

    Empty for a sign alone, which is a place for a name: “-”.
    """
    rest = name.lstrip(_SIGNS).lstrip()
    if not rest:
        return name if len(name) > 1 else ""
    return rest if name not in text and rest in text else name


def _recased(name: str, text: str, language: Language) -> str:
    """Return a name that its field has all in capitals as its text writes it: “ASH WALL”."""
    if name in text:
        return name
    lowered = text.lower()
    words = re.split(r"([^\w'’]+)", name)
    if not any(word.lower() in lowered for word in words if len(word) > ARTICLE_LENGTH):
        return name
    if match := re.search(re.escape(name), text, re.IGNORECASE):
        return match[0] if not match[0].islower() else name
    recased: list[str] = []
    for word in words:
        match = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) if word else None
        small = word.lower() in language.lexicon.short.small and bool(recased)
        written = match[0] if match and match[0][:1].isupper() else word.capitalize()
        recased.append(word.lower() if small else written)
    return "".join(recased)


@lru_cache(_CACHED_NAMES)
def is_of_token(type_line: str) -> bool:
    """Tell whether a type line, in any language, is a token's."""
    small = type_line.lower()
    return any(word in small for word in languages.every().token_types)


def is_token(card: Card) -> bool:
    """Tell whether a card is a token, by its layout or its type line in either language."""
    return card.layout == "token" or is_of_token(card.type) or is_of_token(card.type_en)


def shape(head: str, tail: str) -> str:
    """Return the shape of codes: “AA00 …” for “CR02 ” before a name."""
    return re.sub("[0-9]", "0", re.sub("[A-Z]", "A", f"{head}…{tail}"))


def shapes(head: str, tail: str) -> set[str]:
    """Return codes as they are, and their shape."""
    return {shape(head, tail), f"{head}…{tail}"}


def is_marked(code: str) -> bool:
    """Tell whether marks that no name has set a code off; also if there is none: “…”."""
    return len(code) == 1 or _MARKED.search(code) is not None


class NameCodes:
    """What the names of a file's cards begin or end with, told by all of them.

    A shape, such as two letters and two digits, is a code if many names have it and texts leave it
    out more often than they write it: “R2” of three robots may be their name. In marks, the same
    letters at many names are a code unless a text writes them.
    """

    def __init__(self) -> None:
        """Begin without cards."""
        self._names: dict[str, set[str]] = {}
        self._omitted: Counter[str] = Counter()
        self._written: Counter[str] = Counter()

    def learn(self, name: str, text: str) -> None:
        """Take in a card of the file."""
        found = cores(name)
        if any(re.fullmatch(_WORD, f"{name[core.start :]} ") for core in found if core.start):
            return  # what is left would be a code itself
        written = next((core for core in found if name[core.start : core.end] in text), None)
        for start, end, _ in found:
            if start and end < len(name):
                continue  # each end by itself
            head, tail = name[:start], name[end:]
            for code in shapes(head, tail):
                self._names.setdefault(code, set()).add(name)
                if name in text:
                    self._written[code] += 1
                elif written is not None and written.start >= start and written.end <= end:
                    self._omitted[code] += 1

    def join(self, other: NameCodes) -> None:
        """Take in what another has learnt from other cards."""
        for code, names in other._names.items():
            self._names.setdefault(code, set()).update(names)
        self._omitted.update(other._omitted)
        self._written.update(other._written)

    def without(self, name: str, text: str = "") -> str:
        """Return a name without its codes: as its text writes it, else without all of them."""
        slot = _SLOT.match(name)
        found = name[slot.end() :] if slot else name
        for start, end, _ in cores(name):
            inside, head, tail = name[start:end], name[:start], name[end:]
            if (not head or self._is_code(head, "")) and (not tail or self._is_code("", tail)):
                found = min(inside, found, key=len)
                if found in text:
                    break
        return found

    def _is_code(self, head: str, tail: str) -> bool:
        code, exact = shape(head, tail), f"{head}…{tail}"
        if len(code) <= ARTICLE_LENGTH + 1:
            return False
        if _MARKED.search(exact) and len(self._names.get(exact, ())) >= MIN_SAME:
            return not self._written[exact]
        omitted = self._omitted[code]
        return (
            len(self._names.get(code, ())) >= MIN_SAME
            and omitted > self._written[code]
            and (omitted >= MIN_TEXTS or "0" in code)
        )
