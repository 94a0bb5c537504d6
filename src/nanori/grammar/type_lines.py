"""A line of a page to the type line that it is: types, subtypes with their English, colors."""

import re
from functools import cache, lru_cache

from msgspec import Struct

from nanori.grammar import languages
from nanori.grammar.languages import Language, reference_language

# A color indicator: 〔青〕, 〔黒/緑〕, 〔黒緑〕.
INDICATOR = re.compile(r"\s*[〔［\[](?P<colors>[^〕］\]\r\n]{1,20})[〕］\]]\s*")

DASH = re.compile(r"\s*[—―–‐－]{1,2}\s*|\s+-{1,3}\s+")
SUBTYPE = re.compile(
    r"(?P<name>[^\s()（）]+?)\s*(?:[(（](?P<shared>[^()（）]{1,40})[)）])?(?:[\s・]+|$)"
)

# Code points of a type line at most.
LONGEST = 120
# Type lines that are remembered with whether they have a type; a set has some hundreds.
KEPT = 4096


class TypeLine(Struct, frozen=True):
    """A type line as a page quotes it."""

    colors: tuple[str, ...]
    """Letters of its color indicator, as in CR 107.4."""
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    """Types and supertypes as they are written."""
    types_en: tuple[str, ...]
    """The types in the shared language."""
    subtypes: tuple[str, ...]
    subtypes_en: tuple[str, ...]
    """Subtypes in the shared language, as the page has them in brackets."""
    text: str
    """The type line without indicator and brackets."""


@lru_cache(KEPT)
def has_type(line: str, lang: str) -> bool:
    """Tell whether a type line has a type of this game, of today or of old prints, in any spelling.

    It is in that language or in the reference language. Source: CR 205.2a.
    """
    line = line.lower()
    lexicons = (languages.load(code).lexicon for code in {lang, reference_language()})
    return any(
        word.strip().lower() in line
        for lexicon in lexicons
        for words in (lexicon.documents.types, *lexicon.checks.selves.nouns.values())
        for word in words
    )


def read(line: str, language: Language) -> TypeLine | None:
    """Return the type line that a whole line is; nothing if it is none. Source: CR 205, 204."""
    line = line.strip()
    if not line or len(line) > LONGEST:
        return None
    indicator = INDICATOR.match(line)
    colors: tuple[str, ...] = ()
    if indicator:
        letters = _colors(indicator["colors"], language)
        if letters is None:
            return None
        colors, line = letters, line[indicator.end() :]
    front, *behind = DASH.split(line, maxsplit=1)
    words = _types(language).fullmatch(front)
    if words is None:
        return None
    supertypes = tuple(_words(language, "supertypes", words["supertypes"] or ""))
    types = tuple(_words(language, "types", words["types"]))
    pairs = _subtypes(behind[0]) if behind else ()
    if pairs is None:
        return None
    names = tuple(name for name, _ in pairs)
    text = front + (
        f" — {' '.join(names) if language.code == reference_language() else '・'.join(names)}"
        if names
        else ""
    )
    return TypeLine(
        colors,
        supertypes,
        types,
        tuple(_in_shared(word, language) for word in types),
        names,
        tuple(other for _, other in pairs if other),
        text,
    )


def in_any_language(line: str) -> tuple[Language, TypeLine] | None:
    """Return the type line that a whole line is, and its language; nothing if it is none."""
    for code in languages.codes():
        if type_line := read(line, languages.load(code)):
            return languages.load(code), type_line
    return None


def in_language(line: str, language: Language) -> str:
    """Return what a type line in the shared language says of the kind of a card, in another one.

    Subtypes that no text calls its object by are left out.
    """
    shared = languages.load(reference_language())
    if language is shared:
        return line
    words = set(re.findall(r"[\w-]+", line))
    legendary = any(word in line for word in shared.lexicon.legendary)
    # A draft of a language may not have its types yet.
    types = zip(shared.lexicon.documents.types, language.lexicon.documents.types, strict=False)
    kinds = [own for word, own in types if word in words]
    called = language.lexicon.checks.selves.originals
    subtypes = [own[0] for word, own in called.items() if word in words and own]
    joint = language.lexicon.subtype_joint
    front = "".join(language.lexicon.legendary[:1] if legendary else ()) + joint.join(kinds)
    return " — ".join(part for part in (front, joint.join(subtypes)) if part)


def _in_shared(word: str, language: Language) -> str:
    """Return a type in the shared language: the lists of types of all languages run parallel."""
    place = language.lexicon.documents.types.index(word)
    return languages.load(reference_language()).lexicon.documents.types[place]


def _subtypes(text: str) -> tuple[tuple[str, str], ...] | None:
    subtypes: list[tuple[str, str]] = []
    place = 0
    while place < len(text):
        match = SUBTYPE.match(text, place)
        if match is None or match.end() == place or re.search(r"[。、：:.,{}「」]", match["name"]):
            return None
        subtypes.append((match["name"], match["shared"] or ""))
        place = match.end()
    return tuple(subtypes)


def _colors(text: str, language: Language) -> tuple[str, ...] | None:
    """Return the letters of a color indicator; nothing if the brackets hold something else."""
    words = language.lexicon.documents.symbols
    names = sorted(words, key=len, reverse=True)
    pattern = "|".join(map(re.escape, names)) or "(?!)"
    if not re.fullmatch(rf"(?:(?:{pattern})[\s/／・、,]*(?:and )?)+", text, re.IGNORECASE):
        return None
    letters = (
        words.get(color) or words[color.lower()] for color in re.findall(pattern, text, re.I)
    )
    return tuple(dict.fromkeys(letters))


def _words(language: Language, field: str, text: str) -> list[str]:
    return _pattern(language, field).findall(text)


@cache
def _pattern(language: Language, field: str) -> re.Pattern[str]:
    words = getattr(language.lexicon.documents, field)
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))


@cache
def _types(language: Language) -> re.Pattern[str]:
    own = language.lexicon.documents
    upper = "|".join(map(re.escape, sorted(own.supertypes, key=len, reverse=True))) or "(?!)"
    plain = "|".join(map(re.escape, sorted(own.types, key=len, reverse=True))) or "(?!)"
    gap = r"[\s・･]*"
    return re.compile(
        rf"(?P<supertypes>(?:(?:{upper}){gap})*)(?P<types>(?:{plain})(?:{gap}(?:{plain}))*)\s*"
    )
