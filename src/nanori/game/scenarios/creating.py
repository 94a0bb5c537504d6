"""An ability that creates tokens or an emblem to these: names, subtypes, abilities, copies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.annotation.quotations import Quotation
from nanori.game import naming, state_changes
from nanori.game.abilities import BEARER, Ability, Bound
from nanori.game.objects import Name, Object, Side, Values
from nanori.game.scenarios.granting import quoted
from nanori.grammar import languages
from nanori.grammar.lexicon.scenarios import TokenWords

NEAR = 400
"""How far from the tokens the verb may stand that creates them."""


class Created(Struct, frozen=True):
    """One kind of token that an ability creates, or an emblem."""

    subtypes: tuple[str, ...] = ()
    """Words of the ability's language."""
    name: str = ""
    """The name it is given; empty if its subtypes make one (CR 111.4)."""
    count: int | None = None
    """How many; None where that is not said in a number."""
    abilities: tuple[Quotation, ...] = ()
    """The quotations that it gets."""
    copy: bool = False
    """Whether it is a copy of something."""
    of: str | None = None
    """The id of what it is a copy of, `BEARER` for the source; None if it is told elsewhere."""
    emblem: bool = False
    """Whether it is an emblem, which has abilities and no name (CR 114.3)."""


def created(ability: Ability) -> list[Created]:
    """CR 111.4, 707.2. Return the kinds of tokens that an ability creates, in their order.

    What a quotation creates is created by whoever gets that ability, and is none of them.
    """
    words, verb_last = _words(ability.lang)
    if not words.token:
        return []
    every = quotations.find(ability.text, ability.lang, ability.references)
    found = [
        match
        for match in _pattern(words.token).finditer(ability.text)
        if not any(one.start <= match.start() < one.end for one in every)
        if _pattern(words.before).search(ability.text[max(0, match.start() - NEAR) : match.start()])
        if _pattern(words.behind).match(ability.text, match.end(), match.end() + NEAR)
    ]
    kinds: list[Created] = []
    for place, match in enumerate(found):
        before = found[place - 1].end() if place else 0
        after = found[place + 1].start() if place + 1 < len(found) else len(ability.text)
        given = tuple(
            one
            for one in every
            if not one.chosen and _belongs(one, match, before, after, ability, every)
        )
        own = tuple(one for one in given if not one.explained)
        name = _name(ability, match, before, after, verb_last=verb_last)
        copied, of = _copied(ability, match, before, words, verb_last=verb_last)
        kind = Created(
            _subtypes(match, ability), name, _count(match, words), own or given, copied, of
        )
        if kind.subtypes or kind.name or kind.copy:
            kinds.append(kind)
    return kinds or _emblem(ability, words, every)


def _emblem(ability: Ability, words: TokenWords, every: Sequence[Quotation]) -> list[Created]:
    """CR 114.1. Return the emblem that an ability gives a player, with what it quotes."""
    given = tuple(one for one in every if not one.chosen and not one.explained)
    said = _pattern(words.emblem).finditer(ability.text) if words.emblem and given else ()
    for match in said:
        if not any(one.start <= match.start() < one.end for one in every):
            return [Created(abilities=given, emblem=True)]
    return []


def _belongs(
    one: Quotation,
    match: re.Match[str],
    before: int,
    after: int,
    ability: Ability,
    every: Sequence[Quotation],
) -> bool:
    """Tell whether a quotation is an ability of these tokens.

    Where the verb stands last, it stands before them in their sentence, or in a sentence behind.
    """
    words, verb_last = _words(ability.lang)
    if not verb_last or one.explained:
        return match.end() <= one.start < after
    stop = _stop(ability.text, words.stop, one.end, match.start(), every)
    if before <= one.start < match.start():
        return not stop
    last = after == len(ability.text)
    return match.end() <= one.start < after and (
        last or _stop(ability.text, words.stop, one.end, after, every)
    )


def _stop(text: str, stop: str, start: int, end: int, every: Sequence[Quotation]) -> bool:
    """Tell whether a sentence ends between two places, outside of quotations."""
    return any(
        not any(one.start <= match.start() < one.end for one in every)
        for match in _pattern(re.escape(stop)).finditer(text, start, max(start, end))
    )


def _words(lang: str) -> tuple[TokenWords, bool]:
    lexicon = languages.load(lang).lexicon
    return lexicon.scenarios.tokens, lexicon.verb_last


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _count(match: re.Match[str], words: TokenWords) -> int | None:
    """Return how many tokens are created, as far as a number says so."""
    said = (match["count"] or "").lower()
    if said.isdecimal():
        return int(said)
    return words.numbers.get(said)


def _subtypes(match: re.Match[str], ability: Ability) -> tuple[str, ...]:
    """Return the subtypes among the words before “token”, without card types and brackets."""
    lexicon = languages.load(ability.lang).lexicon
    words = lexicon.scenarios.tokens
    no_types = (*lexicon.documents.types, *lexicon.documents.supertypes)
    found: list[str] = []
    plain = re.sub(r"[(（][^()（）]*[)）]", "", match["subtypes"])
    for one in _pattern(words.divider).split(plain):
        word = _without_types(one.strip(" ,"), no_types)
        if not found:
            word = _first(word, ability.text[: match.start("subtypes")], ability.lang)
        if word and _pattern(words.word).fullmatch(word) and word not in no_types:
            found.append(word)
    return tuple(found)


def _first(word: str, before: str, lang: str) -> str:
    """Return the first subtype, which a particle may be a part of, or be joined to."""
    lexicon = languages.load(lang).lexicon
    joint = lexicon.scenarios.tokens.joint
    if not joint or word in lexicon.subtypes:
        return word
    longer = [one for one in lexicon.subtypes if one.endswith(word) and len(one) > len(word)]
    whole = [one for one in longer if (before + word).endswith(one)]
    if word and whole:
        return max(whole, key=len)
    word = _pattern(joint).split(word)[-1]
    # Behind a word that is not parted from it: “それぞれ宝物”.
    known = [one for one in lexicon.subtypes if word.endswith(one)]
    return max(known, key=len) if known else word


def _without_types(word: str, types: Sequence[str]) -> str:
    """Return a subtype without the card types that old prints write right behind it."""
    rest = next((word.removesuffix(one) for one in types if one and word.endswith(one)), word)
    return word if rest in ("", word) else _without_types(rest, types)


def _name(
    ability: Ability, match: re.Match[str], before: int, after: int, *, verb_last: bool
) -> str:
    """CR 111.4. Return the name that a token is given where it is created."""
    for one in ability.references:
        if one.form != "token":
            continue
        if before <= one.start and one.end <= match.end():
            return one.text
        behind = ability.text[one.end : one.end + 3]
        if not verb_last and match.end() <= one.start < after and not behind.startswith(", a"):
            return one.text
    return ""


def _copied(
    ability: Ability, match: re.Match[str], before: int, words: TokenWords, *, verb_last: bool
) -> tuple[bool, str | None]:
    """CR 707.2. Return whether a token is a copy, and of what, if the text means one object."""
    pattern = _pattern(words.copy)
    if verb_last:
        around, start = ability.text[before : match.start()], before
        found = pattern.search(around)
    else:
        around, start = ability.text[match.end() : match.end() + 200], match.end()
        found = pattern.match(around)
    if not found:
        return False, None
    first, last = (start + place for place in found.span("of"))
    meant = [one for one in ability.references if first <= one.start and one.end <= last]
    return True, _only(meant)


def _only(meant: Sequence[Bound]) -> str | None:
    ids = {one.means for one in meant if one.target != "name"}
    return ids.pop() if len(ids) == 1 else None


def shared(kinds: Sequence[Created], ids: Sequence[str]) -> Iterator[tuple[Created, str]]:
    """Yield each id with the kind of token it is, kinds in their order and as many as they are.

    Where a number is not said, or says another than the ids, the last kind takes the rest.
    """
    place = 0
    known = [kind.count for kind in kinds]
    rest = len(ids) - sum(one or 0 for one in known)
    for number, kind in enumerate(kinds):
        last = number + 1 == len(kinds)
        count = kind.count if kind.count is not None else max(rest, 0)
        if kind.count is None:
            rest -= count
        for id in ids[place:] if last else ids[place : place + count]:
            yield kind, id
        place += count


def token(kind: Created, ability: Ability, source: Object, id: str, name: Name | None) -> Object:
    """CR 111.4, 114, 201.5a. Return the token or emblem, what is quoted among its own values."""
    rule = "114.1" if kind.emblem else "111.3"
    lines = tuple(
        replace(one, rules=(rule, *one.rules))
        for one in quoted(ability, source.id, "created", kind.abilities)
    )
    sides = (Side(lines=lines),)
    if kind.emblem:
        values = Values(sides=sides)
        return Object(id=id, lang=ability.lang, printed=values, zone="command", rules=(rule,))
    new = naming.token(kind.subtypes, ability.lang, name=name, id=id)
    return replace(new, printed=replace(new.printed, sides=sides))


def copied(of: Object, id: str) -> Object:
    """CR 707.2, 111.12. Return a token that is a copy: its own values are those copied."""
    values = state_changes.copiable(of)
    return Object(id=id, lang=of.lang, printed=Values() if of.face_down else values)


def source_of(kind: Created, source: Object) -> str | None:
    """Return the id of what a token is a copy of, as far as the text says."""
    return source.id if kind.of == BEARER else kind.of
