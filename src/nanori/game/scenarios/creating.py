"""An ability that creates tokens or an emblem to these: names, subtypes, abilities, copies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.annotation.quotations import Quotation
from nanori.game import naming, state_changes
from nanori.game.abilities import BEARER, Ability, Bound
from nanori.game.objects import FaceText, Name, Object, Values
from nanori.game.scenarios.granting import quoted
from nanori.grammar.languages import Language
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
    lexicon, text = ability.language.lexicon, ability.text
    words, verb_last = lexicon.scenarios.tokens, lexicon.verb_last
    every = quotations.find(text, ability.language, ability.references) if words.token else []
    matches = [
        match
        for match in words.token.finditer(text)
        if not _quoted_at(match.start(), every)
        if not words.before
        or words.before.search(text[max(0, match.start() - NEAR) : match.start()])
        if not words.behind or words.behind.match(text, match.end(), match.end() + NEAR)
    ]
    kinds: list[Created] = []
    for place, match in enumerate(matches):
        before = matches[place - 1].end() if place else 0
        after = matches[place + 1].start() if place + 1 < len(matches) else len(text)
        given = tuple(
            quotation
            for quotation in every
            if not quotation.chosen and _belongs(quotation, match, before, after, ability, every)
        )
        own = tuple(quotation for quotation in given if not quotation.explained)
        name = _name(ability, match, before, after, verb_last=verb_last)
        copied, of = _copied(ability, match, before, words, verb_last=verb_last)
        kind = Created(
            _subtypes(match, ability.language), name, _count(match, words), own or given, copied, of
        )
        if kind.subtypes or kind.name or kind.copy:
            kinds.append(kind)
    return kinds or _emblem(ability, words, every)


def _emblem(ability: Ability, words: TokenWords, every: Sequence[Quotation]) -> list[Created]:
    """CR 114.1. Return the emblem that an ability gives a player, with what it quotes."""
    given = tuple(
        quotation for quotation in every if not quotation.chosen and not quotation.explained
    )
    for match in words.emblem.finditer(ability.text) if given else ():
        if not _quoted_at(match.start(), every):
            return [Created(abilities=given, emblem=True)]
    return []


def _quoted_at(place: int, every: Sequence[Quotation]) -> bool:
    """Tell whether a place of the text is in a quotation."""
    return any(quotation.start <= place < quotation.end for quotation in every)


def _belongs(
    quotation: Quotation,
    match: re.Match[str],
    before: int,
    after: int,
    ability: Ability,
    every: Sequence[Quotation],
) -> bool:
    """Tell whether a quotation is an ability of these tokens.

    Where the verb stands last, it stands before them in their sentence, or in a sentence behind.
    """
    lexicon = ability.language.lexicon
    words = lexicon.scenarios.tokens
    if not lexicon.verb_last or quotation.explained:
        return match.end() <= quotation.start < after
    stop = _stop(ability.text, words.stop, quotation.end, match.start(), every)
    if before <= quotation.start < match.start():
        return not stop
    last = after == len(ability.text)
    return match.end() <= quotation.start < after and (
        last or _stop(ability.text, words.stop, quotation.end, after, every)
    )


def _stop(text: str, stop: str, start: int, end: int, every: Sequence[Quotation]) -> bool:
    """Tell whether a sentence ends between two places, outside of quotations."""
    signs = re.compile(re.escape(stop)).finditer(text, start, max(start, end))
    return any(not _quoted_at(sign.start(), every) for sign in signs)


def _count(match: re.Match[str], words: TokenWords) -> int | None:
    """Return how many tokens are created, as far as a number says so."""
    said = (match["count"] or "").lower()
    if said.isdecimal():
        return int(said)
    return words.numbers.get(said)


def _subtypes(match: re.Match[str], language: Language) -> tuple[str, ...]:
    """Return the subtypes among the words before “token”, without card types and brackets."""
    lexicon = language.lexicon
    words = lexicon.scenarios.tokens
    no_types = (*lexicon.documents.types, *lexicon.documents.supertypes)
    subtypes: list[str] = []
    for piece in words.divider.split(words.aside.sub("", match["subtypes"])):
        word = _without_types(piece.strip(" ,"), no_types)
        if not subtypes:
            word = _first(word, match.string[: match.start("subtypes")], language)
        if word and words.word.fullmatch(word) and word not in no_types:
            subtypes.append(word)
    return tuple(subtypes)


def _first(word: str, before: str, language: Language) -> str:
    """Return the first subtype, which a particle may be a part of, or be joined to."""
    lexicon = language.lexicon
    joint = lexicon.scenarios.tokens.joint
    if not joint or word in lexicon.subtypes:
        return word
    longer = [
        subtype
        for subtype in lexicon.subtypes
        if subtype.endswith(word) and len(subtype) > len(word)
    ]
    whole = [subtype for subtype in longer if (before + word).endswith(subtype)]
    if word and whole:
        return max(whole, key=len)
    word = joint.split(word)[-1]
    # Behind a word that is not parted from it: “それぞれ宝物”.
    known = [subtype for subtype in lexicon.subtypes if word.endswith(subtype)]
    return max(known, key=len) if known else word


def _without_types(word: str, types: Sequence[str]) -> str:
    """Return a subtype without the card types that old prints write right behind it."""
    shorter = (word.removesuffix(kind) for kind in types if kind and word.endswith(kind))
    rest = next(shorter, word)
    return word if rest in ("", word) else _without_types(rest, types)


def _name(
    ability: Ability, match: re.Match[str], before: int, after: int, *, verb_last: bool
) -> str:
    """CR 111.4. Return the name that a token is given where it is created."""
    for reference in ability.references:
        if reference.form != "token":
            continue
        if before <= reference.start and reference.end <= match.end():
            return reference.text
        described = ability.language.lexicon.scenarios.tokens.described
        later = described.match(ability.text, reference.end)
        if not verb_last and match.end() <= reference.start < after and not later:
            return reference.text
    return ""


def _copied(
    ability: Ability, match: re.Match[str], before: int, words: TokenWords, *, verb_last: bool
) -> tuple[bool, str | None]:
    """CR 707.2. Return whether a token is a copy, and of what, if the text means one object."""
    if verb_last:
        start = before
        copy = words.copy.search(ability.text[before : match.start()])
    else:
        start = match.end()
        copy = words.copy.match(ability.text[start : start + 200])
    if not copy:
        return False, None
    first, last = (start + place for place in copy.span("of"))
    meant = [
        reference
        for reference in ability.references
        if first <= reference.start and reference.end <= last
    ]
    return True, _only(meant)


def _only(meant: Sequence[Bound]) -> str | None:
    ids = {reference.means for reference in meant if reference.target != "name"}
    return ids.pop() if len(ids) == 1 else None


def shared(kinds: Sequence[Created], ids: Sequence[str]) -> Iterator[tuple[Created, str]]:
    """Yield each id with the kind of token it is, kinds in their order and as many as they are.

    Where a number is not said, or says another than the ids, the last kind takes the rest.
    """
    place = 0
    known = [kind.count for kind in kinds]
    rest = len(ids) - sum(count or 0 for count in known)
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
        replace(line, rules=(rule, *line.rules))
        for line in quoted(ability, source.id, "created", kind.abilities)
    )
    texts = (FaceText(lines=lines),)
    if kind.emblem:
        values = Values(texts=texts)
        lang = ability.language.code
        return Object(id=id, lang=lang, printed=values, zone="command", rules=(rule,))
    new = naming.token(kind.subtypes, ability.language, name=name, id=id)
    return replace(new, printed=replace(new.printed, texts=texts))


def copied(of: Object, id: str) -> Object:
    """CR 707.2, 111.12. Return a token that is a copy: its own values are those copied."""
    values = state_changes.copiable(of)
    return Object(id=id, lang=of.lang, printed=Values() if of.face_down else values)


def source_of(kind: Created, source: Object) -> str | None:
    """Return the id of what a token is a copy of, as far as the text says."""
    return source.id if kind.of == BEARER else kind.of
