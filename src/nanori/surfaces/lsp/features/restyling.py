"""Cards of a text to the same in another style: as formatting, and by a lens above each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol.types import CodeLens, Command, TextEdit

from nanori.formats import catalogue, patching
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.rewriting.restyling import FOUNDATIONS, ORACLE
from nanori.rewriting.restyling.files import edits
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.features.actions import text_edits
from nanori.surfaces.lsp.projects import Project

COMMAND = "nanori.restyleCard"
"""The command of a lens: the address of a text, the line of a card in it, the style."""


def restyled(
    text: OpenText, cards: Iterable[PlacedCard], project: Project, style: str
) -> Iterator[TextEdit]:
    """Yield the edits that word cards in a style; one that cannot hold them stays as it is.

    NanoriError for a style that there is none of.
    """
    names = {code: project.run.index.others(languages.load(code)) for code in languages.codes()}
    edition = project.settings.edition if style == ORACLE else ""
    plans = {code: edits(style, edition, known) for code, known in names.items()}
    project.index.asked = {}
    for placed in cards:
        reading = placed.reading
        if not reading.entries:
            continue
        plan = plans[reading.entries[0].card.lang]
        module = catalogue.listed()[reading.format]
        try:
            made = patching.element_edits(
                module, reading.element, reading.entries, plan, text.told.newline
            )
        except NanoriError:
            continue
        yield from text_edits(text, placed.start, made)


def lenses(text: OpenText, project: Project) -> Iterator[CodeLens]:
    """Yield a lens above each card that has a text: to word it in the style that is set.

    Where none is set, there is one for each style that is printed.
    """
    styles = [project.settings.style] if project.settings.style else [FOUNDATIONS, ORACLE]
    for placed in text.cards if text.certain else ():
        if not placed.reading.group.cards:
            continue
        place = text.lines.range(placed.start, placed.start)
        for style in styles:
            arguments = [text.uri, place.start.line, style]
            command = Command(f"Restyle this card: {style}", COMMAND, arguments=arguments)
            yield CodeLens(place, command)


def on_line(text: OpenText, line: int) -> list[PlacedCard]:
    """Return the cards that begin on a line of a text."""
    return [placed for placed in text.cards if text.lines.place(placed.start)[0] == line]
