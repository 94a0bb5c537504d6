"""Words of a translation that do not correspond to its original's.

In a line, by what the two languages distinguish: `saying` of the one, `compared` of the other,
whichever of them is the original's. In a document, by what is in corresponding paragraphs: a word
without its usual translation is called something else there (Dice, Measures of the amount of
ecologic association, 1945).
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Literal, NamedTuple

from msgspec import Struct

from nanori.documents.lexicon import document_words
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Finder, Pattern
from nanori.linting.context import Finding, Pair, Subject, replaced
from nanori.linting.evidence import alignment, amounts, lost_words, translations
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import NARROW
from nanori.linting.evidence.translations import is_left, is_translated
from nanori.linting.lexicon import Distinction, lint_words
from nanori.linting.prose import Prose
from nanori.names.lexicon import term_words

# Untranslated words among those in another script: `untranslated-text` reports them.
LEFT = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")

# What share of its usual length a line has that lacks no clause.
WHOLE = 0.85

Departure = Literal["instead", "lost", "added"]


class WordDifference(NamedTuple):
    """What a line says differently from its original."""

    start: int
    end: int
    said: str
    """What the original says; what the line says if the original does not."""
    written: str
    """What is there; for what is lost, how the language says it."""
    how: Departure
    mended: str | None = None
    """What should be there, if that is one word for another."""


class _Value(NamedTuple):
    """A value with its patterns in both languages."""

    said: str
    there: re.Pattern[str]
    here: re.Pattern[str]
    forms: tuple[str, ...]
    """The words, as listed; patterns, most of them plain."""
    shown: str
    """How the original says it, for people."""


class _Compared(NamedTuple):
    """A distinction for an original and a translation: which differences are reported."""

    values: tuple[_Value, ...]
    instead: tuple[str, ...] | None
    """What may replace another; all if empty, nothing at all if None."""
    lost: tuple[str, ...]
    added: tuple[str, ...]
    removable: bool
    clause: bool
    """Whether a whole clause says it: a line as long as its original has it in other words."""
    again: Pattern
    """What precedes a value that is repeated."""
    there: Finder | None
    """What the original says if nothing is reported,"""
    here: Finder | None
    """and what the translation then says."""
    since: str
    """When it was first said so."""


class _Counted(NamedTuple):
    """How often a line's original has a value, and where the line has it."""

    value: _Value
    there: int
    here: list[re.Match[str]]

    @property
    def more(self) -> int:
        """How much more often the line has it than its original."""
        return len(self.here) - self.there


def findings(pair: Pair, *, of_terms: bool) -> Iterator[Finding]:
    """Yield a finding for each word that says something else than the original."""
    for difference in find(pair, of_terms=of_terms):
        start, end, said, written, how, mended = difference
        if how == "instead":
            message = f"the original says “{said}” here, this says “{written}”"
        elif how == "added":
            message = f"“{written}” stands here, the original does not say “{said}”"
        else:
            message = f"the original says “{said}” here, this does not say “{written}”"
        if mended is None:
            yield Finding(start, end, message)
        else:
            yield replaced(start, end, mended, message, safe=False)


def find(pair: Pair, *, of_terms: bool) -> list[WordDifference]:
    """Return how lines differ from the original's; names and remarks do not count.

    Either terms of the rules, or small words are looked at. Empty if lines do not correspond.
    """
    compared = _compared(pair.original.language, pair.translation.language, of_terms)
    if not compared:
        return []
    # What is masked is not part of a word.
    there, here = (
        translations.masked(side).replace("_", " ") for side in (pair.original, pair.translation)
    )
    released = pair.translation.card.released
    known = [each for each in compared if not released or released >= each.since]
    differences: list[WordDifference] = []
    for first, second in alignment.one_by_one(pair):
        line = here[slice(*second)]
        left = not pair.translation.language.lexicon.spaces and LEFT.search(line)
        if is_translated(line, pair.translation.language) and not left:
            original = there[slice(*first)]
            differing = [
                each for row in known for each in _in_line(pair, row, original, here, second)
            ]
            if differing and not is_left(line, pair.translation.language):  # `untranslated-text`
                differences += differing
    return differences


def _in_line(
    pair: Pair, compared: _Compared, original: str, text: str, line: LineSpan
) -> list[WordDifference]:
    """Return the differences of one sort in a line."""
    if compared.there and compared.there.search(original):
        return []
    if compared.here and compared.here.search(text, *line):
        return []
    counted = [
        _Counted(value, len(value.there.findall(original)), list(value.here.finditer(text, *line)))
        for value in compared.values
    ]
    surplus = [each for each in counted if each.more > 0]
    lacking = [each for each in counted if each.more < 0]
    if compared.instead is not None:
        instead = _instead(surplus, lacking, compared, text)
        if instead:
            return instead
    differences: list[WordDifference] = []
    whole = compared.clause and _is_as_long(pair, original, text[slice(*line)])
    for each in () if whole else lacking:
        if not each.here and each.value.said in compared.lost:
            at = [match.span() for match in each.value.there.finditer(original)]
            start, end, mended = lost_words.place(pair, each.value.said, at, original, text, line)
            shown = each.value.shown, _plain(each.value.forms[0])
            differences.append(WordDifference(start, end, *shown, "lost", mended))
    for each in surplus:
        if not each.there and each.value.said in compared.added:
            match = each.here[0]
            place = lost_words.without(pair, each.value.said, text, match.span())
            if place is None:
                place = lost_words.LostPlace(*match.span(), "" if compared.removable else None)
            start, end, mended = place
            shown = each.value.shown, match[0]
            differences.append(WordDifference(start, end, *shown, "added", mended))
    return differences


def _is_as_long(pair: Pair, original: str, line: str) -> bool:
    """Tell whether a line is hardly shorter than such a translation usually is."""
    first, second = (document_words(side.language) for side in (pair.original, pair.translation))
    said, given = (len(amounts.without_remarks(words).strip()) for words in (original, line))
    return given * first.length >= said * second.length * WHOLE


def _instead(
    surplus: Sequence[_Counted], lacking: Sequence[_Counted], compared: _Compared, text: str
) -> list[WordDifference]:
    """Return the word that replaces another: too much of one, too little of the other."""
    allowed = compared.instead or ()
    for more in surplus:
        if allowed and more.value.said not in allowed:
            continue
        for less in lacking:
            if more.there and (allowed or more.more != -less.more):
                continue  # it may be repeated: “those creatures” for “them”
            if not more.there and less.here and more.more > -less.more:
                continue
            match = more.here[-1]
            if more.there and compared.again.match(text, match.start()):
                continue
            if less.value.here.match(text, match.start()):
                continue  # it says both: 最も for the greatest and the least
            mended = _form(more.value, less.value, match, text)
            sure = len(lacking) == 1 and len(more.here) == 1
            fix = mended if sure else None
            return [WordDifference(*match.span(), less.value.shown, match[0], "instead", fix)]
    return []


def _form(value: _Value, other: _Value, match: re.Match[str], text: str) -> str | None:
    """Return the corresponding form of another value; None if it has none."""
    for place, form in enumerate(value.forms):
        written = re.compile(form).match(text, match.start())
        if written and written.end() == match.end():
            meant = _plain(other.forms[place]) if place < len(other.forms) else ""
            return meant if meant and re.escape(meant) == meant else None
    return None


def _plain(form: str) -> str:
    """Return how a language says a value, for people: a word without its pattern."""
    words = re.sub(r"\(\?(?:[^()]|\([^()]*\))*\)\??|\[[^\]]*\]", "", form)
    words = re.sub(r"\\w.*|\(.*", "…", words)  # “pued…”, in any form
    return re.sub(r"\\(\W)", r"\1", words)


@lru_cache(64)
def _compared(original: Language, translation: Language, of_terms: bool) -> tuple[_Compared, ...]:
    """Return what is compared between two languages."""
    distinctions = lint_words(translation).compared
    turned = not distinctions  # the tables belong to the language that is not the reference
    saying = _saying(translation if turned else original)
    sorts: list[_Compared] = []
    for each in lint_words(original).compared if turned else distinctions:
        if each.terms != of_terms:
            continue
        values = tuple(
            _value(said, saying[said], forms, each, turned=turned)
            for said, forms in each.values.items()
            if said in saying
        )
        unless, but = saying.get(each.unless), each.but or None
        if values and turned:
            instead = None if each.instead else ()
            compared = (instead, each.added, each.lost, False, False, Pattern())
            sorts.append(_Compared(values, *compared, but, unless, each.since))
        elif values:
            compared = (each.instead, each.lost, each.added, each.removable, each.clause)
            sorts.append(_Compared(values, *compared, each.again, unless, but, each.since))
    return tuple(sorts)


def _saying(language: Language) -> dict[str, Finder]:
    checks = lint_words(language)
    return {**checks.saying, **checks.saying_words}


def _value(
    said: str, finder: Finder, forms: Sequence[Pattern], distinction: Distinction, *, turned: bool
) -> _Value:
    pattern = _pattern(forms, distinction).compiled
    if turned:
        return _Value(said, pattern, finder.compiled, (said,), _plain(forms[0].pattern))
    return _Value(said, finder.compiled, pattern, tuple(form.pattern for form in forms), said)


def _pattern(forms: Sequence[Pattern], distinction: Distinction) -> Pattern:
    """Return the pattern of any of the words, in half width, as whole words."""
    longest = sorted(dict.fromkeys(form.pattern for form in forms), key=len, reverse=True)
    before, behind = distinction.before.pattern, distinction.behind.pattern
    written = f"{before}(?:{'|'.join(longest)}){behind}".translate(NARROW)
    return Pattern(written, forms[0])


# Words of a term at most.
LONGEST_TERM = 3
# Code points of a term at most, in languages that do not divide words.
LONGEST_STRETCH = 12
# Paragraphs in which a word must have its translation.
FEWEST_SEEN = 3
# Of so many paragraphs one may have another translation.
OTHERWISE = 5
# How much the paragraphs of a word and of its translation must coincide; 1 is fully.
LIKENESS = 0.8
# Paragraphs to learn from: those of a longer document are too many to compare.
MOST_PARAGRAPHS = 500


class Usage(Struct, frozen=True):
    """A word's usual translation, and where it is missing."""

    word: str
    """As the originals write it."""
    meant: str
    times: int
    """In how many paragraphs that translation is there."""
    otherwise: tuple[int, ...]
    """Pairs of paragraphs without it, by their place in the document."""


def learnt(prose: Prose) -> tuple[Usage, ...]:
    """Return the words that a few paragraphs translate differently from most."""
    return _learnt(prose)


@lru_cache(maxsize=1)
def _learnt(prose: Prose) -> tuple[Usage, ...]:
    pairs = prose.pairs[:MOST_PARAGRAPHS]
    known, meanings = _known(prose)
    there = [_terms(each.pair.original) for each in pairs]
    here = [_terms(each.pair.translation) for each in pairs]
    said = Counter(term for terms in there for term in terms)
    given = Counter(term for terms in here for term in terms)
    best: dict[tuple[str, tuple[int, ...]], Usage] = {}
    for term, count in said.items():
        if count <= FEWEST_SEEN or term in known:
            continue
        joint = Counter(
            other
            for terms, others in zip(there, here, strict=True)
            if term in terms
            for other in others
            if other not in meanings
        )
        likeness, _, meant = max(
            (
                (2 * times / (count + given[other]), len(other), other)
                for other, times in joint.items()
            ),
            default=(0.0, 0, ""),
        )
        lacking = [
            place
            for place, (terms, others) in enumerate(zip(there, here, strict=True))
            if term in terms and meant not in others
        ]
        few = len(lacking) <= max(1, count // OTHERWISE)
        if likeness >= LIKENESS and lacking and few and joint[meant] >= FEWEST_SEEN:
            word = next(terms[term] for terms in there if term in terms)
            usage = Usage(word, meant, joint[meant], tuple(lacking))
            best.setdefault((meant, usage.otherwise), usage)
    return tuple(best.values())


def _known(prose: Prose) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the rules and their translations, for comparison: none is learnt."""
    known, meanings = set[str](), set[str]()
    for pair in {each.pair.translation.language: each.pair for each in prose.pairs}.values():
        listed = term_words(pair.translation.language)
        for table in (listed.translations, listed.terms):
            for word, words in table.items():
                known |= {term for term, _ in _phrases(word, pair.original.language)}
                meanings.update(words)
    return frozenset(known), frozenset(meanings)


def _terms(subject: Subject) -> dict[str, str]:
    """Return what may be a term in a text: for comparison, and as written."""
    language = subject.language
    words = _phrases if language.lexicon.spaces else _stretches
    text = subject.card.text
    return {
        term: written
        for start, end in alignment.sentences_of(text, language)
        for term, written in words(text[start:end], language)
    }


def _phrases(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the phrases of up to three words separated by blanks."""
    words = [match.span() for match in document_words(language).term.finditer(text)]
    stems = [_stem(text[start:end], language) for start, end in words]
    joined = [text[first[1] : second[0]] == " " for first, second in pairwise(words)]
    for first in range(len(words)):
        for last in range(first, min(len(words), first + LONGEST_TERM)):
            if last > first and not joined[last - 1]:
                break
            if stems[first] and stems[last] and all(stems[first : last + 1]):
                yield " ".join(stems[first : last + 1]), text[words[first][0] : words[last][1]]


@lru_cache(4096)
def _stem(word: str, language: Language) -> str:
    """Return a word without its ending; empty if no term begins or ends in it."""
    if word.lower() in term_words(language).fillers:
        return ""
    return document_words(language).endings.compiled.sub("", word.lower())


def _stretches(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield every part of the stretches with possible terms that cuts no word in two."""
    within = document_words(language).no_beginning
    for match in document_words(language).term.finditer(text):
        stretch = match[0]
        places = [
            place
            for place in range(len(stretch) + 1)
            if not 0 < place < len(stretch) or not within.match(stretch[place - 1 : place + 1])
        ]
        for start, end in combinations(places, 2):
            if 2 <= end - start <= LONGEST_STRETCH:
                yield stretch[start:end], stretch[start:end]
