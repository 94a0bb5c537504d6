"""A text to the words that the rows of a table are about: what no rules text has, and why."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

from msgspec import msgpack

from nanori.grammar import first_sets, languages
from nanori.grammar.automata import CuedPatterns
from nanori.grammar.languages import Language
from nanori.linting.context import (
    MAX_LENGTH_SHOWN,
    Finding,
    Subject,
    ToldPlaces,
    replaced,
    shortened,
)
from nanori.linting.evidence.usage_slips import NAME, SELF, masked
from nanori.linting.lexicon import FOLDER, Row, Table, lint_words
from nanori.model import cached_files, data_files
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

# The tables that look at texts whose names are hidden.
OF_MASKED_TEXTS: tuple[Table, ...] = ("grammar", "wording", "capitals")
# A row of another table may have a reference in its words if they are so many times as long.
WORDS_TO_REFERENCE = 2
# A line break after words, within their sentence: “until end⏎of”.
BROKEN_AFTER = re.compile(r"[ \t]*\n[ \t]*[a-z]")
# A line break before words, within their sentence.
BROKEN_BEFORE = re.compile(r"[\w,]\n[ \t]*\Z")
# The word, or its beginning, up to an offset.
PREVIOUS_WORD = re.compile(r"\S*$")
# The word, or its end, from an offset on.
NEXT_WORD = re.compile(r"\S*")


def find(subject: Subject, table: Table, *, prose: bool = False) -> tuple[Finding, ...]:
    """Return a finding for each match of a row of a table, with the words that it wants.

    Of two rows that match at a place the first counts. Rows for cards alone are left out of
    `prose`.
    """
    is_masked = table in OF_MASKED_TEXTS
    text = masked(subject) if is_masked else subject.card.text
    reported, findings = ToldPlaces(), list[Finding]()
    for number in _prefilter(subject.language, table).within(text):
        rule, (row, _) = _rows(subject.language, table)[number]
        if _is_out(row, subject, prose=prose):
            continue
        for match in row.pattern.finditer(text):
            start, end = _span(match)
            if reported.overlap(start, end) or (not is_masked and is_named(subject, start, end)):
                continue
            if _is_at_break(text, start, end):
                continue
            reported.add(start, end)
            findings.append(_finding(subject, rule, row, match, table))
    return tuple(sorted(findings, key=lambda finding: finding.start))


def _is_at_break(text: str, start: int, end: int) -> bool:
    """Tell whether words end or begin a line that is broken within its sentence.

    “gets +1/+1 until end⏎of turn” → “until end” is not all that is said.
    """
    if BROKEN_AFTER.match(text, end):
        return True
    # A sign, the break, and a blank that indents.
    return text[start].islower() and bool(BROKEN_BEFORE.search(text[max(0, start - 3) : start]))


def of_grammar(subject: Subject) -> tuple[Finding, ...]:
    """Return the findings of a text by the language's table of grammar, and its lost words."""
    rows = find(subject, "grammar")
    lost = (
        each
        for each in _lost(subject)
        if not any(row.start < each.end and each.start < row.end for row in rows)
    )
    return (*rows, *lost)


def _lost(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each phrase that lacks one of its words."""
    cut_phrases, text = _shortened(subject.language), masked(subject)
    small = text.lower()
    for match in subject.language.lexicon.guards.word.finditer(small) if cut_phrases else ():
        for cut_phrase, replacement in cut_phrases.get(match[0], ()):
            start, end = match.start(), match.start() + len(cut_phrase)
            if not small.startswith(cut_phrase, start) or small[end : end + 1].isalpha():
                continue
            beside = {*small[:start].split()[-1:], *small[end:].split()[:1]}
            if beside & {*replacement.split()}.difference(cut_phrase.split()):
                continue  # it stands beside: “Only activate as a sorcery”
            if text[start].isupper():
                replacement = replacement[0].upper() + replacement[1:]
            message = f"“{text[start:end]}” lacks a word: “{replacement}”"
            # “whenever this deals” may be said of an artifact.
            sure = subject.language.lexicon.this.partition("{}")[0] not in replacement.lower()
            yield replaced(start, end, replacement, message, safe=sure)


@cache
def _shortened(language: Language) -> dict[str, list[tuple[str, str]]]:
    """Return phrases without one word inside them, by their first, each with the whole."""
    by_first_word: dict[str, list[tuple[str, str]]] = {}
    for phrase in lint_words(language).templating.whole:
        words = phrase.split()
        for offset in range(1, len(words) - 1):
            left = [*words[:offset], *words[offset + 1 :]]
            by_first_word.setdefault(left[0], []).append((" ".join(left), phrase))
    return by_first_word


def is_named(subject: Subject, start: int, end: int) -> bool:
    """Tell whether words are a part of a reference, and not much longer than it."""
    return any(
        reference.form != "bare"
        and end - start < WORDS_TO_REFERENCE * (reference.end - reference.start)
        for reference in subject.references_in(start, end)
    )


def _is_out(row: Row, subject: Subject, *, prose: bool) -> bool:
    """Tell whether a row is not for such a text: for its date, its game, its symbols."""
    released = subject.card.released
    return (
        (row.symbols and subject.marks_symbols)
        or (row.cards and prose)
        or bool(row.since and released and released < row.since)
    )


def _branch(match: re.Match[str]) -> tuple[str | int, int]:
    """Return the group that tells what a match is about, and which branch of the pattern has it."""
    for group, words in match.groupdict().items():
        if words is not None and (group.startswith("gap") or (words and group.startswith("said"))):
            return group, int(group.strip("saidgp") or 1) - 1
    return 0, 0


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Return what a match is about: a `gap`, `said`, else all; of a doubled `part` the second."""
    if "part" in match.re.groupindex:
        return match.end("part"), match.end()
    return match.span(_branch(match)[0])


def _meant(match: re.Match[str], row: Row, words: str, language: Language) -> str | None:
    """Return what stands in the place of the words, if that is known."""
    if "part" in match.re.groupindex:
        return ""
    if row.cased == "spelled":
        return next(iter(lint_words(language).amounts.numbers.get(words, ())), None)
    if row.cased:
        return words.lower() if row.cased == "small" else words[0].upper() + words[1:]
    if isinstance(row.meant, dict):
        return row.meant.get(words)
    group, branch = _branch(match)
    template = row.meant
    if not isinstance(template, str):
        template = template[branch] if group else ""
    replacement = match.expand(template).replace("{}", words)
    return None if not replacement or SELF in replacement or NAME in replacement else replacement


def _finding(subject: Subject, rule: str, row: Row, match: re.Match[str], table: Table) -> Finding:
    text = subject.card.text
    start, end = _span(match)
    words = text[start:end]
    replacement = _meant(match, row, words, subject.language)
    if replacement and "'" in replacement and _is_curly(subject):  # rows have straight ones
        replacement = replacement.replace("'", "’")
    if "part" in match.re.groupindex:
        words = shortened(text[slice(*match.span())])
    if start == end:  # a finding has a letter at least: “[オーナー][手札]” → “ー手”
        replacement = text[start - 1 : start] + (replacement or "") + text[end : end + 1]
        start, end = start - 1, end + 1
        words = text[start:end]
    before = after = ""
    if (replacement or "").isspace() or not words.strip():  # a space, or a sign without words
        before = PREVIOUS_WORD.findall(text[max(0, start - MAX_LENGTH_SHOWN) : start])[0]
        after = NEXT_WORD.findall(text[end : end + MAX_LENGTH_SHOWN])[0]
    joint = ": " if table == "garbled" else " "
    message = f"“{_line(before, words, after)}”{joint}{row.why}"
    if replacement is None:
        return Finding(start, end, message, rule=rule)
    if table != "garbled":
        message = f"{message}: “{_line(before, replacement, after)}”" if replacement else message
    fix = Fix(row.safe or row.law, (Edit(start, end, replacement),))
    branch = _branch(match)[0] or ""
    return Finding(start, end, message, fix, rule=rule, branch=str(branch), law=row.law)


def _is_curly(subject: Subject) -> bool:
    """Tell whether the apostrophes of a text, else of its set, are curly."""
    text = subject.card.text
    if "’" in text or "'" in text:
        return "'" not in text
    straight, curly = subject.house.counts("'", "’")
    return curly > straight


def _line(left: str, words: str, after: str) -> str:
    return f"{left}{words}{after}".strip().replace("\n", "⏎")


@cache
def _rows(language: Language, table: Table) -> tuple[tuple[str, tuple[Row, str]], ...]:
    return tuple(getattr(lint_words(language).rows, table).items())


@cache
def _prefilter(language: Language, table: Table) -> CuedPatterns:
    patterns = [row.pattern for _, (row, _) in _rows(language, table)]
    if not patterns:  # a draft may have no file of them
        return CuedPatterns(())
    path = FOLDER / f"{language.code}.toml"
    files = [path, languages.folder() / path.name, Path(first_sets.__file__)]
    cues = cached_files.recall(
        path.with_suffix(f".{table}"),
        data_files.stamp(files),
        lambda: data_files.fingerprint("".join(map(data_files.text, files[:2]))),
        msgpack.Decoder(list[tuple[str, ...]]).decode,
        lambda: msgpack.encode([pattern.cues for pattern in patterns]),
    )
    return CuedPatterns(cues)


def examples(language: Language) -> Iterator[tuple[Table, str, str]]:
    """Yield the table, rule and example of each row."""
    for table in get_args(Table):
        for rule, (_, example) in _rows(language, table):
            yield table, rule, example
