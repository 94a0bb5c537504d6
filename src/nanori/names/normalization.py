"""A name to what is left of it without width, case, accents and marks."""

import re
import unicodedata

_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"}
_APOSTROPHES = "'’‘ʼ`´′"
_DASH = re.compile(r"[-‐-―−~〜]")
_LONG = re.compile(r"(?<=[ぁ-ヺー])[-‐-―−~〜]")
_ABOUT_WIDE = re.compile(r" +(?=[^\x00-\u024f])|(?<=[^\x00-\u024f ]) +")
_SPACES = re.compile(r"  +")
_LAST_LATIN = 0x1EFF


class _Plain(dict[int, str]):
    """What each character becomes, worked out when it is first seen."""

    def __missing__(self, code: int) -> str:
        """Return the plain form of a character: a base letter, a space for a mark, or nothing."""
        letter = chr(code)
        kind = unicodedata.category(letter)
        if letter in _LETTERS:
            plain = _LETTERS[letter]
        elif letter in _APOSTROPHES or kind in ("Mn", "Cf", "Cc", "Cs"):
            plain = " " if letter in "\t\n\r" else ""
        elif kind[0] in "PZS":
            plain = " "
        elif code <= _LAST_LATIN:
            plain = unicodedata.normalize("NFD", letter)[0]
        else:
            plain = letter
        self[code] = plain
        return plain


_plain = _Plain()


def fold(name: str) -> str:
    """Return the name in lower case and one width, without accents, apostrophes and marks.

    A mark between Latin words becomes a space, next to other letters nothing. Two names that differ
    only in how they are typed come out the same.
    """
    text = name if name.isascii() else unicodedata.normalize("NFKC", name)
    text = text.casefold()
    if text.isascii():
        text = text.translate(_plain)
        return (_SPACES.sub(" ", text) if "  " in text else text).strip()
    text = (_LONG.sub("ー", text) if _DASH.search(text) else text).translate(_plain)
    if " " in text:
        text = _SPACES.sub(" ", _ABOUT_WIDE.sub("", text)).strip()
    return text
