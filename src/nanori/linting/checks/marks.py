"""What is wrong with the marks of a text: its stops and brackets."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator

from nanori.annotation.own_names import TWINPACTS
from nanori.annotation.plain_words import Span
from nanori.documents.lexicon import document_words
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.check import TEMPLATING, Check
from nanori.linting.context import Finding, Pair, Subject, TextParagraph, replaced
from nanori.linting.evidence import (
    alignment,
    brackets,
    inner_capitals,
    sentences,
    typos,
)
from nanori.linting.evidence.amounts import REMARK, TO_HALF_WIDTH
from nanori.linting.evidence.brackets import MISREAD, MISREAD_CUE, LineEnds, MarkPairs
from nanori.linting.evidence.translations import is_translated, standing
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

FULL_STOPS = Check(
    "full-stops",
    """A line or a sentence that lacks its full stop, or has one too many.

Why: an ability is one or more complete sentences, and so is reminder text; without a full stop it
looks cut off. Keyword lines have none, and neither do the lines before modes and levels.

Fix: safe. The stop is added or removed. Unsafe after words that cannot end a sentence, because
others may be missing there, in lines that begin with a small letter, and beside a translation.

ja: 文の終わりの句点
""",
)
# What the next line of a sentence begins with that was broken to fit a box, or is indented.
CONTINUATION = re.compile(r"\s*(?:[a-zà-ÿ]|(?:[+−-]?[\dX]+/[+−-]?[\dX]+|\d+) \w)|\n[ \t]+\S")
# A code of another program, behind which flavor text may stand: “{flavor}”.
CODE = re.compile(r"\{/?[a-z]")
# What divides the rows of a card that is set into another: “Salt Mend {U}| Skill Instant”, or
# abilities that were written in one line: “Flying; {T}: Draw a card.; Equip {2}”.
DIVIDER = re.compile(r"\||[^\W\d]; [A-Z{(]|[.)”\"}];")
# So many of the words at least are those of rules,
SHARE_OF_WORDS_OF_RULES = 0.8
# or of so many texts.
MIN_TEXTS_WITH_WORD = 5


@FULL_STOPS.in_text("line", law=True, group=TEMPLATING)
def full_stop_of_line(subject: Subject) -> Iterator[Finding]:
    """Finds a line without its full stop, or a line of keywords with one."""
    card, language = subject.card, subject.language
    ends = lint_words(language).templating.stopped
    stop = language.lexicon.wording.stop.strip()
    for paragraph in subject.paragraphs if ends and stop else ():
        line, begin = paragraph.text.rstrip(), paragraph.begin
        if DIVIDER.search(line):
            continue
        yield from _at_brackets(line, paragraph, subject)
        if line.endswith(stop) and _is_of_keywords(line.removesuffix(stop), subject):
            end = begin + len(line)
            message = f"“{line}” is a line of keywords, which has no “{stop}”"
            yield replaced(end - 1, end, "", message, safe=True)
        last = ends.search(line)
        if last is None or not sentences.is_sentence(paragraph.tree) or _is_title(line, subject):
            continue
        if _is_of_keywords(line, subject):
            continue  # “Double Strike, haste”, too, where a capital hides the keyword
        text_after = card.text[paragraph.end :]
        if CONTINUATION.match(text_after) or (text_after.strip() and subject.house.breaks_lines):
            continue  # a line that is broken within its sentence
        if brackets.is_unclosed(card.text, begin + len(line), language.lexicon.pairs):
            continue  # more is lost than the stop, and `brackets/unbalanced` says so
        whole = last["open"] is None and not sentences.ends_in_verb(paragraph.tree)
        whole = whole and not line[0].islower() and _is_of_rules(line, subject)
        whole = whole and not CODE.search(card.text[: paragraph.end])
        whole = whole and not line.rpartition(f"{stop} ")[2][:1].islower()  # “… controller. cost”
        yield _unstopped(line, last[0], begin, subject, safe=whole)


def _at_brackets(line: str, paragraph: TextParagraph, subject: Subject) -> Iterator[Finding]:
    """Yield a finding for reminder text without a stop, and for the sentence before one.

    “Flying (It can't be blocked)” and “Target creature gains flying (It flies.)”.
    """
    templating = lint_words(subject.language).templating
    if bracketed := templating.bracketed.search(line):
        cut, last = line[: bracketed.end("last")], bracketed["last"]
        yield _unstopped(cut, last, paragraph.begin, subject, safe=True)
    reminded = templating.reminded.search(line)
    if reminded is None or not sentences.is_said_before(paragraph.tree, reminded.end()):
        return
    cut = line[: reminded.end()]
    if not _is_of_keywords(cut, subject):  # “Aura Swap {2}{R} (…)”, too, with its capital
        yield _unstopped(cut, reminded[0], paragraph.begin, subject, safe=True)


def _unstopped(line: str, last: str, begin: int, subject: Subject, *, safe: bool) -> Finding:
    """Return a finding for the end of a line, or of a part of it, that lacks its stop.

    Draw a card (It is yours)     line is up to “yours”, last is its last sign or word
    ^begin              ^last
    """
    stop, end = subject.language.lexicon.wording.stop.strip(), begin + len(line)
    message = f"“{_last_word(line, last.strip())}” ends a sentence without “{stop}”"
    fix = Fix(safe and not _is_cut_off(line, subject), (Edit(end, end, stop),))
    return Finding(end - len(last), end, message, fix)


# Signs of a word that a message shows.
MAX_LENGTH_OF_WORD = 20


def _last_word(line: str, sign: str) -> str:
    """Return the word that a line ends with; where words are not divided, its last sign."""
    *words_before, word = line.split() or [sign]
    return word if words_before and len(word) <= MAX_LENGTH_OF_WORD else sign


def _is_cut_off(line: str, subject: Subject) -> bool:
    """Tell whether the last word is cut off, as “cre”, or touches the stop before it: “order.zz”.

    It is the beginning of a word of rules and itself none.
    """
    if sentences.is_cut_off(line, subject.language):
        return True
    words = subject.language.lexicon.guards.word.findall(line)
    word = words[-1] if words and line.endswith(words[-1]) else ""
    if word and line[: -len(word)].endswith(subject.language.lexicon.wording.stop.strip()):
        return True
    plain = subject.language.plain_words
    if not word or word in plain or subject.index.says(word, subject.card.lang) > 1:
        return False
    return any(plain_word.startswith(word) for plain_word in plain)


def _is_title(line: str, subject: Subject) -> bool:
    """Tell whether a line is the name of a level, with a sign of its own before a colon.

    Or of something else: each of its words has a capital.
    """
    cost, colon, _ = line.partition(":")
    if colon:
        return not any(sign.isalnum() or sign in "{[" for sign in cost)
    signs = {"{", *lint_words(subject.language).templating.dashes}
    words = subject.language.lexicon.guards.word.findall(line)
    return len(words) > 1 and signs.isdisjoint(line) and all(word[0].isupper() for word in words)


def _is_of_rules(line: str, subject: Subject) -> bool:
    """Tell whether most words of a line in small letters are words of rules, or of other texts."""
    language, index = subject.language, subject.index
    small = [word for word in language.lexicon.guards.word.findall(line) if word[0].islower()]
    words_of_rules = [
        word
        for word in small
        if word in language.plain_words or index.says(word, language.code) >= MIN_TEXTS_WITH_WORD
    ]
    return len(words_of_rules) >= SHARE_OF_WORDS_OF_RULES * len(small)


# What a keyword costs, or how much it is.
COST = re.compile(r"(?: ?—? ?\{[^{}]*\})+$| (?:\d+|x)$")


def _is_of_keywords(line: str, subject: Subject) -> bool:
    words = (COST.sub("", each) for each in line.lower().split(", "))
    return inner_capitals.keywords(subject.language).issuperset(words)


# Blanks of a line with a keyword, and more.
MAX_BLANKS_OF_KEYWORD = 4
# What stands before an item of a list.
BULLETS = ("•", "・", "●", "■", "▶", "►")


@FULL_STOPS.in_prose("sentence")
def stop_of_sentence_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for the last word of each paragraph of a document that lacks its stop."""
    yield from prose.of_pairs(_of_paragraph)


def _of_paragraph(pair: Pair) -> Iterator[Finding]:
    stop, other = (side.language.lexicon.wording.stop for side in (pair.translation, pair.original))
    marks = [pair.translation.language.lexicon.nested[0][1:], ""]
    text, source = pair.translation.card.text, pair.original.card.text
    ends = tuple(f"{stop}{mark}" for mark in marks)
    last = text[-1:]
    if not stop or not source.endswith((other, f"{other}”")) or text.endswith(ends):
        return
    if is_translated(last, pair.translation.language) or last in marks:
        yield Finding(len(text) - 1, len(text), f"“{last}” ends a paragraph without “{stop}”")


@FULL_STOPS.in_pair("sentence", law=True)
def stop_of_sentence(pair: Pair) -> Iterator[Finding]:
    """Finds a line of a translation that lacks the full stop of the original."""
    original, translation = pair.original, pair.translation
    if translation.index.ends_in_letters(translation.card.lang, translation.path):
        return  # it has none as a habit
    stop, other = (side.language.lexicon.wording.stop for side in (translation, original))
    text, source = translation.card.text, original.card.text
    listed = _listed_without(stop, text)
    named = original.card.lang != languages.original_language()
    keywords = tuple(original.language.lexicon.words.get("keyword_name", ())) if named else ()
    for (first, last), (start, end) in alignment.one_by_one(pair) if stop and other else ():
        sentence_text = _without_remark(source[first:last])
        line = _without_remark(text[start:end])
        if (
            not sentence_text.endswith(other)
            or not line
            or not is_translated(line[-1], translation.language)
        ):
            continue
        if listed and line.lstrip().startswith(BULLETS):
            continue
        if (
            sentence_text.startswith(keywords) and sentence_text.count(" ") < MAX_BLANKS_OF_KEYWORD
        ):  # Spanish has a stop there
            continue
        begin, end = start + len(line) - 1, start + len(line)
        message = f"“{line[-1]}” ends a line without “{stop}”"
        safe = not sentences.is_cut_off(line, translation.language)
        yield replaced(begin, end, f"{line[-1]}{stop}", message, safe=safe)


def _listed_without(stop: str, text: str) -> bool:
    """Tell whether a list of several has no stop behind any of its items: they are no sentences."""
    items = [line.rstrip() for line in text.split("\n") if line.lstrip().startswith(BULLETS)]
    return len(items) > 1 and not any(item.endswith(stop) for item in items)


def _without_remark(line: str) -> str:
    line = line.rstrip()
    remarks = list(REMARK.finditer(line.translate(TO_HALF_WIDTH)))
    if remarks and remarks[-1].end() == len(line):
        line = line[: remarks[-1].start()].rstrip()
    return line


BRACKETS = Check(
    "brackets",
    """Brackets and quotation marks without their other half, of the wrong kind, or missing.

Why: a quotation or reminder text extends to its closing mark; if one is missing, the rest of the
line is read as something else. Prints put names and granted abilities in one kind of bracket (「」,
in Duel Masters 《》), and programs rely on it; lookalikes such as ≪≫ hide a name.

Fix: safe for brackets of the wrong kind, and for the card's own name where the text has its
brackets elsewhere. Unsafe for another card's name, next to words of another language, and for a
remark that runs to the end of its line. Otherwise none: the writer has to say where it ends.

ja: 括弧と引用符
""",
)
# A sentence's end.
END = re.compile(r"[.。!?！？]$")


@BRACKETS.in_prose("unbalanced")
def unbalanced_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield unbalanced marks of a document's paragraphs, with the brackets of titles."""
    yield from prose.of_texts(lambda subject: _unbalanced(subject, brackets.of_documents))


@BRACKETS.in_text("unbalanced")
def unbalanced(subject: Subject) -> Iterator[Finding]:
    """Finds a bracket or quotation mark without its other half in the same ability."""
    yield from _unbalanced(subject, brackets.of_cards)


def _unbalanced(subject: Subject, pairs_of: Callable[[Language], MarkPairs]) -> Iterator[Finding]:
    pairs, text = pairs_of(subject.language), subject.card.text
    if MISREAD_CUE in text:  # `grammar/garbled` says so
        text = MISREAD.sub("···", text)
    waiting, opened = array("q"), Counter[str]()
    lines = LineEnds(text, None)
    for match in pairs.marks.finditer(text):
        if len(mark := match[0]) > 1:
            continue
        inside = bool(waiting) and mark in pairs.ends(text[waiting[-1]])  # " closes „, too
        begins = mark in pairs.closing or (mark in pairs.even and not opened[mark])
        if begins and not inside:  # “ opens in English and closes in German
            waiting.append(match.start())
            opened[mark] += 1
        else:
            yield from _closed(match, lines, waiting, opened, pairs)
    lines = LineEnds(text, lint_words(subject.language).quotation_end)
    for offset in waiting:
        yield _unclosed(lines, offset, pairs)


def _closed(
    match: re.Match[str],
    lines: LineEnds,
    waiting: array[int],
    opened: Counter[str],
    pairs: MarkPairs,
) -> Iterator[Finding]:
    """Yield a finding for each bracket that this one leaves open, or for itself."""
    if not any(count and match[0] in pairs.ends(other) for other, count in opened.items()):
        yield _alone(match[0], match.start(), "opens")
        return
    while True:
        last = waiting.pop()
        opened[lines.text[last]] -= 1
        if match[0] in pairs.ends(lines.text[last]):
            return
        yield _unclosed(lines, last, pairs)


def _unclosed(lines: LineEnds, offset: int, pairs: MarkPairs) -> Finding:
    """Return the finding about a bracket, with the other half where only a line's end is left.

    Or where what follows shows that a quotation ended.

    Draw a card. (It is yours.⏎    the other half belongs at the end of the line
                 ^offset      ^end
    """
    text, end = lines.text, lines.end(offset)
    alone = _alone(text[offset], offset, "closes")
    closing = pairs.ends(text[offset])
    start = lines.quotation_end(offset) if len(closing) == 1 else None
    if start is not None and text[offset] not in "(（":
        fix = Fix(False, (Edit(start, start, next(iter(closing))),))
        return Finding(start - 1, min(start + 1, end), alone.message, fix)
    # A remark that goes on up to the line's end; behind a quotation words may follow.
    is_last = END.search(text, end - 1, end) and not pairs.marks.search(text, offset + 1, end)
    if text[offset] not in "(（" or not is_last:
        return alone
    fix = Fix(False, (Edit(end, end, ")" if text[offset] == "(" else "）"),))
    return Finding(offset, end, alone.message, fix)


def _alone(mark: str, offset: int, verb: str) -> Finding:
    return Finding(offset, offset + len(mark), f"nothing {verb} “{mark}”")


@BRACKETS.in_prose("wrong")
def wrong_brackets_in_prose(prose: Prose) -> Iterator[Finding]:
    """Yield wrong brackets of a document's paragraphs, and quotations that lost their marks."""
    yield from prose.of_texts(_wrong)
    yield from prose.of_pairs(brackets.differing)


@BRACKETS.in_text("wrong", law=True)
def wrong_brackets(subject: Subject) -> Iterator[Finding]:
    """Finds names and quotations in brackets that prints in the language do not use."""
    yield from _wrong(subject)
    yield from _announced(subject)


def _wrong(subject: Subject) -> Iterator[Finding]:
    language, text = subject.language, subject.card.text
    usual, lines = document_words(language).brackets, brackets.Lines(subject)
    for match in brackets.pattern(language).finditer(text) if usual else ():
        opening = next(marks for marks in usual if match[0].startswith(brackets.halves(marks)[0]))
        ends = brackets.halves(opening)
        inside = match[0][len(ends[0]) : -len(ends[1])]
        is_name = brackets.is_name(inside, subject)
        if len(set(ends)) > 1 or is_name:
            pair = usual[opening]
            own = lines.of_names(*match.span()) if is_name else ""
            safe = own in ("", pair) and not typos.is_foreign(text, *match.span(), language)
            yield _bracketed(match.span(), len(ends[0]), own or pair, match[0], safe)
    outer, inner = language.lexicon.nested
    for start, end in brackets.nested(text, outer):
        yield _bracketed((start, end), 1, inner, text[start:end], True)


def _announced(subject: Subject) -> Iterator[Finding]:
    language, text = subject.language, subject.card.text
    nested, lines = language.lexicon.nested, brackets.Lines(subject)
    announced = language.lexicon.name_marks and subject.card.game != TWINPACTS
    # Where a bracket lacks its other half, a name may have lost one of its two: 「葦鷺という名前.
    whole = all(len({*map(text.count, brackets.halves(marks))}) < 2 for marks in nested)
    for reference in subject.references if announced and whole else ():
        if (
            reference.form in ("named", "token")
            and not reference.source
            and brackets.is_bare(text, reference.start, reference.end, language)
        ):
            pair, own = nested[0], lines.of_names(reference.start, reference.end)
            safe = own in ("", pair) and brackets.is_name(reference.text, subject)
            yield _bracketed((reference.start, reference.end), 0, own or pair, reference.text, safe)


def _bracketed(span: Span, width: int, pair: str, words: str, safe: bool) -> Finding:
    """Return a finding whose fix puts the right brackets in the place of those around words.

    [[Ysolde]]    width 2, pair 《》 → 《Ysolde》
    ^^start ^^end
    """
    start, end = span
    edits = (Edit(start, start + width, pair[0]), Edit(end - width, end, pair[1]))
    return Finding(start, end, f"“{words}” was wanted in “{pair}”", Fix(safe, edits))


# Code points of another card's name that is more than a word.
MIN_LETTERS_OF_OTHER_NAME = 4
# Signs that divide a name into words (Duel Masters 202.3).
SEPARATORS = re.compile("[-·・･ 　＝=]")


@BRACKETS.in_text("missing", law=True)
def missing_brackets(subject: Subject) -> Iterator[Finding]:
    """Finds a card name without the brackets that names are printed in."""
    card = subject.card
    titles = subject.language.lexicon.titles
    if card.game != TWINPACTS or not titles:
        return
    lines = brackets.Lines(subject)
    for reference in subject.own:
        if reference.form == "full" and not lines.within(reference.start):
            own = lines.of_names(reference.start, reference.end)
            safe = titles[0][0] in card.text and own in ("", titles[0])
            yield _with_brackets(
                reference.start, reference.end, reference.text, own or titles[0], safe=safe
            )
    for start, end, name in standing(subject):
        if len(name) < MIN_LETTERS_OF_OTHER_NAME or lines.within(start):
            continue
        if not _touches(card.text, start, end, subject):
            marks = lines.of_names(start, end) or titles[0]
            yield _with_brackets(start, end, name, marks, safe=False)


def _with_brackets(start: int, end: int, name: str, marks: str, *, safe: bool) -> Finding:
    fix = Fix(safe, (Edit(start, start, marks[0]), Edit(end, end, marks[1])))
    return Finding(start, end, f"“{name}” is a card's name and stands without {marks}", fix)


def _touches(text: str, start: int, end: int, subject: Subject) -> bool:
    """Tell whether words go on on either side, so that they are a longer one.

    “Ysolde” of “Ysoldean”, or of “Ysolde-Rilla”.
    """
    letter = subject.language.lexicon.guards.letter
    after = letter.match(text, end) and letter.match(text, end - 1)
    is_before = start and letter.match(text, start - 1) and letter.match(text, start)
    sides = text[end : end + 1] + text[max(0, start - 1) : start]
    return bool(after or is_before or SEPARATORS.search(sides))
