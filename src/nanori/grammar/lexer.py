"""A paragraph to its tokens: words that the grammar knows, names, and water between them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final

from nanori.grammar import anaphora
from nanori.grammar.languages import Language
from nanori.grammar.name_announcements import ANNOUNCING, Announcement
from nanori.grammar.parser import Grammar, load
from nanori.grammar.prefilter import Cues
from nanori.model.values import Token

# Brackets nested deeper are water; real cards nest three deep.
MAX_DEPTH: Final = 24

# Code points of an announced name; the longest printed name has 141.
MAX_NAME_LENGTH: Final = 200

OPENING: Final = frozenset(("QUOTE_OPEN", "REMINDER_OPEN"))
CLOSING: Final = frozenset(("QUOTE_CLOSE", "REMINDER_CLOSE"))
MARKS: Final = OPENING | CLOSING
# What stands between an announced name and a sign for the card's own.
COMMAS: Final = " ,、，"
# Terminals that use a name for its meaning, as the card's own is used.
MENTIONING: Final = ("KEYWORDED", "MENTIONED")
# Terminals that a card's name inside them does not break.
STRONG: Final = frozenset((*ANNOUNCING, "PROPER", "SEPARATOR", "NAMING_END", "ABILITY_WORD"))

_start, _end = attrgetter("start"), attrgetter("end")


@cache
def _lists(language: Language) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (re.compile(test), re.compile(divider)) for test, divider in language.lexicon.name_lists
    )


def tokenize(
    paragraph: str,
    language: Language,
    names: Sequence[Token] = (),
    cues: Cues | None = None,
) -> list[Token]:
    """Return the tokens of one paragraph, with nothing but blanks between them.

    `names` are where the card's names are, in code points of the paragraph, and `cues` those that
    it has, if that is known.
    """
    grammar = load(language)

    def cut(announcement: Announcement) -> list[Token]:
        return announced(paragraph, announcement, grammar, names)

    return _settled_tokens(paragraph, grammar.scan(paragraph, cut, cues), names, language)


def _settled_tokens(
    paragraph: str, tokens: list[Token], names: Sequence[Token], language: Language
) -> list[Token]:
    """Return tokens with the names among them, marks only in pairs, and the whole text covered."""
    grammar = load(language)
    if names:
        tokens = merged(tokens, names)
    tokens = _paired(paragraph, tokens, grammar.closes)
    also_that = language.lexicon.third_object.also_that
    if also_that and any(token.type == "THIS_OBJECT" for token in tokens):
        tokens = anaphora.others(paragraph, tokens, language.lexicon)
    return _with_water(paragraph, tokens)


def announced(
    paragraph: str, announcement: Announcement, grammar: Grammar, names: Sequence[Token]
) -> list[Token]:
    """Return the announcing word, the names it announces, and what closes the construction.

        … cards named “Fire” or “Ice” …
                NAMED   PROPER SEPARATOR PROPER NAMING_END
    Empty if there is no name, or if the words only mention the card's own: that is a reference of
    its own kind, as is a sign for it.
    """
    span = announcement.name
    if span is None:
        match = grammar.proper.match(paragraph, announcement.end)
        if match is None:
            return []
        span = match.span()
    if sign := grammar.placeholder.search(paragraph, *span):
        # The card itself, no part of another's name: “named Sparks, CARDNAME deals …”
        span = span[0], span[0] + len(paragraph[span[0] : sign.start()].rstrip(COMMAS))
        if span[0] == span[1]:
            return [Token("PLACEHOLDER", *sign.span())]
    near = _near(names, *span)
    start, end = _settled(paragraph, span, near, grammar.language)
    if announcement.type in MENTIONING and any(
        name.start <= start and end <= name.end for name in near
    ):
        return []
    closed = max(announcement.end, end) if end == span[1] else end
    spans = [(start, end)]
    for test, divider in _lists(grammar.language):
        if test.search(paragraph, start, end):
            # What separates others may be part of a name of the card: “Fire and Ice”.
            gaps = [
                gap.span()
                for gap in divider.finditer(paragraph, start, end)
                if not any(name.start < gap.start() and gap.end() < name.end for name in near)
            ]
            firsts = [start, *(last for _, last in gaps)]
            spans = list(zip(firsts, [*(first for first, _ in gaps), end], strict=True))
            break
    own = {name.start for name in near}
    spans = [span if span[0] in own else _unquoted(paragraph, *span, grammar) for span in spans]
    tokens = [Token(announcement.type, min(announcement.start, start), spans[0][0])]
    for number, (first, last) in enumerate(spans):
        if number:
            tokens.append(Token("SEPARATOR", spans[number - 1][1], first))
        tokens.append(Token("PROPER", first, last))
    if spans[-1][1] < closed:
        tokens.append(Token("NAMING_END", spans[-1][1], closed))
    return tokens


def _unquoted(paragraph: str, start: int, end: int, grammar: Grammar) -> tuple[int, int]:
    """Return the span of a name without the quotation marks around all of it."""
    first, last, name = paragraph[start], paragraph[end - 1], paragraph[start + 1 : end - 1]
    opened = any(first in opening for opening in grammar.closes.values())
    shuts = [sign for sign, opening in grammar.closes.items() if first in opening]
    if len(name) < 1 or (opened and any(sign in name for sign in shuts)):
        return start, end  # “Battle” Wagon
    closed = grammar.closes.get(last, "") if last not in "'’" else ""
    if closed and not any(sign in name for sign in closed):
        end -= 1
    return start + (opened and first not in "'’"), end


def _near(names: Sequence[Token], start: int, end: int) -> list[Token]:
    """Return the names that may overlap a span: no name is longer than `MAX_NAME_LENGTH`."""
    first = bisect_left(names, start - MAX_NAME_LENGTH, key=lambda name: name.start)
    last = bisect_right(names, end, key=lambda name: name.start)
    return list(names[first:last])


def _settled(
    paragraph: str, span: tuple[int, int], names: Sequence[Token], language: Language
) -> tuple[int, int]:
    """Return where an announced name really ends, given the names found beforehand.

    A longer one that begins with it is the announced one; the card's own name after a comma is not
    part of it: “named Keeper of Ash, Ash deals …”.
    """
    start, end = span
    lexicon = language.lexicon
    # Where capitals show how far names go; 「A、B」 may be one name.
    comma = next(iter(lexicon.short.split), "") if lexicon.capitals == "names" else ""
    # Neither capitals nor an announcing word after the name tell where it ends.
    endless = lexicon.capitals in ("first", "none") and not lexicon.verb_last
    for name in names:
        own = name.type == "OWN_NAME" and name.start == start
        # Where words touch, a sign must show that the name ends there: 盐堡 in 名称为盐堡守卫的.
        ended = not lexicon.guards.closes or lexicon.guards.closes.match(paragraph, name.end)
        if endless and own and name.end < end and ended:
            gaps = (divider.match(paragraph, name.end, end) for _, divider in _lists(language))
            words = (gap for gap in gaps if gap and any(map(str.isalpha, gap[0])))
            if any(not paragraph[gap.end() :][:1].islower() for gap in words):
                return start, end  # another announced name follows: “appelée Orsa ou Brun”
            return start, name.end
        if name.start == start and (name.end > end or paragraph[name.end - 1] == "."):
            end = name.end
        if name.end == end and name.start < start:
            start = name.start
        comma_start = name.start - len(comma)
        last = comma and start < comma_start and name.start < end <= name.end
        if (
            last
            and name.type in ("OWN_NAME", "SHORT_NAME")
            and paragraph.startswith(comma, comma_start)
        ):
            return start, comma_start
    return start, end


def merged(tokens: list[Token], names: Sequence[Token]) -> list[Token]:
    """Return both in order; where they overlap the name wins, unless announced.

    tokens ──t0── ──t1── ────t2────  ──t3──   t1 and t2 end after the name begins and begin
    name           ────n────                  before it ends: they go, or win (`reached`)
                first^       ^last = t3
    """
    merged: list[Token] = []
    offset = reached = 0
    for name in names:
        if name.start < reached:
            continue
        first = bisect_right(tokens, name.start, offset, key=_end)
        last = bisect_left(tokens, name.end, first, key=_start)
        merged += tokens[offset:first]
        while first < last and not _wins(tokens[first], name):
            first += 1
        if first < last:
            reached = tokens[first].end
        else:
            merged.append(name)
        offset = first
    merged += tokens[offset:]
    return merged


def _wins(token: Token, name: Token) -> bool:
    ends_within = token.type == "ABILITY_WORD" and name.start < token.end < name.end
    return token.type in STRONG and not ends_within


def _paired(paragraph: str, tokens: list[Token], closes: dict[str, str]) -> list[Token]:
    """Return the tokens without the brackets and quotation marks that have no partner.

    A quotation that nothing closes ends with the bracket around it, or with the paragraph.
    """
    if not any(token.type in MARKS for token in tokens):
        return tokens
    keep = [True] * len(tokens)
    opened: list[int] = []
    ends: dict[int, list[Token]] = {}
    end_token = Token("", len(paragraph), len(paragraph))
    for index, token in enumerate((*tokens, end_token)):
        partner = -1
        if token.type in OPENING:
            opened.append(index)
            keep[index] = False  # until its partner is found
            continue
        if token.type in CLOSING:
            keep[index] = False
            partner = _partner(paragraph, tokens, opened, closes.get(paragraph[token.start], ""))
            if partner < 0:
                continue
            keep[opened[partner]] = keep[index] = partner < MAX_DEPTH
        elif token is not end_token:
            continue
        if token.type != "QUOTE_CLOSE" and partner + 1 < len(opened):
            left = _unclosed(paragraph, tokens, opened[partner + 1 : MAX_DEPTH], closes)
            for number in left:
                keep[number] = True
            ends[index] = [
                Token(tokens[number].type.replace("OPEN", "CLOSE"), token.start, token.start)
                for number in reversed(left)
            ]
        del opened[max(0, partner) :]
    paired: list[Token] = []
    for index, token in enumerate((*tokens, end_token)):
        paired += ends.get(index, ())
        if token is not end_token and keep[index]:
            paired.append(token)
    return paired


# Marks that open as well as they close, or are apostrophes: one alone is no quotation.
BOTH: Final = frozenset("\"'’")


def _unclosed(
    paragraph: str, tokens: list[Token], opened: list[int], closes: dict[str, str]
) -> list[int]:
    """Return those of the open marks that begin a quotation, and brackets right around it."""
    left: list[int] = []
    quotes = 0
    for number in opened:
        sign = paragraph[tokens[number].start]
        shut = {closing for closing, opening in closes.items() if sign in opening}
        if tokens[number].type == "QUOTE_OPEN":
            if sign in closes or shut & BOTH:
                break
            quotes = len(left) + 1
        left.append(number)
    return left[:quotes]


def _partner(paragraph: str, tokens: list[Token], opened: list[int], openings: str) -> int:
    """Return which open bracket this one closes, searching a bounded way out; −1 for none."""
    for depth in range(len(opened) - 1, max(-1, len(opened) - 1 - MAX_DEPTH), -1):
        if paragraph[tokens[opened[depth]].start] in openings:
            return depth
    return -1


def _with_water(paragraph: str, tokens: list[Token]) -> list[Token]:
    """Return the tokens with everything else between them as water, without blanks around it."""
    covered: list[Token] = []
    offset = 0
    for token in tokens:
        start = token.start
        if start > offset and (start > offset + 1 or paragraph[offset] != " "):
            covered += _water(paragraph, offset, start)
        covered.append(token)
        offset = token.end
    covered += _water(paragraph, offset, len(paragraph))
    return covered


def _water(paragraph: str, start: int, end: int) -> tuple[Token, ...]:
    gap = paragraph[start:end]
    water = gap.strip()
    if not water:
        return ()
    start += gap.index(water[0])
    return (Token("WATER", start, start + len(water)),)
