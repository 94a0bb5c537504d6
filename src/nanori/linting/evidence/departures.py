"""Where a translation says something else than its original: things lost, added, or replaced.

Both texts are parted into regions, the text itself and each remark in brackets, and these into
lines and sentences that answer each other. A line and its original are read as things with the
places where they stand (`vocabulary`, `amounts`); what one has more often than the other departs.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from nanori.documents.lexicon import document_words
from nanori.grammar.lexicon.pattern import Finder
from nanori.linting.context import Finding, Pair, Subject, replaced
from nanori.linting.evidence import alignment, amounts, translations, types, vocabulary
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import (
    PLACEABLE,
    REMARK,
    TO_FULL_WIDTH,
    narrowed,
    with_names_as,
)
from nanori.linting.evidence.translations import STOP, is_later, is_left, is_translated
from nanori.linting.evidence.types import TypeWord
from nanori.linting.evidence.vocabulary import ComparedRow, Occurrences, Reading, Span, Thing
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

# With more differences in its words a line says something else altogether, or is another one's.
MAX_WORDS_OFF = 3
# A sentence is lost if half of its terms are said nowhere; the rest another sentence may say.
MIN_SHARE_LOST = 0.5
# A cost is no sentence, and prints leave out what a token is, which is in quotation marks.
COST_OR_QUOTATION = re.compile(r":$|[\"“«„「“]")
# Untranslated words among those in another script: `untranslated/text` reports them.
UNTRANSLATED = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")
# Prints before 2016 have numbers of generic mana in its place.
COLORLESS = "{C}"
# Code points on either side of a number within which its limit is.
CONTEXT_OF_LIMIT = 40
# A “1” that counts something: １枚, but neither 「1以上」 nor a change such as +1/+1.
ONE_OF_A_THING = re.compile(r"(?<![0-9X/+-])1(?=[^\W\d_A-Za-z])(?!.以上)")
# Code points behind an original's number within which the counted thing is: “attacking creatures”.
MAX_LENGTH_OF_COUNTED = 24
# Code points on either side of a translation's “one” within which it is: カード１枚.
CONTEXT_OF_ONE = 8
# The ending by which a counted thing differs from its term.
PLURAL = re.compile(r"s(?![A-Za-z])")
# An X that is no part of a change or a symbol.
VARIABLE = re.compile(r"(?<![A-Za-z{/+-])X(?![A-Za-z}/])")
# What a comma divides in a list of keywords.
ITEM = re.compile(r"[^\s、,;][^、,;]*")
# Where a sentence, a cost or the name of an ability ends.
BREAK = re.compile(r"[.,:\n—。：]")
# What stands before a chapter ability (CR 714.2) or a loyalty ability (CR 606.3).
HEADING = re.compile(r"(?:([IVX]{1,4}(?:, ?[IVX]{1,4})*) ?[―—–-]|\[?([+-]?(?:[0-9]{1,2}|X))\]?:)")
# The name of an ability before its dash.
ABILITY_WORD = re.compile(
    r"(?P<word>[^\n\W{.:,、。：—―–][^\n{.:,、。：—―–~～]{0,39}?)(?: ?[—―–─~～]| - )"
)

# The sorts of things that are values.
AMOUNTS = ("symbol", "change", "number")

Lines = tuple[LineSpan, LineSpan]


class Departure(NamedTuple):
    """A place in a translation that says something else than its original."""

    thing: Thing
    start: int
    end: int
    message: str
    meant: str | None = None
    """What should stand there, if only one thing can."""

    @property
    def finding(self) -> Finding:
        """What is reported of it."""
        span = self.start, self.end
        if self.meant is None:
            return Finding(*span, self.message)
        return replaced(*span, self.meant, self.message, safe=False)


class Passage(NamedTuple):
    """What a text has as a whole: lines without their remarks in brackets, or one remark."""

    spans: tuple[LineSpan, ...]
    is_remark: bool

    @property
    def span(self) -> LineSpan:
        """Where it begins and ends."""
        return LineSpan(self.spans[0].start, self.spans[-1].end)

    def inside(self, placed: Sequence[alignment.PlacedPart]) -> list[alignment.PlacedPart]:
        """Return what begins in it, given parts in text order."""
        return [each for span in self.spans for each in alignment.inside(span, placed)]


def passages(pair: Pair) -> Iterator[tuple[Passage, Passage]]:
    """Yield the passages that answer each other, line by line.

    If a line has another number of remarks, only what is outside them is compared.
    """
    for source_lines, target_lines in alignment.aligned(pair):
        if source_lines and target_lines:
            source = _passages(pair.original, source_lines)
            target = _passages(pair.translation, target_lines)
            several = len(source) == len(target)
            yield from zip(source, target, strict=True) if several else [(source[0], target[0])]


def _passages(subject: Subject, lines: Sequence[LineSpan]) -> list[Passage]:
    """Return lines without their remarks, then what each remark has between its brackets."""
    begin, end = lines[0].start, lines[-1].end
    remarks = [m.span() for m in REMARK.finditer(narrowed(subject.card.text), begin, end)]
    starts = [begin, *(stop for _, stop in remarks)]
    outside = map(LineSpan, starts, [*(start for start, _ in remarks), end])
    inside = (LineSpan(start + 1, stop - 1) for start, stop in remarks)
    return [
        Passage((*outside,), is_remark=False),
        *(Passage((span,), is_remark=True) for span in inside),
    ]


class Region(NamedTuple):
    """A part of both texts, with blanks for all others, and for names and headings."""

    pair: Pair
    source: str
    target: str
    readings: tuple[Reading, Reading]
    """Both, as their words are looked for."""
    lines: Sequence[Lines]
    is_remark: bool
    is_whole: bool = False
    """Whether its lines do not answer each other, so that it is taken for one."""


def findings(pair: Pair, *sorts: str) -> Iterator[Finding]:
    """Yield the departures of those sorts."""
    return (each.finding for each in find(pair) if each.thing.sort in sorts)


@lru_cache(8)  # several checks ask, one after another
def find(pair: Pair) -> tuple[Departure, ...]:
    """Return all departures of a translation, region by region, line by line."""
    return tuple(each for region in regions(pair) for each in _in_region(region))


def _in_region(region: Region) -> Iterator[Departure]:
    pair, language = region.pair, region.pair.translation.language
    text = pair.translation.card.text
    if not text.strip() or is_left(text, language):
        return
    words = vocabulary.of(pair)
    is_old = is_later("words", pair)
    sides = pair.original.card.text, pair.translation.card.text
    has_amounts = not any(map(amounts.CHOICE_OF_WORDS.search, sides))
    for lines in region.lines:
        yield from _amounts(region, lines) if has_amounts else ()
        line = region.target[slice(*lines[1])]
        if is_old or not is_translated(line, language):
            continue
        if region.is_whole and region.source.count("\n") > region.target.count("\n"):
            yield from _added_keywords(region, words)
            continue  # a text with fewer lines lacks some of them: `lines/paragraph`
        yield from _target(region, lines)
        if (not language.lexicon.spaces and UNTRANSLATED.search(line)) or is_left(line, language):
            continue
        if region.is_whole:
            departing = _departing(region, lines, words)
            terms = [e for e in departing if e.is_lost and not e.target and e.thing.sort == "term"]
            yield from (_lost(region, each, lines) for each in terms)
            yield from _added_keywords(region, words)
        else:
            departures = list(_of_rows(region, lines, words))
            yield from departures or _of_tables(region, lines, words)


# --- what is compared ---------------------------------------------------------------------------


def regions(pair: Pair) -> Iterator[Region]:
    """Yield the texts without their remarks and lost sentences, then the remarks alone."""
    sides = pair.original, pair.translation
    source, target = (
        _blank(
            amounts.without_codes(translations.masked(side)).replace("_", " "),
            (match.span() for match in PLACEABLE.finditer(side.card.text)),
        )
        for side in sides
    )
    source = _blank(source, (lost.span for lost in lost_sentences(pair)))
    if lines := alignment.one_by_one(pair):
        yield _region(pair, source, target, lines, is_remark=False)
    else:
        whole = LineSpan(0, len(source)), LineSpan(0, len(target))
        yield _region(pair, source, target, [whole], is_remark=False)._replace(is_whole=True)
    if remarks := list(_remarks(pair)):
        yield _region(pair, *_remark_texts(pair), remarks, is_remark=True)


def _region(
    pair: Pair, source: str, target: str, lines: Sequence[Lines], *, is_remark: bool
) -> Region:
    small = source.lower().replace("’", "'")
    readings = (
        Reading(source, small, _without_references(small, pair.original)),
        Reading(target, target, _without_references(target, pair.translation)),
    )
    return Region(pair, source, target, readings, lines, is_remark=is_remark)


def _without_references(text: str, side: Subject) -> str:
    return _blank(text, ((each.start, each.end) for each in side.references))


def _blank(text: str, spans: Iterable[Span]) -> str:
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _remarks(pair: Pair) -> Iterator[Lines]:
    """Yield remarks of sentences that answer each other, none with fewer sentences."""
    for source, target in passages(pair) if alignment.one_by_one(pair) else ():
        if source.is_remark:
            stops = len(STOP.findall(pair.original.card.text, *source.span))
            if 0 < stops <= len(STOP.findall(pair.translation.card.text, *target.span)):
                yield source.span, target.span


def _remark_texts(pair: Pair) -> tuple[str, str]:
    """Return both texts as their remarks are compared, with blanks for names."""
    rows = () if lint_words(pair.translation.language).reworded else _elsewhere(pair.original)
    return (
        _reworded(pair.original, with_names_as(" ", pair.original), rows),
        _reworded(pair.translation, with_names_as(" ", pair.translation)),
    )


def _elsewhere(subject: Subject) -> tuple[Finder, ...]:
    return lint_words(subject.language).reworded_elsewhere


def _reworded(subject: Subject, text: str, more: Sequence[Finder] = ()) -> str:
    """Return a text with blanks for what reminder text says otherwise elsewhere."""
    rows = (*lint_words(subject.language).reworded, *more)
    return _blank(text, (m.span() for row in rows for m in row.finditer(subject.card.text)))


# --- words --------------------------------------------------------------------------------------


def _of_rows(region: Region, lines: Lines, words: vocabulary.Vocabulary) -> Iterator[Departure]:
    """Yield the values of `compared` that are lost, added, or stand for one another."""
    released = region.pair.translation.card.released
    for row, occurrences in words.in_rows(region.source, region.target, *lines, released):
        added = [each for each in occurrences if each.more > 0]
        missing = [e for e in occurrences if e.more < 0 and not is_later(e.thing.said, region.pair)]
        instead = None if row.instead is None else _instead(region, row, added, missing)
        if instead:
            yield instead
            continue
        for each in missing:
            if each.thing.lost and not each.target:
                yield _lost(region, each, lines)
        # Remarks have words of their own, which are known where rows list what they reword.
        free = region.is_remark and not lint_words(region.pair.translation.language).reworded
        for each in () if free else added:
            if each.thing.added and not each.source:
                yield _added(region, each)


def _instead(
    region: Region, row: ComparedRow, added: Sequence[Occurrences], missing: Sequence[Occurrences]
) -> Departure | None:
    """Return the value that stands for another: too much of one, too little of the other."""
    for new in added:
        if row.instead and new.thing.said not in row.instead:
            continue
        for old in missing:
            repeated = new.source and (row.instead or new.more != -old.more)
            if repeated or (not new.source and old.target and new.more > -old.more):
                continue  # it may be said again: “those creatures” for “them”
            start, end = new.target[-1]
            if (new.source and row.again.match(region.target, start)) or start in dict(old.target):
                continue  # it says both: 最も for the greatest and the least
            replacement = vocabulary.form(new.thing, old.thing, region.target[start:end])
            sure = len(missing) == 1 and len(new.target) == 1
            return _other(region, old.thing, (start, end), replacement if sure else None)
    return None


def _of_tables(region: Region, lines: Lines, words: vocabulary.Vocabulary) -> Iterator[Departure]:
    """Yield the words of the tables that are lost, added, or stand for one another, by sentences.

    What a line says as often as its original is no departure, whichever sentence has it.
    """
    in_line = {each.thing: each for each in _departing(region, lines, words)}
    for sentence in _sentence_pairs(region, lines) if in_line else ():
        departing = [
            each
            for each in _departing(region, sentence, words)
            if each.thing in in_line and not _is_for_pronoun(each, in_line[each.thing])
        ]
        yield from _in_sentence(region, sentence, departing)


def _is_for_pronoun(in_sentence: Occurrences, in_line: Occurrences) -> bool:
    """Tell whether a sentence says again what its line's original says: there it has a pronoun.

    “Tap target creature. It gains haste.”, “… Die Kreatur erhält Eile.” → True of “Kreatur”
    """
    return not in_sentence.is_lost and not in_sentence.source and bool(in_line.source)


def _in_sentence(
    region: Region, sentence: Lines, departing: Sequence[Occurrences]
) -> Iterator[Departure]:
    """Yield one word for another, else each that is lost or added; nothing if too many are."""
    lost = [each for each in departing if each.is_lost]
    added = [each for each in departing if each.is_added]
    if len(lost) + sum(not each.source for each in added) > MAX_WORDS_OFF:
        return
    certain = [each for each in departing if not each.thing.doubtful]
    if len(added) == 1 and lost and certain:
        yield _in_place_of(region, added[0], lost)
        return
    for each in certain:
        if each.is_lost:
            yield _lost(region, each, sentence)
        elif not each.source:
            yield _added(region, each, alone=len(departing) == 1)


def _in_place_of(region: Region, added: Occurrences, lost: Sequence[Occurrences]) -> Departure:
    """Return that a word stands for one of those lost; only with the same ending does that fit.

    「捨てる」 for 「引く」 or 「生け贄」 → 「引く」
    """
    stem = lint_words(region.pair.translation.language).stem
    fitting = [each for each in lost if _fits(stem, added.thing.target, each.thing.target)]
    thing = (fitting or lost)[0].thing
    is_one = len({each.thing.target for each in fitting}) == 1
    return _other(region, thing, added.target[-1], thing.target if is_one else None)


def _added_keywords(region: Region, words: vocabulary.Vocabulary) -> Iterator[Departure]:
    """Yield the keywords in lists of such that a text with other lines does not say.

    飛行、⟦速攻⟧、警戒 where the original has “Flying” and “Vigilance” on a line each.
    """
    lexicon = region.pair.translation.language.lexicon
    keywords, source = lexicon.words.get("keyword_name", ()), (0, len(region.source))
    for line in alignment.lines(region.target):
        listed = not STOP.search(region.target[slice(*line)])
        items = list(ITEM.finditer(region.target, *line)) if listed else []
        for number, item in enumerate(items):
            word, span = item[0].rstrip(), item.span()
            if word not in keywords:
                continue
            for each in words.in_line(*region.readings, LineSpan(*source), LineSpan(*span)):
                if each.is_added and not each.source and each.thing.target == word:
                    start, end = item.start(), item.start() + len(word)
                    if number:  # with the comma before it, or that after it
                        start = items[number - 1].end()
                    else:
                        end = items[1].start() if len(items) > 1 else min(line.end + 1, source[1])
                    message = (
                        f"“{word}” stands here, the original does not say “{each.thing.source}”"
                    )
                    yield Departure(each.thing, start, end, message, "")


def _departing(region: Region, spans: Lines, words: vocabulary.Vocabulary) -> list[Occurrences]:
    occurrences = words.in_line(*region.readings, *spans)
    occurrences = (each for each in occurrences if not is_later(each.thing.said, region.pair))
    return [each for each in occurrences if each.is_lost or each.is_added]


def _fits(stem: Finder, word: str, replacement: str) -> bool:
    """Tell whether two words end alike after their stems, so that one may stand for the other."""
    stems = stem.match(word), stem.match(replacement)
    return all(stems) and word[stems[0].end() :] == replacement[stems[1].end() :]  # type: ignore[union-attr]


def ability_words(pair: Pair) -> Iterator[Finding]:
    """Yield the lines that begin with another ability word than the original's, or without it."""
    checks = lint_words(pair.translation.language)
    dashes, headings = translations.DASHES if checks.signs else "", checks.ability_words
    keywords = pair.original.language.lexicon.words.get("keyword_name", ())
    others = {word.lower() for words in headings.values() for word in words}
    for first, second in alignment.one_by_one(pair) if headings else ():
        original = pair.original.card.text
        heading = translations.HEADING.match(original, *first) and ABILITY_WORD.match(
            original, *first
        )
        line = pair.translation.card.text[slice(*second)]
        if (
            not heading
            or heading["word"] in keywords
            or not is_translated(line, pair.translation.language)
        ):
            continue
        source_word, equivalents = heading["word"], headings.get(heading["word"], ())
        written = ABILITY_WORD.match(pair.translation.card.text, *second)
        if dashes and not set(dashes) & set(line):
            message = f"the original has “{heading[0].rstrip()}” here, this begins without it"
            if word := next(
                filter(line.startswith, equivalents), ""
            ):  # it has another sign after it
                start = second.start + len(word)
                yield replaced(start, start + 1, f" {dashes[1]} ", message, safe=False)
            else:
                yield Finding(second.start, second.start + 1, message)
        elif (
            written
            and (equivalents or written["word"].lower() in others)
            and written["word"].lower() not in map(str.lower, equivalents)
        ):
            message = f"the original says “{source_word}” here, this says “{written['word']}”"
            span, word = written.span("word"), equivalents[0] if equivalents else None
            yield replaced(*span, word, message, safe=False) if word else Finding(*span, message)


# --- targets and amounts ------------------------------------------------------------------------


def _target(region: Region, lines: Lines) -> Iterator[Departure]:
    """Yield a target that only one of two lines has.

    “Destroy target creature.”, 「クリーチャーを破壊する。」 → “target” is lost
    """
    sides = region.pair.original, region.pair.translation
    both_sides = [
        [m.span() for m in lint_words(side.language).target.finditer(text, *line)]
        for side, text, line in zip(sides, (region.source, region.target), lines, strict=True)
    ]
    if region.is_remark or bool(both_sides[0]) == bool(both_sides[1]):
        return
    start, end = (both_sides[0] or both_sides[1])[0]
    words = (region.source if both_sides[0] else region.target)[start:end]
    thing = Thing("target", words.lower(), words, words)
    if both_sides[0]:
        message = f"the original says “{words}” here, this has no target"
        yield _lost(region, Occurrences(thing, *both_sides), lines)._replace(message=message)
    else:
        message = f"“{words}” stands where the original has no target"
        yield Departure(thing, start, end, message)


def _amounts(region: Region, lines: Lines) -> Iterator[Departure]:
    """Yield the amounts that a line lacks, adds, or has in place of others.

    “Draw two cards.”, 「カードを３枚引く。」 → 2 in place of ３
    """
    sides = region.pair.original, region.pair.translation
    texts = [amounts.without_names(side) for side in sides]
    yield from _heading(region, texts, lines)
    every = [
        [each for each in _read(text, side, region) if line.start <= each.start < line.end]
        for text, side, line in zip(texts, sides, lines, strict=True)
    ]
    # What data add on the card's other face is no part of a translation.
    end = len("\n".join(texts[1].split("\n")[: texts[0].count("\n") + 1]))
    braced = any("{" in text for text in texts)
    for kind in ("symbol", "change", "number") if braced else ("change", "number"):
        source, target = ([each for each in found if each.kind == kind] for found in every)
        counted = kind != "number" and not region.is_whole and not _is_taken_up(region, lines)
        occurrences = [
            Occurrences(
                vocabulary.value(kind, value, counted=counted),
                *(
                    [e[2:4] for e in both if e.value == value and not e.aside]
                    for both in (source, target)
                ),
            )
            for value in dict.fromkeys(each.value for each in (*source, *target))
        ]
        source_values, target_values = ({each.value for each in both} for both in (source, target))
        lost = [e for e in occurrences if e.source and e.thing.said not in target_values]
        added = [e for e in occurrences if e.target and e.thing.said not in source_values]
        added = [each for each in added if each.target[0][0] < end]
        if kind == "number":
            lost = [e for e in lost if not _is_turned(region, e, target_values, source=True)]
            added = [e for e in added if not _is_turned(region, e, source_values, source=False)]
        if len(added) == 1 and not lost:  # for what need not be said, if it stands for that
            lost = [e for e in occurrences if {e.thing.said} == source_values - target_values]
        if any(each.thing.said == COLORLESS for each in lost):
            lost = [each for each in lost if each.thing.said != COLORLESS]
            added = [each for each in added if each.thing.said.strip("{}0123456789X")]
        yield from _told_of_amounts(region, lines, lost, added)
        if not (lost or added):
            yield from () if region.is_remark else _recounted(occurrences, lines)
            yield from _variable(region, texts, lines) if kind == "number" else ()


def _told_of_amounts(
    region: Region, lines: Lines, lost: Sequence[Occurrences], added: Sequence[Occurrences]
) -> Iterator[Departure]:
    for old, new in vocabulary.departing(lost, added):
        if old and new:
            yield _number(region, old.thing, new.target[0])
        elif old:
            is_number = old.thing.sort == "number" and len(lost) == 1
            if one := _one(region, old.source[0][1], lines) if is_number else None:
                yield _number(region, old.thing, one)
            elif not region.is_remark:
                yield _lost_symbol(region, old, lines) or _lost(region, old, lines)
        elif new and not region.is_remark:
            yield _added(region, new)


def _number(region: Region, thing: Thing, span: Span) -> Departure:
    """Return the departure of an amount in place of another, which gets its width.

    Thing 2 at ３ → ２, as wide as what it replaces; 3 at “two” → “three”
    """
    words = region.pair.translation.card.text[slice(*span)]
    if words.isalpha() and thing.said.isdigit():
        # Only where one cardinal stands for another, as either is written.
        cardinals = lint_words(region.pair.translation.language).amounts.cardinals
        is_cardinal = words.lower() in cardinals.values()
        return _other(region, thing, span, cardinals.get(thing.said) if is_cardinal else None)
    replacement = thing.said.translate(TO_FULL_WIDTH if narrowed(words[-1]) != words[-1] else {})
    return _other(region, thing, span, replacement)


def _variable(region: Region, texts: Sequence[str], lines: Lines) -> Iterator[Departure]:
    """Yield a “one” that stands where the original has X, once more than the translation."""
    source, target = (
        [match.span() for match in VARIABLE.finditer(text, *line)]
        for text, line in zip(texts, lines, strict=True)
    )
    if len(source) == len(target) + 1:
        found = (_one(region, end, lines) for _, end in (source if target else source[:1]))
        if one := next(filter(None, found), None):
            yield _number(region, vocabulary.value("number", "X"), one)


def _one(region: Region, end: int, lines: Lines) -> Span | None:
    """Return where a line says “one” of what its original counts after an offset.

    “draw X cards” → カード⟦１⟧枚を引く: only one “one” of the line has the thing beside it.
    """
    language = region.pair.translation.language
    if not lint_words(language).counters:
        return None
    text, (begin, stop) = narrowed(region.pair.translation.card.text), lines[1]
    ones = [match.span() for match in ONE_OF_A_THING.finditer(text, begin, stop)]
    counted = region.pair.original.card.text[end : min(end + MAX_LENGTH_OF_COUNTED, lines[0].end)]
    for _, equivalents in translations.lexicon(language).in_line(counted + PLURAL.sub("", counted)):
        near = [
            (start, stop_)
            for start, stop_ in ones
            if any(
                each in text[max(begin, start - CONTEXT_OF_ONE) : stop_ + CONTEXT_OF_ONE]
                for each in equivalents
            )
        ]
        if len(near) == 1:
            return near[0]
    return None


def _lost_symbol(region: Region, lost: Occurrences, lines: Lines) -> Departure | None:
    """Return where a cost lacks one symbol of its original's: beside the one that precedes it.

    “{2}{U}, {T}, Discard a card:” → {2}⟦{U}⟧, カード１枚を捨てる：
    """
    source, target = region.pair.original.card.text, region.pair.translation.card.text
    costs = source.find(":", *lines[0]), narrowed(target).find(":", *lines[1])
    if lost.thing.sort != "symbol":
        return None
    inner = re.escape(lost.thing.said[1:-1])
    bare = re.compile(rf"\({inner}\)|(?<![\w{{/+-]){inner}(?![\w}}/])")
    without = list(bare.finditer(narrowed(target), *lines[1]))
    message = f"the original has “{lost.thing.said}”, this does not"
    if len(without) == 1 and (not without[0][0].isdigit() or without[0].end() <= costs[1]):
        return Departure(lost.thing, *without[0].span(), message, lost.thing.said)
    if min(costs) < 0:
        return None
    symbols = [m.span() for m in amounts.BRACES.finditer(source, lines[0].start, costs[0])]
    others = [m.span() for m in amounts.BRACES.finditer(target, lines[1].start, costs[1])]
    if lost.source[0] not in symbols or len(others) != len(symbols) - 1 or not others:
        return None
    number = symbols.index(lost.source[0])
    start, end = others[max(number - 1, 0)]
    first, second = symbols[max(number - 1, 0) : max(number - 1, 0) + 2]
    divider = ", " if source[first[1] : second[0]] else ""
    pair = (target[start:end], source[slice(*lost.source[0])])
    replacement = divider.join(pair if number else pair[::-1])
    return Departure(lost.thing, start, end, message, replacement)


def _recounted(occurrences: Sequence[Occurrences], lines: Lines) -> Iterator[Departure]:
    """Yield symbols and changes that both lines have, but one more often."""
    for each in occurrences:
        fewer = "/" in each.thing.said and "{" not in each.thing.said and each.more < 0
        if each.thing.counted and each.source and each.target and each.more and not fewer:
            times = f"{len(each.target)} times, in the original {len(each.source)}"
            message = f"“{each.thing.said}” stands here {times}"
            twice = [second for first, second in pairwise(each.target) if first[1] == second[0]]
            if twice and each.more > 0:
                yield Departure(each.thing, *twice[0], message, "")
            else:
                yield Departure(each.thing, *lines[1], message)


def _read(text: str, side: Subject, region: Region) -> list[amounts.Amount]:
    """Return the amounts of a text; those in its remarks may be missing from the other text."""
    remarks = [] if region.is_remark else [m.span() for m in REMARK.finditer(text)]
    # “twice”, “two” and “the second” have many translations; this game's are known.
    free = side.index.is_of_other_game(region.pair.translation.path)
    return [
        each._replace(
            aside=each.aside
            or any(start <= each.start < end for start, end in remarks)
            or (free and (each.value == "1" or not text[each.start : each.end].isdigit()))
        )
        for each in amounts.find(text, side.language)
        if not (free and amounts.NUMBERED_BRACES.fullmatch(each.value))
    ]


def _heading(region: Region, texts: Sequence[str], lines: Lines) -> Iterator[Departure]:
    """Yield the chapter of a Saga, or the cost of a loyalty ability, that differs.

    “II — …” for “I — …”, or “−3: …” for “−2: …”.
    """
    first, second = (HEADING.match(text, *line) for text, line in zip(texts, lines, strict=True))
    if region.is_remark or not first or not second or first.lastindex != second.lastindex:
        return
    number = first.lastindex or 0
    replacement, written = (re.sub(", *", ", ", match[number]) for match in (first, second))
    if replacement != written:
        text = region.pair.translation.card.text[slice(*second.span(number))]
        wide = narrowed(text) != text
        thing = vocabulary.value("number", replacement)
        yield _other(
            region, thing, second.span(number), replacement.translate(TO_FULL_WIDTH if wide else {})
        )


def _is_taken_up(region: Region, lines: Lines) -> bool:
    """Tell whether a line of either language takes up an amount, which the other may repeat."""
    sides = region.pair.original, region.pair.translation
    return any(
        lint_words(side.language).amounts.again.search(side.card.text, *line)
        for side, line in zip(sides, lines, strict=True)
    )


def _is_turned(
    region: Region, occurrences: Occurrences, others: Collection[str], *, source: bool
) -> bool:
    """Tell whether a number may be the limit of another: “more than one” is “two or more”."""
    sides = region.pair.original, region.pair.translation
    strict = any(lint_words(s.language).amounts.strict.search(s.card.text) for s in sides)
    if not strict or not occurrences.thing.said.isdigit():
        return False
    side, (start, end) = (
        (sides[0], occurrences.source[0]) if source else (sides[1], occurrences.target[0])
    )
    begin = max(side.card.text.rfind("\n", 0, start) + 1, start - CONTEXT_OF_LIMIT)
    if not lint_words(side.language).amounts.limit.search(
        side.card.text, begin, end + CONTEXT_OF_LIMIT
    ):
        return False
    near = {int(occurrences.thing.said) - 1, int(occurrences.thing.said) + 1}
    # One is written in words, “a” or none at all: it need not be among the others.
    return 1 in near or any(each.isdigit() and int(each) in near for each in others)


# --- type lines ---------------------------------------------------------------------------------


def in_type_line(pair: Pair) -> Iterator[Finding]:
    """Yield the types and subtypes that a type line lacks, adds, or has in place of another."""
    card, language = pair.translation.card, pair.translation.language
    source, target = types.original_line(pair), types.of_line(card.type, language)
    if not any(source) or not is_translated(card.type, language) or is_later("types", pair):
        return
    names = types.words_for(language)
    main = source.types[-1].meant if source.types else ""
    for source_words, written in zip(source, target, strict=True):
        every = vocabulary.compared(*(_types_of(words, names) for words in (source_words, written)))
        is_read = source_words is source.types or all(word.meant for word in written)
        if not (is_read or len(written) < len(source_words)):
            continue  # an unknown one may be any
        lost = [e for e in every if not e.target and e.thing.said in names]
        later = [
            e
            for e in lost
            if is_later(e.thing.said, pair) or is_later(f"{e.thing.said} {main}", pair)
        ]
        added = [e for e in every if not e.source][len(later) :]  # it may stand for a later one
        for old, new in vocabulary.departing([e for e in lost if e not in later], added):
            finding = _of_types(old, new, every, pair)
            yield replace(finding, field="type")


def _types_of(words: Sequence[TypeWord], names: Mapping[str, str]) -> Iterator[tuple[Thing, Span]]:
    for word in filter(None, words):
        if word.meant:
            name = names.get(word.meant, word.meant)
            yield Thing("type", word.meant, word.meant, name, counted=False), word[1:]


def _of_types(
    old: Occurrences | None, new: Occurrences | None, every: Sequence[Occurrences], pair: Pair
) -> Finding:
    """Return what is told of types: in place of another, added, or beside which one it is lost."""
    line, language = pair.translation.card.type, pair.translation.language
    if new is not None:
        span = new.target[0]
        written = line[slice(*span)]
        if old is None:
            message = f"“{written}” stands here, the original does not say “{new.thing.source}”"
            is_spare = types.is_supertype(written, language)
            return replaced(*span, "", message, safe=False) if is_spare else Finding(*span, message)
        name = old.thing.target
        message = f"the original says “{old.thing.source}” here, this says “{written}”"
        return replaced(*span, _cased(name, written), message, safe=False)
    assert old is not None
    both = [(each.source[0], each.target[0]) for each in every if each.source and each.target]
    after = [span for at, span in both if at > old.source[0]]
    start, end = after[0] if after else both[-1][1] if both else (0, len(line))
    name = _cased(old.thing.target, line[start:end])
    message = f"the original says “{old.thing.source}” here, this does not say “{name}”"
    if not (both and language.lexicon.subtypes):
        return Finding(start, end, message)  # elsewhere adjectives are declined
    between = types.between(name, language)
    edit = Edit(start, start, name + between) if after else Edit(end, end, between + name)
    return Finding(start, end, message, Fix(safe=False, edits=(edit,)))


def _cased(name: str, beside: str) -> str:
    """Return a type with a capital, as the word of the type line beside it: “Mensch, Kleriker”."""
    return name[0].upper() + name[1:] if beside[:1].isupper() else name


# --- sentences ----------------------------------------------------------------------------------


class LostSentence(NamedTuple):
    """A sentence of an original that nothing answers, and where its translation would stand."""

    span: LineSpan
    place: int


@lru_cache(8)
def lost_sentences(pair: Pair) -> tuple[LostSentence, ...]:
    """Return the sentences, in reminder text or beside it, of which hardly a word is said.

    “Draw a card. Exile Ysolde.”, 「カードを１枚引く。」 → “Exile Ysolde.”
    """
    sides, remarks = (pair.original, pair.translation), _remark_texts(pair)
    outside = [_reworded(side, translations.masked(side).replace("_", " ")) for side in sides]
    lost: list[LostSentence] = []
    for source, target in passages(pair) if alignment.one_by_one(pair) else ():
        first, second = remarks if source.is_remark else outside
        if source.is_remark and not STOP.search(second, *target.span):
            continue  # what a keyword is of: 親和（アーティファクト）
        if is_translated(second[slice(*target.span)], pair.translation.language):
            lost += _lost_in(pair, first, second, (source.span, target.span))
    return tuple(lost)


def _lost_in(pair: Pair, source: str, target: str, lines: Lines) -> Iterator[LostSentence]:
    """Yield the sentences of a line that are said in none of the other line's."""
    source_sentences = _sentences(source, lines[0], pair.original)
    target_sentences = _sentences(target, lines[1], pair.translation)
    small, terms = source.lower().replace("’", "'"), translations.lexicon(pair.translation.language)
    words = [list(terms.in_line(small[slice(*each)])) for each in source_sentences]
    line = target[slice(*lines[1])]
    lost = [
        sentence
        for sentence, its_terms in zip(source_sentences, words, strict=True)
        if not COST_OR_QUOTATION.search(source, *sentence)
        and sum(not any(each in line for each in equivalents) for _, equivalents in its_terms)
        >= max(1, MIN_SHARE_LOST * len(its_terms))
    ]
    if not lost or not target_sentences:
        return
    sides = pair.original, pair.translation
    ratio = document_words(sides[1].language).length / document_words(sides[0].language).length
    lengths = [len(source[slice(*each)].strip()) * ratio for each in source_sentences]
    others = [float(len(target[slice(*each)].strip())) for each in target_sentences]
    unsaid = alignment.unsaid(words, [target[slice(*each)] for each in target_sentences])
    offset = lines[1].start
    for sources, targets in alignment.cheapest(
        source_sentences, target_sentences, lengths, others, unsaid
    ):
        offset = targets[-1].end if targets else offset
        if len(sources) > len(targets):
            yield from (LostSentence(each, offset) for each in sources if each in lost)


def _sentences(text: str, line: LineSpan, side: Subject) -> list[LineSpan]:
    """Return the sentences of a line, and costs by themselves."""
    return alignment.sentences(text, line, side.language, dividers=":")


def _sentence_pairs(region: Region, lines: Lines) -> list[Lines]:
    """Return the sentences of two lines one to one; the lines if one has more.

    “Draw a card. Discard a card.” and two sentences → two pairs; and one → the lines
    """
    source = _sentences(region.source, lines[0], region.pair.original)
    target = _sentences(region.target, lines[1], region.pair.translation)
    return list(zip(source, target, strict=True)) if len(source) == len(target) else [lines]


# --- what is told, and where --------------------------------------------------------------------


def _other(region: Region, old: Thing, span: Span, replacement: str | None) -> Departure:
    words = region.pair.translation.card.text[slice(*span)]
    message = f"the original says “{old.source}” here, this says “{words}”"
    if old.sort in AMOUNTS:
        message = f"“{words}” is not in the original, which has “{old.source}”"
    return Departure(old, *span, message, replacement)


def _added(region: Region, occurrences: Occurrences, *, alone: bool = True) -> Departure:
    """Return what is reported of words that only the translation says, and what replaces them."""
    pair, thing = region.pair, occurrences.thing
    start, end = occurrences.target[0]
    words = pair.translation.card.text[start:end]
    message = f"“{words}” stands here, the original does not say “{thing.source}”"
    if thing.sort in AMOUNTS:
        message = f"“{words}” is not in the original"
    line = region.target.rfind("\n", 0, start) + 1
    for row in lint_words(pair.translation.language).surplus if alone else ():
        for match in row.written.finditer(region.target, line) if thing.said in row.said else ():
            if match.start() <= start and end <= match.end():
                return Departure(thing, *match.span(), message, row.meant)
    return Departure(thing, start, end, message, "" if thing.removable else None)


def _lost(region: Region, occurrences: Occurrences, lines: Lines) -> Departure:
    """Return what is told of words that the translation does not say, and where these would stand.

    That is where a row of `lost` has words without them, else beside the nearest thing that both
    lines say equally often, else the line.
    """
    thing, (start, end) = occurrences.thing, lines[1]
    message = f"the original says “{thing.source}” here, this does not say “{thing.target}”"
    if thing.sort in AMOUNTS:
        message = f"the original has “{thing.said}”, this does not"
    at = occurrences.source[0]
    near = _neighbour(region, at, lines)
    rows = lint_words(region.pair.translation.language).lost
    candidates = {
        (match.span(), row.meant): None
        for row in rows
        if thing.said in row.said
        for match in row.written.finditer(region.target, start, end)
    }
    if not candidates:
        return Departure(thing, *(near or (start, end)), message)
    span, replacement = min(candidates, key=lambda each: abs(each[0][0] - near[0]) if near else 0)
    several = len({span for span, _ in candidates}) > 1 or len(occurrences.source) > 1
    if several or replacement == "{}":
        return Departure(thing, *span, message)
    text = region.pair.translation.card.text
    digits = re.findall(r"\d", amounts.BRACES.sub("", text))
    widths = lint_words(region.pair.translation.language).widths
    wide = narrowed(digits[0]) != digits[0] if digits else bool(widths)
    replacement = replacement.translate(TO_FULL_WIDTH) if wide else replacement
    return Departure(thing, *span, message, replacement.replace("{}", text[slice(*span)]))


class _Neighbour(NamedTuple):
    """What both lines say near a word, the nearest first."""

    is_parted: bool
    distance: int
    target: Span


def _neighbour(region: Region, at: Span, lines: Lines) -> Span | None:
    """Return the place of what both lines say equally often next to a word: better behind it.

    Whenever a creature dies, tap it.    what begins before `at` counts as twice as far as what
               ^^^^^^^^     ^     ^at    begins behind it; what a BREAK, “,”, parts from it is last
    """
    pair = region.pair
    words = vocabulary.of(pair)
    near: list[_Neighbour] = []
    sides = (region.source, pair.original), (region.target, pair.translation)
    signs = vocabulary.compared(
        *(
            [
                (vocabulary.value(each.kind, each.value), each[2:4])
                for each in _read(text, side, region)
                if line.start <= each.start < line.end
            ]
            for (text, side), line in zip(sides, lines, strict=True)
        )
    )
    both = [(each.source, each.target) for each in signs]
    both += [(s.source, s.target) for s in words.in_line(*region.readings, *lines)]
    released = pair.translation.card.released
    for _, occurrences in words.in_rows(region.source, region.target, *lines, released):
        both += [(each.source, each.target) for each in occurrences]
    for source, target in both:
        for (start, end), span in zip(source, target, strict=False):
            if len(source) == len(target) and (end <= at[0] or at[1] <= start):
                first, last = sorted((start, at[0]))
                far = 2 * (at[0] - start) if start < at[0] else start - at[0]
                is_parted = bool(BREAK.search(region.source, first, last))
                near.append(_Neighbour(is_parted, far, span))
    return min(near).target if near else None
