"""Finds a text, a line or a sentence that a translation leaves in the language of the original.

Why: people who read only the translation cannot play the card. Names are left to
`untranslated-name`; symbols, numbers and single words don't count.

Fix: none.

ja: 訳されていない文章
"""

import re
from collections.abc import Collection, Iterator

from nanori.grammar import language_detection
from nanori.linting.context import Finding, Pair, shortened
from nanori.linting.evidence import alignment
from nanori.linting.evidence.translations import is_of_name, is_written
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"

# So many words of the other script that they are a sentence or a long name.
WORDS = re.compile(r"[A-Za-z][A-Za-z'’-]*(?:[ ,.:;—]{1,3}[A-Za-z0-9+/][A-Za-z0-9'’+/-]*){3,}")

# A short one, with its stop.
SENTENCE = re.compile(r"(?<![A-Za-z] )[A-Z][a-z]+(?: [A-Za-z0-9+/’'-]+){1,2}\.(?![A-Za-z])")


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the halves of a document."""
    yield from prose.of_pairs(check_pair)


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for the text, else for each line, else for each sentence that is left."""
    card = pair.translation.card
    original = pair.original.card.text
    if not card.text.strip():
        return
    left = {line.strip() for line in original.split("\n") if _is_said(line)}
    lines = [line for line in alignment.lines(card.text) if _is_said(card.text[slice(*line)])]
    foreign = [line for line in lines if _is_left(card.text[slice(*line)], left, pair)]
    if foreign and len(foreign) == len(lines):
        yield Finding(0, len(card.text), "the text is not translated")
        return
    for start, end in foreign:
        yield Finding(start, end, f"“{shortened(card.text[start:end])}” is not translated")
    if not pair.translation.language.lexicon.script:
        return  # both have the same letters, and keywords may be called the same: “Bushido 1.”
    for match in (*WORDS.finditer(card.text), *SENTENCE.finditer(card.text)):
        inside = any(start <= match.start() < end for start, end in foreign)
        if (
            not inside
            and not match[0].isupper()  # the numbers of chapters
            and match[0].rstrip(" .,") in original
            and not is_of_name(match[0], pair.original)
        ):
            yield Finding(*match.span(), f"“{shortened(match[0])}” is not translated")


def _is_left(line: str, left: Collection[str], pair: Pair) -> bool:
    """Tell whether a line is in the language of the original."""
    language = pair.translation.language
    if language.lexicon.script:
        return not is_written(line, language) and bool(line.strip() in left or WORDS.search(line))
    plain = language_detection.contradicting(line, language.code) == pair.original.card.lang
    return plain or (line.strip() in left and bool(WORDS.search(line)))


def _is_said(line: str) -> bool:
    """Tell whether a line has a word, and is not a heading of the data."""
    return bool(re.search(r"[^\W\d_]{3,}", line)) and not line.startswith("//")
