"""Finds a line of a translation that lacks the full stop of the original.

Why: readers and programs that look for the end of the sentence run into the next one.

Fix: safe, where the words may end a sentence; else they are cut off. The language's full stop is
put at the end of the words, before reminder text.

ja: 抜けた句点
"""

from collections.abc import Iterator

from nanori.grammar import languages
from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment, sentences
from nanori.linting.evidence.amounts import NARROW, REMARK
from nanori.linting.evidence.translations import is_translated
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


# Blanks of a line with a keyword, and more.
SHORT = 4

# What stands before an item of a list.
BULLETS = ("•", "・", "●", "■", "▶", "►")


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for the last word of each paragraph of a document that lacks its stop."""
    yield from prose.of_pairs(_of_paragraph)


def _of_paragraph(pair: Pair) -> Iterator[Finding]:
    stop, other = (side.language.lexicon.wording.stop for side in (pair.translation, pair.original))
    marks = [lint_words(pair.translation.language).nested[0][1:], ""]
    text, there = pair.translation.card.text, pair.original.card.text
    ends = tuple(f"{stop}{mark}" for mark in marks)
    last = text[-1:]
    if not stop or not there.endswith((other, f"{other}”")) or text.endswith(ends):
        return
    if is_translated(last, pair.translation.language) or last in marks:
        yield Finding(len(text) - 1, len(text), f"“{last}” ends a paragraph without “{stop}”")


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for the last word of each line that ends without a stop."""
    original, translation = pair.original, pair.translation
    stop, other = (side.language.lexicon.wording.stop for side in (translation, original))
    text, there = translation.card.text, original.card.text
    listed = _listed_without(stop, text)
    named = original.card.lang != languages.original_language()
    keywords = tuple(original.language.lexicon.words.get("keyword_name", ())) if named else ()
    for (first, last), (start, end) in alignment.one_by_one(pair) if stop and other else ():
        said = _without_remark(there[first:last])
        line = _without_remark(text[start:end])
        if (
            not said.endswith(other)
            or not line
            or not is_translated(line[-1], translation.language)
        ):
            continue
        if listed and line.lstrip().startswith(BULLETS):
            continue
        if said.startswith(keywords) and said.count(" ") < SHORT:  # Spanish has a stop there
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
    """Return a line without the remark that it ends in."""
    line = line.rstrip()
    remarks = list(REMARK.finditer(line.translate(NARROW)))
    if remarks and remarks[-1].end() == len(line):
        line = line[: remarks[-1].start()].rstrip()
    return line
