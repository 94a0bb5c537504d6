"""A card's names to the places of its text where they are names, and not words that look alike."""

from __future__ import annotations

import re

from msgspec.structs import replace

from nanori.annotation import bracketed_names, misprints
from nanori.annotation.folding import fold
from nanori.annotation.known_names import KnownNames
from nanori.annotation.own_names import Surface, given, own_names, surfaces
from nanori.annotation.plain_words import in_heading, in_symbol
from nanori.annotation.surroundings import Surroundings, surroundings
from nanori.grammar.languages import Language
from nanori.model.values import Card, Token


def find(card: Card, language: Language, known: KnownNames | None = None) -> list[Token]:
    """Return the names that stand in the card's text, in order and without overlap.

    A longer name wins over a shorter one, a whole one over a part (spec: the longest own form).
    """
    text, beside = card.text, surroundings(language)
    tokens = _standing(text, surfaces(card, language), card, beside)
    if not any(token.type == "OWN_NAME" for token in tokens):
        respelt = _respelt(card, language, beside)
        taken = _marked(text, respelt) if respelt and tokens else bytearray()
        tokens = [token for token in tokens if taken.find(1, token.start, token.end) < 0] + respelt
    if known is not None and (places := _places(text, known, beside, language)):
        tokens = _with_known(text, tokens, places, beside, language)
    if len(tokens) > 1:
        tokens.sort(key=lambda token: token.start)
    return tokens


def _marked(text: str, tokens: list[Token], but: str = "") -> bytearray:
    """Return one byte for each code point of the text, 1 where a token of another type stands."""
    marks = bytearray(len(text))
    for token in tokens:
        if token.type != but:
            marks[token.start : token.end] = b"\1" * (token.end - token.start)
    return marks


def _without_strangers(text: str, tokens: list[Token]) -> list[Token]:
    """Return the names without those common ones by which the text never calls its own object."""
    used = {text[token.start : token.end] for token in tokens if token.type != "COMMON_NAME"}
    return [
        token
        for token in tokens
        if token.type != "COMMON_NAME" or text[token.start : token.end] in used
    ]


def _standing(text: str, written: list[Surface], card: Card, beside: Surroundings) -> list[Token]:
    """Return the places where the ways of writing a name are names, in the order of the text."""
    tokens: list[Token] = []
    marks = bytearray(len(text)) if written else bytearray()
    for surface in written:
        doubtful: list[int] = []
        used = False
        start = text.find(surface.words) if surface.words else -1
        while start >= 0:
            end = start + len(surface.words)
            if marks.find(1, start, end) < 0:
                kind = _reading(text, start, end, surface, beside)
                if kind == "COMMON_NAME" and surface.part and not used:
                    break  # “a Rukh comes into play”: from there on Rukh is that one
                if kind:
                    used = used or kind != "COMMON_NAME"
                    last = _with_english(text, end, card)
                    tokens.append(Token(kind, start, last))
                    marks[start:last] = b"\1" * (last - start)
                else:
                    doubtful.append(start)
            start = text.find(surface.words, end)
        for start in doubtful if used and not surface.sure else ():
            end = start + len(surface.words)
            if _reading(text, start, end, surface, beside, used=True):
                tokens.append(Token(surface.type, start, end))
                marks[start:end] = b"\1" * (end - start)
    return _without_strangers(text, tokens) if tokens else tokens


def _respelt(card: Card, language: Language, beside: Surroundings) -> list[Token]:
    """Return the whole own names that the text writes otherwise than the name field."""
    tokens = find_folded(card, language) if _may_be_folded(card) else []
    if not any(token.type == "OWN_NAME" for token in tokens):
        marks = language.lexicon.name_marks
        tokens = bracketed_names.find(own_names(card, language), card.text, marks)
    if not tokens:
        tokens = misprints.find(given(card, language), card.text, beside)
    return tokens


_FOLDED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff\u2018\u2019]")
"""Letters and marks of Latin script that a name and its text may spell differently."""


def _may_be_folded(card: Card) -> bool:
    """Tell whether the text may spell the name with other accents, ligatures or apostrophes."""
    name = not card.name.isascii() and _FOLDED.search(card.name)
    return bool(name or (not card.text.isascii() and _FOLDED.search(card.text)))


def _with_english(text: str, end: int, card: Card) -> int:
    """Return where 「日本語名/English Name」 ends, if the English name follows; else `end`."""
    if card.name_en and text.startswith("/" + card.name_en, end):
        return end + 1 + len(card.name_en)
    return end


def _reading(
    text: str, start: int, end: int, surface: Surface, beside: Surroundings, *, used: bool = False
) -> str:
    """Return the terminal these words are, or nothing if they are no name here.

    `used` says that they are one elsewhere in the text: then no construction has to show it.
    """
    if beside.is_touched(text, start, end) and not _is_joined(text, start, end, surface, beside):
        return ""
    if in_symbol(text, start, end, beside) or in_heading(text, start, end, beside):
        return ""
    if beside.is_part(text, start, end, surface.words):
        return ""
    if surface.type == "OWN_NAME" and beside.is_second(text, start, end):
        return ""
    if surface.definite and not beside.is_definite(text, start):
        return ""
    if surface.sure and surface.words not in beside.vocabulary:
        return surface.type
    if beside.is_compound(text, end):
        return ""
    plain = surface.part or surface.words in beside.vocabulary
    if plain and (beside.is_that(text, start) or beside.is_apposed(text, start)):
        return ""
    if plain and beside.is_word(surface.words):
        return ""
    if beside.is_determined(text, start):
        return _common(text, start, surface, beside)
    return surface.type if _stands_alone(text, start, end, surface, beside, used=used) else ""


def _is_joined(text: str, start: int, end: int, surface: Surface, beside: Surroundings) -> bool:
    """Tell whether letters touch a name only because a line break was lost before it.

    Then they are a word of the rules language.
    """
    letter = beside.lexical.letter
    if not surface.sure or (letter.match(text, end) and letter.match(text, end - 1)):
        return False
    place = start
    while place and letter.match(text, place - 1):
        place -= 1
    return text[place:start] in beside.vocabulary


def _common(text: str, start: int, surface: Surface, beside: Surroundings) -> str:
    """Return the reading of a name with an article: every object so named, or a plain word."""
    plain = surface.words in beside.vocabulary and not surface.part
    if plain or not beside.is_indefinite(text, start):
        return ""
    return "COMMON_NAME"


def _stands_alone(
    text: str, start: int, end: int, surface: Surface, beside: Surroundings, *, used: bool
) -> bool:
    """Tell whether unsure words, with no article, are used as a name is."""
    word = surface.words in beside.vocabulary
    if beside.begins(text, start):
        if beside.is_acted_on(text, end) or (surface.part and beside.is_of(text, end)):
            return False
        spoken = used or not surface.part  # but a keyword at the beginning of its line is one
        return (
            (spoken and not word)
            or beside.is_predicated(text, end)
            or beside.is_joined(text, start, end)
        )
    if (surface.part or word) and not used:
        if beside.is_predicated(text, end):
            return True
        kind = surface.part and beside.is_listed(surface.words)  # “amass Orcs”
        return not kind and beside.is_governed(text, start, end, part=surface.part)
    return True


LONG = 5
"""A known name this long, where words are not divided, may be the topic of a sentence."""


Places = list[tuple[int, str]]
"""Where known names begin, each with the longest that begins there, in order."""


def _may_be_evident(name: str, beside: Surroundings, language: Language) -> bool:
    """Tell whether a known name may be no plain word though no marks stand around it.

    It has parts, or is a topic. “Sacrifice” and 「取り除き」 are names of cards too, and stand in
    most texts; “Warrior Angel” is what a creature may be.
    """
    short = language.lexicon.short
    if name in beside.vocabulary:
        return False
    if short.word:
        words = name.split(" ")
        return len(words) > 1 and not beside.vocabulary.issuperset(words)
    return len(name) >= LONG or any(divider in name for divider in short.split)


def _is_evident(text: str, start: int, end: int, beside: Surroundings, language: Language) -> bool:
    """Tell whether a known name is no plain word where it stands, of itself or by marks around."""
    name, short = text[start:end], language.lexicon.short
    if name in beside.vocabulary:
        return False
    if start and text[start - 1] + text[end : end + 1] in language.lexicon.name_marks:
        return True
    if not _may_be_evident(name, beside, language):
        return False
    if short.word or any(divider in name for divider in short.split):
        return True
    return beside.begins(text, start) and beside.is_predicated(text, end)


def _places(text: str, known: KnownNames, beside: Surroundings, language: Language) -> Places:
    """Return where known names stand that may be evident, of themselves or by marks around."""
    places = known.places(text, language.code, lambda name: _may_be_evident(name, beside, language))
    marked: dict[int, str] = {}
    for marks in language.lexicon.name_marks:
        start = text.find(marks[0]) + 1
        while start:
            if name := known.at(text, start):
                marked[start] = name
            start = text.find(marks[0], start) + 1
    return sorted({**dict(places), **marked}.items()) if marked else places


def _with_known(
    text: str, tokens: list[Token], places: Places, beside: Surroundings, language: Language
) -> list[Token]:
    """Return the names that stand in a text with those of other cards among them."""
    marks = _marked(text, tokens, but="SHORT_NAME")
    others: list[Token] = []
    last = 0
    for start, name in places:
        end = start + len(name)
        if start < last or marks.find(1, start, end) >= 0:
            continue
        if not _is_evident(text, start, end, beside, language):
            continue
        surface = Surface(name, "KNOWN_NAME", sure=False)
        if _reading(text, start, end, surface, beside) == "KNOWN_NAME":
            others.append(Token("KNOWN_NAME", start, end))
            last = end
    if not others:
        return tokens
    short = {(token.start, token.end) for token in tokens if token.type == "SHORT_NAME"}
    others = [token for token in others if (token.start, token.end) not in short]
    free = _marked(text, others)
    return [token for token in tokens if free.find(1, token.start, token.end) < 0] + others


def find_folded(card: Card, language: Language) -> list[Token]:
    """Return the card's names in its text, found with both folded; places are the text's own."""
    folded, places = fold(card.text)
    plain = replace(
        card,
        text=folded,
        name=fold(card.name)[0],
        faces=tuple(fold(face)[0] for face in card.faces),
        alternate=tuple(fold(name)[0] for name in card.alternate),
        name_en="",
    )
    if plain == card:
        return []
    tokens: list[Token] = []
    for token in find(plain, language):
        start, end = places[token.start], places[token.end - 1] + 1
        if not tokens or tokens[-1].end <= start:  # one letter may have become two
            tokens.append(Token(token.type, start, end))
    return tokens
