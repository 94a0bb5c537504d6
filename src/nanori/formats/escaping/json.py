"""Words in a JSON string: plain, with tags in brackets or braces, with asterisks for italics."""

import re

from nanori.formats.entries import SourceMap, WordsBuilder, as_written, composed, replaced
from nanori.formats.escaping import Escaping, Signs

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL
)
_SAID = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WRITTEN = {
    **{chr(code): f"\\u{code:04x}" for code in (*range(0x20), *range(0xD800, 0xE000))},
    **{sign: f"\\{letter}" for letter, sign in _SAID.items()},
    '"': '\\"',
    "\\": "\\\\",
}
_TABLE = str.maketrans(_WRITTEN)


class JsonString(Escaping):
    """Words between the quotation marks: escapes, two in a row for characters beyond U+FFFF."""

    def decode(self, raw: str) -> SourceMap:
        """Return what a JSON string says; half a surrogate pair stays one, as in `json`."""
        return replaced(raw, _ESCAPE, _said) if "\\" in raw else as_written(raw)

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return words as they are written between the marks; only what must be is escaped.

        If the whole stretch is ASCII and has numeric escapes, so does the new text.
        """
        written = words.translate(_TABLE)
        # Cheap conditions first: the stretch is long, and this runs for each edit.
        if not written.isascii() and raw.isascii() and "\\u" in raw:
            return "".join(map(by_number, written))
        return written


def by_number(character: str) -> str:
    """Return a character beyond ASCII as one or two escapes."""
    if character.isascii():
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _said(escape: re.Match[str]) -> str:
    """Return the one character that an escape stands for."""
    written = escape[0]
    if written[1] != "u":
        return _SAID.get(written[1], written[1])
    units = bytes.fromhex(written[2:6] + written[8:12])
    return units.decode("utf-16-be", "surrogatepass")


JSON = JsonString()

_BETWEEN = re.compile(r'"[ \t\r\n]*,[ \t\r\n]*"')
_PART = re.compile(r'(?:[^"\\]|\\.)*+', re.DOTALL)


class _ListedStrings(Escaping):
    """A text whose lines are strings of a list, from behind the first mark to the last one.

    ["Flying", "When …"]
      ^^^^^^^^^^^^^^^
    """

    def decode(self, raw: str) -> SourceMap:
        words = WordsBuilder()
        reached = 0
        while part := _PART.match(raw, reached):
            words.add(JSON.decode(part[0]), reached)
            if not (between := _BETWEEN.match(raw, part.end())):
                break
            words.put("\n", *between.span())
            reached = between.end()
        return words.made()

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        between = _BETWEEN.search(raw)
        return (between[0] if between else '", "').join(
            JSON.encode(line, raw) for line in words.split("\n")
        )


LISTED = _ListedStrings()

# Colors, too, as in Tabletop Simulator: `[FF5500]`, and `[-]` at their end.
_TAG = r"\[(?:/?(?:[ibus]|su[bp])|[0-9A-Fa-f]{6}|-)\]"
# Lines entirely in italics are flavor text; reminder text is in round brackets, too.
_LINES = r"\[i\](?!\s*+[(（])(?:(?!\[/?i\]).)++\[/i\]"
_NO_WORDS = rf"(?s:(?:\n[ \t]*+)++{_LINES}[ \t]*+(?=\n|\Z)|\A\s*+{_LINES}[ \t]*+(?:\n|\Z)|{_TAG})"


# Tags: `[i]` and `[/i]` around a reminder, `[b]`, `[u]`; anything else in brackets is words.
BRACKETED = Signs(_NO_WORDS, within=JSON)

# Asterisks right next to what they enclose on one line, unlike those of `*/*`.
_PAIR = re.compile(r"(?<![A-Za-z0-9*/])\*(?=[^\s*/])[^*\n]*+(?<![\s/])\*(?![A-Za-z0-9*/])")


class _StarredString(Escaping):
    """Words with asterisks around italics: `*(a reminder)*`."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words, without the asterisks for italics, and without flavor text.

        Flying⏎*Old words.*⏎Haste     the line with the line end before it, or at the start after it
        Flying *(It flies.)*          both stars: reminder text is in round brackets, too
        """
        outer = JSON.decode(raw)
        text, words, reached = outer.text, WordsBuilder(), 0
        for pair in _PAIR.finditer(text):
            start, end = pair.span()
            is_line = text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n")
            if is_line and text[start + 1] not in "(（":
                words.copy(text, reached, max(reached, start - 1))
                reached = end if start else min(end + 1, len(text))
            else:
                words.copy(text, reached, start)
                words.copy(text, start + 1, end - 1)
                reached = end
        words.copy(text, reached, len(text))
        return composed(outer, words.made())

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        return JSON.encode(words, raw)


STARRED = _StarredString()

# Card Conjurer's drawing commands, in braces like symbols: fonts, places, lines, its name.
_COMMANDS = r"""
    (?P<flavor> \{(?:old)?flavor\} .* )
    | \{(?P<line> lns | line(?:nospace)? )\} | (?P<dash> \{-\} ) | (?P<dot> \{bullet\} )
    | (?P<name> \{cardname\} )
    | \{ (?: /?(?:i|b|bold|indent) | left | center | right | bar | divider[^{}]* | justify-[^{}]*
         | (?:up|down|left|right)-?\d+ | (?:upinline|font|outline|shadow|kerning|ptshift|permashift
         | roll|arc|rotate|save|load|elemid|conditionalcolor|manacolor|sizedefault)[^{}]* ) \}
    """
# A line entirely in italics is flavor text; reminder text is in round brackets, too.
_ITALIC_LINES = (
    r"(?:\A|(?<=\n)|(?<=\{lns\})|(?<=\{line\}))\{i\}(?!\s*+[(（])(?:(?!\{/?i\}).)++\{/i\}[ \t]*+"
    r"(?=\n|\{lns\}|\{line\}|\Z)"
)
_DRAWN = {"line": "\n", "dash": "—", "dot": "•", "name": "CARDNAME"}
# Commands in braces such as `{i}`, `{lns}` and `{flavor}`, which ends the words; a line, a dash, a
# dot and the card's name are as they are drawn.
CONJURED = Signs(
    f"(?six:{_ITALIC_LINES}|{_COMMANDS})",
    lambda sign: _DRAWN.get(sign.lastgroup or "", ""),
    {_DRAWN["name"]: "{cardname}"},
    JSON,
)
