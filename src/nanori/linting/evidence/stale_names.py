"""A text that has forgotten its card's name, to the places of the name it says instead."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from nanori.annotation.own_names import shortened
from nanori.grammar import clauses, phrases, places
from nanori.grammar.languages import Language
from nanori.grammar.places import Path
from nanori.linting.context import Subject, TextParagraph
from nanori.linting.evidence import own_names, roles, typos
from nanori.model.values import Node, Token
from nanori.rewriting.restyling import nouns

# Terminals of verbs of what an object does or is.
ACTS = frozenset({"ACT", "TURN", "LEAVE", "GIVE", "BE", "AUX"})
# The same of an instant or sorcery, which is and has nothing while it resolves.
SPELL_ACTS = frozenset({"ACT"})
# Terminals of what no name begins with.
NOT_FIRST = (
    phrases.SOURCES | phrases.DETERMINERS | {"PLAYER", "PRONOUN", "PARTICIPLE", "KEYWORD", "ADVERB"}
)
# Terminals of words that names are made of, and of verbs, which some have in them.
UNLISTED = clauses.VERBS | {
    "WATER",
    "CAPITAL",
    "SUBTYPE",
    "INFLECTED",
    "GENITIVE",
    "POSSESSIVE",
    "COMMA",
}
# Forms by which a text says its card's name.
NAMED = frozenset(("full", "short", "alternate", "placeholder"))
# The pattern that every text has.
EVERYWHERE = re.compile("")
# No text has so many subjects; of one that has, no more are looked at.
MANY = 20


def stale_names(subject: Subject) -> Iterator[tuple[int, int, str]]:
    """Yield the places of a name that stands for the card but is none, each with the right one.

    A text that says the card's own name elsewhere says an old one where something happens to the
    card: “When X enters”.
    """
    if not subject.card.name:
        return
    plain, tried = subject.language.plain_words, set[str]()
    plural = subject.language.lexicon.plural
    own = any(reference.form in NAMED for reference in subject.references)
    for name in _subjects(subject, _promising(subject, only_triggers=own), only_triggers=own):
        if len(tried) > MANY:
            return
        if any(word in plain or word in tried for word in (name, name.removesuffix(plural))):
            continue
        if _is_plural(name, subject):
            continue
        if subject.card.name in name:
            continue  # a longer name, as of what the card turns into
        tried.add(name)
        if _is_stranger(name, subject):
            yield from _places(name, subject)
            return


def _is_plural(name: str, subject: Subject) -> bool:
    """Tell whether a word is said of several things, as “Layers are”: a name alone is of one."""
    plural, agreeing = subject.language.lexicon.plural, subject.language.lexicon.restyling.agreeing
    if not plural or " " in name or not name.endswith(plural):
        return False
    behind = subject.card.text.partition(f"{name} ")[2].partition(" ")[0]
    return behind in agreeing


def _promising(subject: Subject, *, only_triggers: bool) -> list[TextParagraph]:
    """Return the paragraphs that may have such a name: most texts have none and need no trees."""
    if not any(True for _ in typos.unlisted(subject)):
        return []
    triggers = _triggers(subject.language) if only_triggers else EVERYWHERE
    return [paragraph for paragraph in subject.paragraphs if triggers.search(paragraph.text)]


@cache
def _triggers(language: Language) -> re.Pattern[str]:
    """Return the pattern of words by one of which an ability waits; of any text, without a list."""
    words = language.lexicon.words.get("trigger", ())
    if not words or not language.lexicon.spaces:
        return EVERYWHERE
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def _subjects(
    subject: Subject, paragraphs: Iterable[TextParagraph], *, only_triggers: bool
) -> Iterator[str]:
    """Yield the words of no list that a sentence begins with, or that a cost is paid with.

    That is how a card speaks of itself: “When X enters”, “X can't block”, “Sacrifice X: …”.
    """
    strange = subject.language.lexicon.checks.selves.strange
    acts = SPELL_ACTS if nouns.is_spell(subject.card, subject.language) else ACTS
    for place, node in _said(paragraphs):
        start = -1
        if node.kind in roles.SAID_FIRST and _acts(place, acts):
            start = _sentence_begin(place.path)
        elif node.kind == "object" and _is_paid(place):
            start = node.start
        if start < 0 or (only_triggers and not _is_triggering(place.path)):
            continue
        end = max((part.end for part in node.children if isinstance(part, Node)), default=start)
        if strange.fullmatch(place.paragraph, start, end) and _is_unlisted(
            place, start, end, subject
        ):
            yield place.paragraph[start:end]


def _said(paragraphs: Iterable[TextParagraph]) -> Iterator[tuple[roles.Place, Node]]:
    """Yield the nodes of what acts and of what is acted on, outside brackets and quotations."""
    kinds = (*roles.SAID_FIRST, "object")
    for paragraph in paragraphs:
        for path, part in places.leaves(paragraph.tree, but=places.BRACKETS):
            if path and isinstance(part, Node) and part.kind in kinds:
                yield roles.Place(path, paragraph.text, paragraph.begin), part


def _acts(place: roles.Place, acts: Collection[str]) -> bool:
    """Tell whether what a subject does is what such an object does."""
    said = roles.verbs(place)
    written = (place.words(verb) for verb in said)
    return any(verb.type in acts for verb in said) and not any(
        words[0].isupper() for words in written
    )


def _is_triggering(path: Path) -> bool:
    """Tell whether something happens to a place that its ability waits for."""
    sentence = places.within(path, "sentence")
    first = places.node_at(sentence).children[0] if sentence else None
    begins = isinstance(first, Node) and places.is_token(first.children[0], "TRIGGER")
    return begins or bool(places.within(path, "trigger"))


def _is_paid(place: roles.Place) -> bool:
    """Tell whether an object is sacrificed or the like for a cost."""
    paid = bool(places.within(place.path, "cost"))
    return paid and any(verb.type == "AFFECT" for verb in roles.verbs(place))


def _sentence_begin(path: Path) -> int:
    """Return where the sentence around a place begins, without “when” and “if”; -1 for none."""
    sentence = places.within(path, "sentence")
    for _, part in places.leaves(places.node_at(sentence), sentence) if sentence else ():
        if isinstance(part, Token) and part.type not in ("TRIGGER", "IF"):
            return part.start
    return -1


def _is_unlisted(place: roles.Place, start: int, end: int, subject: Subject) -> bool:
    """Tell whether words are none that a list has, or are written as a name is."""
    node = place.part
    if any(places.is_node(part, "relative") for _, part in places.leaves(node)):  # type: ignore[arg-type]
        return False
    name, plain = place.paragraph[start:end], subject.language.plain_words
    first = name.partition(" ")[0].lower()
    if (
        first in plain
        or name.lower() in plain
        or name.lower().removesuffix(subject.language.lexicon.plural) in plain
    ):
        return False
    small = subject.language.lexicon.short.small
    for _, part in places.leaves(place.path[0].node, but=places.BRACKETS):
        if isinstance(part, Token) and start <= part.start < part.end <= end:
            word = place.words(part)
            if part.start == start and part.type in NOT_FIRST:
                return False
            if not (part.type in UNLISTED or word[0].isupper() or word in small):
                return False
    return True


def _places(name: str, subject: Subject) -> Iterator[tuple[int, int, str]]:
    """Yield each place of an old name; a legend's is in full or shortened (CR 201.5c)."""
    card, language = subject.card, subject.language
    text, short = card.text, nouns.short(card, language) if subject.legend else card.name
    first = next(iter(shortened(name, language.lexicon.short)), name) if subject.legend else name
    dividers = language.lexicon.short.split if subject.legend else ()
    for place in re.finditer(f"{re.escape(name)}|{re.escape(first)}", text):
        start, end = place.span()
        longer = language.lexicon.checks.selves.strange.match(text, start)
        if longer and longer.end() > end and text.startswith(dividers, end):
            end = longer.end()
        whole = end > place.end() or place[0] != first
        yield start, end, card.name if whole else short


def _is_kind(name: str, place: roles.Place, plural: str) -> bool:
    """Tell whether words are a kind of objects here: “it becomes a Coward”, “a Coward token”."""
    part = place.part
    if isinstance(part, Token):
        return place.words(part) == name and roles.is_said(place)
    head = phrases.head_of(part) if part.kind == "np" else None
    object_noun = head is not None and head.type in ("TOKEN", "OBJECT_NOUN", "NOUN")
    return object_noun and name.removesuffix(plural) in place.words(part)


def _is_stranger(name: str, subject: Subject) -> bool:
    """Tell whether nothing is called so, the text says it of nothing, and it is no slip."""
    said = (reference.text for reference in subject.references if reference.target == "name")
    if subject.index.knows(name, subject.card.lang) or any(name in words for words in said):
        return False
    plural = subject.language.lexicon.plural
    if any(_is_kind(name, place, plural) for place in roles.everywhere(subject)):
        return False
    own = own_names.of(subject)
    return not any(name in known or _is_like(name, known) for known in own)


def _is_like(words: str, name: str) -> bool:
    """Tell whether words, the first of them or the last are a letter from a name."""
    length = len(name)
    said, meant = words.lower(), name.lower()
    return any(typos.is_near(part, meant) for part in (said, said[:length], said[-length:]))
