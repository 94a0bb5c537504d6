"""Words of cards as Markdown shows them, which are text whatever is in them."""

from __future__ import annotations

_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>()#+-.!|~&"})


def plain(words: str) -> str:
    """Return words of a card so that Markdown takes no character of them for a mark."""
    return "".join(sign if sign.isprintable() else " " for sign in words).translate(_MARKS)
