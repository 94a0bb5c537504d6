"""Trees to mentions: the words that may denote an object, and the level they stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nanori.annotation.own_names import shortened
from nanori.annotation.recipients import (
    after,
    before,
    quote_is_granted,
    reminder_is_granted,
    said_with,
)
from nanori.grammar.lexicon import Lexicon
from nanori.model.values import Form, Node, Scope, Token

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
    "named": "named",
    "renamed": "named",
    "token": "token",
    "face": "face",
    "other": "other",
}
"""The form of each terminal and naming construction."""


REMEMBERED = 8
"""How many names a paragraph may say again; no real one says as many."""


class Mention(Struct, frozen=True):
    """Words that may denote an object, before it is decided which."""

    start: int
    end: int
    form: Form
    scope: Scope = "rules"
    granted: bool = False
    """Whether they stand in an ability that something other than the source gets."""
    chosen: bool = False
    """Whether they stand in a quoted choice or effect."""
    created: bool = False
    """Whether a token was created before them on their own level."""
    token: bool = False
    """Whether they are the token's own name in the token's own ability."""


class _Level(Struct):
    """What is known of the quotation, bracket or paragraph that is being walked."""

    lexicon: Lexicon
    scope: Scope = "rules"
    granted: bool = False
    chosen: bool = False
    tokens: list[str] = []
    """Names given to tokens so far, whose quoted abilities may follow."""
    others: list[str] = []
    """Other cards' names that may be repeated, whole or shortened."""


def find(tree: Node, paragraph: str, lexicon: Lexicon) -> list[Mention]:
    """Return the mentions in a paragraph's tree, in the order of the text."""
    return list(_walk(tree, paragraph, _Level(lexicon)))


def flat(tokens: Sequence[Token]) -> list[Mention]:
    """Return the mentions of a paragraph that has no brackets and announces no name."""
    return [Mention(token.start, token.end, FORMS[token.type]) for token in tokens]


def _walk(ability: Node, paragraph: str, level: _Level) -> Iterator[Mention]:
    parts = opened(ability, paragraph, level.lexicon)
    last: bool | None = None
    created = False
    for place, part in enumerate(parts):
        if isinstance(part, Token):
            if part.type in FORMS:
                yield _longer(part, paragraph, level) or Mention(
                    part.start, part.end, FORMS[part.type],
                    level.scope, level.granted, level.chosen, created,
                )  # fmt: skip
            elif part.type == "WATER":
                yield from _repeated(part, paragraph, level)
            elif part.type == "STOP":
                last = None
            created = created or part.type == "CREATION"
        elif part.kind == "quote":
            last = quote_is_granted(
                before(parts, place), after(parts, place), last, verb_last=level.lexicon.verb_last
            )
            yield from _inside(part, paragraph, _quote_level(level, parts, place, granted=last))
        elif part.kind == "reminder":
            granted = level.granted or (
                reminder_is_granted(before(parts, place)) and not _of_card(part, paragraph, level)
            )
            yield from _inside(
                part,
                paragraph,
                _Level(level.lexicon, "reminder", granted, False, list(level.tokens), level.others),
            )
        else:
            made = part.kind == "renamed" and "CREATION" in said_with(
                parts, place, verb_last=level.lexicon.verb_last
            )
            yield from _naming(part, paragraph, level, "token" if made else part.kind)
            created = created or made or part.kind == "token"


def _quote_level(level: _Level, parts: list[Node | Token], place: int, *, granted: bool) -> _Level:
    scope: Scope = "reminder" if level.scope == "reminder" else "quote"
    behind = parts[place + 1] if place + 1 < len(parts) else None
    chosen = isinstance(behind, Token) and behind.type == "CHOICE"
    return _Level(
        level.lexicon, scope, level.granted or granted, chosen, list(level.tokens), level.others
    )


def _of_card(reminder: Node, paragraph: str, level: _Level) -> bool:
    """Tell whether reminder text is about the card or its ability, whatever was said before it.

    After “Create a token with flying.” stands “(Then exile this card. …)” or “(Activate only …)”.
    """
    pattern = level.lexicon.own_reminder
    return bool(pattern and re.compile(pattern).match(paragraph, reminder.start + 1))


def _inside(bracket: Node, paragraph: str, level: _Level) -> Iterator[Mention]:
    for child in bracket.children:
        if isinstance(child, Node):
            yield from _walk(child, paragraph, level)


def opened(ability: Node, paragraph: str, lexicon: Lexicon) -> list[Node | Token]:
    """Return the parts of an ability with its cost and sentences opened, in order.

    The kind of a sentence that tells who has a keyword is kept as a mark of no width. So is the
    full stop of a quotation that ends the sentence around it, where no verb comes behind it.
    """
    parts: list[Node | Token] = []
    for child in ability.children:
        if isinstance(child, Node) and child.kind in ("cost", "sentence", "triggered", "keywords"):
            if child.kind == "keywords":
                parts.append(Node("keywords", child.start, child.start, ()))
            for part in child.children:
                parts.append(part)
                if _is_stop(part, paragraph, lexicon):
                    parts.append(Token("STOP", part.end, part.end))
        else:
            parts.append(child)
    return parts


def _is_stop(part: Node | Token, paragraph: str, lexicon: Lexicon) -> bool:
    """Tell whether a quotation ends in a full stop, and no sentence goes on behind it."""
    if isinstance(part, Token) or part.kind != "quote" or lexicon.verb_last:
        return False
    inner: Node | Token = part
    while isinstance(inner, Node) and inner.children:
        inner = inner.children[1 if inner.kind == "quote" else -1]
    stopped = isinstance(inner, Token) and inner.type == "STOP"
    return stopped and not paragraph[part.end : part.end + 2].lstrip()[:1].islower()


def _naming(node: Node, paragraph: str, level: _Level, kind: str) -> Iterator[Mention]:
    """Yield the names that a construction says, and remember those that may be said again."""
    if kind not in FORMS:
        return
    for child in node.children:
        if isinstance(child, Token) and child.type == "PROPER" and child.start < child.end:
            name = paragraph[child.start : child.end]
            if kind == "token" and len(level.tokens) < REMEMBERED:
                level.tokens.append(name)
            elif kind == "other" and len(level.others) < REMEMBERED:
                level.others.append(name)
            yield Mention(child.start, child.end, FORMS[kind], level.scope, level.granted)


def _longer(part: Token, paragraph: str, level: _Level) -> Mention | None:
    """Return the mention of a token's name that begins with a name of the card, or is a part."""
    for name in level.tokens:
        weak = part.type in ("SHORT_NAME", "KNOWN_NAME")
        whole = weak and name == paragraph[part.start : part.end]
        if (whole or len(name) > part.end - part.start) and paragraph.startswith(name, part.start):
            return _of_token(part.start, name, level)
    return None


def _of_token(start: int, name: str, level: _Level) -> Mention:
    """Return the mention of a token by its given name; in its own ability it is its own name."""
    own = level.granted or level.scope == "quote"
    end = start + len(name)
    return Mention(start, end, "full" if own else "token", level.scope, level.granted, token=own)


def _repeated(water: Token, paragraph: str, level: _Level) -> Iterator[Mention]:
    """Yield names said before that stand in water again: a token's, a partner's.

    A partner may be called by the first part of its name, as a legend is; in the reminder text
    about it, by its first word.
    """
    if not (level.tokens or level.others):
        return
    letter = re.compile(level.lexicon.guards.letter)
    for name in level.tokens:
        for place in _places(name, water, paragraph, letter):
            yield _of_token(place, name, level)
    for name in level.others:
        taken: list[int] = []
        first_word = [name.split(" ")[0]] if level.scope == "reminder" else []
        for words in (name, *shortened(name, level.lexicon.short), *first_word):
            for place in _places(words, water, paragraph, letter):
                if not any(first <= place < first + len(name) for first in taken):
                    yield Mention(place, place + len(words), "other", level.scope, level.granted)
                    taken.append(place)


def _places(words: str, water: Token, paragraph: str, letter: re.Pattern[str]) -> Iterator[int]:
    """Yield where the words stand without being a part of a longer word."""
    place = paragraph.find(words, water.start, water.end) if words else -1
    while place >= 0:
        end = place + len(words)
        before = place and letter.match(paragraph, place - 1) and letter.match(paragraph, place)
        if not before and not (letter.match(paragraph, end) and letter.match(paragraph, end - 1)):
            yield place
        place = paragraph.find(words, end, water.end)
