"""New names and new wordings for the open texts of a project, as edits of an editor."""

from collections.abc import Iterable, Iterator

from lsprotocol import types

from nanori.formats import catalogue, patching
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.rewriting.renaming import Survey, renamings
from nanori.rewriting.renaming.files import edits as renaming_edits
from nanori.rewriting.restyling import FOUNDATIONS, ORACLE, edit_plan
from nanori.surfaces.lsp import splitting
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.features import navigation
from nanori.surfaces.lsp.features.actions import text_edits
from nanori.surfaces.lsp.projects import Project, texts


def prepared(text: OpenText, offset: int) -> types.PrepareRenamePlaceholder | None:
    """Return the words that are about to be renamed, and the whole name; None if not a name."""
    there = navigation.at(text, offset)
    if there is None or not there[1].name:
        return None
    placed, place = there
    span = text.lines.range(placed.start + place.start, placed.start + place.end)
    return types.PrepareRenamePlaceholder(span, place.name)


def planned(
    project: Project,
    encoding: types.PositionEncodingKind | str,
    old: str,
    new: str,
    *,
    versions: bool,
) -> Iterator[types.WorkspaceEdit | None]:
    """Yield None after every step, and finally the edit of all files.

    `versions` says whether the editor accepts versions of texts. NanoriError if the name cannot be
    changed because another card has it.
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
        yield types.WorkspaceEdit(changes={uri: edits for uri, (_, edits) in made.items()})
        return
    yield types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(
                    uri, text.version if text.path in project.texts else None
                ),
                list(edits),
            )
            for uri, (text, edits) in made.items()
        ]
    )


def _edits(text: OpenText, survey: Survey) -> Iterator[types.TextEdit]:
    """Yield the edits of a text; NanoriError if it cannot hold the new name."""
    plan = renaming_edits(survey)
    body = text.text.removeprefix("\ufeff")
    shift = len(text.text) - len(body)
    with catalogue.card_file(splitting.content(text.path, body), text.kind.format) as file:
        for change in patching.edited_elements(file, plan, patching.ignored, ""):
            if not change.element.member:
                yield from text_edits(text, change.element.start + shift, change.edits)


# The command of a lens: the URI of a text, the line of a card in it, the style.
COMMAND = "nanori.restyleCard"


def restyled(
    text: OpenText, cards: Iterable[PlacedCard], project: Project, style: str
) -> Iterator[types.TextEdit]:
    """Yield the edits that word cards in a style; one that cannot hold them stays as it is.

    NanoriError for an unknown style.
    """
    names = {code: project.run.index.others(languages.load(code)) for code in languages.codes()}
    edition = project.settings.edition if style == ORACLE else ""
    plans = {code: edit_plan(style, edition, known) for code, known in names.items()}
    project.index.asked = {}
    for placed in cards:
        reading = placed.reading
        if not reading.entries:
            continue
        plan = plans[reading.entries[0].card.lang]
        module = catalogue.listed()[reading.format]
        try:
            made = patching.element_edits(
                module, reading.element, reading.entries, plan, text.kind.newline
            )
        except NanoriError:
            continue
        yield from text_edits(text, placed.start, made)


def lenses(text: OpenText, project: Project) -> Iterator[types.CodeLens]:
    """Yield a lens above each card with a text, to word it in the configured style.

    If none is configured, there is one for each printed style.
    """
    styles = [project.settings.style] if project.settings.style else [FOUNDATIONS, ORACLE]
    for placed in text.cards if text.certain else ():
        if not placed.reading.group.cards:
            continue
        place = text.lines.range(placed.start, placed.start)
        for style in styles:
            arguments = [text.uri, place.start.line, style]
            command = types.Command(f"Restyle this card: {style}", COMMAND, arguments=arguments)
            yield types.CodeLens(place, command)
