"""What an editor asks about open texts, to the features that answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.features import actions, completion, navigation, rewriting, showing
from nanori.surfaces.lsp.features.navigation import CardAtPlace
from nanori.surfaces.lsp.features.showing import TranslatedNames
from nanori.surfaces.lsp.projects import Project, texts

if TYPE_CHECKING:
    from nanori.surfaces.lsp.protocol import NanoriServer


def register(server: NanoriServer) -> None:
    """Let a server answer them."""
    _reading(server)
    _navigating(server)
    _mending(server)
    _renaming(server)
    _showing(server)
    _restyling(server)
    _waiting(server)


def _showing(server: NanoriServer) -> None:
    """Answered what is shown among the words of a text, or offered while it is typed."""

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, showing.LEGEND)
    def colours(params: types.SemanticTokensParams) -> types.SemanticTokens:
        there = server.session.get(params.text_document.uri)
        return showing.tokens(there[0], there[0].cards) if there else _NO_TOKENS

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, showing.LEGEND)
    def colours_within(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        there = server.session.get(params.text_document.uri)
        if there is None:
            return _NO_TOKENS
        text = there[0]
        return showing.tokens(text, text.within(*text.lines.span(params.range)))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        there = server.session.get(params.text_document.uri)
        if there is None:
            return []
        text, project = there
        return list(showing.hints(text, params.range, others_of(project)))

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    def complete(params: types.CompletionParams) -> types.CompletionList:
        there = server.session.get(params.text_document.uri)
        if there is None:
            return types.CompletionList(False, [])
        text, project = there
        return completion.completions(text, params.position, project, others_of(project))


_NO_TOKENS = types.SemanticTokens([])
_TRIGGERS = sorted(
    {" "}
    | {marks[0] for code in languages.codes() for marks in languages.load(code).lexicon.name_marks}
)


def _restyling(server: NanoriServer) -> None:
    """Answered what a text is in another style, and reword a card where that is asked for."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        there = server.session.get(params.text_document.uri)
        return list(rewriting.lenses(*there)) if there else []

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def format_all(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        there = server.session.get(params.text_document.uri)
        return _formatted(server, *there, there[0].cards) if there else []

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def format_some(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        if (there := server.session.get(params.text_document.uri)) is None:
            return []
        text = there[0]
        return _formatted(server, *there, text.within(*text.lines.span(params.range)))

    @server.command(rewriting.COMMAND)
    def restyle_card(uri: str, line: int, style: str) -> None:
        if (there := server.session.get(uri)) is None:
            return
        text, project = there
        try:
            cards = rewriting.on_line(text, line)
            edits = list(rewriting.restyled(text, cards, project, style))
        except NanoriError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        if edits:
            edit = types.WorkspaceEdit(changes={uri: edits})
            server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, f"Restyle: {style}"))


def _formatted(
    server: NanoriServer, text: OpenText, project: Project, cards: Sequence[PlacedCard]
) -> list[types.TextEdit]:
    """Return the edits that word cards in the style that is set; without one say so."""
    if not project.settings.style:
        says = "nanori: formatting words cards in a style; nanori.toml or the editor sets none"
        message = types.ShowMessageParams(types.MessageType.Info, says)
        server.window_show_message(message)
        return []
    if not text.certain:
        return []
    return list(rewriting.restyled(text, cards, project, project.settings.style))


def _waiting(server: NanoriServer) -> None:
    """Answered when nothing is left to look at, which tests and figures ask."""

    @server.feature("nanori/settled")
    async def settled(params: types.SetTraceParams | None) -> None:
        await server.session.settled()


def others_of(project: Project) -> TranslatedNames:
    """Return the names that cards of a project have in other languages."""
    return TranslatedNames(project.run.index, project.names())


def _reading(server: NanoriServer) -> None:
    """Answered what a text says."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        if there := server.session.get(params.text_document.uri):
            text, project = there
            return showing.hover(text, params.position, others_of(project))
        return None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def listed(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        there = server.session.get(params.text_document.uri)
        return showing.symbols(there[0]) if there else []


async def _of_card(
    server: NanoriServer,
    params: types.DefinitionParams | types.ReferenceParams,
    locations: Callable[[Iterable[OpenText | None], CardAtPlace], Iterator[types.Location | None]],
) -> list[types.Location]:
    """Return the places of the card that is meant at a position, looked for in all its files."""
    there = server.session.get(params.text_document.uri)
    if there is None:
        return []
    text, project = there
    card = navigation.meant(text, text.lines.offset(params.position), others_of(project))
    if card is None:
        return []
    files = texts(project, server.session.encoding, sorted(card.names))
    return await server.session.work(locations(files, card))


def _navigating(server: NanoriServer) -> None:
    """Answered where a card is, and who names it."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        return await _of_card(server, params, navigation.definitions)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        return await _of_card(server, params, navigation.references)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        there = server.session.get(params.text_document.uri)
        if there is None:
            return []
        text, project = there
        card = navigation.meant(text, text.lines.offset(params.position), others_of(project))
        return navigation.highlights(text, card) if card else []


def _mending(server: NanoriServer) -> None:
    """Answered what mends a finding, or all of them."""
    kinds = [types.CodeActionKind.QuickFix, actions.FIX_ALL, actions.FIX_ALL_UNSAFE]

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=kinds)
    )
    def act(params: types.CodeActionParams) -> list[types.CodeAction]:
        there = server.session.get(params.text_document.uri)
        if there is None:
            return []
        text, project = there
        only = [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
        return list(actions.offered(text, project, params.range, params.context.diagnostics, only))


def _renaming(server: NanoriServer) -> None:
    """Answered what changes where a card gets another name."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        if there := server.session.get(params.text_document.uri):
            text, _ = there
            return rewriting.prepared(text, text.lines.offset(params.position))
        return None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        there = server.session.get(params.text_document.uri)
        if there is None:
            return None
        text, project = there
        old = rewriting.old_name(text, text.lines.offset(params.position))
        if not old:
            raise JsonRpcInvalidParams("no card’s name is there")
        workspace = server.client_capabilities.workspace
        edit = workspace and workspace.workspace_edit
        steps = rewriting.planned(
            project,
            server.session.encoding,
            old,
            params.new_name,
            versions=bool(edit and edit.document_changes),
        )
        try:
            made = await server.session.work(steps)
        except NanoriError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        return made[-1]
