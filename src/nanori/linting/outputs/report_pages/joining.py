"""A text and its translation to which references of the one answer which of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nanori.linting.context import Pair
from nanori.linting.evidence import alignment, self_references
from nanori.model.values import NAMES, Reference

# A reference of the original, and the one of the translation that says the same.
Joined = tuple[Reference, Reference]


def joined(pair: Pair) -> Iterator[Joined]:
    """Yield references that answer each other: in lines that do, the first one the first.

    Where a line has more or fewer of them than its translation, those of a form are joined of
    which there are as many; of others nobody knows which was left out.
    """
    for there, here in self_references.passages(pair):
        for target in ("self", "holder"):
            first, second = (
                [each for each in passage.references if each.target == target]
                for passage in (there, here)
            )
            if len(first) == len(second):
                yield from zip(first, second, strict=True)
                continue
            for form in dict.fromkeys(map(_form, first)):
                yield from _in_order(
                    [each for each in first if _form(each) == form],
                    [each for each in second if _form(each) == form],
                )
    for lines, others in alignment.aligned(pair):
        if lines and others:
            yield from _in_order(
                _names(pair.original.references, lines), _names(pair.translation.references, others)
            )


def _form(reference: Reference) -> str:
    """Return how a reference is worded, all names alike."""
    return "name" if reference.form in NAMES else reference.form


def _names(
    references: Sequence[Reference], lines: tuple[alignment.LineSpan, ...]
) -> list[Reference]:
    """Return the references of those lines that are names of no object."""
    span = (lines[0].start, lines[-1].end)
    return [each for each in alignment.inside(span, references) if each.target == "name"]


def _in_order(there: Sequence[Reference], here: Sequence[Reference]) -> Iterator[Joined]:
    if len(there) == len(here):
        yield from zip(there, here, strict=True)
