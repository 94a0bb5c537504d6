"""Types that do not fit the text of their card, and those that are none."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from nanori.annotation.name_fields import is_token
from nanori.grammar import type_lines
from nanori.grammar.languages import Language
from nanori.linting import indexes
from nanori.linting.check import TEMPLATING, Check
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names, slips
from nanori.linting.house_styles import REMINDER
from nanori.linting.lexicon import lint_words
from nanori.linting.templating import TypeKeyword
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit
from nanori.rewriting.lexicon import restyling_words

TYPE_AGAINST_TEXT = Check(
    "type-against-text",
    """A type that does not fit the text, or is one letter from another: Equip without Equipment.

Why: only an Equipment is attached by equip, an Aura needs an enchant ability (CR 303.4a), and a
Vehicle is crewed; without the type, the ability does nothing. A planeswalker is legendary, where
those of the set are.

Fix: unsafe for spelling, commas and what an Aura enchants. Otherwise none: the designer has to say
which of the two was meant.

ja: 文章と合わないタイプ
""",
)
# A word of a type line, and a comma behind one.
WORD = re.compile(r"[^\W\d_]+|(?<=[a-z]),")
# Letters of the shortest word that is held against types: short ones are near to many, and one so
# short is taken for a slip only where two letters changed places.
MIN_LETTERS_OF_TYPE = 5
# So many times as many planeswalkers are legendary as are not, where that is a slip.
LEGENDARY_TO_OTHER = 3
# Code points of the shortest text that may be a card's: “TBD” and “N/A” say that there is none yet.
MIN_LENGTH_OF_TEXT = 4


@TYPE_AGAINST_TEXT.in_text("contradiction", group=TEMPLATING)
def type_against_text(subject: Subject) -> Iterator[Finding]:
    """Finds a type that does not fit the text, or is one letter from another: Equip without
    Equipment.
    """
    card = subject.card
    if not card.type or len(card.text.strip()) < MIN_LENGTH_OF_TEXT or is_token(card):
        return
    rows = lint_words(subject.language).templating.types
    for row in rows:
        typed = _word(row.type, subject.language).search(card.type)
        match = row.keyword.search(card.text)
        if typed and row.keyword and match is None:
            message = f"a card of the type “{row.type}” has no line with “{row.written}”"
            yield Finding(*typed.span(), message, field="type")
        elif not typed and (line := row.line.search(card.text)):
            start, end = line.span("keyword")
            message = f"“{line['keyword']}” is for cards of the type “{row.type}”, this is"
            yield Finding(start, end, f"{message} “{card.type}”")
    yield from _bearers(subject, [row for row in rows if row.worn])
    yield from _without_supertype(subject)
    yield from _spelling(subject)


def _bearers(subject: Subject, rows: Sequence[TypeKeyword]) -> Iterator[Finding]:
    """Yield a finding for each bearer that a card of its type cannot have."""
    card, text = subject.card, subject.card.text
    own = [row for row in rows if _word(row.type, subject.language).search(card.type)]
    if len(own) != 1:
        return
    first_giver = own[0].given.search(text)
    for row in rows:
        for match in row.worn.finditer(text) if row.worn.may_be_in(text) else ():
            start, end = match.span()
            if own_names.is_bracketed(subject, start, quoted=True) or _is_remark(text, start):
                continue  # what others have, or may have
            if row is not own[0]:
                message = f"“{match[0]}” is for cards of the type “{row.type}”, this is"
                yield Finding(start, end, f"{message} “{card.type}”")
            elif first_giver and first_giver["noun"] != match["noun"]:
                message = f"“{match[0]}” is not what “{first_giver[0]}” says"
                yield replaced(*match.span("noun"), first_giver["noun"], message, safe=False)


def _is_remark(text: str, offset: int) -> bool:
    return any(match.start() < offset < match.end() for match in REMINDER.finditer(text))


def _without_supertype(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a planeswalker that is not legendary (CR 306.4, 2017), as others are."""
    card, index, lexicon = subject.card, subject.index, subject.language.lexicon
    plain = lexicon.types[4] if lint_words(subject.language).templating.types else ""
    types, dash, _ = card.type.partition("—")
    if not dash or types.strip() != plain:
        return
    legendary = f"{lexicon.supertypes[0]}{' ' * lexicon.spaces}{plain}"
    alike, legends = (index.typed(f"{each} —", card.lang) for each in (plain, legendary))
    if alike <= max(1, legends // LEGENDARY_TO_OTHER) and legends:
        message = f"“{plain}” is “{legendary}” elsewhere in these files"
        edit = Fix(False, (Edit(0, len(plain), legendary),))
        yield Finding(0, len(plain), message, edit, field="type")


def _spelling(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each word of a type line that is near to a type, and each comma."""
    card, types_known = subject.card, _types(subject.language)
    person = lint_words(subject.language).person_line.search(card.type)  # with a name behind it
    for match in WORD.finditer(card.type) if types_known and not person else ():
        word = match[0]
        # “Creature — Human, Sorcery” are the types of two faces.
        if word == "," and not type_lines.has_type(card.type[match.end() :], card.lang):
            message = "“,” divides subtypes, which stand beside each other"
            yield Finding(*match.span(), message, _instead(match, ""), field="type")
        if (
            len(word) < MIN_LETTERS_OF_TYPE
            or word in types_known
            or subject.index.typed(word, card.lang) > 1
        ):
            continue
        replacement = indexes.only_near(word, types_known)
        if replacement and (len(word) > MIN_LETTERS_OF_TYPE or sorted(word) == sorted(replacement)):
            if slips.is_frequent(word.lower(), subject.language):
                continue  # “Donkey” is a type of the set's own, not a slip from “Monkey”
            message = f"“{word}” is one letter from the type “{replacement}”"
            yield Finding(*match.span(), message, _instead(match, replacement), field="type")


def _instead(match: re.Match[str], words: str) -> Fix:
    return Fix(False, (Edit(*match.span(), words),))


@cache
def _types(language: Language) -> frozenset[str]:
    """Return types and subtypes as type lines have them; none where no list has the types."""
    lexicon = language.lexicon
    listed = (*lexicon.types, *lexicon.supertypes) if lint_words(language).templating.parts else ()
    nouns = (word for word, _ in restyling_words(language).nouns)
    subtypes = language.lexicon.words.get("subtype", ())
    return frozenset((*nouns, *listed, *subtypes)) if listed else frozenset()


@cache
def _word(type_word: str, language: Language) -> re.Pattern[str]:
    """Return what finds a type that is no part of a longer one: “オーラ”, not “キオーラ”."""
    letter = language.lexicon.word_letter or "(?!)"
    return re.compile(f"(?<!{letter}){re.escape(type_word)}(?!{letter})")
