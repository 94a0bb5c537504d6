"""A line of a page to whether it is a type line, and a type line to whether it has a type."""

import re
from functools import cache, lru_cache

from nanori.grammar import languages
from nanori.grammar.languages import Language, reference_language
from nanori.model.values import BETWEEN_FACES

# A color indicator: 〔青〕, 〔黒/緑〕, 〔黒緑〕.
INDICATOR = re.compile(r"\s*[〔［\[](?P<colors>[^〕］\]\r\n]{1,20})[〕］\]]\s*")

DASH = re.compile(r"\s*[—―–‐－]{1,2}\s*|\s+-{1,3}\s+")
SUBTYPE = re.compile(r"(?P<name>[^\s()（）]+?)\s*(?:[(（][^()（）]{1,40}[)）])?(?:[\s・]+|$)")

# What is in no name of a subtype.
NO_NAME = re.compile(r"[。、：:.,{}「」]")
# Code points of a type line at most.
MAX_LENGTH = 120
# Type lines that are remembered with whether they have a type; a set has some hundreds.
CACHED_LINES = 4096


@lru_cache(CACHED_LINES)
def has_type(line: str, lang: str) -> bool:
    """Tell whether a type line has a type of this game, of today or of old prints, in any spelling.

    It is in that language or in the reference language. Source: CR 205.2a.
    """
    line = line.lower()
    lexicons = (languages.load(code).lexicon for code in {lang, reference_language()})
    return any(
        word.strip().lower() in line
        for lexicon in lexicons
        for words in (lexicon.types, *lexicon.permanent_nouns.values())
        for word in words
    )


def in_any_language(line: str) -> bool:
    """Tell whether a whole line is a type line of some language. Source: CR 205, 204.

    Of a split card both halves are: “Instant // Sorcery”.
    """
    halves = line.strip().split(BETWEEN_FACES)
    return 0 < len(line.strip()) <= MAX_LENGTH and any(
        all(_is_type_line(half, languages.load(code)) for half in halves)
        for code in languages.codes()
    )


def _is_type_line(line: str, language: Language) -> bool:
    if indicator := INDICATOR.match(line):
        if not _are_colors(indicator["colors"], language):
            return False
        line = line[indicator.end() :]
    front, *after = DASH.split(line, maxsplit=1)
    if _types(language).fullmatch(front) is None:
        return False
    return not after or _are_subtypes(after[0])


def _are_subtypes(text: str) -> bool:
    offset = 0
    while offset < len(text):
        match = SUBTYPE.match(text, offset)
        if match is None or match.end() == offset or NO_NAME.search(match["name"]):
            return False
        offset = match.end()
    return True


def _are_colors(text: str, language: Language) -> bool:
    """Tell whether brackets hold a color indicator, nothing else."""
    names = sorted(language.lexicon.symbols, key=len, reverse=True)
    pattern = "|".join(map(re.escape, names)) or "(?!)"
    return bool(re.fullmatch(rf"(?:(?:{pattern})[\s/／・、,]*(?:and )?)+", text, re.IGNORECASE))


@cache
def _types(language: Language) -> re.Pattern[str]:
    own = language.lexicon
    upper = "|".join(map(re.escape, sorted(own.supertypes, key=len, reverse=True))) or "(?!)"
    plain = "|".join(map(re.escape, sorted(own.types, key=len, reverse=True))) or "(?!)"
    gap = r"[\s・･]*"
    return re.compile(rf"(?:(?:{upper}){gap})*(?:{plain})(?:{gap}(?:{plain}))*\s*")
