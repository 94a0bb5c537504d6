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
# What ends the words of a cost, or of an ability word; and what ends sentences and quotations.
ENDS = r"()（）\"“”„«»「」『』—–―─|\n"
STOPS = ".。．"
QUOTES = '"”“»」』'
# What is in brackets, or in quotation marks.
ASIDE = re.compile(
    r"[(（](?:[^()（）]|[(（][^()（）]*[)）])*[)）]|[\"“„«][^\"”“»]*[\"”“»]|「[^「」]*」|『[^『』]*』"
)
# What a mode begins with (CR 700.2).
MODES = frozenset("•・")


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
    text = slots.unbroken(card.text, references)
    every = of_card(card, references, language)
    for ability, (kind, keyword) in zip(every, _kinds(every, spell=spell), strict=True):
        start = text.index(ability.text, end)
        end = start + len(ability.text)
        found.append(
            CardAbility(
                start=start,
                end=end,
                text=card.text[start:end],
                kind="reminder" if _is_reminder(ability.text) else kind,
                keyword=_named(keyword, language) if keyword else "",
                section=ability.section,
                references=list(_references(ability, start, card.text))
                if ability.references
                else [],
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
        line = _evident(ability, ability.text.strip(), spell=spell)
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


def _evident(ability: Ability, text: str, *, spell: bool) -> KeywordLine:
    """Return what a line says without a look at its clauses: nearly all lines begin so.

    “Flying”, “Sacrifice a land: Draw a card.”, “When this creature enters, …”. The kind is None for
    others.
    """
    opening, known = _openings(ability.language), lines.keyword_words(ability.language)
    if _is_reminder(text):
        return KeywordLine("", "static")
    if opening.trigger.match(text):  # of a spell it may be what the spell does later (CR 603.7)
        return KeywordLine("", None if spell else "triggered")
    if (":" in text or "：" in text) and opening.cost.match(text):
        return KeywordLine("", "activated")
    head = re.split("[(（]", text, maxsplit=1)[0].strip() if text[-1:] in CLOSING else ""
    if kind := opening.keywords.get(head.lower()):
        return KeywordLine(head, kind)
    if word := opening.word.match(text):  # “Threshold — As long as …”
        if word[1].lower() not in known.names and not known.kind_within(word[1].lower()):
            return _evident(ability, text[word.end() :], spell=spell)
        return KeywordLine()
    outside = ASIDE.sub("", text).strip()
    if outside[-1:] in STOPS or text[-1:] in QUOTES:
        if opening.sentence.match(outside) and not opening.doubtful.search(outside):
            return KeywordLine("", lines.kind_of_sentence(ability, spell=spell))
        return KeywordLine()
    if keyword := opening.keyword.fullmatch(outside):  # “Equip {2}”, “Protection from red”
        name = keyword[1] if keyword[2] is None else outside
        kind = opening.keywords.get(name.lower()) or known.kind_within(name.lower())
        return KeywordLine(name, kind or "static")
    several = {opening.keywords.get(each.strip().lower()) for each in re.split("[,、，]", outside)}
    if several == {"static"}:
        return KeywordLine(head or text, "static")
    return KeywordLine()


class _Openings(Struct, frozen=True):
    """How lines of a language begin."""

    keywords: dict[str, AbilityKind]
    cost: re.Pattern[str]
    word: re.Pattern[str]
    """Words before a dash."""
    trigger: re.Pattern[str]
    name: re.Pattern[str]
    """A keyword that is not one of several."""
    keyword: re.Pattern[str]
    """A keyword with its cost or number, or with what else belongs to it, the second group."""
    sentence: re.Pattern[str]
    """A line, outside brackets, that begins with no keyword, cost or number, or is a mode."""
    doubtful: re.Pattern[str]
    """What a line without trigger, cost and ability word has nowhere outside brackets."""


@cache
def _openings(language: Language) -> _Openings:
    words = lines.keyword_words(language)
    keyword = "|".join(map(re.escape, sorted(words.names, key=len, reverse=True))) or "(?!)"
    # Where words touch, a keyword is followed by its cost, a number or a bracket.
    word = r"\b" if language.lexicon.spaces else ""
    edge = word or r"(?=[\s\W\d]|$)"
    whole = rf"(?:{keyword}){edge}"
    triggers = language.lexicon.words.get("trigger", ())
    trigger = rf"(?:{'|'.join(map(re.escape, triggers)) or '(?!)'}){word}"
    doubtful = r"[:：—–―─|～]| - "
    if own := game_words(language).abilities.triggers.pattern:
        # Where verbs stand last, “when” ends what it says.
        trigger = rf"(?!{keyword})[^。．.\"“「『（(:：\n]{{1,90}}(?:{own})(?=、|, )"
        doubtful = rf"{doubtful}|^[^。．.]*(?:{own})"
    amount = r"(?: ?(?:\{[^{}]+\}|[0-9０-９XＸ]+|[—–―─] ?(?=\{)))*"
    mode = "(?:[•・] ?)?"
    patterns = {
        "cost": rf"(?!{whole}|[•・])(?:(?! - )[^.。:：{ENDS}]){{1,120}}[:：](?! ?[\"“„«])",
        "word": rf"{mode}([^\W\d][^.。:：,，、{ENDS}]{{0,40}}?)(?: ?[—–―─～]| - ) ?",
        "trigger": rf"{trigger}|[IVX]+(?:, ?[IVX]+)* ?[—–―─]",
        "name": rf"(?:{keyword}){word}(?![,、，])",
        "keyword": rf"({keyword})(?:{edge}{amount}|( [^.。:：,、，—–―─{{]{{1,60}}))",
        "sentence": rf"{mode}(?!{whole})[^\W\d_]",
        "doubtful": doubtful,
    }
    return _Openings(
        keywords={
            name: words.kinds.get(name) or words.kind_within(name) or "static"
            for name in words.names
        },
        **{name: re.compile(pattern, re.I) for name, pattern in patterns.items()},
    )


def _is_reminder(text: str) -> bool:
    words = text.strip()
    return words[:1] in OPENING and words[-1:] in CLOSING and len(words) > 1


def _references(ability: Ability, start: int, text: str) -> Iterator[AbilityReference]:
    """Yield the references of an ability, counted in its card's text."""
    for reference, (role, level) in zip(
        ability.references,
        slots.meanings(ability.text, ability.references, ability.language),
        strict=True,
    ):
        first, last = reference.start + start, reference.end + start
        fields = astuple(reference)[3:-1]  # but for what it means, which is no id here
        yield AbilityReference(first, last, text[first:last], *fields, role=role, level=level)
