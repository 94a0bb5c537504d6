"""What a card says about its own object: by which noun, in which zone, by its age and kind.

And what its translation says otherwise, passage by passage.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import brackets, departures, roles, vocabulary
from nanori.linting.evidence.departures import Passage
from nanori.linting.evidence.translations import is_left
from nanori.linting.evidence.vocabulary import Occurrences, Span, Thing
from nanori.linting.lexicon import lint_words
from nanori.model.values import NAMES, Card, Reference
from nanori.rewriting import nouns, zones
from nanori.rewriting.lexicon import restyling_words
from nanori.rewriting.zones import Whereabouts

# Where an object is a spell or a card.
OUT_OF_PLAY = ("stack", "elsewhere")


def said(subject: Subject) -> list[tuple[Reference, str]]:
    """Return the demonstratives that mean the card itself, each with its noun as in the table.

    Those in reminder text are left out: it is worded for many cards. So are those after an unclosed
    mark: they may be another object's.
    """
    text, pairs = subject.card.text, subject.language.lexicon.pairs
    return [
        (reference, noun)
        for reference in subject.references
        if reference.form == "this" and reference.target == "self" and reference.scope != "reminder"
        if (noun := noun_of(reference.text, subject.language))
        and not brackets.is_unclosed(text, reference.start, pairs)
    ]


def noun_of(words: str, language: Language) -> str:
    """Return the noun of a demonstrative, in any case; empty if it has none."""
    opening, _, after = language.lexicon.this.partition("{}")
    if not words.lower().startswith(opening.lower()) or not words.endswith(after):
        return ""
    noun = words[len(opening) : len(words) - len(after)]
    return _nouns(language).get(noun.lower(), noun)


@cache
def _nouns(language: Language) -> dict[str, str]:
    return {noun.lower(): noun for noun in language.lexicon.permanent_nouns}


def with_noun(noun: str, like: str, language: Language) -> str:
    """Return the demonstrative with another noun, capitalised like the other words."""
    words = language.lexicon.this.format(noun)
    return words[:1].upper() + words[1:] if like[:1].isupper() else words


def fitting(card: Card, language: Language) -> str:
    """Return the noun that fits a card: its kind of permanent, or that of a spell."""
    return nouns.noun(card, language) or language.lexicon.noun("spell")


def fits(noun: str, subject: Subject) -> bool:
    """Tell whether a card is, or may become, what a permanent's noun says; true for other nouns.

    A type line without a type of the language leaves that open, and so does a text that says that
    something becomes such a permanent (CR 2011 608.2j).
    """
    card, language = subject.card, subject.language
    words = language.lexicon.permanent_nouns.get(noun)
    if words is None or any(word in card.type for word in words):
        return True
    if not any(word in card.type for word in language.lexicon.types):
        return True
    if any(keyword in card.text.lower() for keyword in lint_words(language).selves.becoming):
        return True
    return any(
        place.words(place.part).lower() == noun.lower() and roles.is_said(place)
        for place in roles.everywhere(subject)
    )


def zones_of(subject: Subject, references: Sequence[Reference]) -> list[Whereabouts]:
    """Return the zone of the object of each reference, if its clause tells."""
    card, language = subject.card, subject.language
    spell = nouns.is_spell(card, language)
    whereabouts = zones.find(card.text, references, language, spell=spell)
    return [
        "anywhere" if zone in OUT_OF_PLAY and _is_compared(reference, subject) else zone
        for reference, zone in zip(references, whereabouts, strict=True)
    ]


def _is_compared(reference: Reference, subject: Subject) -> bool:
    """Tell whether an object is not what its clause is about, or is told what it has.

    “Search for a card that shares a color with this creature.”
    """
    place = roles.place_of(subject, reference.start)
    if place is None:
        return False
    itself = roles.is_subject(place) or roles.is_object(place)
    return not itself or any(verb.type == "GIVE" for verb in roles.verbs(place))


# What permanents and spells call themselves; empty if that cannot be known.
Manner = Literal["names", "nouns", ""]

# Since then it is “this creature”, “this spell”, and for legends a short name, or これ.
FOUNDATIONS = "2024-11-15"
# A set has the wording that three more of its cards have than the other: one or two are chance.
MIN_CARDS_AHEAD = 3


def wording(subject: Subject) -> Manner:
    """Return how cards like this one call themselves: by its date, else as most of its file do."""
    card = subject.card
    if card.released:
        return "names" if card.released < FOUNDATIONS else "nouns"
    ahead = subject.house.said["noun"] - subject.house.said["name"]
    if abs(ahead) < MIN_CARDS_AHEAD:
        return ""
    return "nouns" if ahead > 0 else "names"


# Any noun that no list has.
ANY_NOUN = "*"


class SelfDifference(NamedTuple):
    """How a passage of a translation calls an object otherwise than the original's does."""

    target: Passage
    lost: list[Occurrences]
    added: list[Occurrences]
    """What the original says nowhere in the passage."""

    @property
    def is_sure(self) -> bool:
        """Whether one noun stands for one other as often, outside remarks."""
        is_one = len(self.lost) == len(self.added) == 1 and not self.target.is_remark
        return is_one and bool(self.lost[0].thing.said) and -self.lost[0].more == self.added[0].more


@lru_cache(4)  # two rules ask about a pair
def differences(pair: Pair) -> tuple[SelfDifference, ...]:
    """Return the passages in which a translation calls its object otherwise, or less often."""
    return tuple(_differences(pair))


def _differences(pair: Pair) -> Iterator[SelfDifference]:
    translation = pair.translation
    listed = translation.language.lexicon.original_nouns
    words = {word: noun for noun, equivalents in listed.items() for word in equivalents}
    for source, target in departures.passages(pair):
        if is_left(translation.card.text[slice(*target.span)], translation.language):
            continue
        if target.is_remark and _quotes(source, pair.original) and not _quotes(target, translation):
            continue  # it leaves out the ability that the original's says
        every = vocabulary.compared(
            _things(source, pair.original, {noun: noun for noun in listed}),
            _things(target, translation, words),
        )
        if difference := _difference(every, source, target, pair):
            yield difference


def _quotes(passage: Passage, subject: Subject) -> bool:
    words = subject.card.text[slice(*passage.span)]
    return any(marks[0] in words for marks in subject.language.lexicon.quotations)


def _things(
    passage: Passage, subject: Subject, listed: Mapping[str, str]
) -> Iterator[tuple[Thing, Span]]:
    """Yield what a passage calls an object: by “this” and a noun of originals, or by name.

    “When this creature dies, Kiln Sigil …” → “creature”, “”; “this” alone is neither.
    """
    for each in passage.inside(subject.references):
        noun = "" if each.form in NAMES or each.form == "placeholder" else None
        if each.form == "this" and not nouns.is_worn(subject.card.text, each, subject.language):
            noun = listed.get(noun_of(each.text, subject.language), ANY_NOUN)
        if noun is not None and each.target != "name":
            yield vocabulary.value(each.target, noun), (each.start, each.end)


def _difference(
    every: Sequence[Occurrences], source: Passage, target: Passage, pair: Pair
) -> SelfDifference | None:
    """Return what a passage lacks and adds; None if that is what prints of some age may do."""
    translation = pair.translation
    is_old = wording(translation) == "names"
    comparable = [each for each in every if not _may_differ(each, target, pair)]
    lost = [each for each in comparable if each.is_lost]
    added = [each for each in comparable if not each.source]
    # A noun of no list may be any of them: beside one only names are known to be lost or added.
    unlisted = [each for each in comparable if each.thing.said == ANY_NOUN]
    if unlisted:
        lost = [each for each in lost if not each.thing.said]
    if any(each.source for each in unlisted):
        added = [each for each in added if not each.thing.said]
    for_names = [each for each in added if _is_for_name(each, pair)]
    added = [each for each in added if each not in for_names]
    # What may stand for the words that are lost: “it”, and for a name its noun out of play.
    pronouns = _others(source, target, pair, said_otherwise=bool(added))
    instead_of_names = pronouns + sum(len(each.target) for each in for_names)
    lost = [
        each for each in lost if -each.more > (pronouns if each.thing.said else instead_of_names)
    ]
    if not lost:
        # A translation may say it more often; “this” that is also “that” may be another object.
        also_that = translation.language.lexicon.third_object.also_that
        if also_that or target.is_remark or any(each.source for each in every):
            return None
        added = [each for each in added if each.thing.said or not is_old]  # keywords now
        inside = (
            e for each in added for span in each.target for e in translation.references_in(*span)
        )
        if any(reference.scope != "rules" for reference in inside):
            return None
    return SelfDifference(target, lost, added) if lost or added else None


def _may_differ(occurrences: Occurrences, target: Passage, pair: Pair) -> bool:
    """Tell whether prints of a language, or of a time, say so alone."""
    thing = occurrences.thing
    manners = wording(pair.original), wording(pair.translation)
    spell = pair.original.language.lexicon.noun("spell")
    if manners[1] == "names" and occurrences.source and thing.said == spell:
        return True
    if target.is_remark:
        return thing.said in lint_words(pair.translation.language).selves.unremarked
    return {*manners} == {"names", "nouns"} and thing.sort == "self"


def _is_for_name(added: Occurrences, pair: Pair) -> bool:
    """Tell whether a noun stands for a name: out of play, or on a legend where これ is misread."""
    translation, words = pair.translation, restyling_words(pair.translation.language)
    if translation.legend and words.legend and added.thing.said:
        text = translation.card.text
        return not any(words.legend_after.match(text, end) for _, end in added.target)
    if added.thing.said != pair.original.language.lexicon.noun("card"):
        return False
    cards = [each for span in added.target for each in translation.references_in(*span)]
    return {*zones_of(translation, cards)} <= {*OUT_OF_PLAY}


def _others(source: Passage, target: Passage, pair: Pair, *, said_otherwise: bool) -> int:
    """Return how many other words of a passage may mean its object: これ, “it”.

    In a wording of today これ is none, unless it means “other”: “other than this creature”.
    """
    translation, language = pair.translation, pair.translation.language
    manner, text, words_of_lint = wording(translation), translation.card.text, lint_words(language)
    references = target.inside(translation.references)
    bare = [each for each in references if each.form == "bare"]
    free = manner == "names" or (target.is_remark and manner != "nouns")
    if not translation.legend and (said_otherwise or not free):
        after = restyling_words(language).bare_after
        bare = [each for each in bare if after.match(text, each.end)]
    words = text[slice(*target.span)]
    others = len(bare) + (words.count(words_of_lint.reflexive) if words_of_lint.reflexive else 0)
    if said_otherwise or (target.is_remark and (references or manner == "nouns")):
        return others
    # “this creature” where it was read as “that”, as in a quotation without its end
    listed = {noun for each in language.lexicon.original_nouns.values() for noun in each}
    nouns_said = (words.count(language.lexicon.this.format(noun)) for noun in listed)
    others += max(0, sum(nouns_said) - sum(each.form == "this" for each in references))
    pronouns = len(words_of_lint.selves.pronouns.findall(words))
    if target.is_remark:
        return MAX_REFERENCES if words_of_lint.selves.unsaid else others + pronouns
    theirs = lint_words(pair.original.language).selves.pronouns
    original = pair.original.card.text[slice(*source.span)]
    said_again = bool(references and pronouns and language.lexicon.spaces)  # „… Mech …, wird er“
    return others + max(said_again, pronouns - len(theirs.findall(original)))


# No passage says its object more often.
MAX_REFERENCES = 1_000


def agrees(words: str, others: str, language: Language) -> bool:
    """Tell whether both begin with the same word, as “this” may have gender, number and case."""
    first, second = (each.split(" ")[0].lower() for each in (words, others))
    return first == second or not language.lexicon.spaces


def is_invariable(language: Language) -> bool:
    """Tell whether nothing around a noun depends on it: neither cases nor particles."""
    lexicon = language.lexicon
    return not (lexicon.inflection.declensions or lexicon.particles.pairs)


def worded(thing: Thing, reference: Reference, translation: Subject) -> str:
    """Return how a translation calls an object so, in place of a reference.

    Empty if its language has no such noun.
    """
    language, restyling = translation.language, restyling_words(translation.language)
    if noun := thing.said:
        words = language.lexicon.original_nouns.get(noun, ())
        capital = reference.text[:1].isupper()
        alike = [each for each in words if each[:1].isupper() == capital] or words
        if len(alike) > 1:  # of several forms, the one with the same “this”
            alike = [each for each in alike if agrees(each, reference.text, language)]
        return with_noun(alike[0], "", language) if alike else ""
    if restyling.legend and translation.legend and reference.scope != "quote":
        free = restyling.legend_after.match(translation.card.text, reference.end)
        if free and wording(translation) != "names":
            return restyling.legend
    return nouns.full(translation.card, language)
