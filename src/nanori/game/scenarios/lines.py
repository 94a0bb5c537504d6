"""An object's current abilities: where it keeps each of them, and of which kind it is."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import quotations
from nanori.game import line_parts, naming
from nanori.game.abilities import Ability
from nanori.game.lexicon import game_words
from nanori.game.objects import Object
from nanori.game.scenarios.word_changes import changed
from nanori.grammar.languages import Language
from nanori.model import edits
from nanori.model.values import NAMES, Edit, Node

# What CR 113.3 calls an ability.
AbilityKind = Literal["activated", "triggered", "static", "spell"]
# The same in finer kinds: loyalty abilities (CR 606), lines of only keywords (CR 702), and static
# abilities that replace events (CR 614).
DetailedKind = Literal[
    "activated", "triggered", "static", "spell", "replacement", "loyalty", "keyword"
]
# How many abilities are remembered; many objects have the same.
KEPT = 4096


class KeywordLine(Struct, frozen=True):
    """What a line says as a keyword: “Equip Knight {1}”, “Landcycling {2}”."""

    name: str = ""
    """The keyword with what belongs to its name; empty if the line is none."""
    kind: AbilityKind | None = None
    """The kind of ability that the keyword is, if that is not static."""


class KeywordWords(Struct, frozen=True):
    """The keywords of a language, in lower case."""

    names: frozenset[str]
    kinds: dict[str, AbilityKind]
    activated: re.Pattern[str]
    triggered: re.Pattern[str]

    def kind_within(self, heading: str) -> AbilityKind | None:
        """Return the kind of a heading that is a keyword with more before or after it."""
        if self.activated.search(heading):
            return "activated"
        return "triggered" if self.triggered.search(heading) else None


class AbilityPlace(Struct, frozen=True):
    """Where an object keeps an ability."""

    kind: Literal["own", "spliced", "gained"]
    line: int
    face: int = 0


def abilities(thing: Object) -> list[Ability]:
    """Return an object's abilities as they now read, in order.

    First the lines of its copiable values, then text added to a spell, both with their words as
    effects have changed them (CR 612), then what effects gave it (CR 613.1c, 613.1f).
    """
    return [ability for _, ability in placed(thing)]


def placed(thing: Object) -> list[tuple[AbilityPlace, Ability]]:
    """Return an object's abilities, each with the slot where it is kept."""
    gained = (
        (AbilityPlace("gained", number), ability) for number, ability in enumerate(thing.gained)
    )
    # What the rules say a token has is in no text, and comes after what the texts say.
    return sorted([*_own(thing), *gained], key=lambda pair: pair[1].origin == "predefined")


def _own(thing: Object) -> Iterator[tuple[AbilityPlace, Ability]]:
    lost = Counter(thing.lost)
    for slot, line in _lines(thing):
        if lost[line.text]:
            lost[line.text] -= 1
        else:
            yield slot, changed(line, thing.changes)


def _lines(thing: Object) -> Iterator[tuple[AbilityPlace, Ability]]:
    """Yield the lines of an object's own text, and those added to a spell's."""
    values = thing.values
    for face in () if thing.bare else naming.places(thing):
        for number, line in enumerate(values.text(face).lines):
            if not line.section or thing.level is None:
                yield AbilityPlace("own", number, face), line
            elif counts_at(line.section, thing.level):
                yield AbilityPlace("own", number, face), replace(line, section="")
    for number, line in enumerate(thing.spliced):
        yield AbilityPlace("spliced", number), line


def counts_at(section: str, level: int) -> bool:
    """CR 711.2a, 716.2a. Tell whether a section of a text applies at a level: “LEVEL 1-4”."""
    first, *last = map(int, re.findall(r"\d+", section))
    return first <= level and (not last or level <= last[0])


def without(thing: Object, slots: Collection[AbilityPlace]) -> Object:
    """CR 613.1f. Return the object without the abilities in those slots, and with all others."""
    gained = tuple(
        ability
        for number, ability in enumerate(thing.gained)
        if AbilityPlace("gained", number) not in slots
    )
    own = tuple(kept_at(thing, slot).text for slot in slots if slot.kind != "gained")
    return replace(thing, gained=gained, lost=(*thing.lost, *own))


def kept_at(thing: Object, slot: AbilityPlace) -> Ability:
    """Return the ability kept there, before changes of its words."""
    if slot.kind == "own":
        return thing.values.text(slot.face).lines[slot.line]
    return (thing.gained if slot.kind == "gained" else thing.spliced)[slot.line]


def with_ability(thing: Object, slot: AbilityPlace, ability: Ability) -> Object:
    """Return the object with another ability in that slot."""
    if slot.kind == "gained":
        return replace(thing, gained=_put(thing.gained, slot.line, ability))
    if slot.kind == "spliced":
        return replace(thing, spliced=_put(thing.spliced, slot.line, ability))
    values = thing.values
    text = values.text(slot.face)
    text = replace(text, lines=_put(text.lines, slot.line, ability))
    values = replace(
        values, texts=(*values.texts[: slot.face], text, *values.texts[slot.face + 1 :])
    )
    if thing.copied is None:
        return replace(thing, printed=values)
    return replace(
        thing, copied=values, lasting=values if thing.lasting == thing.copied else thing.lasting
    )


def _put(lines: Sequence[Ability], place: int, ability: Ability) -> tuple[Ability, ...]:
    return (*lines[:place], ability, *lines[place + 1 :])


def kinds(abilities: Iterable[Ability], types: str) -> list[AbilityKind]:
    """Return the kind of each ability of an object. CR 113.3, 614.12c, 700.2.

    A mode is of the kind of what it is a mode of, unless it has a trigger or a cost of its own.
    """
    answers: list[AbilityKind] = []
    for ability in abilities:
        own = kind(ability, types)
        if ability.section:
            answers.append("static")  # what has it is the static ability of its level
            continue
        part = answers and own in ("static", "spell") and is_part(ability)
        answers.append(answers[-1] if part else own)
    return answers


@lru_cache(KEPT)
def is_part(ability: Ability) -> bool:
    """Tell whether a line is part of the ability above it: a mode, a result of a die."""
    return is_part_of(_tree(ability))


def is_part_of(tree: Node) -> bool:
    """Tell whether the line of a tree is part of the ability above it."""
    return line_parts.is_part(tree)


def kind(ability: Ability, types: str) -> AbilityKind:
    """Return the kind of an ability of an object with these types (CR 113.3)."""
    words = game_words(ability.language).abilities
    return _kind(ability, spell=any(word in types for word in words.spells))


@lru_cache(KEPT)
def _kind(ability: Ability, *, spell: bool) -> AbilityKind:
    return kind_of(ability, _tree(ability), keyword_in(ability, _tree(ability)), spell=spell)


def kind_of(ability: Ability, tree: Node, keyword: KeywordLine, *, spell: bool) -> AbilityKind:
    """Return the kind of an ability, of a spell or of something else (CR 113.3).

    Activated is what has a cost before a colon, a loyalty cost, or a keyword for such an ability;
    triggered what begins with a trigger, or such a keyword. The rest are a spell's own abilities if
    the object is an instant or sorcery, otherwise static.
    """
    marks = line_parts.marks_of(tree)
    if "LOYALTY_COST" in marks or line_parts.has_cost(tree):
        return "activated"
    if "CHAPTER" in marks:  # CR 714.2b
        return "triggered"
    triggers = line_parts.has_trigger(tree, verb_last=ability.language.lexicon.verb_last)
    # A spell that does something later has a trigger in its spell ability (CR 603.7).
    if triggers and not (
        spell and not any(reference.target == "self" for reference in ability.references)
    ):
        return "triggered"
    return keyword.kind or kind_of_sentence(ability, spell=spell)


def kind_of_sentence(ability: Ability, *, spell: bool) -> AbilityKind:
    """Return the kind of an ability without cost and trigger, which is no keyword."""
    if not spell:
        return "static"
    own = [each for each in ability.references if each.target == "self"]
    text = edits.apply(ability.text, [Edit(each.start, each.end, "~") for each in own])
    casting = game_words(ability.language).abilities.casting
    return "static" if any(pattern.match(text) for pattern in casting) else "spell"


def detailed_kinds(abilities: Iterable[Ability], types: str) -> list[DetailedKind]:
    """Return the detailed kind of each ability of an object; a mode has its ability's kind."""
    answers: list[DetailedKind] = []
    for ability in abilities:
        own = _detailed_kind(ability, types)
        # Below a keyword such as Spree, modes are those of the spell.
        part = (
            answers and answers[-1] != "keyword" and own in ("static", "spell") and is_part(ability)
        )
        answers.append(answers[-1] if part else own)
    return answers


@lru_cache(KEPT)
def _detailed_kind(ability: Ability, types: str) -> DetailedKind:
    """Return the kind of an ability, in finer kinds than those of CR 113.3."""
    tree = _tree(ability)
    if "LOYALTY_COST" in line_parts.marks_of(tree):
        return "loyalty"
    if keyword_in(ability, tree).name:
        return "keyword"
    general = "static" if ability.section else kind(ability, types)
    replacing = game_words(ability.language).abilities.replacement
    if general == "static" and any(pattern.search(ability.text) for pattern in replacing):
        return "replacement"
    return general


def _tree(ability: Ability) -> Node:
    return quotations.tree(ability.text, ability.language, ability.references)


# Code points of a keyword at most, and of what a bracket may stand behind.
LONGEST_KEYWORD = 60


def keyword_in(ability: Ability, tree: Node) -> KeywordLine:
    """Return the keyword that a line is; none if it is a sentence."""
    text, words = ability.text, keyword_words(ability.language)
    heading = line_parts.keyword_of(tree, text)
    introduction = line_parts.introduced_by(tree, text)
    whole = introduction
    if not introduction and (len(text) <= LONGEST_KEYWORD or "(" in text or "（" in text):
        whole = line_parts.whole_of(tree, text)
    kind: AbilityKind | None = None
    if not any(each.start == 0 and each.form in NAMES for each in ability.references):
        kind = words.kinds.get(whole.lower()) or words.kinds.get(heading.lower())
        kind = kind or (words.kind_within(heading.lower()) if heading else None)
    if heading.lower() in words.names or (heading and kind):
        return KeywordLine(heading, kind)
    if introduction.lower() in words.names or (introduction and kind):
        return KeywordLine(introduction, kind)
    if kind or line_parts.is_keyword_phrase(tree):
        return KeywordLine(heading or whole or text, kind)
    return KeywordLine()


@cache
def keyword_words(language: Language) -> KeywordWords:
    """Return the keywords of a language."""
    words = game_words(language).abilities
    activated, triggered = (
        [word.lower() for word in listed]
        for listed in (words.activated_keywords, words.triggered_keywords)
    )
    return KeywordWords(
        frozenset(word.lower() for word in language.lexicon.words.get("keyword_name", ())),
        {**dict.fromkeys(triggered, "triggered"), **dict.fromkeys(activated, "activated")},
        _within(activated),
        _within(triggered),
    )


def _within(keywords: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of words that begin with a keyword, not another word, or end with one."""
    listed = "|".join(map(re.escape, keywords)) or "(?!)"
    return re.compile(rf"^(?:{listed})(?![a-z])|(?:{listed})$")
