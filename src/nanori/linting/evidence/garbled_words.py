"""Texts to words that no rules text has, by the tables of a language."""

import html
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from nanori.grammar import language_detection, languages
from nanori.grammar.automata import CuedPatterns
from nanori.grammar.languages import Language
from nanori.linting.context import ToldPlaces
from nanori.linting.evidence import joints
from nanori.linting.evidence.brackets import MISREAD, MISREAD_CUE
from nanori.linting.evidence.joints import WrongJoint
from nanori.linting.evidence.translations import is_written
from nanori.linting.lexicon import lint_words

GarbledWords = tuple[int, int, str | None, str]
"""Where they are, what is meant if it is known, and what to say."""

# What a program that reads pages or tables should have turned into signs, in any language.
MARKUP = re.compile(
    r"&(?:quot|amp|lt|gt|nbsp|apos|#\d{2,5});|<br ?/?>|\\[nrt](?![A-Za-z])"
    r"|<(?P<closes>/?)(?P<tag>[biu]|em|strong)>"
)

LEFT = "is markup that a program left in the text"


def find(
    texts: Sequence[str],
    language: Language,
    names: Sequence[Collection[int]],
    prose: Sequence[bool],
) -> Iterator[Iterator[GarbledWords]]:
    """Yield the slips of each of several texts.

    `names` is where references end in each, `prose` tells which of them are no cards' texts: some
    rows are for those alone.
    """
    own = [text if _is_own(text, language) else "" for text in texts]
    parts = zip(own, _rows_in(own, language), joints.find(own, language, names), prose, strict=True)
    for text, of_text, wrong, story in parts:
        yield _in_text(text, language, of_text, wrong, prose=story)


def _is_own(text: str, language: Language) -> bool:
    """Tell whether a text is in that language, so that its words can be wrong."""
    if language.lexicon.script:
        return is_written(text, language)
    return language_detection.of_any_letter(text) == languages.reference_language()


def _in_text(
    text: str,
    language: Language,
    rows: Sequence[int],
    wrong: Iterable[WrongJoint],
    *,
    prose: bool,
) -> Iterator[GarbledWords]:
    """Yield the slips of a text, which has those of rows of the table, and wrong joints."""
    told_of: set[str] = set()
    for match in MARKUP.finditer(text):
        if match["tag"] is None:
            sign = html.unescape(match[0])
            words = sign if sign not in (match[0], "<", ">") else None  # these begin or end a tag
            yield *match.span(), words, f"“{match[0]}” {LEFT}"
        elif match["tag"] not in told_of:
            told_of.add(match["tag"])
            yield from _unpaired(text, match["tag"])
    for match in MISREAD.finditer(text) if MISREAD_CUE in text else ():
        sign = match[0].encode("cp1252").decode()
        yield *match.span(), sign, f"“{match[0]}” is “{sign}”, read in a wrong encoding"
    slips, told = lint_words(language).slips, ToldPlaces()
    for row in rows:
        slip = slips[row]
        if slip.cards and prose:
            continue
        for match in slip.wrong.finditer(text):
            words = match.expand(slip.meant) if slip.meant else None
            start = match.start()
            if told.overlap(start, match.end()):
                continue  # an earlier row says more
            if "part" in match.re.groupindex:  # it stands there again
                start, words = match.end("part"), ""
            told.add(start, match.end())
            yield start, match.end(), words, f"“{match[0].strip()}”: {slip.why}"
    for joint in wrong:
        if not told.overlap(joint[0] - 1, joint[1] + 1):  # nor touch one
            yield joint


def _unpaired(text: str, tag: str) -> Iterator[GarbledWords]:
    """Yield the tags of a kind that have no partner; in pairs a file writes its italics.

    A second one that opens, before any closes, was meant to close.
    """
    opening, closing = f"<{tag}>", f"</{tag}>"
    if text.count(opening) == text.count(closing):
        return
    opened: re.Match[str] | None = None
    paired = closing in text and opening in text
    for match in re.finditer(f"{opening}|{closing}", text):
        if match[0] == opening and opened is None:
            opened = match
            continue
        if match[0] == opening:
            yield *match.span(), closing, f"nothing closes “{opening}”"
        elif opened is None:
            yield (
                *match.span(),
                "",
                f"nothing opens “{closing}”" if paired else f"“{closing}” {LEFT}",
            )
        opened = None
    if opened is not None:
        yield *opened.span(), "", f"nothing closes “{opening}”" if paired else f"“{opening}” {LEFT}"


def _rows_in(texts: Sequence[str], language: Language) -> list[list[int]]:
    """Return for each of several texts the rows that match in it, in order."""
    slips, cued = lint_words(language).slips, _rows(language)
    asked: dict[int, list[int]] = {}
    for number, text in enumerate(texts):
        for row in cued.within(text) if text else ():
            asked.setdefault(row, []).append(number)
    rows: list[list[int]] = [[] for _ in texts]
    for row in sorted(asked):
        near, wrong = slips[row].near, slips[row].wrong.search
        is_near = near.search if near else None
        for number in asked[row]:
            text = texts[number]
            if (is_near is None or is_near(text)) and wrong(text):
                rows[number].append(row)
    return rows


@cache
def _rows(language: Language) -> CuedPatterns:
    return CuedPatterns([slip.near or slip.wrong for slip in lint_words(language).slips])
