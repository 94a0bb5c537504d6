"""Texts to words that no rules text has, by the tables of a language."""

import html
import re
from collections.abc import Iterator

from nanori.grammar import language_detection, languages
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, ToldPlaces, replaced
from nanori.linting.evidence import joints, rows
from nanori.linting.evidence.brackets import MISREAD, MISREAD_CUE
from nanori.linting.evidence.translations import is_written

# What a program that reads pages or tables should have turned into signs, in any language.
MARKUP = re.compile(
    r"&(?:quot|amp|lt|gt|nbsp|apos|#\d{2,5});|<br ?/?>|\\[nrt](?![A-Za-z])"
    r"|<(?P<closes>/?)(?P<tag>[biu]|em|strong)>"
)

LEFT_BY_PROGRAM = "is markup that a program left in the text"


def find(subject: Subject, *, prose: bool = False) -> Iterator[Finding]:
    """Yield a finding for each slip of a text; `prose` is no card's."""
    text, language = subject.card.text, subject.language
    if not _is_own(text, language):
        return
    # In texts of other games a program reads these line breaks.
    yield from (each for each in _of_markup(text) if not (prose and text[each.start] == "\\"))
    slips = rows.find(subject, "garbled", prose=prose)
    yield from slips
    reported = ToldPlaces()
    for slip in slips:
        reported.add(slip.start, slip.end)
    names = {reference.end for reference in subject.references}
    for each in joints.find(text, language, names):
        if not reported.overlap(each.start - 1, each.end + 1):  # nor touch one
            yield each


def finding(start: int, end: int, words: str | None, message: str) -> Finding:
    """Return a finding, with a fix if it is known what is meant."""
    if words is None:
        return Finding(start, end, message)
    return replaced(start, end, words, message, safe=False)


def _is_own(text: str, language: Language) -> bool:
    """Tell whether a text is in that language, so that its words can be wrong."""
    if language.lexicon.script:
        return is_written(text, language)
    return language_detection.of_any_letter(text) == languages.reference_language()


def _of_markup(text: str) -> Iterator[Finding]:
    """Yield what a program left in a text, and signs that one read in a wrong encoding."""
    told_of: set[str] = set()
    for match in MARKUP.finditer(text):
        if match["tag"] is None:
            sign = html.unescape(match[0])
            words = sign if sign not in (match[0], "<", ">") else None  # these begin or end a tag
            yield finding(*match.span(), words, f"“{match[0]}” {LEFT_BY_PROGRAM}")
        elif match["tag"] not in told_of:
            told_of.add(match["tag"])
            yield from _unpaired(text, match["tag"])
    for match in MISREAD.finditer(text) if MISREAD_CUE in text else ():
        sign = match[0].encode("cp1252").decode()
        message = f"“{match[0]}” is “{sign}”, read in a wrong encoding"
        yield finding(*match.span(), sign, message)


def _unpaired(text: str, tag: str) -> Iterator[Finding]:
    """Yield a finding for each tag of a kind without a partner; in pairs a file has its italics.

    A second one that opens, before any closes, was meant to close.
    """
    opening, closing = f"<{tag}>", f"</{tag}>"
    if text.count(opening) == text.count(closing):
        return
    opened: re.Match[str] | None = None
    paired = closing in text and opening in text
    lone = {
        opening: f"nothing closes “{opening}”" if paired else f"“{opening}” {LEFT_BY_PROGRAM}",
        closing: f"nothing opens “{closing}”" if paired else f"“{closing}” {LEFT_BY_PROGRAM}",
    }
    for match in re.finditer(f"{opening}|{closing}", text):
        if match[0] == opening and opened is None:
            opened = match
            continue
        if match[0] == opening:
            yield finding(*match.span(), closing, f"nothing closes “{opening}”")
        elif opened is None:
            yield finding(*match.span(), "", lone[closing])
        opened = None
    if opened is not None:
        yield finding(*opened.span(), "", lone[opening])
