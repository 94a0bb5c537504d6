"""The names that a text may use for its card, and old ones it failed to change."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from nanori.annotation.name_context import name_context
from nanori.annotation.own_names import own_names, shortened
from nanori.annotation.plain_words import KANA, is_near, kind
from nanori.grammar import clauses, inflection, phrases, tree_queries
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import ShortNames
from nanori.grammar.tree_queries import Cursor
from nanori.linting.context import Subject, line_around
from nanori.linting.evidence import roles, typos
from nanori.linting.lexicon import lint_words
from nanori.model.values import Node
from nanori.rewriting import nouns

# Code points around words in which brackets and quotation marks are looked for.
CONTEXT_OF_NAME = 200
# Code points of the longest ability in brackets; a bracket farther back is not its own.
MAX_LENGTH_OF_ABILITY = 2000
# Brackets of designers' remarks: “[A] Smith” is a slot of a plan, not a name.
BRACKETS = ("[", "]")
# Signs by which words in quotation marks are more than a name.
STOPS = ".,:;"


def of(subject: Subject) -> set[str]:
    """Return the full names of a card, a legend's short ones, and what its text says."""
    card, language = subject.card, subject.language
    names = set(filter(None, own_names(card, language)))
    if subject.legend:
        names |= {short for name in names for short in _shorts(name, language.lexicon.short)}
    return names | subject.shorts.keys()


# Marks of a name of which a sentence has its own, or none.
CRIES = '"“”„‘’「」『』«»!?！？.…'


def has_slip(subject: Subject, span: tuple[int, int]) -> bool:
    """Tell whether a misspelled own name stands in a span: it refers to its object all the same."""
    text = subject.card.text[slice(*span)]
    rules, plain = name_context(subject.language), subject.language.plain_words
    return bool(typos.find(text, of(subject), bytearray(len(text)), rules, plain))


def is_otherwise_right(words: str, name: str, language: Language) -> bool:
    """Tell whether words are a name as its sentence has it.

    In another case; as a contraction leaves it, „vom Alten“; without quotation marks around it; or
    a word that may not be the name, as “Netted” of “Netted!”.
    """
    inside = name.strip(CRIES)
    if words != name and inside == words.strip(CRIES) and (name[0] in CRIES or " " not in inside):
        return True
    articles = language.lexicon.short.articles if language.lexicon.contractions else ()
    rests = [name[len(head) :] for head in articles if name.startswith(head)]
    written = inflection.written
    return words in rests or any(words in written(each, words, language) for each in (name, *rests))


def _shorts(name: str, short: ShortNames) -> list[str]:
    """Return what a legend's name may be shortened to: at its dividers, else to its first word."""
    first, _, rest = name.partition(" ")
    long = (
        short.word
        and rest
        and len(first) >= typos.MIN_LETTERS_OF_CLEAR_NAME
        and first not in short.small
    )
    return shortened(name, short) or ([first] if long else [])


def has_witness(name: str, near_name: str, subject: Subject) -> bool:
    """Tell whether more than the name field supports a name's spelling over the text's.

    That is the text elsewhere, a database, or, for each word that differs, the words of rules and
    other cards. An original does not tell which of two translations of its name has the slip.
    """
    card, index, language = subject.card, subject.index, subject.language
    if name in card.text or (index.complete and index.knows(name, card.lang)):
        return True
    written = language.lexicon.guards.word.findall(near_name)
    words = [word for word in language.lexicon.guards.word.findall(name) if word not in written]
    others = {card.name, *card.faces, name}
    return bool(words) and all(
        word.lower() in language.plain_words
        or index.says(word, card.lang)
        or any(other not in others for other in index.names_with(word, card.lang))
        for word in words
    )


def may_be_other(subject: Subject, start: int, end: int) -> bool:
    """Tell whether words like the card's name may mean something else, so that no fix is safe.

    They are in brackets or as a name in quotation marks, are a keyword or its beginning, or are
    words of another card's name.
    """
    text = subject.card.text
    if _is_enclosed(subject, start, end) or _is_keyword(subject, start):
        return True
    own = {*own_names(subject.card, subject.language), subject.card.name, *subject.card.faces}
    return any(
        name not in own for name in subject.index.names_with(text[start:end], subject.card.lang)
    )


def _is_enclosed(subject: Subject, start: int, end: int) -> bool:
    """Tell whether words are in brackets, or a name with them in quotation marks.

    it has "Ysolde attacks each combat"    quoted, opened, inside | start … end | rest, closed
           ^opened                    ^closed       no stop may be inside or in the rest
    """
    text, lexicon = subject.card.text, subject.language.lexicon
    first, last = line_around(text, start, end, CONTEXT_OF_NAME)
    before, text_after = text[first:start], text[end:last]
    if is_bracketed(subject, start):
        return True
    quotations = [pair for pair in lexicon.quotations if pair not in lexicon.name_marks]
    for opening, closing in quotations:
        quoted, opened, inside = before.rpartition(opening)
        rest, closed, _ = text_after.partition(closing)
        even = opening != closing or quoted.count(opening) % 2 == 0
        if opened and closed and even and not any(stop in inside + rest for stop in STOPS):
            return closing not in inside
    return False


def is_bracketed(subject: Subject, start: int, *, quoted: bool = False) -> bool:
    """Tell whether a place is in square brackets, as designers put an ability.

    With `quoted` quotation marks count as well.
    """
    text, first = subject.card.text, max(0, start - MAX_LENGTH_OF_ABILITY)
    if not subject.house.breaks_lines:
        first, _ = line_around(text, start, start, MAX_LENGTH_OF_ABILITY)
    before, pairs = text[first:start], [BRACKETS]
    if quoted:
        pairs += [(pair[0], pair[1]) for pair in subject.language.lexicon.quotations]
    return any(
        before.count(opening) % 2
        if opening == closing
        else before.rfind(opening) > before.rfind(closing)
        for opening, closing in pairs
    )


def _is_keyword(subject: Subject, start: int) -> bool:
    """Tell whether words are where a keyword would be: something has them, or they head a line."""
    if name_context(subject.language).before(subject.card.text, start)[0] == "GIVE":
        return True
    place = roles.place_of(subject, start)
    return place is not None and start == place.begin and not roles.verbs(place)


# Terminals of verbs for what an object does or is.
ACTS = frozenset({"ACT", "TURN", "LEAVE", "GIVE", "BE", "AUX"})
# The same for an instant or sorcery, which is and has nothing while it resolves.
SPELL_ACTS = frozenset({"ACT"})
# Terminals with which no name begins.
NOT_FIRST = (
    phrases.SOURCES | phrases.DETERMINERS | {"PLAYER", "PRONOUN", "PARTICIPLE", "KEYWORD", "ADVERB"}
)
# Terminals of words in names, and of verbs, which some names contain.
UNLISTED = clauses.VERBS | {
    "WATER",
    "CAPITAL",
    "SUBTYPE",
    "INFLECTED",
    "GENITIVE",
    "POSSESSIVE",
    "COMMA",
}
# Forms by which a text refers to its card's name.
FORMS_OF_NAME = frozenset(("full", "short", "alternate", "placeholder"))
# The form of another card's name that only a capital or a keyword's bracket shows: an old name of
# the card that shares a word with the new one looks the same.
GUESSED_FORM = "other"
# Signs after which no sentence begins, but another part of a cost, which ends in a colon.
COMMAS = ",、"
# A pattern that every text has.
ANY_TEXT = re.compile("")
# No text has so many subjects; no more are looked at.
MAX_SUBJECTS = 20


class StaleName(NamedTuple):
    """Words that stand for the card's name, or another's, with the name that replaces them."""

    start: int
    end: int
    replacement: str
    is_other: bool = False
    """Whether that is another card's name."""


def stale_names(subject: Subject) -> Iterator[StaleName]:
    """Yield the places of a name that stands for the card but is none, each with the right one."""
    for name in islice(dict.fromkeys(_unknown_names(subject)), MAX_SUBJECTS):
        # Not a longer name, such as that of what the card turns into.
        if subject.card.name not in name and _is_stranger(name, subject):
            near = subject.index.nearest(name, subject.card.lang)
            yield from _places(name, subject) if not near else _each(name, near, subject)
            return


def _is_plural(name: str, subject: Subject) -> bool:
    """Tell whether a word may be said of several things, as in “Layers are” or “Layers can”."""
    plural = subject.language.lexicon.plural
    if not plural or " " in name or not name.endswith(plural):
        return False
    return not subject.card.text.partition(f"{name} ")[2].partition(" ")[0].endswith(plural)


def _may_be_named(text: str, own: Collection[int], language: Language) -> bool:
    """Tell whether words of no list begin a sentence, or are in a cost: “Sacrifice Ysolde: …”.

    That needs no tree, and nine paragraphs of ten have none; in `own` the own name begins.
    """
    strange, scanned = lint_words(language).selves.strange, name_context(language).grammar.nameless
    last_colon = max(map(text.rfind, ":："))
    for match in _beginning(language).finditer(f"\n{text}"):
        start = match.end() - 1
        name = None if start in own else strange.match(text, start)
        if not name or name[0].partition(" ")[0].lower() in language.plain_words:
            continue
        if match[0][0] in COMMAS and last_colon < name.end():
            continue
        is_listed = scanned.at(text, start)[0] not in ("", *UNLISTED) and not text[start].isupper()
        if not is_listed and kind(text[start]) != KANA:
            return True
    return False


@cache
def _beginning(language: Language) -> re.Pattern[str]:
    """Return the pattern of what ends where a sentence or cost may begin."""
    words = (language.lexicon.words.get(name, ()) for name in ("trigger", "if", "affect"))
    heads = sorted({word for listed in words for word in listed}, key=len, reverse=True)
    alternatives = "|".join(map(re.escape, heads)) if language.lexicon.spaces else ""
    return re.compile(rf"[^\w \t][ \t]*(?i:(?:{alternatives or '(?!)'}) )*(?=\w)")


@cache
def _triggers(language: Language) -> re.Pattern[str]:
    """Return the pattern of words that begin a trigger; of any text, without a list."""
    words = language.lexicon.words.get("trigger", ())
    if not words or not language.lexicon.spaces:
        return ANY_TEXT
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def _unknown_names(subject: Subject) -> Iterator[str]:
    """Yield the words of no list that a sentence begins with, or that a cost is paid with.

    That is how a card refers to itself: “When X enters”, “X can't block”, “Sacrifice X: …”. A text
    that has the card's own name elsewhere is asked only where something happens: “When X enters”.
    """
    card, language = subject.card, subject.language
    strange = lint_words(language).selves.strange
    acts = SPELL_ACTS if nouns.is_spell(card, language) else ACTS
    has_own = any(reference.form in FORMS_OF_NAME for reference in subject.references)
    triggers = _triggers(language) if has_own else ANY_TEXT
    for place, node in _subjects(subject, triggers) if card.name else ():
        start = node.start
        if node.kind in roles.SAID_FIRST:
            start = _sentence_begin(place.cursor) if _acts(place, acts) else -1
        elif not _is_paid(place):
            start = -1
        if start < 0 or (has_own and not _is_triggering(place.cursor)):
            continue
        end = max((part.end for part in node.children if type(part) is Node), default=start)
        if strange.fullmatch(place.paragraph, start, end):
            name = place.paragraph[start:end]
            if _is_unlisted(place, start, end, subject) and not _is_plural(name, subject):
                yield name


def _subjects(subject: Subject, pattern: re.Pattern[str]) -> Iterator[tuple[roles.Place, Node]]:
    """Yield what acts or is acted on outside brackets and quotations, in paragraphs with a pattern.

    “Ysolde destroys target creature.” → the nodes of “Ysolde” and “target creature”
    """
    kinds, language = (*roles.SAID_FIRST, "object"), subject.language
    for paragraph in subject.paragraphs if pattern.search(subject.card.text) else ():
        if not pattern.search(paragraph.text):
            continue
        begin, near = paragraph.begin, subject.references_in(paragraph.begin, paragraph.end)
        own = {each.start - begin for each in near if each.form in ("full", "short")}
        if _may_be_named(paragraph.text, own, language):
            for cursor, part in tree_queries.leaves(paragraph.tree, tree_queries.BRACKETS):
                if cursor and type(part) is Node and part.kind in kinds:
                    yield roles.Place(cursor, paragraph.text, paragraph.begin), part


def _acts(place: roles.Place, acts: Collection[str]) -> bool:
    """Tell whether a subject does what such an object does."""
    tokens = roles.verbs(place)
    written = (place.words(verb) for verb in tokens)
    return any(verb.type in acts for verb in tokens) and not any(
        words[0].isupper() for words in written
    )


def _is_triggering(cursor: Cursor) -> bool:
    """Tell whether something triggers an ability by happening to a place.

    “Whenever Ysolde attacks, …”.
    """
    first = next(iter(cursor.within("sentence").children), None)
    begins = type(first) is Node and tree_queries.kind_of(first.children[0]) == "TRIGGER"
    return begins or bool(cursor.within("trigger"))


def _is_paid(place: roles.Place) -> bool:
    """Tell whether an object is sacrificed or the like for a cost: “Sacrifice Ysolde: …”."""
    paid = bool(place.cursor.within("cost"))
    return paid and any(verb.type == "AFFECT" for verb in roles.verbs(place))


def _sentence_begin(cursor: Cursor) -> int:
    """Return where the sentence around a place begins, without “when” and “if”; -1 for none."""
    for _, part in tree_queries.leaves(cursor.within("sentence")):
        if type(part) is not Node and part.type not in ("TRIGGER", "IF"):
            return part.start
    return -1


def _is_unlisted(place: roles.Place, start: int, end: int, subject: Subject) -> bool:
    """Tell whether words are in no list, or are written like a name."""
    if any(cursor.kind == "relative" for cursor, _ in tree_queries.leaves(place.cursor)):
        return False
    name, plural = place.paragraph[start:end], subject.language.lexicon.plural
    first, small_name = name.partition(" ")[0].lower(), name.lower()
    forms = {
        first,
        *(each for one in (name, small_name) for each in (one, one.removesuffix(plural))),
    }
    if not forms.isdisjoint(subject.language.plain_words) or kind(name[0]) == KANA:
        return False  # a word of the rules, or a slip of one
    small = subject.language.lexicon.short.small
    *_, root = place.cursor.upward()
    for _, part in tree_queries.leaves(root, tree_queries.BRACKETS):
        if type(part) is not Node and start <= part.start < part.end <= end:
            word = place.words(part)
            if part.start == start and part.type in NOT_FIRST:
                return False
            if not (part.type in UNLISTED or word[0].isupper() or word in small):
                return False
    return True


def _each(name: str, near: str, subject: Subject) -> Iterator[StaleName]:
    """Yield each place of another card's name that has a slip, with that name."""
    for match in re.finditer(re.escape(name), subject.card.text):
        yield StaleName(*match.span(), near)


def _places(name: str, subject: Subject) -> Iterator[StaleName]:
    """Yield each place of an old name; a legend's is in full or shortened (CR 201.5c).

    Ysolde of Karr, now Rilla of Karr: “When Ysolde of Karr dies, exile Ysolde.”
                                             ^^^^^^^^^^^^^^             ^^^^^^ Rilla
    """
    card, language = subject.card, subject.language
    text, short = card.text, nouns.short(card, language) if subject.legend else card.name
    first = next(iter(shortened(name, language.lexicon.short)), name) if subject.legend else name
    dividers = language.lexicon.short.split if subject.legend else ()
    for match in re.finditer(f"{re.escape(name)}|{re.escape(first)}", text):
        start, end = match.span()
        longer = lint_words(language).selves.strange.match(text, start)
        if longer and longer.end() > end and text.startswith(dividers, end):
            end = longer.end()
        whole = end > match.end() or match[0] != first
        yield StaleName(start, end, card.name if whole else short)


def _is_kind(name: str, place: roles.Place, plural: str) -> bool:
    """Tell whether words are a kind of object here: “it becomes a Coward”, “a Coward token”."""
    part = place.part
    if type(part) is not Node:
        return place.words(part) == name and roles.is_said(place)
    head = phrases.head_of(part) if part.kind == "np" else None
    object_noun = head is not None and head.type in ("TOKEN", "OBJECT_NOUN", "NOUN")
    return object_noun and name.removesuffix(plural) in place.words(part)


def _is_stranger(name: str, subject: Subject) -> bool:
    """Tell whether nothing has that name, the text says it of nothing, and it is no slip."""
    texts = (
        reference.text
        for reference in subject.references
        if reference.target == "name" and reference.form != GUESSED_FORM
    )
    index, lang, short = subject.index, subject.card.lang, subject.language.lexicon.short
    if index.knows(name, lang) or any(name in words for words in texts):
        return False
    if any(name in _shorts(other, short) for other in index.names_with(name, lang)):
        return False  # of another card, a legend for short: “Vex” of “Vex, Blade of Dusk”
    plural = subject.language.lexicon.plural
    if any(_is_kind(name, place, plural) for place in roles.everywhere(subject)):
        return False
    own = of(subject)
    return not any(name in own_name or _is_like(name, own_name) for own_name in own)


def _is_like(words: str, name: str) -> bool:
    """Tell whether words, the first of them or the last are a letter from a name."""
    length = len(name)
    said, small_name = words.lower(), name.lower()
    return any(is_near(part, small_name) for part in (said, said[:length], said[-length:]))
