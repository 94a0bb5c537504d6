"""Trees to mentions: the words that may denote an object, and the level they are on."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nanori.annotation import demonstratives
from nanori.annotation.own_names import shortened
from nanori.annotation.recipients import (
    creates,
    is_chosen,
    is_exception,
    is_explained_as_given,
    quote_is_granted,
    reminder_is_granted,
)
from nanori.grammar import inflection
from nanori.grammar.languages import Language
from nanori.grammar.lexer import CLOSING, OPENING
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.lexicon.pattern import Pattern
from nanori.grammar.places import BRACKETS, NEAR, Cursor
from nanori.model.values import Form, Node, Scope, Token

# The form of each terminal and naming construction.
FORMS: dict[str, Form] = {
    "OWN_NAME": "full",
    "SHORT_NAME": "short",
    "ALTERNATE_NAME": "alternate",
    "FACE_NAME": "face",
    "KNOWN_NAME": "other",
    "COMMON_NAME": "named",
    "THIS_OBJECT": "this",
    "BARE_THIS": "bare",
    "PLACEHOLDER": "placeholder",
    "GIVER": "placeholder",
    "named": "named",
    "renamed": "named",
    "token": "token",
    "face": "face",
    "other": "other",
}
# The placeholder for what gave an ability, wherever it is.
GIVER = "GIVER"
# Terminals that count by themselves.
SAID = frozenset((*FORMS, "MAKE", "TOKEN"))
# The constructions that say a name, by their first terminal; their other words are no mentions.
NAMING = {
    **{"NAMED": "named", "NAME_PART": "named", "TOKEN_NAMED": "token", "CREATED": "token"},
    **{"TURNED_INTO": "face", "PARTNER": "other", "KEYWORDED": "other", "MENTIONED": "other"},
}
# Terminals whose mention depends on what they are part of.
UNTOLD = frozenset({"THIS", "ITS_NAME", "EXCEPT"})
# Terminals that count among a paragraph's tokens.
TELLING = SAID.union(OPENING, CLOSING, UNTOLD, NAMING, ("PROPER", "SEPARATOR", "NAMING_END"))
# How many names a paragraph may repeat; no real one repeats as many.
REMEMBERED = 8


class Mention(Struct, frozen=True):
    """Words that may denote an object, before it is decided which."""

    start: int
    end: int
    form: Form
    scope: Scope = "rules"
    granted: bool = False
    """Whether they are in an ability that something other than the source gets."""
    chosen: bool = False
    """Whether they are in a quoted choice or effect that nothing gets."""
    created: bool = False
    """Whether a token was created before them on their own level."""
    token: bool = False
    """Whether they are the token's own name in the token's own ability."""


class _Level(Struct):
    """What is known of the quotation, bracket or paragraph being walked."""

    language: Language
    scope: Scope = "rules"
    granted: bool = False
    chosen: bool = False
    tokens: list[str] = []
    """Names given to tokens so far, whose quoted abilities may follow."""
    others: list[str] = []
    """Other cards' names that may be repeated, whole or shortened."""
    created: bool = False
    """Whether a token was created here."""
    starts: Sequence[int] | None = None
    """Where the names and demonstratives begin; None if names are announced as well."""
    asks: bool = True
    """Whether any of them depends on whether a token was created."""

    @property
    def lexicon(self) -> Lexicon:
        """The words of the language."""
        return self.language.lexicon

    def may_say(self, start: int, end: int) -> bool:
        """Tell whether anything may be mentioned between two places."""
        if self.starts is None:
            return True
        number = bisect_left(self.starts, start)
        return number < len(self.starts) and self.starts[number] < end

    def inner(self, scope: Scope, granted: bool, chosen: bool = False) -> "_Level":
        """Return what is known of a quotation or bracket in it."""
        return _Level(
            self.language, scope, granted, chosen, [*self.tokens], self.others,
            starts=self.starts, asks=self.asks,
        )  # fmt: skip


def find(
    tree: Node, paragraph: str, language: Language, words: Sequence[Token] | None
) -> list[Mention]:
    """Return the mentions in a paragraph's tree, in text order.

    `words` are its names and demonstratives; None if names are announced, which may then be
    repeated anywhere.
    """
    return list(_walk(Cursor(tree), paragraph, _level(paragraph, language, words)))


def _level(paragraph: str, language: Language, words: Sequence[Token] | None) -> _Level:
    starts, asks = None, True
    if words is not None:
        starts = [word.start for word in words]
        tokens = language.lexicon.third_object.tokens
        asks = any(paragraph.endswith(tokens, word.start, word.end) for word in words)
    return _Level(language, starts=starts, asks=asks)


def told(
    tokens: Sequence[Token], paragraph: str, language: Language, words: Sequence[Token] | None
) -> list[Mention] | None:
    """Return the same by a paragraph's tokens alone; None if it takes the tree.

    Most brackets explain what the card has, or what it makes. Only the clause around a quotation
    tells who gets it, and only that of “gains …” whom the brackets behind are about.
    """
    level = _level(paragraph, language, words)
    starts, levels, opened = level.starts, list[tuple[_Level, int]](), -1
    mentions: list[Mention] = []
    naming = ""
    for number, token in enumerate(tokens):
        terminal = token.type
        if terminal not in TELLING:
            if level.tokens or level.others:
                mentions += _repeated(token, paragraph, level)
        elif terminal in OPENING:
            levels.append((level, opened))
            quoted, given = terminal == "QUOTE_OPEN", level.granted
            if not given and level.may_say(token.start, _closing(tokens, number).end):
                if quoted:
                    return None
                explained = _explains_given(tokens, number, opened, paragraph, language)
                if explained is None:
                    return None
                given = explained
            scope: Scope = "quote" if quoted and level.scope != "reminder" else "reminder"
            level, opened = level.inner(scope, given), number
        elif terminal in CLOSING:
            level, opened = levels.pop()
        elif terminal in UNTOLD or (terminal == "BARE_THIS" and starts is None):
            return None
        elif terminal == "PROPER":
            mentions += _named(naming, [token], paragraph, level)
        elif terminal in NAMING:
            naming = NAMING[terminal]
            level.created = level.created or naming == "token"
        elif terminal in SAID and (
            terminal != "BARE_THIS" or level.may_say(token.start, token.end)
        ):
            mentions += _of_token(token, paragraph, level)
    return mentions


def _closing(tokens: Sequence[Token], number: int) -> Token:
    """Return what closes a bracket or a quotation."""
    depth = 0
    while True:
        depth += (tokens[number].type in OPENING) - (tokens[number].type in CLOSING)
        if not depth:
            return tokens[number]
        number += 1


def _explains_given(
    tokens: Sequence[Token], number: int, opened: int, paragraph: str, language: Language
) -> bool | None:
    """Tell whether a bracket is about what something else gets; None if it takes the tree."""
    if paragraph.startswith(language.lexicon.own_reminder, tokens[number].end):
        return False
    before: list[str] = []
    place, depth = number - 1, 0
    while place > opened and len(before) < NEAR:
        kind = tokens[place].type
        depth += (kind in CLOSING) - (kind in OPENING)
        if not depth:
            before.append("reminder" if kind == "REMINDER_OPEN" else kind)
        place -= 1
    return is_explained_as_given(before, tokens[opened + 1].type, tokens[number + 1].type)


def flat(tokens: Sequence[Token]) -> list[Mention]:
    """Return the mentions of a paragraph that has no brackets and announces no name."""
    return [
        Mention(token.start, token.end, FORMS[token.type], granted=token.type == GIVER)
        for token in tokens
    ]


def _walk(tree: Cursor, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield the mentions under a node; quotations and brackets in it are levels of their own."""
    starts = level.starts
    last = starts[-1] if starts else -1
    waiting = [tree]
    while waiting:
        place = waiting.pop()
        part = place.part
        if isinstance(part, Token):
            if part.type != "BARE_THIS" or not demonstratives.is_other(place):
                yield from _of_token(part, paragraph, level)
        elif part.kind in BRACKETS:
            if level.may_say(part.start, part.end):
                yield from _inside(place, paragraph, level)
        elif part.kind in FORMS:
            yield from _naming(place, paragraph, level)
        else:
            if part.kind == "np":
                span = demonstratives.span(place, paragraph, level.lexicon)
                if span is not None:
                    yield Mention(*span, level.scope, level.granted, level.chosen, level.created)
            children = part.children
            for number in range(len(children) - 1, -1, -1):
                child = children[number]
                if starts is not None:
                    if child.start > last:
                        continue  # nothing is mentioned after the last of the words
                    if isinstance(child, Token):
                        if child.type not in SAID:
                            continue
                    elif not level.asks and starts[bisect_left(starts, child.start)] >= child.end:
                        continue
                waiting.append(Cursor(child, place, number))


def _inside(bracket: Cursor, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield the mentions in a quotation or a bracket."""
    quoted, lexicon = bracket.kind == "quote", level.lexicon
    scope: Scope = "quote" if quoted and level.scope != "reminder" else "reminder"
    if quoted:
        given = quote_is_granted(bracket, verb_last=lexicon.verb_last, inverts=lexicon.inverts)
    else:
        # Some are about the card or its ability, whatever was said before them: “Create a token
        # with flying.” may be followed by “(Then exile this card. …)” or “(Activate only …)”.
        of_card = paragraph.startswith(lexicon.own_reminder, bracket.node.start + 1)
        given = not of_card and reminder_is_granted(bracket)
    granted = level.granted or given
    inner = level.inner(scope, granted, quoted and not granted and is_chosen(bracket))
    for number, child in enumerate(bracket.children):
        if isinstance(child, Node):
            yield from _walk(bracket.at(number), paragraph, inner)


def _of_token(token: Token, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield what a token mentions, or the earlier names that it repeats."""
    if token.type in FORMS:
        granted = level.granted or token.type == GIVER
        if level.scope == "reminder" and granted:  # what it says may be about the bearer
            granted = not paragraph.endswith(level.lexicon.third_object.worn, 0, token.start)
        yield _longer(token, paragraph, level) or Mention(
            token.start, token.end, FORMS[token.type],
            level.scope, granted, level.chosen, level.created,
        )  # fmt: skip
    elif level.tokens or level.others:
        yield from _repeated(token, paragraph, level)
    if token.type in ("MAKE", "TOKEN"):
        level.created = True


def _naming(place: Cursor, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield the names in a construction.

    “Its name is …” names a token if the same sentence creates it; so does a “named” in a copy's
    exceptions.
    """
    said = place.kind == "renamed" or (place.kind == "named" and is_exception(place))
    kind = "token" if said and creates(place) else place.kind
    level.created = level.created or kind == "token"
    yield from _named(kind, place.children, paragraph, level)


def _named(
    kind: str, parts: Sequence[Node | Token], paragraph: str, level: _Level
) -> Iterator[Mention]:
    """Yield the names in a construction of a kind, and remember those that may be repeated."""
    for child in parts:
        if isinstance(child, Token) and child.type == "PROPER" and child.start < child.end:
            name = paragraph[child.start : child.end]
            if kind == "token" and len(level.tokens) < REMEMBERED:
                level.tokens += (name, *inflection.written(name, paragraph, level.language))
            elif kind == "other" and len(level.others) < REMEMBERED:
                level.others.append(name)
            yield Mention(child.start, child.end, FORMS[kind], level.scope, level.granted)


def _longer(part: Token, paragraph: str, level: _Level) -> Mention | None:
    """Return the mention of a name said before that begins with one of the card, or is a part."""
    for name in level.tokens:
        weak = part.type in ("SHORT_NAME", "KNOWN_NAME")
        whole = weak and name == paragraph[part.start : part.end]
        if (whole or len(name) > part.end - part.start) and paragraph.startswith(name, part.start):
            return _named_token(part.start, name, level)
    for name in level.others:
        if len(name) > part.end - part.start and paragraph.startswith(name, part.start):
            end = part.start + len(name)
            return Mention(part.start, end, "other", level.scope, level.granted)
    return None


def _named_token(start: int, name: str, level: _Level) -> Mention:
    """Return the mention of a token by its given name; in its own ability it is its own name."""
    own = level.granted or level.scope == "quote"
    end = start + len(name)
    return Mention(start, end, "full" if own else "token", level.scope, level.granted, token=own)


def _repeated(token: Token, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield earlier names that are repeated: a token's, a partner's.

    A partner may be called by the first part of its name, as a legend is; in the reminder text
    about it, by its first word.
    """
    letter = level.lexicon.guards.letter
    for name in level.tokens:
        for place in _places(name, token, paragraph, letter):
            yield _named_token(place, name, level)
    for name in level.others:
        taken: list[int] = []
        said = paragraph[token.start : token.end]
        parts = _short_parts(name, said, level.lexicon) if level.scope == "reminder" else []
        for words in (name, *shortened(name, level.lexicon.short), *parts):
            for place in _places(words, token, paragraph, letter):
                if not any(first <= place < first + len(name) for first in taken):
                    yield Mention(place, place + len(words), "other", level.scope, level.granted)
                    taken.append(place)


def _short_parts(name: str, said: str, lexicon: Lexicon) -> list[str]:
    """Return what a partner may be called: its first word; in languages without blanks, any end.

    Where words are inflected, whichever form of the first is `said`.
    """
    if lexicon.spaces:
        first = name.split(" ")[0].rstrip(",")
        return [first, *inflection.akin(first, said, lexicon.inflection)]
    return [name[-length:] for length in range(len(name) - 1, 1, -1)]


def _places(words: str, token: Token, paragraph: str, letter: Pattern) -> Iterator[int]:
    """Yield where the words begin in a token, without being part of a longer word."""
    last = (token.end if token.type == "WATER" else token.start + 1) + len(words) - 1
    place = paragraph.find(words, token.start, last) if words else -1
    while place >= 0:
        end = place + len(words)
        before = place and letter.match(paragraph, place - 1) and letter.match(paragraph, place)
        if not before and not (letter.match(paragraph, end) and letter.match(paragraph, end - 1)):
            yield place
        place = paragraph.find(words, end, last)
