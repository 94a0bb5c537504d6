"""Latin letters to their plain forms, with the way back to the places they stood in."""

from __future__ import annotations


def fold(text: str) -> tuple[str, list[int]]:
    """Return the text without accents, ligatures and curly marks, and each character's origin.

    The list has one place more than the folded text, so that an end can be looked up too.
    Only Latin script and punctuation is folded: Unidecode would read Japanese as Chinese.
    """
    from unidecode import unidecode  # it loads its tables when it is first used

    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        plain = letter if letter.isascii() or not _is_latin(letter) else unidecode(letter)
        if len(plain) > 1 and text[place + 1 : place + 2].islower():
            plain = plain.capitalize()  # Æther is Aether, ÆTHER is AETHER
        letters.append(plain)
        places += [place] * len(plain)
    return "".join(letters), [*places, len(text)]


def _is_latin(letter: str) -> bool:
    """Tell whether a character belongs to Latin script or to the punctuation between its words."""
    if letter.isalpha():
        return letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff"
    return "\u2010" <= letter <= "\u2027"
