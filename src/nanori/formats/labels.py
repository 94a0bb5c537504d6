"""Lines in which an exporter names the card's other side: `---` and `(Back): Name`."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

# The words are the exporter's and stay English in a set in any language.
_OF_SIDE = re.compile(
    r"(?:^-{3,}[ \t]*\n)?^[(（](?P<side>Back|Front)[)）][:：][ \t]*(?P<name>[^\n]*\S)[ \t]*$",
    re.MULTILINE,
)
_OF_FACE = re.compile(
    r"^[(（][^()（）\n]{1,40}[)）][:：][ \t]*(?P<name>[^\n]*\S)[ \t]*$", re.MULTILINE
)
_LABEL = re.compile(r"[)）][:：]")


class SideLabel(NamedTuple):
    """What a text says about the card's other side."""

    name: str
    front: bool
    """Whether the other side is the front."""


def other_side(text: str) -> SideLabel | None:
    """Return what the labels of a text say, if they name a single other side."""
    sides = {
        SideLabel(label["name"], label["side"] == "Front") for label in _OF_SIDE.finditer(text)
    }
    return sides.pop() if len(sides) == 1 else None


def lines(text: str, faces: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield where the labels of a text are that only name a face of its card.

    In any language: what is in brackets and is followed by a colon and a face's name says nothing
    about an object.
    """
    if not _LABEL.search(text):  # nearly all texts: the patterns below look at every line
        return
    named = {*faces}
    for label in _OF_FACE.finditer(text):
        if label["name"] in named:
            yield label.span()
    for label in _OF_SIDE.finditer(text):
        yield label.span()
