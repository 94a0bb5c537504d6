"""A paragraph to the insides of its brackets and quotations that hold no others."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.grammar.parser import Grammar

# Marks that close a quotation or stand for a letter.
APOSTROPHES = "'’"


def insides(paragraph: str, grammar: Grammar) -> Iterator[tuple[int, int]]:
    """Yield where what is between two marks of a pair begins and ends, in order.

    Marks that open as they close, or that may be apostrophes, are of no such pair.
    """
    opening, start = "", 0
    for match in grammar.brackets.finditer(paragraph):
        mark = match[0]
        pairs = mark != opening and mark not in APOSTROPHES
        if opening and pairs and opening in grammar.closes.get(mark, ""):
            yield start, match.start()
            opening = ""
        else:
            opening, start = mark, match.end()
