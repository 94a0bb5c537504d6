"""A paragraph's tree to its mentions: the words that may denote an object, and who has them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from nanori.annotation import ability_recipients, demonstratives
from nanori.annotation.own_names import shortened
from nanori.grammar import inflection, lexer, parser, tree_queries
from nanori.grammar.languages import Language
from nanori.grammar.name_announcements import ANNOUNCING
from nanori.grammar.prefilter import Cues
from nanori.grammar.tree_queries import Cursor
from nanori.model.values import Form, Node, Scope, Token

# The form of each terminal that is a mention, and of each construction that says a name.
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
# Terminals that need no tree on a paragraph's own level.
EVIDENT: Final = frozenset((*FORMS, "THIS_THING")) - {"BARE_THIS", "GIVER"}
# Terminals around an announced name, which mention nothing themselves.
SILENT: Final = frozenset(("SEPARATOR", "NAMING_END", "THIS")) | frozenset(ANNOUNCING)
# Announced names that a paragraph may repeat: no real one has as many, and the walk stays linear.
MAX_REPEATED: Final = 8
# Code points after an announced name within which it is looked for again, for the same reason.
MAX_DISTANCE: Final = 2000
# Cached paragraphs without a card's name; the same reminder text recurs endlessly.
MAX_CACHED: Final = 8192


class Mention(Struct, frozen=True, gc=False):
    """Words that may denote an object, before it is decided which."""

    start: int
    end: int
    form: Form
    scope: Scope = "rules"
    granted: bool = False
    """Whether they are in an ability that something other than the source gets (CR 201.5a)."""
    chosen: bool = False
    """Whether they are in a quoted choice or effect that nothing gets."""
    created: bool = False
    """Whether a token was created before them on their own level."""
    token: bool = False
    """Whether they are the token's own name in the token's own ability."""


class _Opening(NamedTuple):
    """What opens a level, and the level around it."""

    mark: Token
    outer: "_Level"
    explains: bool
    """Whether a bracket explains the keyword that its line begins with."""
    ended: bool
    """Whether a sentence of that line has ended before it."""


class _Level(Struct):
    """The paragraph, or a quotation or bracket in it, that the walk is in."""

    first_terminal: str = ""
    scope: Scope = "rules"
    granted: bool = False
    chosen: bool = False
    created: bool = False
    token_names: tuple[str, ...] = ()
    """Names given to tokens so far, whose quoted abilities may follow."""
    has_reminder: bool = False
    """Whether a bracket was opened on it."""
    has_stop: bool = False
    """Whether a sentence has ended on it."""
    undecided: _Opening | None = None
    """What opened it, until it is decided who has what is on it."""

    def mention(self, start: int, end: int, form: Form, *, giver: bool = False) -> Mention:
        granted = self.granted or giver
        return Mention(start, end, form, self.scope, granted, self.chosen, self.created)

    def token_mention(self, start: int, name: str) -> Mention:
        # “create Ember, a … token with “Ember attacks …””: in its own ability the name is its own.
        own = self.granted or self.scope == "quote"
        form: Form = "full" if own else "token"
        return Mention(start, start + len(name), form, self.scope, self.granted, token=own)


@lru_cache(MAX_CACHED)
def without_names(paragraph: str, language: Language, cues: Cues) -> tuple[Mention, ...]:
    """Return the mentions of a paragraph that has none of the card's names; cached."""
    return tuple(find(paragraph, language, (), cues))


def find(paragraph: str, language: Language, names: Sequence[Token], cues: Cues) -> list[Mention]:
    """Return a paragraph's mentions, in order. `names` are where it has names, `cues` what else.

    Most paragraphs announce no name and have only evident words before their first bracket: these
    are not walked.
    """
    grammar = parser.load(language)
    third = language.lexicon.third_object
    if not (grammar.announces(paragraph, cues) or (third.also_that and cues.demonstratives)):
        found = grammar.demonstratives(paragraph) if cues.demonstratives else ()
        words = lexer.merged(list(found), names) if found else names
        last = max((word.end for word in words), default=0)
        evident = all(
            # “This token” may be one just created.
            word.type in EVIDENT and not paragraph.endswith(third.tokens, word.start, word.end)
            for word in words
        )
        if evident and not grammar.brackets.search(paragraph, 0, last):
            objects = (word for word in words if word.type != "THIS_THING")
            return [Mention(word.start, word.end, FORMS[word.type]) for word in objects]
    tokens = lexer.tokenize(paragraph, language, names, cues)
    return list(_Walk(paragraph, language, tokens).mentions())


class _Walk:
    """A walk over a paragraph's tokens, which asks the tree what the tokens do not tell."""

    def __init__(self, paragraph: str, language: Language, tokens: list[Token]) -> None:
        self._text = paragraph
        self._tokens = tokens
        self._tree: Node | None = None
        self._language = language
        self._lexicon = language.lexicon
        self._levels = [_Level()]
        self._other_names: dict[str, Scope] = {}
        """Names of other cards, and of their parts, that the text repeats further on: anywhere
        (`rules`), or in brackets only (`reminder`)."""

    def mentions(self) -> Iterator[Mention]:
        for token in self._tokens:
            level, terminal = self._levels[-1], token.type
            if terminal in lexer.OPENING:
                self._levels.append(self._opened(token, level))
            elif terminal in lexer.CLOSING:
                self._levels.pop()
            elif terminal == "PROPER":  # “named |Rock|”
                yield from self._announced(token, level)
            elif terminal == "THIS":  # “|this| outpost”, “|this| explores”
                yield from self._demonstrative(token, level)
            elif terminal in SILENT:  # “|named| Rock”
                naming = self._cursor(token).up
                level.created = level.created or self._announced_form(naming) == "token"
            elif terminal in FORMS:  # “|Ysolde|”, “|this creature|”
                if terminal != "BARE_THIS" or not demonstratives.is_other(self._cursor(token)):
                    yield self._word(token, level)
            elif level.token_names or self._other_names or terminal in ability_recipients.MAKING:
                yield from self._repeated(token, level)
                level.created = level.created or terminal in ability_recipients.MAKING
            level.first_terminal = level.first_terminal or terminal
            level.has_stop = level.has_stop or terminal == "STOP"

    def _cursor(self, token: Token) -> Cursor:
        if self._tree is None:
            self._tree = parser.load(self._language).parse(self._tokens)
        return tree_queries.leaf_at(self._tree, token.start)

    def _opened(self, mark: Token, level: _Level) -> _Level:
        is_quote = mark.type == "QUOTE_OPEN"
        scope: Scope = "quote" if is_quote and level.scope != "reminder" else "reminder"
        explains = level.first_terminal == "KEYWORD" and not level.has_reminder
        level.has_reminder = level.has_reminder or not is_quote
        opening = _Opening(mark, level, explains, level.has_stop)
        return _Level("", scope, token_names=level.token_names, undecided=opening)

    def _decide(self, level: _Level) -> None:
        """Decide who has what is on a level; many levels mention nothing and are never asked."""
        if level.undecided is None:
            return
        mark, outer, explains, ended = level.undecided
        level.undecided = None
        self._decide(outer)  # real texts nest three deep, and no more than MAX_DEPTH are paired
        if outer.granted:
            level.granted = True
        elif mark.type == "QUOTE_OPEN":
            quote = self._cursor(mark).up
            level.granted = ability_recipients.quote_is_granted(quote, self._lexicon)
            level.chosen = not level.granted and ability_recipients.is_chosen(quote)
        elif not self._text.startswith(self._lexicon.own_reminder, mark.end):
            if not explains:
                level.granted = ability_recipients.reminder_is_granted(self._cursor(mark).up)
            elif ended:
                level.granted = ability_recipients.is_done_to_another(self._cursor(mark).up)

    def _demonstrative(self, this: Token, level: _Level) -> Iterator[Mention]:
        phrase = self._cursor(this).up
        span = phrase.kind == "np" and demonstratives.span(phrase, self._text, self._lexicon)
        if span and span.start == this.start:
            self._decide(level)
            yield level.mention(*span)

    def _word(self, token: Token, level: _Level) -> Mention:
        """Return what a name or demonstrative mentions; a longer name announced before wins."""
        self._decide(level)
        text, start = self._text, token.start
        words = text[start : token.end]
        for name in level.token_names:
            same = name == words and token.type in ("SHORT_NAME", "KNOWN_NAME")
            if same or (len(name) > len(words) and text.startswith(name, start)):
                return level.token_mention(start, name)
        for name, scope in self._other_names.items():
            if scope == "rules" and len(name) > len(words) and text.startswith(name, start):
                return self._other_mention(start, name, level)
        giver = token.type == "GIVER"
        mention = level.mention(start, token.end, FORMS[token.type], giver=giver)
        worn = self._lexicon.third_object.worn
        if level.scope == "reminder" and worn and text.endswith(worn, 0, start):
            # What it is worn by, or attached to, is another: the source itself wears nothing.
            return Mention(start, token.end, mention.form, mention.scope, created=mention.created)
        return mention

    def _announced_form(self, naming: Cursor) -> Form:
        """Return what a construction names; “its name is” a token's if its sentence makes one."""
        form = FORMS[naming.kind]
        if naming.kind == "renamed" or (
            form == "named" and ability_recipients.is_exception(naming)
        ):
            return "token" if ability_recipients.creates(naming) else form
        return form

    def _announced(self, name_token: Token, level: _Level) -> Iterator[Mention]:
        """Yield a name that a construction announces, and remember it if the text repeats it."""
        start, end = name_token.start, name_token.end
        name, rest = self._text[start:end], self._text[end : end + MAX_DISTANCE]
        if not name:
            return
        form = self._announced_form(self._cursor(name_token).up)
        if form == "token" and len(level.token_names) < MAX_REPEATED:
            names = (name, *inflection.written(name, self._text, self._language))
            level.token_names += tuple(each for each in names if each in rest)
        elif form == "other" and len(self._other_names) < MAX_REPEATED:
            names = (name, *shortened(name, self._lexicon.short))
            self._other_names |= {each: "rules" for each in names if each and each in rest}
            # Only reminder text calls it by a part of its name; a whole one goes before a part.
            parts = _parts(name, rest, self._lexicon.spaces)
            parts += inflection.akin(parts[0], rest, self._lexicon.inflection) if parts else ()
            in_brackets: dict[str, Scope] = {
                part: "reminder" for part in parts if part and part in rest
            }
            self._other_names = in_brackets | self._other_names
        self._decide(level)
        yield Mention(start, end, form, level.scope, level.granted)

    def _repeated(self, token: Token, level: _Level) -> Iterable[Mention]:
        if level.token_names or self._other_names:
            self._decide(level)
        found = [
            level.token_mention(start, name)
            for name in level.token_names
            for start in self._starts(name, token)
        ]
        for name in sorted(self._other_names, key=len, reverse=True):
            if self._other_names[name] in ("rules", level.scope):
                starts = self._starts(name, token)
                found += (self._other_mention(start, name, level) for start in starts)
        return found

    def _other_mention(self, start: int, name: str, level: _Level) -> Mention:
        return Mention(start, start + len(name), "other", level.scope, level.granted)

    def _starts(self, words: str, token: Token) -> Iterator[int]:
        """Yield the offsets of words in a token where they are no part of a longer word."""
        text, letter = self._text, self._lexicon.guards.letter.match
        # Water is searched to its end; a word of the grammar may only begin with them: they begin
        # before `last`, and so end before last + len(words) - 1.
        last = token.end if token.type == "WATER" else token.start + 1
        start = text.find(words, token.start, last + len(words) - 1)
        while start >= 0:
            end = start + len(words)
            touched = start and letter(text, start - 1) and letter(text, start)
            if not touched and not (letter(text, end) and letter(text, end - 1)):
                yield start
            start = text.find(words, end, last + len(words) - 1)


def _parts(name: str, rest: str, spaces: bool) -> list[str]:
    """Return what a partner may be called: its first word; in languages without blanks, any end."""
    if spaces:
        return [name.split(" ")[0].rstrip(",")]
    return [end for start in range(1, len(name) - 1) if (end := name[start:]) in rest]
