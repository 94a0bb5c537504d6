"""A name to how a text spells it: with other accents, apostrophes, capitals or signs."""

import re
from typing import Final

# Latin letters beyond ASCII, and apostrophes, which another writer types in another way.
_ACCENT: Final = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")
_TYPED: Final = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff'’]")
_WORD: Final = re.compile(r"\w+(?:['’]\w+)*['’]?")
# What is between the letters of a name, and another writer omits or writes differently.
SIGNS: Final = frozenset(" \u3000,，、:：;.·・!！?？'‘’\"“”-‐‑–—=＝~〜")
_WITHOUT_SIGNS: Final = str.maketrans(dict.fromkeys(SIGNS, ""))
_BETWEEN: Final = f"[{re.escape(''.join(sorted(SIGNS)))}]{{0,3}}"
# What ends a sentence.
_BREAK: Final = re.compile(r"[.!?！？。][ \u3000]?(?=\S)")
# Quotation marks around a word of a name, the opening and the closing one.
_QUOTES: Final = {"“": "”", '"': '"', "‘": "’"}
# Letters of the shortest name that is looked for with other signs.
MIN_LETTERS: Final = 4


def respelt(name: str, text: str) -> str:
    """Return a name with the accents, ligatures and apostrophes that a text gives its words."""
    if (name.isascii() and text.isascii()) or not (_TYPED.search(name) or _ACCENT.search(text)):
        return name  # usually one look tells
    if all(word in text for word in _WORD.findall(name)):
        return name
    folded, offsets = fold(text)

    def written(word: re.Match[str]) -> str:
        if word[0] in text:
            return word[0]
        same = re.search(rf"(?<![A-Za-z]){re.escape(fold(word[0])[0])}(?![A-Za-z])", folded)
        return text[offsets[same.start()] : offsets[same.end() - 1] + 1] if same else word[0]

    return _WORD.sub(written, name)


def respaced(name: str, text: str) -> list[str]:
    """Return the ways in which a text writes a whole name with other signs or other capitals.

    “Ward: Nine” for “Ward Nine”, “Cerise, Augur of Flow” for “Cerise Augur of Flow”.
    """
    first, occurrences = _WORD.search(name), text.count(name)
    letters = name.translate(_WITHOUT_SIGNS)
    if first is None or len(letters) < MIN_LETTERS or count(first[0], text) <= occurrences:
        return []  # it writes the beginning nowhere else: usually one look tells
    if count(letters, text.translate(_WITHOUT_SIGNS)) <= occurrences:
        return []
    opening = f"[{''.join(_QUOTES)}]?"
    pattern = re.compile(opening + _BETWEEN.join(map(re.escape, letters)), re.IGNORECASE)
    ways: dict[str, None] = {}
    for match in pattern.finditer(text):
        words = match[0]
        if _QUOTES.get(words[0], "") not in words[1:]:
            words = words[1:]  # but “Battle” Wagon
        glued = " " in name and SIGNS.isdisjoint(words)
        same = words.translate(_WITHOUT_SIGNS) == letters
        recased = words.lower() == name.lower() and words[0] == name[0]
        if words != name and not glued and (same or recased) and not _BREAK.search(words):
            ways[words] = None
    return [*ways]


def count(word: str, text: str) -> int:
    """Return how often a word is in a text, whatever case either has."""
    small = word.lower()
    return text.count(word) if small == word.upper() else text.lower().count(small)


def fold(text: str) -> tuple[str, list[int]]:
    """Return the text without accents, ligatures and curly marks, and each character's offset.

    The list has one offset more than the folded text, so that an end can be looked up too. Only
    Latin script and punctuation is folded: Unidecode would read Japanese as Chinese.
    """
    from unidecode import unidecode  # it loads its tables on first use

    letters: list[str] = []
    offsets: list[int] = []
    for index, letter in enumerate(text):
        plain = letter if letter.isascii() or not _is_latin(letter) else unidecode(letter)
        if len(plain) > 1 and text[index + 1 : index + 2].islower():
            plain = plain.capitalize()  # Æther is Aether, ÆTHER is AETHER
        letters.append(plain)
        offsets += [index] * len(plain)
    return "".join(letters), [*offsets, len(text)]


def _is_latin(letter: str) -> bool:
    """Tell whether a character belongs to Latin script or to the punctuation between its words."""
    if letter.isalpha():
        return letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff"
    return "\u2010" <= letter <= "\u2027"
