"""Compares the words of a sentence with its original's, by a lexicon of the two languages.

`terms` and `answered` say what a word of the original is in the translation, `alone` what the
original must say for a word of the translation to be there. Sentences are compared if both lines
have as many, else the lines; names, remarks and what is in another sentence of the line are not
differences. A superfluous word in place of a missing one is one finding.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from nanori.documents.lexicon import document_words
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Pair, Subject, replaced
from nanori.linting.evidence import alignment, brackets, distinctions, lost_words, translations
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import NARROW
from nanori.linting.evidence.translations import TermTable, is_translated
from nanori.linting.lexicon import lint_words
from nanori.names.lexicon import term_words

# With more differences a sentence says something else altogether, or is another one's.
MOST_DIFFERENCES = 3
# So much of a sentence is said nowhere if the sentence is lost.
LOST = 0.5
# A cost is no sentence, and prints leave out what a token is, which is in quotation marks.
KEPT = re.compile(r":$|[\"“«„「“]")
# Separates a cost from what it pays for, in half width.
COLON = ":"
# What a line of keywords lists.
ITEM = re.compile(r"[^\s、,;][^、,;]*")
# Marks that occur within words, too.
APOSTROPHES = "'‘’"


Answering = tuple[LineSpan, LineSpan]


class WordFinding(NamedTuple):
    """A finding about a word, and whether it is a term of the rules."""

    finding: Finding
    is_term: bool


class _Surplus(NamedTuple):
    """A word that the original does not say."""

    word: str
    start: int
    end: int
    times: int
    """How often the original says what it stands for; less often than it occurs here."""


class _Lacking(NamedTuple):
    """A word of the original that the translation does not say."""

    word: str
    meant: tuple[str, ...]


class ComparedWords(NamedTuple):
    """What is compared between two languages."""

    words: re.Pattern[str]
    """The words of the translation that need a certain word in the original."""
    alone: Mapping[str, re.Pattern[str]]
    shown: Mapping[str, str]
    """What is shown of the original for such a word."""
    answered: TermTable
    known: Mapping[str, tuple[str, ...]]
    joined: str
    """Letters that make a word next to them part of a longer one."""
    stem: re.Pattern[str]
    """A word without its inflectional ending."""
    unrepeated: tuple[str, ...]
    doubtful: tuple[str, ...]


class _Texts(NamedTuple):
    """Both texts, and without references to the card, which no word need correspond to."""

    there: str
    here: str
    asked: str
    given: str


def untold(pair: Pair, *, of_terms: bool) -> Iterator[Finding]:
    """Yield the findings about terms, or the others, in lines that `distinctions` passed."""
    every = differences(pair)
    if not every:  # as in nearly every pair
        return
    text = pair.translation.card.text
    before = [
        *distinctions.findings(pair, of_terms=True),
        *distinctions.findings(pair, of_terms=False),
    ]
    lines = {text.count("\n", 0, finding.start) for finding in before}
    for finding, is_term in every:
        if is_term == of_terms and text.count("\n", 0, finding.start) not in lines:
            yield finding


@lru_cache(4)  # two checks ask, one after another
def differences(pair: Pair) -> tuple[WordFinding, ...]:
    """Return the missing and superfluous words of a translation, in the order of its lines.

    Empty for a language that has no such lexicon.
    """
    if not lint_words(pair.translation.language).answered:
        return ()
    lexicon = words_of(pair.original.language, pair.translation.language)
    texts = _texts(pair)
    every = (_in_sentence(pair, lexicon, texts, *spans) for spans in _compared(pair, texts))
    return (*chain.from_iterable(every), *_added_keywords(pair, lexicon, texts))


def _added_keywords(pair: Pair, lexicon: ComparedWords, texts: _Texts) -> Iterator[WordFinding]:
    """Yield the keywords in lines of such of which a text with other lines says nothing."""
    if alignment.one_by_one(pair):
        return
    original = pair.original.card.text.lower()
    for line in alignment.lines(texts.here):
        words = texts.here[slice(*line)]
        items = [] if translations.STOP.search(words) else list(ITEM.finditer(texts.here, *line))
        for number, item in enumerate(items):
            word = item[0].rstrip()
            if word not in _keywords(pair.translation.language) or word not in lexicon.alone:
                continue
            if lexicon.alone[word].search(original):
                continue
            start, end = item.start(), item.start() + len(word)
            message = f"“{word}” stands here, the original does not say “{lexicon.shown[word]}”"
            # With the comma before it, or the one behind it, or its whole line.
            if number:
                start = items[number - 1].end()
            else:
                end = min(items[1].start() if len(items) > 1 else line.end + 1, len(texts.here))
            yield WordFinding(replaced(start, end, "", message, safe=False), True)


@cache
def _keywords(language: Language) -> frozenset[str]:
    return frozenset(language.lexicon.words.get("keyword_name", ()))


def sentences(pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield what is compared: each sentence of the original, in lower case, and its translation."""
    texts = _texts(pair)
    for (there, here), _ in _compared(pair, texts):
        yield texts.there[slice(*there)], texts.here[slice(*here)]


class LostSentence(NamedTuple):
    """A sentence of an original that nothing answers, and where its translation would stand."""

    span: LineSpan
    """Where it is in the original."""
    place: int
    """Behind what answers the sentence before it."""


def without_lost(pair: Pair) -> Pair:
    """Return a pair with blanks for the sentences of the original that nothing answers."""
    lost = lost_sentences(pair)
    if not lost:
        return pair
    original = pair.original
    letters = list(original.card.text)
    for sentence in lost:
        start, end = sentence.span
        letters[start:end] = " " * (end - start)
    kept = [each for each in original.references if letters[each.start] == each.text[0]]
    card = replace(original.card, text="".join(letters))
    blanked = Subject(card, kept, original.index, original.settings, path=original.path)
    return Pair(blanked, pair.translation)


@lru_cache(4)  # several checks ask, one after another
def lost_sentences(pair: Pair) -> tuple[LostSentence, ...]:
    """Return the sentences, in reminder text or beside it, of which hardly a word is said.

    Words are looked for in all of the line, or of the remark; a cost is no sentence.
    """
    return tuple(_lost(pair))


def _lost(pair: Pair) -> Iterator[LostSentence]:
    texts = _texts(pair)
    original, translated = pair.original.card.text, pair.translation.card.text
    for reworded in lint_words(pair.original.language).reworded:
        original = reworded.compiled.sub(lambda match: " " * len(match[0]), original)
    narrow = original.lower().replace("’", "'"), translated.translate(NARROW)
    for lines in alignment.one_by_one(pair):
        if not is_translated(translated[slice(*lines[1])], pair.translation.language):
            continue
        yield from _lost_sentences(pair, texts.asked, texts.here, lines)
        remarks = [
            brackets.remarks_of(side, line)
            for side, line in zip((pair.original, pair.translation), lines, strict=True)
        ]
        if len(remarks[0]) == len(remarks[1]):
            for first, second in zip(*remarks, strict=True):
                yield from _lost_sentences(pair, *narrow, (first, second))


def _lost_sentences(pair: Pair, asked: str, given: str, spans: Answering) -> Iterator[LostSentence]:
    known = translations.lexicon(pair.translation.language)
    there = _parts(asked, spans[0], pair.original.language)
    here = _parts(given, spans[1], pair.translation.language)
    if not here:
        return
    whole = given[slice(*spans[1])]
    ratio = document_words(pair.translation.language).length
    ratio /= document_words(pair.original.language).length
    words = [list(known.in_line(asked[slice(*each)])) for each in there]
    lacking = alignment.unsaid(words, [given[slice(*part)] for part in here])
    lost = [
        number
        for number, said in enumerate(words)
        if not KEPT.search(asked, *there[number])
        and sum(not any(each in whole for each in meant) for _, meant in said)
        >= max(1, LOST * len(said))
    ]
    if not lost:  # as in nearly every line
        return
    first = [len(asked[slice(*each)].strip()) * ratio for each in there]
    second = [float(len(given[slice(*each)].strip())) for each in here]
    place = spans[1].start
    for asking, giving in alignment.cheapest(there, here, first, second, lacking):
        place = giving[-1].end if giving else place
        for each in asking:
            if there.index(each) in lost and (not giving or len(asking) > len(giving)):
                yield LostSentence(each, place)


def _texts(pair: Pair) -> _Texts:
    there, here = (
        translations.masked(side).replace("_", " ") for side in (pair.original, pair.translation)
    )
    there = there.lower().replace("’", "'")
    return _Texts(
        there,
        here,
        _without_references(there, pair.original),
        _without_references(here, pair.translation),
    )


def _without_references(text: str, subject: Subject) -> str:
    """Return a text with blanks for its self-references, which other checks handle."""
    letters = list(text)
    for reference in subject.references:
        letters[reference.start : reference.end] = " " * (reference.end - reference.start)
    return "".join(letters)


def _compared(pair: Pair, texts: _Texts) -> Iterator[tuple[Answering, Answering]]:
    """Yield the corresponding sentences, with their lines."""
    for lines in alignment.one_by_one(pair):
        if is_translated(texts.here[slice(*lines[1])], pair.translation.language):
            for spans in _sentences(pair, texts, lines):
                yield spans, lines


def _in_sentence(
    pair: Pair,
    lexicon: ComparedWords,
    texts: _Texts,
    spans: Answering,
    lines: Answering,
) -> list[WordFinding]:
    """Return the differences of a sentence, in its line."""
    lacking = _lacking(lexicon, texts, spans)
    surplus = _surplus(lexicon, texts, spans)
    if spans != lines:  # what another sentence of the line says is not missing in this one
        missed = {each.word for each in _lacking(lexicon, texts, lines)} if lacking else set[str]()
        lacking = [each for each in lacking if each.word in missed]
        added = {each.word for each in _surplus(lexicon, texts, lines)} if surplus else set[str]()
        surplus = [each for each in surplus if each.word in added]
        original = texts.there[slice(*lines[0])]
        surplus = [  # a noun is repeated where the original has a pronoun
            each for each in surplus if each.times or not lexicon.alone[each.word].search(original)
        ]
    alone = [each for each in surplus if each.times == 0]
    if len(alone) + len(lacking) > MOST_DIFFERENCES:
        return []
    doubtful = all(each.word in lexicon.doubtful for each in (*surplus, *lacking))
    if len({each.word for each in surplus}) == 1 and lacking and not doubtful:
        return [_instead(lexicon, surplus[-1], lacking)]
    findings: list[WordFinding] = []
    for word in alone:
        if word.word in lexicon.doubtful:
            continue
        message = (
            f"“{word.word}” stands here, the original does not say “{lexicon.shown[word.word]}”"
        )
        finding = Finding(word.start, word.end, message)
        shown = lexicon.shown[word.word]
        place = lost_words.without(pair, shown, texts.here, (word.start, word.end))
        if place and place.meant is not None and len(alone) == 1 and not lacking:
            finding = replaced(place.start, place.end, place.meant, message, safe=False)
        findings.append(WordFinding(finding, _is_term(lexicon, word)))
    for word, meant in lacking:
        if word in lexicon.doubtful:
            continue
        message = f"the original says “{word}” here, this does not say “{meant[0]}”"
        finding = lost_words.finding(pair, word, *spans, message)
        findings.append(
            WordFinding(finding, not lexicon.known.keys().isdisjoint((word, *word.split())))
        )
    return findings


def _is_term(lexicon: ComparedWords, word: _Surplus) -> bool:
    return any(word.word in meant for meant in lexicon.known.values())


def _lacking(
    lexicon: ComparedWords, texts: _Texts, spans: tuple[LineSpan, LineSpan]
) -> list[_Lacking]:
    """Return the words that an original says more often than the translation."""
    said, given = texts.asked[slice(*spans[0])], texts.here[slice(*spans[1])]
    times = Counter(word for _, word in lexicon.answered.places(said))
    lacking: list[_Lacking] = []
    for word, meant in lexicon.answered.in_line(said):
        least = 1 if word in lexicon.unrepeated else times[word]
        if word not in given and times_said(given, meant, lexicon.joined) < least:
            lacking.append(_Lacking(word, meant))
    return lacking


def times_said(given: str, words: tuple[str, ...], joined: str) -> int:
    """Return how often any of some words occur in a text; one may be the beginning of another."""
    return len(_any_of(words, joined).findall(given))


@cache
def _any_of(words: tuple[str, ...], joined: str) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile("|".join(_uncut(word, joined, compound=True) for word in longest))


def _surplus(
    lexicon: ComparedWords, texts: _Texts, spans: tuple[LineSpan, LineSpan]
) -> list[_Surplus]:
    """Return the words that a translation says more often than the original says their meaning."""
    standing = [
        (match[0], *match.span()) for match in lexicon.words.finditer(texts.given, *spans[1])
    ]
    times = Counter(word for word, _, _ in standing)
    said = {
        word: sum(1 for _ in lexicon.alone[word].finditer(texts.there, *spans[0])) for word in times
    }
    return [
        _Surplus(word, start, end, said[word])
        for word, start, end in standing
        if times[word] > said[word]
    ]


def _instead(lexicon: ComparedWords, word: _Surplus, lacking: list[_Lacking]) -> WordFinding:
    """Return the finding about a word in place of another, which takes over its ending."""
    mended = {each.word: _in_place_of(word.word, each.meant[0], lexicon.stem) for each in lacking}
    fitting = [each for each in lacking if mended[each.word]]
    meant_word = (fitting or lacking)[0]
    message = f"the original says “{meant_word.word}” here, this says “{word.word}”"
    finding = Finding(word.start, word.end, message)
    if len({mended[each.word] for each in fitting}) == 1:
        words = mended[meant_word.word] or ""
        finding = replaced(word.start, word.end, words, message, safe=False)
    return WordFinding(finding, meant_word.word in lexicon.known)


def _in_place_of(word: str, meant: str, stem: re.Pattern[str]) -> str | None:
    """Return a word with the ending of another; None if it has one of its own."""
    stems = [stem.match(each) for each in (word, meant)]
    if not stems[0] or not stems[1]:
        return None
    endings = [each.string[each.end() :] for each in stems if each]
    # A noun in place of a verb would get an impossible ending.
    return meant if endings[1] == endings[0] else None


def _sentences(
    pair: Pair, texts: _Texts, lines: tuple[LineSpan, LineSpan]
) -> list[tuple[LineSpan, LineSpan]]:
    """Return the sentences of two lines one to one; the lines if one has more."""
    originals = _parts(texts.there, lines[0], pair.original.language)
    translated = _parts(texts.here, lines[1], pair.translation.language)
    if len(originals) != len(translated):
        return [lines]
    return list(zip(originals, translated, strict=True))


def _parts(text: str, line: LineSpan, language: Language) -> list[LineSpan]:
    """Return the sentences of a line, costs by themselves; a quotation is part of its sentence."""
    stop, pairs = language.lexicon.wording.stop, language.lexicon.pairs
    closing = {marks[0]: marks[1] for marks in reversed(pairs) if marks[0] not in APOSTROPHES}
    spans: list[LineSpan] = []
    waiting: list[str] = []
    begin = line.start
    for place in range(*line):
        sign = text[place]
        if waiting and sign == waiting[-1]:
            waiting.pop()
        elif sign in closing:
            waiting.append(closing[sign])
        elif not waiting and (sign == COLON or (sign == stop and _ends(text, place, language))):
            spans.append(LineSpan(begin, place + 1))
            begin = place + 1
    if text[begin : line.end].strip():
        spans.append(LineSpan(begin, line.end))
    return spans


def _ends(text: str, place: int, language: Language) -> bool:
    """Tell whether a stop ends a sentence, and is not part of a number or an abbreviation."""
    return not language.lexicon.spaces or not text[place + 1 : place + 2].strip()


def _whole(word: str, letter: str, joined: str) -> str:
    """Return the pattern of a word that is not part of a longer one in its script."""
    if len(word) == 1:
        return f"(?<!{letter}){word}(?!{letter})"
    return _uncut(word, joined)


def _uncut(word: str, joined: str, *, compound: bool = False) -> str:
    """Return the pattern of a word without adjacent letters that would continue it.

    A `compound` may end in it: a counter of any kind is a counter.
    """
    before = rf"(?<!{joined})" if re.match(joined, word) and not compound else ""
    behind = rf"(?!{joined})" if re.match(joined, word[-1]) else ""
    return f"{before}{re.escape(word)}{behind}"


def _meant(word: str) -> str:
    """Return the pattern of an original's word, or of its beginning; the shortest are whole."""
    return re.escape(word.lower()) + r"(?![a-z])" * (len(word) < 3)


@cache
def words_of(original: Language, translation: Language) -> ComparedWords:
    """Return what is compared between an original and its translation."""
    checks = lint_words(translation)
    words = sorted(checks.alone, key=len, reverse=True)
    letter = checks.letter.pattern
    parts = [_whole(word, letter, checks.joined.pattern) for word in words]
    alone = {
        word: re.compile(rf"(?<![a-z])(?:non-?)?(?:{'|'.join(map(_meant, meant))})")
        for word, meant in checks.alone.items()
    }
    shown = {word: meant[0] for word, meant in checks.alone.items()}
    answered = translations.lexicon(translation)
    return ComparedWords(
        re.compile("|".join(parts) or "(?!)"),
        alone,
        shown,
        answered,
        term_words(translation).terms,
        checks.joined.pattern,
        checks.stem.compiled,
        checks.unrepeated,
        checks.doubtful,
    )
