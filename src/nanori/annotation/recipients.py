"""Who gets an ability that stands in quotation marks, or a keyword explained in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from nanori.model.values import Node, Token

SOURCE_WORDS = (
    "OWN_NAME",
    "SHORT_NAME",
    "ALTERNATE_NAME",
    "THIS_OBJECT",
    "BARE_THIS",
    "PLACEHOLDER",
)
"""Terminals that denote the object whose text this is."""
OTHERS = ("RECEIVER", "CREATION")
"""Terminals that denote something else."""
GRANTS = {"GRANT", "ALSO_GRANT"}
"""Terminals of the verbs that give an ability."""
BREAK = "BREAK"
"""In a trail: the end of a sentence or of a cost."""


NEAR = 200
"""How many parts of an ability around a quotation are looked at to tell who gets it."""


def before(parts: Sequence[Node | Token], place: int) -> list[str]:
    """Return the trail of what is said before a part."""
    return trail(parts[max(0, place - NEAR) : place])


def after(parts: Sequence[Node | Token], place: int) -> list[str]:
    """Return the trail of what is said behind a part."""
    return trail(parts[place + 1 : place + 1 + NEAR])


def trail(parts: Sequence[Node | Token]) -> list[str]:
    """Return what has been said so far, as the types of the tokens that tell who is meant.

    A particle that marks what stands right before it as the topic adds nothing of its own.
    """
    said: list[str] = []
    end = -1
    for part in parts:
        if isinstance(part, Node):
            said.append(part.kind)
        elif part.type in ("STOP", "COLON"):
            said.append(BREAK)
        elif part.type != "WATER" and not (part.type == "RECEIVER" and part.start == end):
            said.append(part.type)
            end = part.end if part.type in (*SOURCE_WORDS, "PRONOUN") else -1
    return said


def quote_is_granted(
    said: list[str], follows: list[str], last: bool | None, *, verb_last: bool
) -> bool:
    """Tell whether a quoted ability goes to something other than the source (CR 201.5a).

    `said` and `follows` are what the level says around the quotation; `last` is the answer for
    the quotation before it in the same sentence. In some languages the verb stands last.
    """
    sentence = _sentence(said)
    if verb_last:
        rest = follows[: follows.index(BREAK)] if BREAK in follows else follows
        verb = next((word for word in rest if word in ("GRANT", "CHOICE")), "")
        if verb != "GRANT":
            return False
        return "CREATION" in rest or _receiver(said, len(said), default=True)
    if last is not None:
        return last
    if not GRANTS & set(sentence):
        return False
    return _receiver(said, _verb(said), default=True)


def reminder_is_granted(said: list[str]) -> bool:
    """Tell whether reminder text explains a keyword that something other than the source gets."""
    host = said[:-1] if said[-1:] == [BREAK] else said
    sentence = _sentence(host)
    if "keywords" in sentence or not GRANTS & set(sentence):
        return False
    verb = _verb(host)
    return "CREATION" in host[verb:] or _receiver(host, verb, default=False)


def said_with(parts: Sequence[Node | Token], place: int, *, verb_last: bool) -> list[str]:
    """Return the trail of what the sentence says on the side of a part where its verb stands."""
    if not verb_last:
        return _sentence(before(parts, place))
    rest = after(parts, place)
    return rest[: rest.index(BREAK)] if BREAK in rest else rest


def _sentence(said: list[str]) -> list[str]:
    """Return the part of a trail behind its last break."""
    for place in range(len(said) - 1, -1, -1):
        if said[place] == BREAK:
            return said[place + 1 :]
    return said


def _verb(said: list[str]) -> int:
    """Return where the verb that gives the ability stands; of “gets … and has”, the first verb."""
    place = len(said) - 1
    while place >= 0 and said[place] not in ("GRANT", "ALSO_GRANT"):
        place -= 1
    if said[place] == "ALSO_GRANT":
        earlier = place - 1
        while earlier >= 0 and said[earlier] not in ("GRANT", "PREDICATE", BREAK):
            earlier -= 1
        if earlier >= 0 and said[earlier] != BREAK:
            return earlier
    return place


def _receiver(said: list[str], verb: int, *, default: bool) -> bool:
    """Tell whether the subject of the verb is something other than the source."""
    for place in range(verb - 1, -1, -1):
        word = said[place]
        if word == BREAK:
            break
        if word in OTHERS:
            return True
        if word in SOURCE_WORDS:
            return False
        if word == "PRONOUN":
            if "EXCEPT" in _sentence(said[:place]):
                return _copy(said[:place], default=default)
            return _antecedent(said[:place], default=default)
    return default


def _copy(said: list[str], *, default: bool) -> bool:
    """Tell whether “it” of “a copy of that creature, except it has …” is not the source."""
    sentence = _sentence(said)
    if "CREATION" in sentence:
        return True
    return default if not any(word in SOURCE_WORDS for word in sentence) else False


def _antecedent(said: list[str], *, default: bool) -> bool:
    """Tell whether the nearest object said before a pronoun is not the source.

    A target said in the sentence before is what the next one is about, whatever its condition.
    """
    earlier = said[: len(said) - len(_sentence(said))]
    if earlier[-2:] == ["RECEIVER", BREAK]:
        return True
    for place in range(len(said) - 1, -1, -1):
        if said[place] in OTHERS:
            return True
        if said[place] in SOURCE_WORDS:  # “create a copy of … . It gains”: the one created
            return "CREATION" in _sentence(said[:place])
    return default
