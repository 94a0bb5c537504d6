"""Finds a translation that leaves out a paragraph of the original, or joins or breaks lines.

Why: a paragraph is an ability (CR 113.2c), and what is left out is not on the card. Paragraphs that
are merged, as keywords often are, and paragraphs of reminder text alone are not counted.

Fix: unsafe. Lines that were joined are parted, one that was broken is joined; there is no fix for
what is left out.

ja: 段落の抜け
"""

import re
from collections.abc import Iterator, Sequence

from nanori.linting.context import Finding, Pair, shortened
from nanori.linting.evidence import alignment, translations
from nanori.linting.evidence.alignment import Aligned, LineSpan
from nanori.linting.evidence.amounts import without_remarks
from nanori.linting.evidence.translations import is_left
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"

# Where a sentence ends within a line, and remarks and quotations do.
END = re.compile(r"[.。]?[)）」”\"]|[.。](?=[^)）」”』\"]|$)")

# Divides keywords, which prints have in one line or in several.
LIST = ",，、;；"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each paragraph that no line says, and for lines joined or broken."""
    original, card = pair.original.card.text, pair.translation.card
    more = card.text.count("\n") - original.count("\n")
    if not more or more > 1 or is_left(card.text, pair.translation.language):
        return
    steps = alignment.aligned(pair)
    if more == 1:
        yield from _broken(steps, pair)
        return
    place = 0
    for number, (there, here) in enumerate(steps):
        place = here[-1].end if here else place
        if len(there) == 2 and len(here) == 1 and more == -1:
            yield from _joined(there, here[0], pair)
        for start, end in there if not here else ():
            line = original[start:end]
            if without_remarks(line).strip() and not _is_joined(steps, number, pair):
                # The line that stands there now; behind the last one its end.
                begin = min(place + 1 if place else 0, len(card.text) - 1)
                message = f"the original has “{shortened(line)}” here, this does not"
                yield Finding(begin, begin + 1, message)


def _broken(steps: Sequence[Aligned], pair: Pair) -> Iterator[Finding]:
    """Yield the one line that goes on in the next, though the original's is one."""
    text, language = pair.translation.card.text, pair.translation.language
    for there, here in steps:
        lines = [text[slice(*line)].strip() for line in here]
        if len(there) == 1 and len(lines) == 2 and all(lines):
            if language.lexicon.spaces and not lines[1][0].islower():
                continue  # old prints have a paragraph for what is one today
            message = "the original goes on in the same line here"
            between = Edit(here[0].end, here[1].start, " " * language.lexicon.spaces)
            yield Finding(here[0].end - 1, here[1].start, message, Fix(False, (between,)))


def _joined(there: Sequence[LineSpan], here: LineSpan, pair: Pair) -> Iterator[Finding]:
    """Yield the place in a line where the original begins another, at the end of a sentence."""
    original, text = pair.original.card.text, pair.translation.card.text
    known = translations.lexicon(pair.translation.language)
    said = [list(known.in_line(original[slice(*line)])) for line in there]

    def lacking(end: int) -> int:
        parts = text[here.start : end], text[end : here.end]
        return sum(
            not any(each in part for each in meant)
            for words, part in zip(said, parts, strict=True)
            for _, meant in words
        )

    ends = [match.end() for match in END.finditer(text, *here)]
    keywords = pair.translation.language.lexicon.words.get("keyword_name", ())
    begun = [here.start + len(word) for word in keywords if text.startswith(word, here.start)]
    # Old prints have several paragraphs in one line, with a blank between.
    places = [
        end
        for end in (*ends, *begun)
        if here.start < end < here.end and not (text[end].isspace() or text[end] in LIST)
    ]
    if not places:
        return
    place = min(places, key=lacking)
    if lacking(place) == 0 or lacking(place) < min(len(each) for each in said):
        shown = shortened(original[slice(*there[1])])
        message = f"the original has “{shown}” in a line of its own here"
        yield Finding(place - 1, place, message, Fix(False, (Edit(place, place, "\n"),)))


def _is_joined(steps: Sequence[Aligned], number: int, pair: Pair) -> bool:
    """Tell whether a line beside lists more things than its original's: keywords made one line."""
    for there, here in (*steps[number - 1 : number], *steps[number + 1 : number + 2]):
        if there and here:
            said = pair.original.card.text[there[0].start : there[-1].end]
            given = pair.translation.card.text[here[0].start : here[-1].end]
            if _listed(given) > _listed(said):
                return True
    return False


def _listed(line: str) -> int:
    """Return how many things a line divides at its beginning, before its first sentence."""
    first = re.split("[.。]", without_remarks(line), maxsplit=1)[0]
    return len(re.findall("[,、]", first))
