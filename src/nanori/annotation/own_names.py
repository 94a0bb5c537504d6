"""The names that a card's text may use for it, and which of them is which."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from nanori.annotation import name_fields, spelling
from nanori.annotation.name_context import name_context
from nanori.grammar import inflection, languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import ShortNames
from nanori.model.values import Card, Token

# The terminal of a name found before parsing.
NameType = Literal["OWN_NAME", "SHORT_NAME", "ALTERNATE_NAME", "FACE_NAME", "KNOWN_NAME"]


class Surface(Struct, frozen=True, gc=False):
    """One way of writing a name."""

    words: str
    """The words as in a text."""
    type: NameType
    """What they are when found."""
    sure: bool
    """Whether the words are a name wherever they are capitalised; short forms are not."""
    definite: bool = False
    """Whether they are a name only after a definite article, or a contraction with one."""
    part: bool = False
    """Whether they are a piece of a name that no divider marks off."""
    kind: bool = False
    """Whether they are also a subtype of the card: “Sacrifice a Grotling” on a Grotling."""


LETTERS: Final = re.compile(r"\w+")
# Words of a name, of which no piece is shorter: not “s” of “Ysolde's Lamp”.
_WORDS: Final = re.compile(r"\w+(?:['’]\w+)*")
# How many names and type lines are remembered with what is known about them.
CACHED_NAMES: Final = 4096


def surfaces(
    card: Card, language: Language, own: Sequence[str], found: Sequence[Token], other: Sequence[str]
) -> Iterator[Surface]:
    """Yield the ways in which the card's text writes one of its `own` names, surest first.

    The `other` names, such as those of other prints, are written whole. Pieces of its names come
    last, and only where nothing is `taken` by then.
    """
    text = card.text
    if not other and _is_only_whole(card, own, language):
        if card.name in text:
            yield _as_given(card.name, "OWN_NAME", card.type, language)
        return
    whole = [way for name in other for way in _whole(name, text, "OWN_NAME", language)]
    whole += _whole_surfaces(card, language, own)
    yield from sorted(whole, key=lambda way: -len(way.words)) if other else whole
    legend = is_legend_card(card) or _is_named_as_legend(card, language)
    for name in own:
        if legend:
            yield from _divided(name, text, "SHORT_NAME", language)
            yield from _end_of(name, text, language)
        yield from _parts(name, without(text, found), "SHORT_NAME", language, legend=legend)


def _is_only_whole(card: Card, own: Sequence[str], language: Language) -> bool:
    """Tell whether a text has no word of the card's name but in that name: so it is mostly."""
    name, text, lexicon = card.name, card.text, language.lexicon
    if len(own) > 1 or own != [name] or card.alternate or len(card.faces) > 1:
        return False
    if card.name_en not in ("", name) or lexicon.inflection.declensions or not lexicon.short.word:
        return False
    left = text.replace(name, "\n").lower()
    return not any(word in left for word in _WORDS.findall(name.lower()))


def without(text: str, found: Sequence[Token]) -> str:
    """Return a text with line breaks, which no piece of a name has, in place of what is taken."""
    for token in found:
        blank = "\n" * (token.end - token.start)
        text = text[: token.start] + blank + text[token.end :]
    return text


def _whole_surfaces(card: Card, language: Language, own: Sequence[str]) -> list[Surface]:
    text = card.text
    ways: list[Surface] = []
    for name in (*_twinpact(card, own), *own) if card.game == TWINPACTS else own:
        ways += _whole(name, text, "OWN_NAME", language, card.type)
    if card.name_en and card.name_en in text and card.name_en != card.name:
        ways.append(Surface(card.name_en, "OWN_NAME", " " in card.name_en))
    if card.alternate:
        for name in alternates(card):
            ways += _whole(name, text, "ALTERNATE_NAME", language)
            ways += _divided(name, text, "ALTERNATE_NAME", language)
            ways += _parts(name, text, "ALTERNATE_NAME", language, legend=True)
    if len(card.faces) > 1:
        for name in other_faces(card, language):
            ways += _whole(name, text, "FACE_NAME", language)
    return ways


# What separates the types of a type line from its subtypes.
_DASH: Final = re.compile(r"\s*[—–:：～〜-]\s*")


def _subtypes(type_line: str) -> list[str]:
    return [word for part in _DASH.split(type_line)[1:] for word in LETTERS.findall(part)]


@lru_cache(CACHED_NAMES)
def is_legend(type_line: str) -> bool:
    """Tell whether a type line, in any language, is a legend's (CR 205.4d)."""
    return any(word in type_line for word in languages.every().legendary)


def is_legend_card(card: Card) -> bool:
    """Tell whether a card's type line, in its language or in English, is a legend's."""
    return is_legend(card.type) or (card.type_en != "" and is_legend(card.type_en))


def _is_named_as_legend(card: Card, language: Language) -> bool:
    """Tell whether a card of unknown type has a name divided like those of legends."""
    short = language.lexicon.short
    return short.untyped and not (card.type or card.type_en) and short.split[0] in card.name


# What separates the halves of a split card; the slashes inside “SP//dr” do not.
_HALVES: Final = re.compile(r"//(?![a-z])")


def own_names(card: Card, language: Language, name: str | None = None) -> list[str]:
    """Return the card's own names: both of a Twinpact “A/B” (Duel Masters 201.2b), else one.

    `name` is the bare one in its name field, if known.
    """
    pieces = _pieces(name_fields.bare(card, language) if name is None else name)
    if card.game != TWINPACTS:
        return pieces
    return [half.strip() for piece in pieces for half in piece.split("/") if half.strip()]


def _twinpact(card: Card, own: Sequence[str]) -> list[str]:
    """Return both names of a Twinpact as its text may join them (Duel Masters 205.1a)."""
    halves = card.faces if len(card.faces) > 1 else own
    if card.game != TWINPACTS or len(halves) < 2:
        return []
    return [mark.join(half.strip() for half in halves) for mark in "/／"]


# The game with two names and two texts on one card.
TWINPACTS: Final = "duelmasters"


def _pieces(name: str) -> list[str]:
    """Return the names in a name field: two for both halves of a split card written as one."""
    if "//" not in name:
        return [name] if name else []
    return [piece.strip() for piece in _HALVES.split(name) if piece.strip()]


def alternates(card: Card) -> list[str]:
    """Return the alternate names of this face; for “A // B” the one in this face's place."""
    names: list[str] = []
    for name in card.alternate:
        pieces = _pieces(name)
        offset = card.faces.index(card.name) if card.name in card.faces else 0
        chosen = pieces[offset] if offset < len(pieces) else (pieces or [""])[0]
        if chosen and chosen not in names and chosen != card.name:
            names.append(chosen)
    return names


def other_faces(card: Card, language: Language) -> list[str]:
    """Return the names of the card's other faces."""
    own = name_fields.without_noise(card.name, language)
    names = (name_fields.without_noise(face, language) for face in card.faces)
    return [name for name in names if name not in ("", card.name, own)]


def _whole(
    name: str, text: str, kind: NameType, language: Language, type_line: str = ""
) -> list[Surface]:
    """Return the whole name as the text writes it: also after “the”, or without its “and”."""
    ways: list[Surface] = []
    short = language.lexicon.short
    if name in text:
        ways.append(_as_given(name, kind, type_line, language))
    if language.lexicon.capitals == "first" and name not in language.plain_words:
        small = name[:1].lower() + name[1:]
        if small != name and small in text:  # “la mine de gemmes”
            ways.append(Surface(small, kind, sure=False, definite=True))
    for words in spelling.respaced(name, text):
        recased = words.lower() == name.lower()  # a short one is a word
        if not recased or _is_sure(name, language):
            sure = not recased and _is_sure(words, language)
            ways.append(Surface(words, kind, sure, part=recased))
    for words in inflection.written(name, text, language):
        plain = name in language.plain_words  # a form of a plain word is no more than that
        ways.append(Surface(words, kind, _is_sure(words, language), part=plain))
    for article in short.articles:
        if not name.startswith(article):
            continue
        rest = name[len(article) :]
        if article.lower() + rest in text:
            ways.append(Surface(article.lower() + rest, kind, sure=True))
        if kind == "OWN_NAME" and rest in text and language.lexicon.contractions:
            ways.append(Surface(rest, kind, sure=False, definite=True))
        elif kind == "OWN_NAME" and rest in text:
            ways.append(Surface(rest, "SHORT_NAME", sure=False))
    for joint in short.joint:
        for other in (" ", *short.joint) if joint in name else ():
            written = name.replace(joint, other)
            if written != name and written in text:
                ways.append(Surface(written, kind, sure=True))
    return ways


def _as_given(name: str, kind: NameType, type_line: str, language: Language) -> Surface:
    own = name in type_line and name in _subtypes(type_line)
    return Surface(name, kind, _is_sure(name, language) and not own, kind=own)


def places_of(words: str, text: str) -> Iterator[int]:
    """Yield where words begin in a text."""
    offset = text.find(words)
    while offset >= 0:
        yield offset
        offset = text.find(words, offset + len(words))


def _is_sure(name: str, language: Language) -> bool:
    """Tell whether a whole name needs no look at its surroundings: two words are enough."""
    return " " in name if language.lexicon.short.word.pattern else len(name) > MAX_SHORT_WORD


def shortened(name: str, short: ShortNames) -> list[str]:
    """Return what a name is shortened to at its dividers, longest first (CR 201.5c): “X, the Y”."""
    forms: list[str] = []
    for divider in short.split:
        first, divided, last = name.partition(divider)
        if divided and first:
            name = first if short.kept == "first" else last
            if not name:
                break
            forms.append(name)
            forms += [name[len(head) :] for head in short.articles if name.startswith(head)]
            if last.startswith(f"{first} "):  # “Bryn, Bryn Carrick”
                forms.insert(0, last)
    return forms


def short_of(name: str, language: Language) -> str:
    """Return the conventional short name of a legend (CR 201.5c); "" if nothing divides it."""
    return next(iter(shortened(name, language.lexicon.short)), "")


def language_of(name: str, language: Language) -> Language:
    """Return the language of a name in a text: a card may have only an English name."""
    foreign = name_context(language).is_foreign(name)
    return languages.load(languages.reference_language()) if foreign else language


def _divided(name: str, text: str, kind: NameType, language: Language) -> list[Surface]:
    shorts = shortened(name, language_of(name, language).lexicon.short)
    if language.lexicon.inflection.declensions and not shorts:
        shorts = [name.split(" ")[0]]  # “Jareth Unbroken”, of whom “Jareths” is a form
    return [
        Surface(form, kind, sure=False)
        for short in shorts
        for form in (short, *inflection.written(short, text, language))
        if form in text
    ]


def _parts(
    name: str, text: str, kind: NameType, language: Language, *, legend: bool
) -> list[Surface]:
    """Return pieces of a name that nothing divides, as the text writes them, longest first.

    “Keeper of Salt” → “Keeper”, “Salt”; of a longer one also “Old Keeper”, but no inner pieces.
    """
    short = language.lexicon.short
    if not short.word.pattern:
        return []
    head = name.partition(short.split[0])[0]
    for joint in short.joint:
        if joint in head:  # “Flint & Ysolde Carrow” are called “Flint & Ysolde”
            firsts, _, rest = head.rpartition(joint)
            piece = firsts + joint + rest.split(" ")[0]
            longer = legend and piece != head and piece in text
            return [Surface(piece, kind, sure=False, part=True)] if longer else []
    words = short.word.findall(head)
    uncapped = language.lexicon.capitals == "none"
    in_text = [word in text for word in words]
    if True not in in_text:
        return []  # most texts end here
    in_text = [
        is_there and word not in short.small for is_there, word in zip(in_text, words, strict=True)
    ]
    if language.lexicon.articles.forms and name.startswith(short.articles):
        in_text[0] = len(words) > 1 and words[0] in text  # “La Vespa”, but never “La”
    pieces: list[Surface] = []
    for length in range(len(words) - (name == head), 0, -1) if any(in_text) else ():
        for first in range(len(words) - length + 1):
            last = first + length
            inner = length > 1 and first and last < len(words)  # no name is shortened to these
            if inner or not in_text[first] or not in_text[last - 1]:
                continue
            piece = " ".join(words[first:last])
            headed = legend and not first  # a legend is called by the beginning of its name
            common = language.lexicon.noun_first and not headed and _is_kind(piece, language)
            if length == 1 and not legend and language.lexicon.capitals == "nouns":
                common = piece in language.lexicon.words["thing"]  # „mit demselben Namen“
            if common or (length == 1 and piece in short.small):
                continue
            long = length > 1 or (first == 0 and legend) or len(piece) > MAX_SHORT_WORD
            # In a script without capitals, only the beginning of a legend's name.
            begins = piece[0].isupper() or (legend and not first and uncapped)
            if long and piece in text and begins:
                pieces.append(Surface(piece, kind, sure=False, part=True))
    if len(words) > 2:  # there is a word between them
        ends = f"{words[0]} {words[-1]}"
        if ends in text:
            pieces.insert(0, Surface(ends, kind, sure=False, part=True))
    return pieces


def _is_kind(words: str, language: Language) -> bool:
    """Tell whether words are a subtype: “un Dragon” is any, whatever the card is called."""
    subtypes = language.lexicon.words.get("subtype", ())
    return words in subtypes or words.removesuffix(language.lexicon.plural) in subtypes


def _end_of(name: str, text: str, language: Language) -> list[Surface]:
    """Return the longest end of an undivided name that the text writes where the whole is not."""
    if name in text:
        text = text.replace(name, " ")
    for end in language.lexicon.short.ends:
        for length in range(len(name) - 1, MAX_SHORT_WORD - 1, -1):
            words = name[-length:] if end == "last" else name[:length]
            if words in text:  # the longest only: no part of it is a name
                return [Surface(words, "SHORT_NAME", sure=False, part=True)]
    return []


# A word of up to so many characters is too short to be a name by itself.
MAX_SHORT_WORD: Final = 2
