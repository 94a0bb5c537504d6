"""Finds a sentence without a full stop at the end of its line, or a line of keywords with one.

Why: an ability is one or more complete sentences, and so is reminder text; without a full stop it
looks cut off. Keyword lines have none, and neither do the lines before modes and levels. A cost in
words after a keyword and a dash does: “Ward—Discard a card.”

Fix: safe. The stop is added or removed. Unsafe after a verb or a word that cannot end a sentence,
such as “the”, because words may be missing there, if the last word is cut off, in lines that begin
with a small letter, and where words are others than those of rules: a song has no stops.

ja: 文の終わりに抜けた句点
"""

import re
from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject, TextParagraph
from nanori.linting.evidence import brackets, inner_capitals, sentences
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (133, 133)}

# What the next line of a sentence begins with that was broken to fit a box, or is indented.
CONTINUED = re.compile(r"\s*(?:[a-zà-ÿ]|(?:[+−-]?[\dX]+/[+−-]?[\dX]+|\d+) \w)|\n[ \t]+\S")
# A code of another program, behind which flavor text may stand: “{flavor}”.
CODE = re.compile(r"\{/?[a-z]")
# What divides the rows of a card that is set into another: “Salt Mend {U}| Skill Instant”, or
# abilities that were written in one line: “Flying; {T}: Draw a card.; Equip {2}”.
DIVIDER = re.compile(r"\||[^\W\d]; [A-Z{(]|[.)”\"}];")
# So many of the words at least are those of rules,
KNOWN = 0.8
# or of so many texts.
MOST = 5


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for the last sign of each such line."""
    card, language = subject.card, subject.language
    ends = lint_words(language).templating.stopped
    stop = language.lexicon.wording.stop.strip()
    for paragraph in subject.paragraphs if ends and stop else ():
        line = paragraph.text.rstrip()
        if DIVIDER.search(line):
            continue
        yield from _in_brackets(line, paragraph.begin, subject)
        yield from _before_brackets(line, paragraph, subject)
        if line.endswith(stop) and _is_of_keywords(line.removesuffix(stop), subject):
            end = paragraph.begin + len(line)
            message = f"“{line}” is a line of keywords, which has no “{stop}”"
            yield Finding(end - 1, end, message, Fix(True, (Edit(end - 1, end, ""),)))
        last = ends.search(line)
        if last is None or not sentences.is_sentence(paragraph.tree) or _is_title(line, subject):
            continue
        if _is_of_keywords(line, subject):
            continue  # “Double Strike, haste”, too, where a capital hides the keyword
        start, end = paragraph.begin + last.start(), paragraph.begin + len(line)
        behind = card.text[paragraph.end :]
        broken = behind.strip() and subject.index.breaks_lines(card, subject.path)
        if broken or CONTINUED.match(behind):
            continue  # a line that is broken within its sentence
        if brackets.is_unclosed(card.text, end, language.lexicon.pairs):
            continue  # more is lost than the stop, and `unbalanced-brackets` says so
        message = f"“{last[0].strip()}” is the end of a sentence without “{stop}”"
        whole = last["open"] is None and not sentences.ends_in_verb(paragraph.tree)
        whole = whole and not line[0].islower() and _is_of_rules(line, subject)
        whole = whole and not CODE.search(card.text[: paragraph.end])
        whole = whole and not _is_cut_off(line, subject)
        yield Finding(start, end, message, Fix(whole, (Edit(end, end, stop),)))


def _in_brackets(line: str, begin: int, subject: Subject) -> Iterator[Finding]:
    """Yield a finding for the end of reminder text that has no stop before its bracket."""
    language = subject.language
    bracketed = lint_words(language).templating.bracketed.search(line)
    if bracketed is None:
        return
    stop = language.lexicon.wording.stop.strip()
    start, end = (begin + place for place in bracketed.span("last"))
    message = f"“{bracketed['last']}” is the end of a sentence without “{stop}”"
    safe = not _is_cut_off(line[: end - begin], subject)
    yield Finding(start, end, message, Fix(safe, (Edit(end, end, stop),)))


def _before_brackets(line: str, paragraph: TextParagraph, subject: Subject) -> Iterator[Finding]:
    """Yield a finding for the end of a sentence that has no stop before its reminder text."""
    language = subject.language
    templating = lint_words(language).templating
    last = templating.reminded.search(line)
    if last is None or not (
        sentences.is_said_before(paragraph.tree, last.end())
        or templating.acted.search(line[: last.end()])
    ):
        return
    stop = language.lexicon.wording.stop.strip()
    start, end = paragraph.begin + last.start(), paragraph.begin + last.end()
    message = f"“{last[0]}” is the end of a sentence without “{stop}”"
    yield Finding(start, end, message, Fix(False, (Edit(end, end, stop),)))


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
    return any(known.startswith(word) for known in plain)


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
    known = [
        word
        for word in small
        if word in language.plain_words or index.says(word, language.code) >= MOST
    ]
    return len(known) >= KNOWN * len(small)


def _is_of_keywords(line: str, subject: Subject) -> bool:
    """Tell whether a line says keywords, each known, and nothing else."""
    return inner_capitals.keywords(subject.language).issuperset(line.lower().split(", "))
