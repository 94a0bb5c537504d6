"""A card's names to the places of its text where they are names, and not words that look alike."""

from __future__ import annotations

import re

from msgspec.structs import replace

from nanori.annotation import bracketed_names, misprints
from nanori.annotation.folding import fold
from nanori.annotation.guards import Guards, guards
from nanori.annotation.known_names import KnownNames
from nanori.annotation.own_names import Surface, given, own_names, surfaces
from nanori.annotation.plain_words import NEAR, in_heading
from nanori.grammar.languages import Language
from nanori.model.values import Card, Token


def find(card: Card, language: Language, known: KnownNames | None = None) -> list[Token]:
    """Return the names that stand in the card's text, in order and without overlap.

    A longer name wins over a shorter one, a whole one over a part (spec: the longest own form).
    """
    text, rules = card.text, guards(language.code)
    found = _standing(text, surfaces(card, language), card, rules)
    if not any(one.type == "OWN_NAME" for one in found):
        found = _respelt(card, language, rules) or found
    if known is not None:
        short = {(one.start, one.end) for one in found if one.type == "SHORT_NAME"}
        others = _known(text, known, rules, _marked(text, found, but="SHORT_NAME"), language)
        others = [one for one in others if (one.start, one.end) not in short]
        free = _marked(text, others)
        found = [one for one in found if free.find(1, one.start, one.end) < 0] + others
    if len(found) > 1:
        found.sort(key=lambda token: token.start)
    return found


def _marked(text: str, found: list[Token], but: str = "") -> bytearray:
    """Return one byte for each code point of the text, 1 where a token of another type stands."""
    marks = bytearray(len(text))
    for one in found:
        if one.type != but:
            marks[one.start : one.end] = b"\1" * (one.end - one.start)
    return marks


def _without_strangers(text: str, found: list[Token]) -> list[Token]:
    """Return the names without those common ones by which the text never calls its own object."""
    used = {text[one.start : one.end] for one in found if one.type != "COMMON_NAME"}
    return [one for one in found if one.type != "COMMON_NAME" or text[one.start : one.end] in used]


def _standing(text: str, written: list[Surface], card: Card, rules: Guards) -> list[Token]:
    """Return the places where the ways of writing a name are names, in the order of the text."""
    found: list[Token] = []
    marks = bytearray(len(text)) if written else bytearray()
    for surface in written:
        doubtful: list[int] = []
        used = False
        start = text.find(surface.words) if surface.words else -1
        while start >= 0:
            end = start + len(surface.words)
            if marks.find(1, start, end) < 0:
                kind = _reading(text, start, end, surface, rules)
                if kind == "COMMON_NAME" and surface.part and not used:
                    break  # “a Rukh comes into play”: from there on Rukh is that one
                if kind:
                    used = used or kind != "COMMON_NAME"
                    last = _with_english(text, end, card)
                    found.append(Token(kind, start, last))
                    marks[start:last] = b"\1" * (last - start)
                else:
                    doubtful.append(start)
            start = text.find(surface.words, end)
        for start in doubtful if used and not surface.sure else ():
            end = start + len(surface.words)
            if _reading(text, start, end, surface, rules, used=True):
                found.append(Token(surface.type, start, end))
                marks[start:end] = b"\1" * (end - start)
    return _without_strangers(text, found) if found else found


def _respelt(card: Card, language: Language, rules: Guards) -> list[Token]:
    """Return the whole own names that the text writes otherwise than the name field."""
    found = find_folded(card, language) if _may_be_folded(card) else []
    if not any(one.type == "OWN_NAME" for one in found):
        marks = language.lexicon.name_marks
        found = bracketed_names.find(own_names(card, language), card.text, marks)
    if not found:
        found = misprints.find(given(card, language), card.text, rules)
    return found


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
    text: str, start: int, end: int, surface: Surface, rules: Guards, *, used: bool = False
) -> str:
    """Return the terminal these words are, or nothing if they are no name here.

    `used` says that they are one elsewhere in the text: then no construction has to show it.
    """
    if rules.letter.match(text, end) and rules.letter.match(text[end - 1]):
        return ""
    before, after = text[max(0, start - NEAR) : start], text[end : end + NEAR]
    touched = before and rules.letter.match(before[-1]) and rules.letter.match(text[start])
    if touched and not (surface.sure and _last_word(before, rules) in rules.vocabulary):
        return ""
    if rules.larger_before.search(before) or in_heading(text, start, end, rules):
        return ""
    if text[end - 1].isalnum() and _goes_on(after, surface, rules):
        return ""
    if surface.sure and surface.words not in rules.vocabulary:
        return surface.type
    if rules.ordinary_after.match(after):
        return ""
    plain = surface.part or surface.words in rules.vocabulary
    if plain and rules.demonstrative.search(before):
        return ""
    if rules.ordinary_before.search(before):
        return _common(before, surface, rules)
    return surface.type if _stands_alone(before, after, surface, rules, used=used) else ""


def _goes_on(after: str, surface: Surface, rules: Guards) -> bool:
    """Tell whether a longer name begins with these words: “Jareth's Keep”, “Jareth, Titan”.

    What goes on with a subtype, or with the same name again, is no longer name.
    """
    larger = rules.larger_after.match(after)
    if not larger or after.startswith(surface.words, larger.start(larger.lastindex or 0)):
        return False
    return larger.lastindex is None or larger[larger.lastindex] not in rules.vocabulary


def _last_word(before: str, rules: Guards) -> str:
    """Return the letters that touch a name: a whole word is one whose line break was lost."""
    place = len(before)
    while place and rules.letter.match(before[place - 1]):
        place -= 1
    return before[place:]


def _common(before: str, surface: Surface, rules: Guards) -> str:
    """Return the reading of a name with an article: every object so named, or a plain word."""
    plain = surface.words in rules.vocabulary and not surface.part
    if plain or not rules.common.search(before):
        return ""
    return "COMMON_NAME"


def _stands_alone(before: str, after: str, surface: Surface, rules: Guards, *, used: bool) -> bool:
    """Tell whether unsure words, with no article, are used as a name is."""
    word = surface.words in rules.vocabulary
    if rules.begins.search(before):
        if rules.object_after.match(after):
            return False
        spoken = used or not surface.part  # but a keyword at the beginning of its line is one
        return bool(rules.predicate.match(after)) or (spoken and not word)
    if (surface.part or word) and not used:
        return bool(rules.predicate.match(after) or rules.governed.search(before))
    return True


LONG = 5
"""A known name this long, where words are not divided, may be the topic of a sentence."""


def _is_evident(text: str, start: int, end: int, rules: Guards, language: Language) -> bool:
    """Tell whether a known name is no plain word there: it has parts, or marks, or is a topic.

    “Sacrifice” and 「取り除き」 are names of cards too, and stand in most texts.
    """
    name, short = text[start:end], language.lexicon.short
    if start and text[start - 1] + text[end : end + 1] in language.lexicon.name_marks:
        return True
    if short.word:
        return " " in name
    before = text[max(0, start - NEAR) : start]
    topic = rules.begins.search(before) and rules.predicate.match(text, end)
    return any(divider in name for divider in short.split) or bool(topic and len(name) >= LONG)


def _known(
    text: str, known: KnownNames, rules: Guards, marks: bytearray, language: Language
) -> list[Token]:
    """Return the other cards' names of a list that stand in the text."""
    found: list[Token] = []
    place = 0
    while place < len(text):
        name = known.at(text, place)
        end = place + len(name)
        free = name and marks.find(1, place, end) < 0
        if free and _is_evident(text, place, end, rules, language):
            surface = Surface(name, "KNOWN_NAME", sure=False)
            kind = _reading(text, place, end, surface, rules)
            if kind == "KNOWN_NAME" and name not in rules.vocabulary:
                found.append(Token(kind, place, end))
                place = end
                continue
        place += 1
    return found


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
    for one in find(plain, language):
        start, end = places[one.start], places[one.end - 1] + 1
        if not tokens or tokens[-1].end <= start:  # one letter may have become two
            tokens.append(Token(one.type, start, end))
    return tokens
