"""The things that a text and its translation must both say, and how two languages say them.

Every row of a language's tables becomes a `Thing`: `terms` and `answered` must not be lost, `alone`
must not be added, the values of a row of `compared` must not stand for one another.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Finder, Pattern
from nanori.linting.context import Pair
from nanori.linting.evidence import translations, types
from nanori.linting.evidence.amounts import TO_HALF_WIDTH
from nanori.linting.evidence.translations import TermTable
from nanori.linting.lexicon import Distinction, lint_words
from nanori.names.lexicon import term_words

Span = tuple[int, int]


class Thing(NamedTuple):
    """Something that a line says, in the words of both languages for people."""

    sort: str
    """`term`, `word`, `type`, `target`, or the kind of an amount."""
    said: str
    """Its key in the tables."""
    source: str
    target: str
    lost: bool = True
    added: bool = True
    counted: bool = True
    """Whether it must be said as often; otherwise once is enough."""
    forms: tuple[str, ...] = ()
    """The translation's words, each at the place of its counterparts in the group."""
    doubtful: bool = False
    """Whether it only shows what another word stands for."""
    removable: bool = False


def value(sort: str, source_value: str, *, counted: bool = True) -> Thing:
    """Return a thing that both languages say alike: an amount, a placeable."""
    return Thing(sort, source_value, source_value, source_value, counted=counted)


class Occurrences(NamedTuple):
    """Where a line and its original say a thing."""

    thing: Thing
    source: Sequence[Span]
    target: Sequence[Span]

    @property
    def more(self) -> int:
        """How much more often the translation says it."""
        return len(self.target) - len(self.source)

    @property
    def is_lost(self) -> bool:
        """Whether the translation must say it and does not, or not as often."""
        missed = self.more < 0 if self.thing.counted else not self.target
        return self.thing.lost and bool(self.source) and missed

    @property
    def is_added(self) -> bool:
        """Whether the original must say it and does not, or not as often."""
        exceeds = self.more > 0 if self.thing.counted else not self.source
        return self.thing.added and bool(self.target) and exceeds


def compared(
    source: Iterable[tuple[Thing, Span]], target: Iterable[tuple[Thing, Span]]
) -> list[Occurrences]:
    """Return the things that readers found in a text and its translation, with all places."""
    every: dict[Thing, tuple[list[Span], list[Span]]] = {}
    for side, found in enumerate((source, target)):
        for thing, span in found:
            every.setdefault(thing, ([], []))[side].append(span)
    return [Occurrences(thing, *spans) for thing, spans in every.items()]


def departing(
    lost: Sequence[Occurrences], added: Sequence[Occurrences]
) -> Iterator[tuple[Occurrences | None, Occurrences | None]]:
    """Yield the one that is lost with the one in its place; else what is added, or what is lost."""
    if len(lost) == len(added) == 1:
        yield lost[0], added[0]
    elif added:
        yield from ((None, each) for each in added)
    else:
        yield from ((each, None) for each in lost)


class Reading(NamedTuple):
    """A text as its words are looked for."""

    text: str
    small: str
    """The text in small letters."""
    asked: str
    """With blanks for references to the card, which no word need answer; an original's is small."""


class WordList:
    """Words of a language, found longest first, none within another."""

    def __init__(self, words: Iterable[str], whole: Callable[[str], str]) -> None:
        """Keep the words; `whole` is the pattern of a word that is not cut out of a longer one."""
        longest = "|".join(map(whole, sorted(words, key=len, reverse=True)))
        self._pattern = re.compile(longest or "(?!)")

    def places(self, text: str, span: Span) -> dict[str, list[Span]]:
        """Return where each of the words stands in a part of a text."""
        spans_of: dict[str, list[Span]] = {}
        for match in self._pattern.finditer(text, *span):
            spans_of.setdefault(match[0], []).append(match.span())
        return spans_of


class RowValue(NamedTuple):
    """A value of a row, with its patterns in both languages."""

    thing: Thing
    source: Pattern
    target: Pattern


class ComparedRow(NamedTuple):
    """A row of `compared`: its values with their patterns, and where nothing of it is told."""

    values: tuple[RowValue, ...]
    instead: tuple[str, ...] | None
    """What may stand for another: all if empty, nothing if None."""
    again: Finder
    unless: Finder | None
    but: Finder | None
    since: str


# Any subtype may stand for another.
SUBTYPES = ComparedRow((), (), Pattern(), None, None, "")


class Vocabulary:
    """What is compared between an original's language and a translation's."""

    def __init__(self, original: Language, translation: Language, terms: TermTable) -> None:
        """Keep the languages and the project's terms; patterns are made when they are asked for."""
        self._original, self._translation = original, translation
        self._checks, self._terms = lint_words(translation), terms
        self._known_terms = term_words(translation).terms

    def in_line(
        self, source: Reading, target: Reading, first: Span, second: Span
    ) -> Iterator[Occurrences]:
        """Yield the words of the tables that either line says, but for those in references."""
        checks = self._checks
        for word, source_spans in self._asked.places(source.asked, first).items():
            if word not in target.text[slice(*second)]:  # else it is not translated
                meant = self._any(self.meant[word])
                target_spans = [match.span() for match in meant.finditer(target.text, *second)]
                yield Occurrences(self._things[word], source_spans, target_spans)
                # “your graveyard”: “graveyard”
                if not target_spans and self._things[word].doubtful:
                    for inner in {*word.split()} & self._things.keys():
                        if not any(each in target.text for each in self.meant[inner]):
                            yield Occurrences(self._things[inner], source_spans, target_spans)
        for word, target_spans in self._given.places(target.asked, second).items():
            source_spans = [
                match.span() for match in self._originals(word).finditer(source.small, *first)
            ]
            sort = "term" if any(word in meant for meant in self._known_terms.values()) else "word"
            shown = checks.alone[word][0]
            doubtful = word in checks.doubtful
            thing = Thing(sort, shown, shown, word, False, forms=(word,), doubtful=doubtful)
            yield Occurrences(thing, source_spans, target_spans)

    def in_rows(
        self, source: str, target: str, first: Span, second: Span, released: str
    ) -> Iterator[tuple[ComparedRow, list[Occurrences]]]:
        """Yield the values of each row of `compared` that the lines say, and their subtypes."""
        if subtypes := list(self._subtypes(source, target, first, second)):
            yield SUBTYPES, subtypes
        lines = source[slice(*first)], target[slice(*second)]
        for row in self._rows:
            if released and released < row.since:
                continue
            # Three of four are said nowhere: what a pattern needs is looked for first.
            occurrences = [
                Occurrences(
                    thing,
                    [match.span() for match in mine.finditer(source, *first)],
                    [match.span() for match in other.finditer(target, *second)],
                )
                for thing, mine, other in row.values
                if mine.may_be_in(lines[0]) or other.may_be_in(lines[1])
            ]
            if not any(each.source or each.target for each in occurrences):
                continue
            if row.unless and row.unless.search(source, *first):
                continue
            if not (row.but and row.but.search(target, *second)):
                yield row, occurrences

    def _subtypes(self, source: str, target: str, *lines: Span) -> Iterator[Occurrences]:
        """Yield the subtypes of both lines, but for those that may be said in an unknown form."""
        languages, texts = (self._original, self._translation), (source, target)
        subtypes = [types.called(language).subtypes for language in languages]

        def things(text: str, line: Span, language: Language) -> Iterator[tuple[Thing, Span]]:
            for subtype, *span in types.in_text(text, line, language):
                if all(subtype in each for each in subtypes):
                    first = subtypes[1][subtype][0]
                    # With a capital, as a token's name, it is not declined.
                    forms = (first[0].upper() + first[1:],)
                    thing = Thing("type", subtype, subtype, first, True, False, False, forms)
                    yield thing, (span[0], span[1])

        for each in compared(*map(things, texts, lines, languages)):
            target_line = target[slice(*lines[1])]
            if each.target or not types.may_say(each.thing.said, target_line, languages[1]):
                yield each

    def says(self, source: str, target: str) -> list[bool]:
        """Return of each known word of an original's line whether its translation says it.

        “Flying” → “Vol, célérité”: [True]
        """
        return [bool(each.target) for each in self.in_texts(source, target) if each.source]

    def in_texts(self, source: str, target: str) -> list[Occurrences]:
        """Return the known words of two texts."""
        small = source.lower()
        readings = Reading(source, small, small), Reading(target, target, target)
        spans = (0, len(source)), (0, len(target))
        every = list(self.in_line(*readings, *spans))
        every += (each for _, of_row in self.in_rows(source, target, *spans, "") for each in of_row)
        return every

    @cached_property
    def meant(self) -> dict[str, tuple[str, ...]]:
        """Words of originals, in small letters, to those any of which says the same."""
        all_terms = {**translations.answers_in(self._translation), **self._terms.said}
        return {word.lower(): equivalents for word, equivalents in all_terms.items()}

    @cached_property
    def _things(self) -> dict[str, Thing]:
        checks, counted = self._checks, bool(self._checks.answered)
        terms = {word.lower() for word in self._terms.said}
        return {
            word: Thing(
                "word" if terms.isdisjoint((word, *word.split())) else "term",
                *(word, word, equivalents[0]),
                added=False,
                counted=counted and word not in checks.unrepeated,
                forms=equivalents[:1],
                doubtful=word in checks.doubtful and word not in terms,
            )
            for word, equivalents in self.meant.items()
        }

    @cached_property
    def _asked(self) -> WordList:
        return WordList(self.meant, lambda word: f"(?<![a-z'-]){re.escape(word)}(?![a-z-])")

    @cached_property
    def _given(self) -> WordList:
        letter = self._translation.lexicon.word_letter

        def whole(word: str) -> str:
            return f"(?<!{letter}){word}(?!{letter})" if len(word) == 1 else self._uncut(word, True)

        return WordList(self._checks.alone, whole)

    @lru_cache(1024)  # noqa: B019 — there are a few vocabularies, and they stay
    def _any(self, words: tuple[str, ...]) -> re.Pattern[str]:
        """Return the pattern of any of some words, none cut out of a longer one."""
        longest = sorted(words, key=len, reverse=True)
        return re.compile("|".join(map(self._uncut, longest)))

    def _uncut(self, word: str, both: bool = False) -> str:
        """Return the pattern of a word that no letter continues; one may precede it."""
        joined = self._translation.lexicon.touching
        boundary = f"(?<!{joined})" if both and re.match(joined, word) else ""
        return boundary + re.escape(word) + (f"(?!{joined})" if re.match(joined, word[-1]) else "")

    @lru_cache(1024)  # noqa: B019
    def _originals(self, word: str) -> re.Pattern[str]:
        """Return the pattern of what an original says for a word; the shortest are whole."""
        alternatives = (
            re.escape(each.lower()) + r"(?![a-z])" * (len(each) < 3)
            for each in self._checks.alone[word]
        )
        return re.compile(rf"(?<![a-z])(?:non-?)?(?:{'|'.join(alternatives)})")

    @cached_property
    def _rows(self) -> list[ComparedRow]:
        """The rows of `compared`; the tables belong to the language that is not the reference."""
        turned = not self._checks.compared
        owner, other = (
            (self._original, self._translation) if turned else (self._translation, self._original)
        )
        saying = lint_words(other).saying
        rows: list[ComparedRow] = []
        for row in lint_words(owner).compared:
            values = tuple(
                _value(row, row_value, saying[row_value], turned=turned)
                for row_value in row.values
                if row_value in saying
            )
            unless, but = saying.get(row.unless), row.but or None
            instead = row.instead if not turned else None if row.instead else ()
            conditions = (but, unless) if turned else (unless, but)
            if values:
                rows.append(ComparedRow(values, instead, row.again, *conditions, row.since))
        return rows


def _value(row: Distinction, source_value: str, finder: Finder, *, turned: bool) -> RowValue:
    """Return a value of a row with its patterns in the original and in the translation."""
    forms = tuple(form.pattern for form in row.values[source_value])
    longest = "|".join(sorted(dict.fromkeys(forms), key=len, reverse=True))
    written = f"{row.before.pattern}(?:{longest}){row.behind.pattern}".translate(TO_HALF_WIDTH)
    # For people a single word, and none with an ending left open.
    plain = [words for form in forms if (words := _plain(form))] or [_plain(forms[0])]
    shown = min(plain, key=_open_ended)
    names: tuple[str, str] = (shown, source_value) if turned else (source_value, shown)
    thing = Thing(
        "term" if row.terms else "word",
        *(source_value, *names),
        lost=source_value in (row.added if turned else row.lost),
        added=source_value in (row.lost if turned else row.added),
        counted=False,
        forms=(source_value,) if turned else forms,
        removable=row.removable and not turned,
    )
    theirs = finder if isinstance(finder, Pattern) else Pattern(finder.compiled.pattern)
    patterns = (Pattern(written), theirs) if turned else (theirs, Pattern(written))
    return RowValue(thing, *patterns)


def _open_ended(form: str) -> tuple[bool, bool]:
    """Return what speaks against showing a form: an ending left open, several words."""
    return "…" in form, " " in form


def _plain(form: str) -> str:
    """Return how a language says a value, for people: a word without its pattern."""
    words = re.sub(r"\(\?(?:[^()]|\([^()]*\))*\)\??|\w\?", "", form)
    words = re.sub(r"\[(.)[^\]]*\]", r"\1", words)
    words = re.sub(r"\\w.*|\(.*", "…", words)  # “pued…”, in any form
    return re.sub(r"\\(\W)", r"\1", words)


# What must or must not stand beside a form.
LOOKAROUND = re.compile(r"\(\?<?[!=](?:[^()]|\([^()]*\))*\)")


def form(value: Thing, other: Thing, words: str) -> str | None:
    """Return the form of another value that corresponds to words of one; None if it has none.

    Rows have forms as in the middle of a sentence; at its beginning they have a capital.
    """
    for inner in dict.fromkeys((words, words[:1].lower() + words[1:])):
        for written, wanted in zip(value.forms, other.forms, strict=False):
            if re.fullmatch(LOOKAROUND.sub("", written), inner):
                replacement = LOOKAROUND.sub("", wanted)
                if not replacement or re.search(r"[\\.*+?()\[\]{}|^$]", replacement):
                    return None  # a pattern is no text
                return replacement if inner == words else replacement[:1].upper() + replacement[1:]
    return None


def of(pair: Pair) -> Vocabulary:
    """Return what is compared between a translation and its original."""
    return _of(pair.original.language, pair.translation.language, translations.terms_of(pair))


@cache
def _of(original: Language, translation: Language, terms: TermTable) -> Vocabulary:
    return Vocabulary(original, translation, terms)
