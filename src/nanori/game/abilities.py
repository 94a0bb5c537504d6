"""What an object's rules text says, line by line, with the object that each reference means."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from nanori.annotation import pipeline, quotations
from nanori.annotation.own_names import own_names
from nanori.formats import labels
from nanori.game import line_parts
from nanori.game.lexicon import game_words
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.edits import apply, moved
from nanori.model.values import NAMES, Card, Edit, Reference
from nanori.rewriting import inflecting, slots

# Code points of a line from which it is not divided: no card has such an ability.
MAX_LINE_LENGTH = 2_000
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_QUOTED = re.compile("「[^「」]*」|『[^『』]*』|“[^“”]*”")
# Power and toughness at a level, which are no ability, and what a line that counts from one on has.
_SIZE = re.compile(r"\d+[/／]\d+$")
_PREFIX = re.compile(r"(\d+[+＋]) ?[|｜] ?")
# In place of an id: whatever object has the ability.
BEARER = ""

# How an object came by an ability; `predefined` ones it has by the rules (CR 111.10).
Origin = Literal[
    "printed", "copied", "gained", "granted", "created", "spliced", "merged", "predefined"
]


class Bound(Reference, frozen=True):
    """A reference of an ability, counted in its text, and the object that it means."""

    means: str | None = BEARER
    """The id of the object meant, `BEARER`, or None if no object is meant (yet)."""


class Ability(Struct, frozen=True, kw_only=True):
    """One line of a rules text as it reads now (CR 113.2c)."""

    text: str
    language: Language
    references: tuple[Bound, ...] = ()
    origin: Origin = "printed"
    giver: str = ""
    """The id of the object that it came from, if that is another."""
    was: str = ""
    """How it read before its words changed; empty if they did not."""
    alternates: tuple[str, ...] = ()
    """The whole alternate names of the card it is printed on (CR 201.6)."""
    names: tuple[str, ...] = ()
    """What its bearer is called, uninflected, in a language with cases."""
    unformed: tuple[str, ...] = ()
    """Cases in which a new name should be but its form is not sure: it was put in uninflected."""
    nameless: bool = False
    """Whether it was gained by an object without a name, so that no name could be read anew."""
    rules: tuple[str, ...] = ()
    """The rules that led to it, in the order in which they applied."""
    section: str = ""
    """The levels at which it applies, such as “LEVEL 1-4” (CR 711.2a, 716.2a); empty for always."""

    @property
    def before(self) -> str:
        """How it read originally."""
        return self.was or self.text


def of_card(card: Card, references: Sequence[Reference], language: Language) -> tuple[Ability, ...]:
    """Return the abilities of a card's text, one per line, with the references in each.

    Lines without words, as “//” between two faces, and those that only name the card's other side
    are left out; a line that runs abilities together is several. What means the source means the
    bearer. What means the holder of a quoted ability means nobody as long as the quotation is not
    an ability. CR 113.2c, 201.5.
    """
    abilities: list[Ability] = []
    waiting = list(reversed(references))
    names = inflecting.by_themselves(own_names(card, language), language)
    named = list(labels.lines(card.text, card.faces))
    start = 0
    for line in slots.unbroken(card.text, references).split("\n"):
        inside: list[Bound] = []
        while waiting and waiting[-1].start < start + len(line):
            reference = waiting.pop()
            if start <= reference.start and reference.end <= start + len(line):
                inside.append(_bound(reference, start))
        plain = line.rstrip("\r")
        if any(map(str.isalnum, plain)) and not any(first <= start < last for first, last in named):
            ability = Ability(
                text=plain,
                language=language,
                references=tuple(inside),
                alternates=card.alternate,
                names=names,
            )
            abilities += _divided(ability)
        start += len(line) + 1
    return tuple(_in_sections(abilities))


def read_card(card: Card) -> tuple[Ability, ...]:
    """Return the abilities of a card that says its language, its references found."""
    return of_card(card, pipeline.annotate(card), languages.load(card.lang))


def _in_sections(abilities: Sequence[Ability]) -> Iterator[Ability]:
    """CR 711.2a, 716.2a, 721.2. Yield the abilities with the levels at which they apply.

    A line with only a level, or power and toughness at one, is not an ability.
    """
    section = ""
    for ability in abilities:
        heading, level = _levels(ability.language)
        if begins := heading.match(ability.text):
            section = begins[1]
        elif section and _SIZE.match(ability.text):
            continue
        elif gained := level.match(ability.text):
            yield ability
            section = gained[1]
        elif prefix := _PREFIX.match(ability.text):
            yield replace(_part(ability, prefix.end(), len(ability.text)), section=prefix[1])
        else:
            yield replace(ability, section=section) if section else ability


@cache
def _levels(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what a line below which others count at a level is, and an ability: “{2}: Level 2”.

    The first group of each is the level.
    """
    words = "|".join(game_words(language).abilities.levels) or "(?!)"
    return (
        re.compile(rf"((?:{words}) ?\d+(?:[-~－～]\d+|[+＋])|//Level_\d+//)$"),
        re.compile(rf"(?:\{{[^{{}}]+\}})+ ?[:：] ?((?:{words}) ?\d+|\d+(?:{words}))$"),
    )


def _divided(ability: Ability) -> Iterator[Ability]:
    """CR 113.2c. Yield the abilities that a line runs together, as data in some languages do.

    These are languages that do not divide words; where words are divided, abilities are, too.
    """
    runs_on = None if ability.language.lexicon.spaces else _runs_on(ability.language)
    while runs_on is not None and len(ability.text) < MAX_LINE_LENGTH:
        outside = _BRACKETS.sub("()", ability.text)
        if not runs_on.search(outside) or not runs_on.search(_QUOTED.sub("", outside)):
            break
        tree = quotations.tree(ability.text, ability.language, ability.references)
        offset = line_parts.second(tree, ability.text)
        if offset is None:
            break
        yield _part(ability, 0, offset)
        ability = _part(ability, offset, len(ability.text))
    yield ability


@cache
def _runs_on(language: Language) -> re.Pattern[str]:
    """Return what is in each line that `line_parts.second` divides, and in few others.

    A keyword at its beginning, or behind a stop another one, or a cost.
    """
    names = language.lexicon.words.get("keyword_name", ())
    keyword = "|".join(map(re.escape, names)) or "(?!)"
    verb = game_words(language).abilities.verb.pattern or "(?!)"
    one = rf"(?:{keyword})(?: ?(?:\{{[^{{}}]+\}}|[0-9０-９XＸ]+|[—–―─] ?(?=\{{)))*"
    alone = rf"{one}(?:[、,，] ?{one})*\s*(?:\(\))?\s*$"
    later = rf"[。.．)](?=.)(?:.*[:：]|\s*(?:{keyword})(?!{verb}))"
    return re.compile(rf"^(?!{alone})(?:{keyword})(?!{verb})|{later}", re.S)


def _part(ability: Ability, start: int, end: int) -> Ability:
    """Return the ability in a part of a line, without blanks around it."""
    words = ability.text[start:end]
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip())
    references = tuple(within(ability, start, end))
    return replace(ability, text=ability.text[start:end], references=references)


def _bound(reference: Reference, start: int) -> Bound:
    return Bound(
        reference.start - start,
        reference.end - start,
        reference.text.replace("\n", " "),
        *astuple(reference)[3:],
        means=BEARER if reference.target == "self" else None,
    )


def names_bearer(reference: Bound) -> bool:
    """Tell whether a reference means the bearer by its name."""
    return reference.means == BEARER and reference.form in NAMES


def rebound(ability: Ability, meanings: Mapping[str, str]) -> Ability:
    """Return the ability with what means these objects meaning others; `BEARER` is one of them."""
    if not any(reference.means in meanings for reference in ability.references):
        return ability
    references = (
        reference
        if reference.means is None
        else replace(reference, means=meanings.get(reference.means, reference.means))
        for reference in ability.references
    )
    return replace(ability, references=tuple(references))


def ruled(ability: Ability, *rules: str) -> Ability:
    """Return the ability with rules added to those that led to it, each once."""
    return replace(ability, rules=tuple(dict.fromkeys((*ability.rules, *rules))))


def edited(ability: Ability, edits: Sequence[Edit]) -> Ability:
    """Return the ability after edits of its text, its references moved along."""
    text = apply(ability.text, edits)
    spans = moved([(reference.start, reference.end) for reference in ability.references], edits)
    references = (
        replace(reference, start=start, end=end, text=text[start:end])
        for reference, (start, end) in zip(ability.references, spans, strict=True)
    )
    return replace(ability, text=text, references=tuple(references))


def within(ability: Ability, start: int, end: int) -> Iterator[Bound]:
    """Yield the references in a part of the text, counted from where it begins."""
    for reference in ability.references:
        if start <= reference.start and reference.end <= end:
            yield replace(reference, start=reference.start - start, end=reference.end - start)
