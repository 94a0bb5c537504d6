"""Mentions to what they denote: the rules of the game, in order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from nanori.annotation import mentions as mention_stage
from nanori.annotation.mentions import Mention
from nanori.grammar import anaphora, trees
from nanori.grammar.languages import Language
from nanori.grammar.prefilter import NOTHING, Cues
from nanori.model.values import Card, Form, Reference, Target, Token

# Code points of a longer paragraph, which is not worth remembering.
MAX_CACHED_LENGTH: Final = 1000

# The English forms of names where none is known.
NO_NAMES: Final[Mapping[str, str]] = {}

# What is denoted, and the number of the rule that says so.
Answer = tuple[Target, str]

# For each form that says a name and denotes no object, the rule about such names.
NAME_RULES: Final = {"named": "201.5", "face": "712.1", "other": "201.2", "token": "111.4"}


def token_in_its_own_ability(mention: Mention) -> Answer | None:
    """CR 111.4. A token's given name in the token's own ability means the token."""
    return ("holder", "111.4") if mention.token else None


def name_as_such(mention: Mention) -> Answer | None:
    """CR 201.5. A name that says what something is called denotes no object by itself."""
    rule = NAME_RULES.get(mention.form)
    return ("name", rule) if rule else None


def demonstrative_in_granted_ability(mention: Mention) -> Answer | None:
    """CR 201.5a. “This creature” in a granted ability is the object with the ability."""
    is_granted_demonstrative = mention.granted and mention.form in ("this", "bare")
    return ("holder", "201.5a") if is_granted_demonstrative else None


def name_in_granted_ability(mention: Mention) -> Answer | None:
    """CR 201.5a. A name in a granted ability still means the object that granted it."""
    return ("self", "201.5a") if mention.granted else None


def alternate_name(mention: Mention) -> Answer | None:
    """CR 201.6. An alternate name means the card it is printed on."""
    return ("self", "201.6") if mention.form == "alternate" else None


def short_name(mention: Mention) -> Answer | None:
    """CR 201.5c. A legend's shortened name means its full name."""
    return ("self", "201.5c") if mention.form == "short" else None


def demonstrative(mention: Mention) -> Answer | None:
    """CR 700.7. “This creature” means just its object, even when that is no longer a creature."""
    return ("self", "700.7") if mention.form in ("this", "bare") else None


def own_object(mention: Mention) -> Answer | None:
    """CR 201.5. Text that names the object it is on means just that object."""
    del mention
    return ("self", "201.5")


# The first rule that answers wins.
RULES: Final[tuple[Callable[[Mention], Answer | None], ...]] = (
    token_in_its_own_ability,
    name_as_such,
    demonstrative_in_granted_ability,
    name_in_granted_ability,
    alternate_name,
    short_name,
    demonstrative,
    own_object,
)


def bind(mention: Mention) -> Answer:
    """Return what a mention denotes and the rule that decides it."""
    return _ruled(mention.form, mention.granted, mention.token)


@cache
def _ruled(form: Form, granted: bool, token: bool) -> Answer:
    mention = Mention(0, 0, form, granted=granted, token=token)
    return next(answer for rule in RULES if (answer := rule(mention)))


def references(
    card: Card,
    names: Sequence[Token],
    cues: Cues,
    language: Language,
    english: Mapping[str, str] = NO_NAMES,
) -> list[Reference]:
    """Return the references in a card's text that contains these names and cues.

    References to a name have its English form, if it is known as `english`.
    """
    text = card.text
    bound: list[Reference] = []
    waiting = [*names[::-1]]
    for start, end in trees.paragraphs(text):
        inside = trees.within(waiting, start, end) if waiting and waiting[-1].start < end else ()
        if not inside and cues == NOTHING:
            continue
        paragraph = text[start:end]
        cued = cues if len(paragraph) == len(text) else cues.within(paragraph)
        mentions: Sequence[Mention] = ()
        if inside or (cued != NOTHING and end - start > MAX_CACHED_LENGTH):
            mentions = mention_stage.find(paragraph, language, inside, cued)
        elif cued != NOTHING:
            mentions = mention_stage.without_names(paragraph, language, cued)
        if mentions:
            bound += _bound(mentions, card, start, language, english)
    return bound


def _bound(
    mentions: Iterable[Mention],
    card: Card,
    start: int,
    language: Language,
    english: Mapping[str, str],
) -> list[Reference]:
    bound: list[Reference] = []
    last = 0
    text = card.text
    for mention in mentions:
        if mention.start < last or means_another(mention, card, start, language):
            continue
        last = mention.end
        target, rule = bind(mention)
        form, first, end = mention.form, start + mention.start, start + last
        words = text[first:end]
        named = words if target == "name" else None
        english_name = english.get(named) or None if named else None
        bound.append(
            Reference(first, end, words, form, target, mention.scope, rule, named, english_name)
        )
    return bound


def means_another(mention: Mention, card: Card, start: int, language: Language) -> bool:
    """Tell whether a demonstrative means an object just mentioned, not the one it is on.

    “Treat this token as …” on what is not a token; in a quoted choice, “this creature” on what is
    not a creature: it belongs to whoever chooses that. `start` is where the paragraph begins.
    """
    if mention.form != "this" or mention.granted:
        return False
    nouns = language.lexicon.third_object
    words = card.text[start + mention.start : start + mention.end]
    if mention.created and words.endswith(nouns.tokens):
        return nouns.token_type != card.layout and nouns.token_type not in card.type.split()
    typed = (nouns.also_that and mention.scope != "quote") or (
        nouns.typed and mention.scope == "rules"
    )
    if (mention.chosen or typed) and card.type:
        types = card.type.lower()
        nouns_of_kinds = (*nouns.types, *language.lexicon.spells)
        if not mention.chosen and not any(noun.lower() in types for noun in nouns_of_kinds):
            return False  # the type line is in another language
        noun = anaphora.base(words.partition(" ")[2].lower(), nouns)
        return any(
            (words.endswith(name) or noun == name.lower()) and name.lower() not in types
            for name in nouns.types
        )
    return False
