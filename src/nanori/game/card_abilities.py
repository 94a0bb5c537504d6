"""A card to its abilities, one for each paragraph: of which kind, and what its references mean."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple

from nanori.annotation import pipeline, quotations
from nanori.annotation.known_names import KnownNames
from nanori.game.abilities import Ability, of_card
from nanori.game.lexicon import game_words
from nanori.game.scenarios import lines
from nanori.game.scenarios.lines import AbilityKind, KeywordLine
from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.model.values import Card, Reference
from nanori.rewriting import slots
from nanori.rewriting.slots import SlotRole

# Brackets around reminder text, and marks around abilities.
OPENING = "(（"
CLOSING = ")）"
# What a mode begins with (CR 700.2).
MODES = frozenset("•・")
# What a quotation may begin with.
QUOTES = '"“„«「『'


class AbilityReference(Reference, frozen=True, kw_only=True):
    """A reference, and what it means to the ability that it is in."""

    role: SlotRole
    """What it is to the ability: its source, its granter, its host, a token, or only a name."""
    level: int
    """How many grants lead to the object meant: 0 the source, 1 what it grants to, and so on."""


class CardAbility(Struct, frozen=True, kw_only=True):
    """An ability of a card's text (CR 113). Spans count code points of that text."""

    start: int
    end: int
    text: str
    kind: Literal["spell", "activated", "triggered", "static", "reminder"]
    """Its kind (CR 113.3); a paragraph of reminder text alone is no ability, but `reminder`."""
    keyword: str = ""
    """The keyword that it is, as the text has it, with what belongs to its name (CR 702)."""
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4” (CR 711.2a, 716.2a)."""
    references: list[AbilityReference] = []


def abilities(card: Card, names: KnownNames | None = None) -> list[CardAbility]:
    """Return the abilities of a card's text, in order. CR 113.2c, 113.3, 201.5a.

    `names` are the names of other cards, as `annotate` takes them. A line with only a level, or
    with the name of the other side, is no ability.

        >>> card = nanori.Card(name="Reed Ox", text="Flying\\n{T}: Untap Reed Ox.")
        >>> [(ability.kind, ability.keyword) for ability in nanori.abilities(card)]
        [('static', 'Flying'), ('activated', '')]
    """
    return of_references(card, pipeline.annotate(card, names))


def of_references(card: Card, references: Sequence[Reference]) -> list[CardAbility]:
    """Return the abilities of a card whose references are known."""
    language = language_detection.of_card(card)
    spells = game_words(language).abilities.spells
    spell = any(word in card.type for word in spells)
    found: list[CardAbility] = []
    end = 0
    every = of_card(card, references, language)
    for ability, (kind, keyword) in zip(every, _kinds(every, spell=spell), strict=True):
        start = card.text.index(ability.text, end)
        end = start + len(ability.text)
        found.append(
            CardAbility(
                start=start,
                end=end,
                text=ability.text,
                kind="reminder" if _is_reminder(ability.text) else kind,
                keyword=_named(keyword, language),
                section=ability.section,
                references=list(_references(ability, start)),
            )
        )
    return found


def _named(keyword: str, language: Language) -> str:
    """Return the name in what a keyword ability says: “Protection from red” → “Protection”."""
    name = _openings(language).name.match(keyword)
    return name[0] if name else keyword


def _kinds(every: Sequence[Ability], *, spell: bool) -> Iterator[tuple[AbilityKind, str]]:
    """Yield the kind of each ability and its keyword; a mode is of its ability's (CR 700.2)."""
    before: AbilityKind | None = None
    for ability in every:
        line = _evident(ability, spell=spell)
        kind = line.kind
        part = kind in ("static", "spell") and ability.text[:1] in MODES
        if kind is None:
            tree = quotations.tree(ability.text, ability.language, ability.references)
            line = lines.keyword_in(ability, tree)
            kind = lines.kind_of(ability, tree, line, spell=spell)
            part = kind in ("static", "spell") and not line.name and lines.is_part_of(tree)
        if ability.section:
            kind = "static"  # what has it is the static ability of its level
        elif part and before:
            kind = before
        before = kind
        yield kind, line.name


def _evident(ability: Ability, *, spell: bool) -> KeywordLine:
    """Return what a line says without a look at its clauses: nearly all lines begin so.

    “Flying”, “{2}, {T}: Draw a card.”, “When this creature enters, …”. The kind is None for others.
    """
    text, opening = ability.text, _openings(ability.language)
    if (cost := opening.cost.match(text)) and not any(mark in cost[0] for mark in QUOTES):
        return KeywordLine("", "activated")
    if not spell and opening.trigger.match(text):
        return KeywordLine("", "triggered")
    name = re.split(f"[{OPENING}]", text, maxsplit=1)[0]
    alone = len(name) == len(text) or text.rstrip()[-1:] in CLOSING
    name = name.strip()
    if costs := opening.costs.fullmatch(name):  # “Equip {2}”
        name = costs[1]
    if alone and (kind := opening.keywords.get(name.lower())):
        return KeywordLine(name, kind)
    several = [opening.keywords.get(each.strip().lower()) for each in re.split("[,、，]", name)]
    if alone and set(several) == {"static"}:
        return KeywordLine(name, "static")
    mode = 2 if text[:1] in MODES and text[1:2] == " " else int(text[:1] in MODES)
    if opening.sentence.match(text, mode) and not opening.doubtful.search(text):
        return KeywordLine("", lines.kind_of_sentence(ability, spell=spell))
    return KeywordLine()


class _Openings(Struct, frozen=True):
    """How lines of a language begin."""

    cost: re.Pattern[str]
    trigger: re.Pattern[str]
    keywords: dict[str, AbilityKind]
    name: re.Pattern[str]
    """A keyword that is not one of several."""
    costs: re.Pattern[str]
    """A keyword with its cost."""
    sentence: re.Pattern[str]
    """A line that begins with no keyword, cost, number or mode, and ends with a stop."""
    doubtful: re.Pattern[str]
    """What a line without trigger, cost and ability word has nowhere."""


@cache
def _openings(language: Language) -> _Openings:
    words = lines.keyword_words(language)
    triggers = language.lexicon.words.get("trigger", ())
    first = [word for word in triggers if word[:1].isupper() or not language.lexicon.spaces]
    trigger = "|".join(map(re.escape, first)) or "(?!)"
    keywords = "|".join(map(re.escape, sorted(words.names, key=len, reverse=True))) or "(?!)"
    edge = r"\b" if language.lexicon.spaces else ""
    anywhere = [rf"{edge}{re.escape(word)}{edge}" for word in triggers]
    if own := game_words(language).abilities.triggers.pattern:
        anywhere.append(own)
        # Where verbs stand last, “when” ends what it says.
        trigger = rf"(?!{keywords})[^。．.\"“「『（(:：\n]{{1,90}}(?:{own})(?=、|, )"
    return _Openings(
        re.compile(r"(?:\{[^{}]+\}(?:, |，|、)?)+(?:, |，|、)?[^.。\n{}:：]{0,80}[:：]"),
        re.compile(rf"(?:{trigger}){edge if first else ''}"),
        {
            name: words.kinds.get(name) or words.kind_within(name) or "static"
            for name in words.names
        },
        re.compile(rf"(?:{keywords}){edge}(?![,、，])", re.I),
        re.compile(rf"({keywords}) ?(?:\{{[^{{}}]+\}})+", re.I),
        re.compile(
            rf"(?!(?:{keywords}){edge})[^\W\d_].*[.。．]\s*(?:[(（].*[)）]\s*)?$", re.I | re.S
        ),
        re.compile(rf"[:：—–―─|]| - |{'|'.join(anywhere) or '.'}", re.I),
    )


def _is_reminder(text: str) -> bool:
    words = text.strip()
    return words[:1] in OPENING and words[-1:] in CLOSING and len(words) > 1


def _references(ability: Ability, start: int) -> Iterator[AbilityReference]:
    """Yield the references of an ability, counted in its card's text."""
    for reference, (role, level) in zip(
        ability.references,
        slots.meanings(ability.text, ability.references, ability.language),
        strict=True,
    ):
        moved = (reference.start + start, reference.end + start)
        fields = astuple(reference)[2:-1]  # but for what it means, which is no id here
        yield AbilityReference(*moved, *fields, role=role, level=level)
