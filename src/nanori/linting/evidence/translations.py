"""Names, terms and types to what they are in another language.

Names as files and the database give them, terms as the rules and the project do.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.linting import options
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence.amounts import REMARK, TO_HALF_WIDTH, with_names_as
from nanori.linting.lexicon import lint_words
from nanori.names.lexicon import term_words

WORD = re.compile(r"[A-Za-z'’-]+")
# Names of three letters are in many words by chance.
MAX_LETTERS_OF_SHORT_NAME = 3
# Words beside a name that are still no sentence: “Ysolde of Karr” where Ysolde is one.
MAX_WORDS_BESIDE_NAME = 2


def english_names(name: str, subject: Subject) -> frozenset[str]:
    """Return the English names of the cards that have, or had, a name in the subject's language.

    Empty if no card with that name is known.
    """
    card, index = subject.card, subject.index
    names = set(index.english(name, card.lang))
    if name == card.name and card.name_en:
        names.add(card.name_en)
    if index.register is not None:
        names.update(hit.name_en for hit in index.register.exact(name, card.lang))
    return frozenset(filter(None, names))


def translated_names(english: str, subject: Subject) -> tuple[str, ...]:
    """Return the names of a card in the subject's language, the preferred one first.

    The database says which name is official (spec B8); without one, what the files say most often.
    """
    names = subject.index.translations(english, subject.card.lang)
    return tuple(dict.fromkeys((*official_names(english, subject), *names)))


def official_names(english: str, subject: Subject) -> tuple[str, ...]:
    """Return the names of a card in the subject's language that the database has."""
    index = subject.index
    entry = index.register.entry(english) if index.register is not None else None
    if entry is None:
        return ()
    return tuple(
        form.name
        for form in entry.forms
        if form.lang == subject.card.lang and form.form in ("oracle", "printed")
    )


def is_also_printed(name: str, english: str, subject: Subject) -> bool:
    """Tell whether prints have a name that is not the official one and that nothing replaced."""
    index = subject.index
    entry = index.register.entry(english) if index.register is not None else None
    forms = entry.forms if entry is not None else ()
    return any(
        (form.lang, form.name, form.standing) == (subject.card.lang, name, "also") for form in forms
    )


def shown(counted: Sequence[tuple[str, int]], official: Sequence[str]) -> str:
    """Return how often files have each name, and what the database has, in words."""
    sources: list[str] = []
    if counted:
        sources.append("in the files " + ", ".join(f"“{name}” {times}×" for name, times in counted))
    if official:
        sources.append(f"in the database “{official[0]}”")
    return ", ".join(sources)


def _is_within(text: str, offset: int) -> bool:
    """Tell whether a word or a comma stands before that place, where no sentence begins."""
    sign_before = text[max(0, offset - 4) : offset].rstrip()[-1:]
    return sign_before.isalnum() or sign_before == ","


class NamedSpan(NamedTuple):
    """A span of a text in which a card is named."""

    start: int
    end: int
    name: str
    """The card's name, which the text may have in another form."""


def standing(subject: Subject) -> Iterator[NamedSpan]:
    """Yield the known names in the text where no reference is; the longest counts.

    In languages with blanks, none is part of a longer word.
    """
    text, known_names = subject.card.text, subject.index.known(subject.language)
    letter = subject.language.lexicon.guards.letter if subject.language.lexicon.spaces else None
    plain = subject.language.plain_words
    occupied = bytearray(len(text))
    for reference in subject.references:
        occupied[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
    offset = 0
    while offset < len(text):
        name = "" if occupied[offset] else known_names.at(text, offset)
        end = offset + (len(name) or 1)
        within = (
            name and letter and (text[offset - 1 : offset].isalnum() or letter.match(text, end))
        ) or (  # “Una” begins a sentence, and is a name elsewhere
            letter and name.lower() in plain and not _is_within(text, offset)
        )
        if name and not within and occupied.find(1, offset, end) < 0:
            yield NamedSpan(offset, end, name)
        offset = end


def is_of_name(words: str, original: Subject) -> bool:
    """Tell whether words left from an original are, or belong to, a name; a sentence is more."""
    rest = words
    names = {reference.refers_to or reference.text for reference in original.references}
    for name in sorted(
        (name for name in names if len(name) > MAX_LETTERS_OF_SHORT_NAME), key=len, reverse=True
    ):
        if words in name:
            return True
        rest = rest.replace(name, "\0")
    return rest != words and len(WORD.findall(rest)) <= MAX_WORDS_BESIDE_NAME


def is_written(words: str, language: Language) -> bool:
    """Tell whether words are in a script that only this language has."""
    script = _script(language)
    return script is not None and script.search(words) is not None


def has_its_name(pair: Pair) -> bool:
    """Tell whether a translation has the original's name, though it shares no letter with it."""
    name, language = pair.translation.card.name, pair.translation.language
    same = bool(name) and name == pair.original.card.name
    return same and _script(language) is not None and not is_written(name, language)


def is_left(words: str, language: Language) -> bool:
    """Tell whether words are untranslated: none of them is in the language's script.

    In a shared script, they plainly are words of another language.
    """
    if language.lexicon.script:
        return not is_written(words, language)
    return bool(language_detection.contradicting(words, language.code))


def is_translated(words: str, language: Language) -> bool:
    """Tell whether words may be in a language: in its script, or if it shares it, any words."""
    if language.lexicon.script:
        return is_written(words, language)
    return any(map(str.isalpha, words))


@cache
def _script(language: Language) -> re.Pattern[str] | None:
    written = language.lexicon.script
    return re.compile(written) if written else None


# What stands between an ability word and its ability, or a keyword and its costs.
DASHES = "—―─–"
# An ability word, or one of flavor, before its ability.
HEADING = re.compile(r"(?m)^(?:[IVX]+(?:, [IVX]+)*|[^\n{.:,]{1,40}) [—―–-] ")

# What reminder text has, and the quality after a keyword does not.
STOP = re.compile("[.。]")


class AvoidedWord(NamedTuple):
    """A word to avoid, with what is to stand for it."""

    start: int
    end: int
    replacement: str


class TermTable:
    """The terms of a translation."""

    def __init__(self, said: Mapping[str, tuple[str, ...]], avoid: Mapping[str, str]) -> None:
        """Keep words of originals with their translations, and words to avoid with replacements."""
        self.said = {word.lower(): equivalents for word, equivalents in said.items()}
        self._avoid = avoid
        self._words = _pattern(self.said)
        self._wrong = _pattern(avoid)

    def in_line(self, line: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each word of a line of an original, once, with its translations."""
        words = dict.fromkeys(match[0].lower() for match in self._words.finditer(line))
        for word in words:
            yield word, self.said[word]

    def places(self, line: str) -> Iterator[tuple[int, str]]:
        """Yield where each word of a line of an original begins, with the word in lower case."""
        for match in self._words.finditer(line):
            yield match.start(), match[0].lower()

    def avoided(self, text: str) -> Iterator[AvoidedWord]:
        """Yield the places of words to avoid, with their replacements."""
        for match in self._wrong.finditer(text):
            if replacement := self._avoid.get(match[0]):
                yield AvoidedWord(*match.span(), replacement)


@cache
def answers_in(language: Language) -> Mapping[str, tuple[str, ...]]:
    """Return a language's translations for words of originals that are not terms."""
    return {
        word: equivalents
        for words, equivalents in lint_words(language).answered.items()
        for word in words.split(", ")
    }


@cache
def lexicon(language: Language) -> TermTable:
    """Return the terms and the other words that a language has for those of originals."""
    return TermTable({**answers_in(language), **term_words(language).terms}, {})


def _pattern(words: Mapping[str, object]) -> re.Pattern[str]:
    """Return the pattern of words, longest first, each as whole words."""
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(f"(?i)(?<![A-Za-z'’-])(?:{listed or '(?!)'})(?![A-Za-z-])")


def terms_of(pair: Pair) -> TermTable:
    """Return the terms for a translation from its original's language."""
    path = pair.translation.settings.terms
    return _table(pair.original.language, pair.translation.language, path)


def of_prose(pair: Pair) -> TermTable:
    """Return the terms of a paragraph of rules: more words than a card's, and their plurals."""
    path = pair.translation.settings.terms
    return _table(pair.original.language, pair.translation.language, path, prose=True)


def lacking(source: str, target: str, table: TermTable) -> list[tuple[str, str]]:
    """Return the words of an original that a translation lacks, with their translations."""
    return [
        (word, equivalents[0])
        for word, equivalents in table.in_line(source)
        if not any(words in target for words in (*equivalents, word))
    ]


@lru_cache(16)
def _table(
    original: Language, translation: Language, path: str, *, prose: bool = False
) -> TermTable:
    equivalents_of = dict(term_words(translation).terms)
    if prose:
        words = term_words(translation).translations
        equivalents_of |= words | {f"{word}s": equivalents for word, equivalents in words.items()}
    avoid: dict[str, str] = {}
    for term in options.read_terms(path) if path else ():
        equivalents = term.said.get(translation.code, ())
        for word in term.said.get(original.code, ()) if equivalents else ():
            equivalents_of[word] = equivalents
        avoid |= {word: equivalents[0] for word in term.avoid if equivalents}
    return TermTable(equivalents_of, avoid)


def is_later(words: str, pair: Pair) -> bool:
    """Tell whether originals say words, or all that are named so, only since after this print."""
    released = pair.translation.card.released
    since = lint_words(pair.original.language).since
    return bool(released) and released < since.get(words, "")


def masked(subject: Subject) -> str:
    """Return a text with blanks for names, remarks and the headings of abilities."""
    text = with_names_as("_", subject)
    text = REMARK.sub(lambda match: _blank(match) if STOP.search(match[0]) else match[0], text)
    keywords = tuple(subject.language.lexicon.words.get("keyword_name", ()))
    return HEADING.sub(lambda match: _keyword_or_blank(match, keywords), text)


def plain(words: str) -> str:
    """Return words of a text in half width, without remarks."""
    return REMARK.sub("", words.translate(TO_HALF_WIDTH))


def _keyword_or_blank(heading: re.Match[str], keywords: tuple[str, ...]) -> str:
    """Return a keyword before its cost, which is not an ability word; else blanks."""
    return heading[0] if heading[0].startswith(keywords) else _blank(heading)


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match[0])
