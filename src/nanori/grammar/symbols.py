"""Mana symbols and other symbols in every form that texts write them, to those of CR 107.4."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from nanori.grammar import language_detection, languages
from nanori.grammar.languages import Language

COLORS = ("W", "U", "B", "R", "G")
HALVES = {f"H{color}" for color in COLORS}
MANA = frozenset({*COLORS, *HALVES, "C", "S", "X", "Y", "Z", "P", "½", "∞"})
OTHER = frozenset({"T", "Q", "E", "A", "TK", "PW", "CHAOS", "L", "D"})

WRITTEN = re.compile(
    r"[{｛](?P<braced>[^{}｛｝\s]{1,12})[}｝]|[(（](?P<round>[^()（）\s]{1,7})[)）]"
)

# How many code points behind a number in brackets are looked at to tell whether it is a cost.
WINDOW = 12


class Symbol(Struct, frozen=True):
    """A symbol in a text."""

    start: int
    end: int
    text: str
    """As it is written: `(2/青)`."""
    symbol: str
    """As the rules write it: `{2/U}`."""
    kind: Literal["mana", "other"]


def find(
    text: str, language: Language | None = None, start: int = 0, end: int | None = None
) -> Iterator[Symbol]:
    """Yield the symbols of a text in their order; its language is told from it if not given.

    Braces are always a symbol. In round brackets, the name of a color is one; a number or a
    letter only beside another symbol or in front of what makes it a cost. Source: CR 107.4.
    """
    language = language or languages.load(language_detection.of_any_letter(text))
    stop = len(text) if end is None else end
    run: list[tuple[Symbol, bool]] = []
    for match in WRITTEN.finditer(text, start, stop):
        candidate = _symbol(match, language)
        if run and (candidate is None or run[-1][0].end != match.start()):
            yield from _sure(text, run, language)
            run = []
        if candidate is not None:
            run.append(candidate)
    yield from _sure(text, run, language)


def _sure(text: str, run: list[tuple[Symbol, bool]], language: Language) -> Iterator[Symbol]:
    """Yield the symbols of a run if one of them is certain or a cost's sign follows."""
    if not run:
        return
    after = text[run[-1][0].end : run[-1][0].end + WINDOW].lstrip()
    costs = language.lexicon.symbol_costs
    if any(sure for _, sure in run) or costs.match(after):
        for symbol, _ in run:
            yield symbol


def _symbol(match: re.Match[str], language: Language) -> tuple[Symbol, bool] | None:
    """Return the symbol of a pair of brackets, if it can be one, and whether it must be."""
    braced = match["braced"]
    parts = _parts(braced or match["round"], language)
    mana = bool(parts) and all(part in MANA or part.isdecimal() for part in parts)
    if parts == ("P",):
        mana = False
    if not mana and not braced and not (parts and parts[0] in ("T", "Q") and len(parts) == 1):
        return None
    if not parts:
        parts = (unicodedata.normalize("NFKC", braced),)
    written = match[0]
    named = any(word in written for word in language.lexicon.symbols if not word.isascii())
    symbol = Symbol(
        *match.span(),
        written,
        "{" + "/".join(parts) + "}",
        "mana" if mana else "other",
    )
    return symbol, bool(braced) or named or "Ｘ" in written


def _parts(inside: str, language: Language) -> tuple[str, ...]:
    """Return the parts of a symbol as the rules write them; none if it is no symbol."""
    words = language.lexicon.symbols
    parts: list[str] = []
    for piece in re.split(r"[/／]", inside):
        plain = unicodedata.normalize("NFKC", piece).upper() if piece not in "½∞" else piece
        word = words.get(piece) or words.get(piece.lower())
        if word or plain in MANA or plain in OTHER or plain.isdecimal():
            parts.append(word or plain)
        elif two := _compact(piece, plain, words):
            parts += two
        else:
            return ()
    return tuple(parts)


def _compact(piece: str, plain: str, words: dict[str, str]) -> tuple[str, ...]:
    """Return the parts of a symbol that is written without a stroke, as `{WP}` or `(2白)`."""
    for offset in range(1, len(piece)):
        first, second = piece[:offset], piece[offset:]
        first_part = words.get(first) or (plain[:offset] if plain[:offset] in {*MANA, "2"} else "")
        second_part = words.get(second) or (plain[offset:] if plain[offset:] in MANA else "")
        if first_part and second_part and len(piece) == len(plain):
            return first_part, second_part
    return ()
