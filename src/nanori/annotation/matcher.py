"""A card's names to the places of its text where they are names, and not words that look alike."""

from __future__ import annotations

import re

from msgspec.structs import replace

from nanori.annotation import longer_names, misprints, name_rules
from nanori.annotation.known_names import KnownNames
from nanori.annotation.misprints import fold
from nanori.annotation.name_rules import Candidate, Ruling
from nanori.annotation.own_names import Surface, given, own_names, surfaces
from nanori.annotation.surroundings import Surroundings, surroundings
from nanori.grammar.languages import Language
from nanori.model.values import Card, Token


def find(
    card: Card,
    language: Language,
    known: KnownNames | None = None,
    told: list[Ruling] | None = None,
) -> list[Token]:
    """Return the names that stand in the card's text, in order and without overlap.

    A longer name wins over a shorter one, a whole one over a part (spec: the longest own form).
    Into `told` go all readings, also of words that are no name, with the rules that decided them.
    """
    text, beside = card.text, surroundings(language)
    tokens = _standing(text, surfaces(card, language), card, beside, told)
    if not any(token.type == "OWN_NAME" for token in tokens):
        respelt = _respelt(card, language, beside, told)
        if known is not None:
            respelt = [_meant(token, card, known) for token in respelt]
        taken = _marked(text, respelt) if respelt and tokens else bytearray()
        tokens = [token for token in tokens if taken.find(1, token.start, token.end) < 0] + respelt
    if others := longer_names.explained(text, tokens, beside):
        free = _marked(text, others)
        tokens = [each for each in tokens if free.find(1, each.start, each.end) < 0] + others
    if known is not None and (places := _places(text, known, beside, language)):
        tokens = _with_known(text, tokens, places, beside, told)
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


def _standing(
    text: str,
    written: list[Surface],
    card: Card,
    beside: Surroundings,
    told: list[Ruling] | None,
) -> list[Token]:
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
                candidate = Candidate(text, start, end, surface, beside)
                kind = _reading(candidate, told)
                other = None
                if not kind and surface.part:
                    other = longer_names.around(candidate, given(card, beside.language), marks)
                if other and _reading(other, told):
                    tokens.append(Token("KNOWN_NAME", other.start, other.end))
                    marks[other.start : other.end] = b"\1" * (other.end - other.start)
                elif kind:
                    used = used or kind != "COMMON_NAME"
                    last = _with_english(text, end, card)
                    tokens.append(Token(kind, start, last))
                    marks[start:last] = b"\1" * (last - start)
                else:
                    doubtful.append(start)
            start = text.find(surface.words, end)
        for start in doubtful if used and not surface.sure else ():
            end = start + len(surface.words)
            if _reading(Candidate(text, start, end, surface, beside, used=True), told):
                tokens.append(Token(surface.type, start, end))
                marks[start:end] = b"\1" * (end - start)
    return _without_strangers(text, tokens) if tokens else tokens


def _reading(candidate: Candidate, told: list[Ruling] | None) -> str:
    """Return the terminal that words are, "" if they are no name there, and tell it."""
    terminal, why = name_rules.reading(candidate, name_rules.RULES)
    if told is not None:
        told.append(Ruling(candidate.start, candidate.end, terminal, why))
    return terminal


def _respelt(
    card: Card, language: Language, beside: Surroundings, told: list[Ruling] | None
) -> list[Token]:
    """Return the whole own names that the text writes otherwise than the name field."""
    tokens = find_folded(card, language) if _may_be_folded(card) else []
    if not any(token.type == "OWN_NAME" for token in tokens):
        marks = [pair for pair in language.lexicon.name_marks if pair[0] in card.text]
        own = own_names(card, language) if marks else ()
        tokens = misprints.between_marks(own, card.text, marks)
    if not tokens:
        tokens = misprints.misspelt(given(card, language), card.text, beside, told)
    return tokens


def _meant(token: Token, card: Card, known: KnownNames) -> Token:
    """Return another card's name where words like the own name are one (spec, rule 9).

    Two prints of one card may spell its name in two ways.
    """
    words = card.text[token.start : token.end]
    other = words in known and known.english.get(words) != card.name_en
    return Token("KNOWN_NAME", token.start, token.end) if other else token


# Letters and marks of Latin script that a name and its text may spell differently.
_FOLDED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff\u2018\u2019]")


def _may_be_folded(card: Card) -> bool:
    """Tell whether the text may spell the name with other accents, ligatures or apostrophes."""
    name = not card.name.isascii() and _FOLDED.search(card.name)
    return bool(name or (not card.text.isascii() and _FOLDED.search(card.text)))


def _with_english(text: str, end: int, card: Card) -> int:
    """Return where 「日本語名/English Name」 ends, if the English name follows; else `end`."""
    if card.name_en and text.startswith("/" + card.name_en, end):
        return end + 1 + len(card.name_en)
    return end


# Where known names begin, each with the longest that begins there, in order.
Places = list[tuple[int, str]]


def _places(text: str, known: KnownNames, beside: Surroundings, language: Language) -> Places:
    """Return where known names stand that may be evident, of themselves or by marks around."""
    places = known.places(text, language.code, lambda name: name_rules.may_be_evident(name, beside))
    marked: dict[int, str] = {}
    for marks in language.lexicon.name_marks:
        start = text.find(marks[0]) + 1
        while start:
            if name := known.at(text, start):
                marked[start] = name
            start = text.find(marks[0], start) + 1
    return sorted({**dict(places), **marked}.items()) if marked else places


def _with_known(
    text: str,
    tokens: list[Token],
    places: Places,
    beside: Surroundings,
    told: list[Ruling] | None,
) -> list[Token]:
    """Return the names that stand in a text with those of other cards among them."""
    marks = _marked(text, tokens, but="SHORT_NAME")
    others: list[Token] = []
    last = 0
    for start, name in places:
        end = start + len(name)
        if start < last or marks.find(1, start, end) >= 0:
            continue
        surface = Surface(name, "KNOWN_NAME", sure=False)
        if _reading(Candidate(text, start, end, surface, beside), told) == "KNOWN_NAME":
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
