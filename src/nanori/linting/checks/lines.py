"""Lines and sentences of which a translation has more or fewer than its original."""

import re
from collections.abc import Iterator, Sequence

from nanori.documents.lexicon import document_words
from nanori.grammar import type_lines
from nanori.linting.check import Check
from nanori.linting.context import Finding, Pair, shortened
from nanori.linting.evidence import (
    alignment,
    departures,
    translations,
    vocabulary,
)
from nanori.linting.evidence.alignment import Aligned, LineSpan, SentenceAnswer
from nanori.linting.evidence.amounts import CHOICE_OF_WORDS, REMARK, narrowed, without_remarks
from nanori.linting.evidence.translations import (
    STOP,
    is_later,
    is_left,
    is_written,
)
from nanori.linting.prose import RULES_OF_HALVES, PairOfHalves, Prose
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

LINES = Check(
    "lines",
    """Paragraphs and sentences of the original that a translation leaves out, or repeats.

Why: a paragraph is an ability (CR 113.2c), and what is left out is not on the card; pasted twice,
the card has it twice. Paragraphs that are merged, as keywords often are, and paragraphs of reminder
text alone are not counted.

Fix: unsafe. Lines that were joined are parted, one that was broken is joined; none for what is
missing or said twice.

ja: 抜けた段落や文
""",
)
# Where a sentence ends within a line, and remarks and quotations do.
END = re.compile(r"[.。]?[)）」”\"]|[.。](?=[^)）」”』\"]|$)")
# A line of tags alone is a rule drawn between others.
TAG = re.compile(r"<[^<>]*>")
# Where a line began that was joined to the one before: “VolQuand”.
JOINT_OF_LINES = re.compile("(?<=[a-zà-ÿа-яё])(?=[A-ZÀ-ÝА-ЯЁ])")
# Divides keywords, which prints have in one line or in several.
LIST = ",，、;；"


@LINES.in_pair("paragraph")
def missing_paragraph(pair: Pair) -> Iterator[Finding]:
    """Finds a translation that leaves out a paragraph of the original, or joins or breaks lines."""
    original, card = pair.original.card.text, pair.translation.card
    extra_lines = card.text.count("\n") - original.count("\n")
    if not extra_lines or extra_lines > 1 or is_left(card.text, pair.translation.language):
        return
    if _is_whole(pair):
        return
    steps = alignment.aligned(pair)
    if extra_lines == 1:
        yield from _broken(steps, pair)
        return
    offset = 0
    for number, (source_lines, target_lines) in enumerate(steps):
        offset = target_lines[-1].end if target_lines else offset
        if target_lines and any(not _has_words(original[slice(*line)]) for line in source_lines):
            continue
        lost = source_lines if not target_lines else ()
        if len(source_lines) == 2 and len(target_lines) == 1 and extra_lines == -1:
            lost = _unsaid(source_lines, target_lines[0], pair)
            offset = target_lines[0].start - 1 if lost == source_lines[:1] else offset
            yield from () if lost else _joined(source_lines, target_lines[0], pair)
        for start, end in lost:
            line = original[start:end]
            if (
                _has_words(without_remarks(line))
                and not any(is_later(word, pair) for word in _signs_of(line))
                and not _is_joined(line, steps, number, pair)
                and not _is_said_elsewhere(LineSpan(start, end), pair)
            ):
                # The line that stands there now; behind the last one its end.
                begin = min(offset + 1 if offset else 0, len(card.text) - 1)
                message = f"the original has “{shortened(line)}” here, this does not"
                yield Finding(begin, begin + 1, message)


def _is_whole(pair: Pair) -> bool:
    """Tell whether a text of another game has the usual length, or half of it in one line.

    Other games have other lines in other languages, and sentences that are one.
    """
    sides = (pair.original, pair.translation)
    if not sides[0].index.is_of_other_game(sides[1].path):
        return False
    if any(CHOICE_OF_WORDS.search(side.card.text) for side in sides):
        return True
    lengths = [len(side.card.text) / document_words(side.language).length for side in sides]
    return (
        lengths[1]
        >= (MIN_SHARE_WITHOUT_TERMS if "\n" in sides[1].card.text else MIN_SHARE_OF_LENGTH)
        * lengths[0]
    )


def _is_said_elsewhere(line: LineSpan, pair: Pair) -> bool:
    """Tell whether a text says all known words of a line, as often as the original says them.

    “Flying⏎When …” → “VolQuand …”: it is joined to the next. A line with reminder text is there if
    all remarks are.
    """
    original, translation = pair.original.card.text, pair.translation.card.text
    remarks = [len(REMARK.findall(narrowed(text))) for text in (original, translation)]
    if remarks[0] == remarks[1] and REMARK.search(original, *line):
        return True
    every = vocabulary.of(pair).in_texts(original, JOINT_OF_LINES.sub(" ", translation))
    of_line = [e for e in every if any(line.start <= at < line.end for at, _ in e.source)]
    return bool(of_line) and all(each.target and each.more >= 0 for each in of_line)


def _has_words(line: str) -> bool:
    return any(map(str.isalpha, TAG.sub("", line)))


def _signs_of(line: str) -> Iterator[str]:
    """Yield the first word of a line, and the bullet before a mode or after what precedes modes."""
    yield line.partition(" ")[0].lower()
    if line.rstrip().endswith("—"):
        yield "•"


def _unsaid(source_lines: Sequence[LineSpan], target: LineSpan, pair: Pair) -> Sequence[LineSpan]:
    """Return the one of two lines of which the line that may answer both says no known word.

    “Flying”, “Draw a card.” and 「カードを１枚引く。」 → “Flying”
    """
    words, line = vocabulary.of(pair), pair.translation.card.text[slice(*target)]
    said = [words.says(pair.original.card.text[slice(*each)], line) for each in source_lines]
    lost = [
        each for each, known in zip(source_lines, said, strict=True) if known and not any(known)
    ]
    return lost if len(lost) == 1 else ()


def _broken(steps: Sequence[Aligned], pair: Pair) -> Iterator[Finding]:
    """Yield the one line that goes on in the next, though the original's is one.

    “Draw a card, then discard a card.” and “Piochez une carte,⏎puis défaussez …” → at the “⏎”

    Prints have keywords in lines of their own.
    """
    text, language = pair.translation.card.text, pair.translation.language
    for source_lines, target_lines in steps:
        lines = [text[slice(*line)].strip() for line in target_lines]
        if len(source_lines) == 1 and len(lines) == 2 and all(lines):
            source = without_remarks(pair.original.card.text[slice(*source_lines[0])])
            if not STOP.search(source) or (language.lexicon.spaces and not lines[1][0].islower()):
                continue  # old prints have a paragraph for what is one today
            message = "the original goes on in the same line here"
            between = Edit(
                target_lines[0].end, target_lines[1].start, " " * language.lexicon.spaces
            )
            yield Finding(
                target_lines[0].end - 1, target_lines[1].start, message, Fix(False, (between,))
            )


def _joined(source_lines: Sequence[LineSpan], target: LineSpan, pair: Pair) -> Iterator[Finding]:
    """Yield the place in a line where the original begins another, at the end of a sentence.

    “Flying⏎Draw a card.” and 「飛行カードを１枚引く。」: of the ends of sentences and
    keywords the one from which on      ^offset  most words of the second line are said
    """
    original, text = pair.original.card.text, pair.translation.card.text
    terms = translations.lexicon(pair.translation.language)
    terms_of_lines = [list(terms.in_line(original[slice(*line)])) for line in source_lines]

    def lacking(end: int) -> int:
        parts = text[target.start : end], text[end : target.end]
        return sum(
            not any(each in part for each in equivalents)
            for words, part in zip(terms_of_lines, parts, strict=True)
            for _, equivalents in words
        )

    ends = [match.end() for match in END.finditer(text, *target)]
    keywords = pair.translation.language.lexicon.words.get("keyword_name", ())
    begun = [target.start + len(word) for word in keywords if text.startswith(word, target.start)]
    # Old prints have several paragraphs in one line, with a blank between.
    offsets = [
        end
        for end in (*ends, *begun)
        if target.start < end < target.end and not (text[end].isspace() or text[end] in LIST)
    ]
    if not offsets:
        return
    offset = min(offsets, key=lacking)
    if lacking(offset) == 0 or lacking(offset) < min(len(each) for each in terms_of_lines):
        shown = shortened(original[slice(*source_lines[1])])
        message = f"the original has “{shown}” in a line of its own here"
        yield Finding(offset - 1, offset, message, Fix(False, (Edit(offset, offset, "\n"),)))


def _is_joined(line: str, steps: Sequence[Aligned], number: int, pair: Pair) -> bool:
    """Tell whether a line beside says this one's keywords, and lists more than its original."""
    for source_lines, target_lines in (
        *steps[number - 1 : number],
        *steps[number + 1 : number + 2],
    ):
        if source_lines and target_lines:
            source = pair.original.card.text[source_lines[0].start : source_lines[-1].end]
            target = pair.translation.card.text[target_lines[0].start : target_lines[-1].end]
            if _listed(target) > _listed(source) and all(
                vocabulary.of(pair).says(without_remarks(line), target)
            ):
                return True
    return False


def _listed(line: str) -> int:
    """Return how many things a line divides at its beginning, before its first sentence."""
    first = re.split("[.。]", without_remarks(line), maxsplit=1)[0]
    return len(re.findall("[,、]", first))


# A sentence of less than this share of the usual length lacks a part.
MIN_SHARE_OF_LENGTH = 0.5
# Where terms of the rules are missing, too, a sixth less is enough.
MIN_SHARE_WITHOUT_TERMS = 0.85


# A sentence of fewer letters, “Draw a card.”, may be said in many ways: nothing is told of it.
MIN_LETTERS_OF_SENTENCE = 12
# A sentence of so many may be half as long in another language; only of longer ones length tells.
MAX_LETTERS_SAID_SHORTER = 30


@LINES.in_pair("sentence")
def missing_sentence(pair: Pair) -> Iterator[Finding]:
    """Finds a sentence that a translation leaves out, or in a bilingual document half of one."""
    if _is_whole(pair):
        return
    for lost in departures.lost_sentences(pair):
        shown = shortened(pair.original.card.text[slice(*lost.span)].strip())
        yield Finding(max(lost.place - 1, 0), lost.place, f"“{shown}” is left out here")


@LINES.in_prose("sentence")
def missing_sentence_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each sentence that has no answer, or half of one."""
    for halves, answering in alignment.answers(prose):
        if not is_written(halves.pair.translation.card.text, halves.pair.translation.language):
            continue
        offset = halves.translation
        for answer in answering:
            offset = halves.translation + answer.target[-1].end if answer.target else offset
            yield from _of_answer(answer, halves, offset)


def _of_answer(answer: SentenceAnswer, halves: PairOfHalves, offset: int) -> Iterator[Finding]:
    """Yield a finding for a sentence left out, which would stand at the offset, or cut short."""
    pair = halves.pair
    letters = alignment.length(pair.original, answer.source)
    if letters < MIN_LETTERS_OF_SENTENCE:
        return
    source = pair.original.card.text[answer.source[0].start : answer.source[-1].end].strip()
    shown = shortened(source)
    if not answer.target:
        yield Finding(max(offset - 1, halves.translation), offset, f"“{shown}” is left out here")
        return
    start, end = answer.target[0].start, answer.target[-1].end
    target = pair.translation.card.text[start:end]
    table = translations.of_prose(pair)
    missing = translations.lacking(source, target, table)
    # What the whole text lacks, not only the answer: `terms/different` says so.
    other = translations.lacking(source, pair.translation.card.text, table)
    is_part = answer.share < MIN_SHARE_WITHOUT_TERMS and (len(missing) > 1 or missing != other)
    if is_part or (answer.share < MIN_SHARE_OF_LENGTH and letters > MAX_LETTERS_SAID_SHORTER):
        also = f", “{missing[0][0]}” among it" if missing else ""
        message = f"a part of “{shown}” may be left out here{also}"
        yield Finding(halves.translation + start, halves.translation + end, message)


@LINES.in_prose("half")
def missing_half(prose: Prose) -> Iterator[Finding]:
    """Finds a rule or paragraph that a bilingual document has in only one language."""
    yield from prose.of_numbers(RULES_OF_HALVES)


@LINES.in_pair("repeated")
def repeated_paragraph(pair: Pair) -> Iterator[Finding]:
    """Finds a paragraph that a translation has twice and its original once."""
    text, original = pair.translation.card.text, pair.original.card.text
    source = [original[start:end].strip() for start, end in alignment.lines(original)]
    if len(set(source)) < len(source):
        return
    words_of = {(start, end): text[start:end].strip() for start, end in alignment.lines(text)}
    first = {words: line for line, words in reversed(words_of.items())}
    again = [line for line, words in words_of.items() if words and first[words] != line]
    if again and any(map(type_lines.in_any_language, first)):
        return  # the other face follows in the same text
    for start, end in again:
        yield Finding(start, end, "this paragraph stands here twice, in the original once")
