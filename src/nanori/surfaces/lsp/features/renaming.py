"""A card's new name to the edits of all files in which it has the old one: `nanori rename`."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import (
    OptionalVersionedTextDocumentIdentifier,
    PositionEncodingKind,
    PrepareRenamePlaceholder,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from nanori.formats import catalogue, patching
from nanori.model.errors import NanoriError
from nanori.rewriting.renaming import Survey, renamings
from nanori.rewriting.renaming.files import edits
from nanori.surfaces.lsp import splitting
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.features import places
from nanori.surfaces.lsp.features.actions import text_edits
from nanori.surfaces.lsp.files import texts
from nanori.surfaces.lsp.projects import Project


def old_name(text: OpenText, offset: int) -> str:
    """Return the whole name of the card that is named at a code point; empty if none is."""
    there = places.at(text, offset)
    return there[1].name if there else ""


def prepared(text: OpenText, offset: int) -> PrepareRenamePlaceholder | None:
    """Return the words that are about to be renamed, and the whole name; nothing for no name."""
    there = places.at(text, offset)
    if there is None or not there[1].name:
        return None
    placed, place = there
    span = text.lines.range(placed.start + place.start, placed.start + place.end)
    return PrepareRenamePlaceholder(span, place.name)


def planned(
    project: Project, encoding: PositionEncodingKind | str, old: str, new: str, *, versions: bool
) -> Iterator[WorkspaceEdit | None]:
    """Yield nothing after every step, and at last the edit of all files.

    `versions` says whether the editor takes the versions of texts. NanoriError where the name
    cannot be changed, as it is another card's.
    """
    survey = Survey(renamings(old, new))
    every: list[OpenText] = []
    for text in texts(project, encoding, [old]):
        if text is not None:
            every.append(text)
        yield None
    for path, file in sorted(project.closed.items()):
        if file is not None and path not in {text.path for text in every}:
            for group in file.groups:
                for card in group.cards:
                    survey.add(card)
            yield None
    for text in every:
        for placed in text.cards:
            for entry in placed.reading.entries:
                survey.add(entry.card)
        yield None
    survey.check()
    changes = {text.uri: (text, list(_edits(text, survey))) for text in every}
    made = {uri: (text, edits) for uri, (text, edits) in changes.items() if edits}
    if not made:
        raise NanoriError(f"“{old}” stands nowhere where it can be changed")
    if not versions:
        yield WorkspaceEdit(changes={uri: edits for uri, (_, edits) in made.items()})
        return
    yield WorkspaceEdit(
        document_changes=[
            TextDocumentEdit(
                OptionalVersionedTextDocumentIdentifier(
                    uri, text.version if text.path in project.texts else None
                ),
                list(edits),
            )
            for uri, (text, edits) in made.items()
        ]
    )


def _edits(text: OpenText, survey: Survey) -> Iterator[TextEdit]:
    """Yield the edits of a text; NanoriError if it cannot hold the new name."""
    plan = edits(survey)
    body = text.text.removeprefix("\ufeff")
    shift = len(text.text) - len(body)
    with catalogue.card_file(splitting.content(text.path, body), text.told.format) as file:
        for change in patching.edited_elements(file, plan, patching.ignored, ""):
            if not change.element.member:
                yield from text_edits(text, change.element.start + shift, change.edits)
