"""Tokens to mentions: the words that may denote an object, and the level they are on."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Final, NamedTuple

from msgspec import Struct

from nanori.annotation import demonstratives
from nanori.annotation.asking import CHOSEN, YES, Inquiry
from nanori.annotation.own_names import shortened
from nanori.annotation.recipients import creates, is_exception, is_explained_as_given
from nanori.grammar import inflection
from nanori.grammar.languages import Language
from nanori.grammar.lexer import CLOSING, OPENING
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.lexicon.pattern import Pattern
from nanori.grammar.places import NEAR, Cursor
from nanori.model.values import Form, Scope, Token

# The form of each terminal and naming construction.
FORMS: Final[dict[str, Form]] = {
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
GIVER: Final = "GIVER"
# Terminals that count by themselves.
SAID: Final = frozenset((*FORMS, "MAKE", "TOKEN"))
# The constructions that say a name, by their first terminal; their other words are no mentions.
NAMING: Final = {
    **{"NAMED": "named", "NAME_PART": "named", "ITS_NAME": "renamed", "TOKEN_NAMED": "token"},
    **{"CREATED": "token"},
    **{"TURNED_INTO": "face", "PARTNER": "other", "KEYWORDED": "other", "MENTIONED": "other"},
}
# Terminals that count among a paragraph's tokens.
TELLING: Final = SAID.union(OPENING, CLOSING, NAMING, ("THIS", "PROPER", "SEPARATOR", "NAMING_END"))
# How many names a paragraph may repeat, within how many code points; no real one has as many.
REMEMBERED, SOON = 8, 2000


class Mention(Struct, frozen=True, gc=False):
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


class _Other(NamedTuple):
    """Another card's name, and what it is called behind that."""

    name: str
    words: list[str]
    parts: list[str]
    """What it may be called in the reminder text about it, too."""


class _Level(Struct):
    """What is known of the quotation, bracket or paragraph being walked."""

    language: Language
    scope: Scope = "rules"
    granted: bool = False
    chosen: bool = False
    tokens: list[str] = []
    """Names given to tokens so far, whose quoted abilities may follow."""
    others: list[_Other] = []
    """Other cards' names that are repeated, whole or shortened."""
    repeats: dict[int, set[str]] = {}
    """Where any of these names begins again, and which."""
    created: bool = False
    """Whether a token was created here."""
    starts: Sequence[int] | None = None
    """Where the names and demonstratives begin; None if names are announced as well."""
    quoted: bool = False
    """Whether a quotation is around it, however far."""

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

    def inner(self, scope: Scope, *, quoted: bool, granted: bool, chosen: bool) -> "_Level":
        """Return what is known of a quotation or bracket in it."""
        return _Level(
            self.language, scope, granted, chosen, [*self.tokens], self.others, self.repeats,
            starts=self.starts, quoted=quoted or self.quoted,
        )  # fmt: skip


def find(
    tokens: Sequence[Token],
    paragraph: str,
    language: Language,
    words: Sequence[Token] | None,
    doubtful: Sequence[Token] = (),
) -> list[Mention]:
    """Return the mentions among a paragraph's tokens, in text order.

    `words` are its names and demonstratives, of which only the `doubtful` may mean no object; None
    if names are announced, which may then be repeated anywhere. Most brackets explain what the card
    has, or what it makes. Only the clause around a quotation tells who gets it, and only that of
    “gains …” whom the brackets behind are about.
    """
    level, opened, inquiry = _level(language, paragraph, words), -1, Inquiry(tokens, language)
    levels: list[tuple[_Level, int]] = []
    doubts = {word.start for word in doubtful}
    mentions: list[Mention] = []
    naming = ""
    numbers: Iterable[int] = range(len(tokens))
    if words is not None:  # no name is said that may be repeated
        numbers = compress(numbers, map(TELLING.__contains__, inquiry.terminals))
    for number in numbers:
        token = tokens[number]
        terminal = token.type
        if terminal not in TELLING:
            if level.repeats:
                mentions += _repeated(token, paragraph, level)
        elif terminal in OPENING:
            levels.append((level, opened))
            level, opened = _inside(inquiry, token, number, opened, paragraph, level), number
        elif terminal in CLOSING:
            level, opened = levels.pop()
        elif terminal == "PROPER":
            mentions += _named(naming, token, paragraph, level)
        elif terminal in NAMING:
            naming = _naming(inquiry, number)
            level.created = level.created or naming == "token"
        elif terminal == "THIS":
            mentions += _with_noun(inquiry.in_sentence(number, opened).up, token, paragraph, level)
            mentions += _of_token(token, paragraph, level)
        elif terminal != "BARE_THIS" or (
            level.may_say(token.start, token.end)
            and not ((words is None or token.start in doubts) and inquiry.tell(number, opened))
        ):
            mentions += _of_token(token, paragraph, level)
    return mentions


def _level(language: Language, paragraph: str, words: Sequence[Token] | None) -> _Level:
    return _Level(language, starts=None if words is None else [word.start for word in words])


def _inside(
    inquiry: Inquiry, token: Token, number: int, opened: int, paragraph: str, level: _Level
) -> _Level:
    """Return what is known of the quotation or bracket that a token opens, in one `opened` last."""
    quoted = token.type == "QUOTE_OPEN"
    given = chosen = False
    if not level.granted and level.may_say(token.start, inquiry.closing(number).end):
        explained: bool | None = None
        if not quoted:
            own = paragraph.startswith(level.lexicon.own_reminder, token.end)
            explained = False if own else _explains_given(inquiry, number, opened)
        if explained is None:
            told = inquiry.tell(number, opened, quoted=level.quoted)
            given, chosen = told == YES, told == CHOSEN
        else:
            given = explained
    scope: Scope = "quote" if quoted and level.scope != "reminder" else "reminder"
    granted = level.granted or given
    return level.inner(scope, quoted=quoted, granted=granted, chosen=chosen)


def _naming(inquiry: Inquiry, number: int) -> str:
    """Return what a construction names by its first terminal.

    “Its name is …” names a token if the same sentence creates it; so does a “named” in a copy's
    exceptions.
    """
    naming = NAMING[inquiry.terminals[number]]
    if naming == "renamed" or (
        naming == "named" and inquiry.has("EXCEPT") and is_exception(inquiry.at(number).up)
    ):
        return "token" if creates(inquiry.at(number).up) else naming
    return naming


def _with_noun(phrase: Cursor, this: Token, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield what a phrase says that begins with a “this”."""
    span = phrase.kind == "np" and demonstratives.span(phrase, paragraph, level.lexicon)
    if span and span[0] == this.start:
        yield Mention(*span, level.scope, level.granted, level.chosen, level.created)


def _explains_given(inquiry: Inquiry, number: int, opened: int) -> bool | None:
    """Tell whether a bracket is about what something else gets; None if it takes the tree."""
    terminals, partners = inquiry.terminals, inquiry.partners
    before: list[str] = []
    place = number - 1
    while place > opened and len(before) < NEAR:
        place = partners.get(place, place)
        kind = terminals[place]
        before.append("reminder" if kind == "REMINDER_OPEN" else kind)
        place -= 1
    return is_explained_as_given(before, terminals[opened + 1], terminals[number + 1])


def flat(tokens: Sequence[Token]) -> list[Mention]:
    """Return the mentions of a paragraph that has no brackets and announces no name."""
    return [
        Mention(token.start, token.end, FORMS[token.type], granted=token.type == GIVER)
        for token in tokens
    ]


def _of_token(token: Token, paragraph: str, level: _Level) -> Iterable[Mention]:
    """Return what a token mentions, or the earlier names that it repeats."""
    form = FORMS.get(token.type)
    if form is None:
        said = _repeated(token, paragraph, level)
        if token.type in ("MAKE", "TOKEN"):
            level.created = True
        return said
    granted = level.granted or token.type == GIVER
    if level.scope == "reminder" and granted:  # what it says may be about the bearer
        granted = not paragraph.endswith(level.lexicon.third_object.worn, 0, token.start)
    longer = _longer(token, paragraph, level)
    return (
        longer
        or Mention(
            token.start, token.end, form, level.scope, granted, level.chosen, level.created
        ),
    )  # fmt: skip


def _named(kind: str, said: Token, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield a name that a construction of a kind says, and remember it if it is repeated."""
    name = paragraph[said.start : said.end]
    if not name:
        return
    rest = paragraph[said.end : said.end + SOON]
    if kind == "token" and len(level.tokens) < REMEMBERED:
        names = (name, *inflection.written(name, paragraph, level.language))
        again = [each for each in names if each in rest]
        level.tokens += again
        _note(again, paragraph, said.end, level)
    elif kind == "other" and len(level.others) < REMEMBERED:
        names = (name, *shortened(name, level.lexicon.short))
        words = [each for each in names if each in rest]
        parts = [each for each in _short_parts(name, rest, level.lexicon) if each in rest]
        if words or parts:
            level.others.append(_Other(name, words, [*dict.fromkeys(parts)]))
            _note((*words, *parts), paragraph, said.end, level)
    yield Mention(said.start, said.end, FORMS[kind], level.scope, level.granted)


def _note(names: Iterable[str], paragraph: str, start: int, level: _Level) -> None:
    """Remember where names that were said begin again soon after a place."""
    for name in names:
        place = paragraph.find(name, start, start + SOON)
        while place >= 0:
            level.repeats.setdefault(place, set()).add(name)
            place = paragraph.find(name, place + 1, start + SOON)


def _longer(part: Token, paragraph: str, level: _Level) -> Mention | None:
    """Return the mention of a name said before that begins with one of the card, or is a part."""
    for name in level.tokens:
        weak = part.type in ("SHORT_NAME", "KNOWN_NAME")
        whole = weak and name == paragraph[part.start : part.end]
        if (whole or len(name) > part.end - part.start) and paragraph.startswith(name, part.start):
            return _named_token(part.start, name, level)
    for name, _, _ in level.others:
        if len(name) > part.end - part.start and paragraph.startswith(name, part.start):
            end = part.start + len(name)
            return Mention(part.start, end, "other", level.scope, level.granted)
    return None


def _named_token(start: int, name: str, level: _Level) -> Mention:
    """Return the mention of a token by its given name; in its own ability it is its own name."""
    own = level.granted or level.scope == "quote"
    end = start + len(name)
    return Mention(start, end, "full" if own else "token", level.scope, level.granted, token=own)


def _repeated(token: Token, paragraph: str, level: _Level) -> Iterable[Mention]:
    """Return earlier names that are repeated: a token's, a partner's.

    A partner may be called by the first part of its name, as a legend is; in the reminder text
    about it, by its first word.
    """
    behind = token.end if token.type == "WATER" else token.start + 1
    places = level.repeats.keys() & range(token.start, behind) if level.repeats else ()
    if not places:
        return ()
    here = {name for place in places for name in level.repeats[place]}
    letter = level.lexicon.guards.letter
    repeated: list[Mention] = []
    for name in filter(here.__contains__, level.tokens):
        for place in _places(name, token, paragraph, letter):
            repeated.append(_named_token(place, name, level))
    for name, words, parts in level.others:
        taken: list[int] = []
        every = (*words, *parts) if level.scope == "reminder" else words
        for said in filter(here.__contains__, every):
            for place in _places(said, token, paragraph, letter):
                if not any(first <= place < first + len(name) for first in taken):
                    end = place + len(said)
                    repeated.append(Mention(place, end, "other", level.scope, level.granted))
                    taken.append(place)
    return repeated


def _short_parts(name: str, rest: str, lexicon: Lexicon) -> list[str]:
    """Return what a partner may be called: its first word; in languages without blanks, any end.

    Where words are inflected, whichever form of the first the `rest` of the paragraph has.
    """
    if lexicon.spaces:
        first = name.split(" ")[0].rstrip(",")
        return [first, *inflection.akin(first, rest, lexicon.inflection)]
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
