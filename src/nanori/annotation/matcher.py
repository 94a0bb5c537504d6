"""Where a card's text has its names as names, and not as words that look alike."""

import re
from collections.abc import Sequence
from typing import Final

from nanori.annotation import misprints, name_fields, name_rules, spelling
from nanori.annotation.known_names import KnownNames
from nanori.annotation.name_context import WINDOW, NameContext, name_context
from nanori.annotation.name_rules import Candidate, Ruling, reading
from nanori.annotation.own_names import (
    Surface,
    other_faces,
    own_names,
    surfaces,
)
from nanori.annotation.plain_words import is_near
from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.grammar.languages import Language
from nanori.model.values import Card, Token


def find(
    card: Card,
    language: Language,
    known_names: KnownNames | None = None,
    rulings: list[Ruling] | None = None,
) -> list[Token]:
    """Return the names in the card's text, in order and without overlap.

    A longer name wins over a shorter one, a whole one over a part (spec: the longest own form). All
    readings go into `rulings`, also those of words that are not names, with the rules that decided
    them.
    """
    context = name_context(language)
    tokens, respelt = _own(card, context, known_names, rulings)
    if respelt:
        if known_names is not None:
            respelt = [_meant(token, card, known_names) for token in respelt]
        tokens = among(respelt, tokens)
    if others := explained_names(card.text, tokens, context):
        tokens = among(others, tokens)
    if known_names is not None and (offered := _places(card.text, known_names, tokens, context)):
        tokens = _with_known(card.text, tokens, offered, context, rulings)
    if len(tokens) > 1:
        tokens.sort(key=_start)
    return tokens


def _start(token: Token) -> int:
    return token.start


def among(names: Sequence[Token], others: Sequence[Token]) -> list[Token]:
    """Return the names with those of the others that overlap none of them, in order."""
    if not names:
        return [*others]
    merged = [*names]
    waiting = sorted(names, key=_start, reverse=True)
    for other in sorted(others, key=_start):
        while waiting and waiting[-1].end <= other.start:
            waiting.pop()
        if not waiting or waiting[-1].start >= other.end:
            merged.append(other)
    merged.sort(key=_start)
    return merged


def _own(
    card: Card, context: NameContext, known_names: KnownNames | None, rulings: list[Ruling] | None
) -> tuple[list[Token], list[Token]]:
    language = context.language
    fields = name_fields.names(card, language, known_names)
    card = name_fields.with_names(card, fields[-1] if fields else "", language, known_names)
    standing = _standing(
        card, fields, context, rulings, known_names.other_prints(card) if known_names else ()
    )
    return standing, _respelt(card, context, standing, rulings)


def _without_strangers(text: str, tokens: list[Token]) -> list[Token]:
    """Return the names without those common ones that the text never uses for its own object."""
    used = {text[token.start : token.end] for token in tokens if token.type != "COMMON_NAME"}
    return [
        token
        for token in tokens
        if token.type != "COMMON_NAME" or text[token.start : token.end] in used
    ]


def _standing(
    card: Card,
    fields: Sequence[str],
    context: NameContext,
    rulings: list[Ruling] | None,
    printed: Sequence[str],
) -> list[Token]:
    """Return the places where the spellings of a card's bare name are names.

    `fields` is that name, perhaps after its whole name field; `printed` are those that other prints
    have.
    """
    name, text, language = card.name, card.text, context.language
    english = card.name_en and f"/{card.name_en}"  # 「日本語名/English Name」 is one
    tokens: list[Token] = []
    marks = bytearray(len(text))  # 1 at each code point of a name, so that no other overlaps it
    common = False
    own = own_names(card, language, name)
    own += [form for each in own if (form := spelling.respelt(each, text)) != each]
    for surface in surfaces(card, language, own, tokens, [*fields[:-1], *printed]):
        doubtful: list[int] = []
        used = False
        start = text.find(surface.words) if surface.words else -1
        while start >= 0:
            end = start + len(surface.words)
            if not tokens or marks.find(1, start, end) < 0:
                candidate = Candidate(text, start, end, surface, context)
                kind = reading(candidate, rulings=rulings)
                other = None
                if not kind and surface.part:
                    other = longer_name(candidate, name, marks)
                if other and reading(other, rulings=rulings):
                    tokens.append(Token("KNOWN_NAME", other.start, other.end))
                    marks[other.start : other.end] = b"\1" * (other.end - other.start)
                elif kind:
                    used = used or kind != "COMMON_NAME"
                    common = common or kind == "COMMON_NAME"
                    last = end + len(english) * text.startswith(english, end)
                    tokens.append(Token(kind, start, last))
                    marks[start:last] = b"\1" * (last - start)
                else:
                    doubtful.append(start)
            start = text.find(surface.words, end)
        for start in doubtful if used and not surface.sure else ():
            end = start + len(surface.words)
            if reading(Candidate(text, start, end, surface, context, used=True), rulings=rulings):
                tokens.append(Token(surface.type, start, end))
                marks[start:end] = b"\1" * (end - start)
    return _without_strangers(text, tokens) if common else tokens


def _respelt(
    card: Card, context: NameContext, standing: Sequence[Token], rulings: list[Ruling] | None
) -> list[Token]:
    whole = [token for token in standing if token.type == "OWN_NAME"]
    tokens = misprints.misspelt(card.name, card.text, whole, context, rulings)
    if tokens and not whole and len(card.faces) > 1:  # two faces may have nearly the same name
        others = other_faces(card, context.language)
        tokens = [each for each in tokens if card.text[each.start : each.end] not in others]
    return tokens


def _meant(token: Token, card: Card, known_names: KnownNames) -> Token:
    """Return another card's name if words like the own name are one (spec, rule 9)."""
    other = card.text[token.start : token.end] in known_names
    return Token("KNOWN_NAME", token.start, token.end) if other else token


# Where known names begin, each with the longest that begins there, in order.
Places = list[tuple[int, str]]


def _places(
    text: str, known_names: KnownNames, names: Sequence[Token], context: NameContext
) -> Places:
    """Return where known names are that may be evident, by themselves or by surrounding marks.

    Where one of a card's own `names` is, another's counts only with marks around it.
    """
    may_stand, openings = name_rules.evident(context.language), context.openings
    offsets = known_names.beginnings(text, context.language.code, may_stand, openings)
    if not offsets:
        return []
    longest: dict[int, str] = {}
    own = {token.start for token in names if token.type != "SHORT_NAME"}
    for offset in offsets:
        if text[offset : offset + 1] in openings and (name := known_names.at(text, offset + 1)):
            longest[offset + 1] = name
        if offset not in own and (name := known_names.at(text, offset, may_stand)):
            longest.setdefault(offset, name)
    return sorted(longest.items())


def _with_known(
    text: str,
    tokens: list[Token],
    offered: Places,
    context: NameContext,
    rulings: list[Ruling] | None,
) -> list[Token]:
    marks = bytearray(len(text))
    for token in tokens:
        if token.type != "SHORT_NAME":
            marks[token.start : token.end] = b"\1" * (token.end - token.start)
    others: list[Token] = []
    last = 0
    for start, name in offered:
        end = start + len(name)
        if start < last or marks.find(1, start, end) >= 0:
            continue
        surface = Surface(name, "KNOWN_NAME", sure=False)
        if reading(Candidate(text, start, end, surface, context), rulings=rulings) == "KNOWN_NAME":
            others.append(Token("KNOWN_NAME", start, end))
            last = end
    if not others:
        return tokens
    short = {(token.start, token.end) for token in tokens if token.type == "SHORT_NAME"}
    others = [token for token in others if (token.start, token.end) not in short]
    return among(others, tokens)


# Letters by which a misprint differs from the own name, at most.
MAX_SLIPS: Final = 2
# Words that a name has beyond a piece of it, at most.
MAX_MISSING_WORDS: Final = 6
# A keyword with what it says and costs, and the bracket that explains it.
HEAD: Final = re.compile(r"(\w[^\n(.,:;{}“”\"—]{3,80}?)(?:(?: ?\{[^{}]+\})+\.?)? \(([^()\n]+)\)")


def longer_name(piece: Candidate, own: str, occupied: bytearray) -> Candidate | None:
    """Return the longer name of which a piece of the own name is part; None if it is of none.

    “Visionary of the Future” on Visionary of the North, “House Sigil” on Rook Sigil. One close to
    the own name is a misprint of it. `taken` is 1 where another name is.
    """
    context = piece.context
    if not context.divided or not piece.is_in_longer_name():
        return None
    text, start, end = piece.text, piece.start, piece.end
    for _ in range(MAX_MISSING_WORDS):
        further = _name_behind(text, end, context)
        if further == end:
            break
        end = further
    if end == piece.end:
        start = _name_before(text, start, context)
    if (start, end) == (piece.start, piece.end) or occupied.find(1, start, end) >= 0:
        return None
    if _is_misprint(text[start:end], own):
        return None
    surface = Surface(text[start:end], "KNOWN_NAME", sure=False, part=True)
    return Candidate(text, start, end, surface, context)


def _is_misprint(words: str, own: str) -> bool:
    parts = own.replace(",", "").split()
    count = len(words.split())
    pieces = (" ".join(parts[offset : offset + count]) for offset in range(len(parts) - count + 1))
    letters = words.replace(",", "")
    return any(is_near(letters, name, MAX_SLIPS) for name in (own, *pieces))


def _name_behind(text: str, end: int, context: NameContext) -> int:
    """Return the end of the next word of a name, or `end` if there is none.

    Visionary of the Future enters
    ^piece   ^end     ^ returned   a divider, “ of the ”, then a word with a capital, no verb
    """
    terminal, last = context.behind(text, end)
    # After a colon comes an effect: “Sacrifice Orsa: You gain …”.
    ties = (*(divider for divider in context.dividers if ":" not in divider), " ")
    offsets = [end + len(tie) for tie in ties if text.startswith(tie, end)]
    if terminal == "POSSESSIVE":
        offsets.append(last + 1)
    for offset in offsets:
        word = context.lexical.word.match(text, offset)
        if word is None or not word[0][0].isupper() or word[0].isupper():
            continue
        kind = context.grammar.nameless.at(text, offset)[0]
        if kind not in VERBS and kind not in AUXILIARIES:
            return word.end()
    return end


def _name_before(text: str, start: int, context: NameContext) -> int:
    """Return the start of the word before that is part of a name: “House Sigil”; else `start`."""
    blank = text.rfind(" ", max(0, start - WINDOW), max(0, start - 1))
    within = blank > 0 and text[blank - 1].isalpha()
    word = text[blank + 1 : start - 1]
    named = within and word[:1].isupper() and word.isalpha()
    # Not “by Evolving Fox”: what is done with a name does not belong to it.
    done = named and context.before(text, blank + 1)[0] in VERBS
    return blank + 1 if done else start


def explained_names(text: str, names: Sequence[Token], context: NameContext) -> list[Token]:
    """Return the names of other cards in an unlisted keyword that its bracket repeats.

    “Master of Salt Shaman (When this enters, you may put Salt Shaman into your hand …)”, and of one
    word if a participle announces it: “Outgrow Hatchling {B} (… named Hatchling …)”.
    """
    # Master of Salt Shaman (When this enters, … Salt Shaman …)
    # ^start         ^last  ^bracket   one line is `start` to `end`; a name begins at each further
    #                                  word of line[1] and is looked for in the bracket, line[2]
    names_said: list[Token] = []
    bracket = text.find(" (") if context.divided else -1
    while bracket >= 0:
        start = text.rfind("\n", 0, bracket) + 1
        last = text.rfind(" ", start, bracket) + 1
        # Before most brackets there is one word, or the last has no capital.
        named = last > start and (text[last].isupper() or text[last] == "{")
        line = HEAD.match(text, start) if named else None
        end = text.find("\n", bracket)
        bracket = text.find(" (", end) if end >= 0 else -1  # one keyword begins a line
        if line is None:
            continue
        names_for_sure = [name for name in names if name.type not in ("SHORT_NAME", "KNOWN_NAME")]
        words = line[1].split(" ")
        for number in range(1, len(words)):
            name = " ".join(words[number:])
            if not (words[number][:1].isupper() and words[-1][:1].isupper() and name in line[2]):
                continue
            offsets = [line.end(1) - len(name), line.start(2) + line[2].index(name)]
            tokens = [Token("KNOWN_NAME", offset, offset + len(name)) for offset in offsets]
            surface = Surface(name, "KNOWN_NAME", sure=False)
            again = Candidate(text, offsets[1], tokens[1].end, surface, context)
            free = len(among(names_for_sure, tokens)) == len(names_for_sure) + len(tokens)
            short = number == len(words) - 1 and (number == 1 or words[number - 1].islower())
            is_introduced = short and context.before(text, offsets[1])[0] == "PARTICIPLE"
            if free and (is_introduced or reading(again) == "KNOWN_NAME"):
                names_said += tokens
            break
    return names_said
