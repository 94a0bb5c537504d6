"""An editor's requests about open texts, and the features that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.features import actions, completion, navigation, showing
from nanori.surfaces.lsp.features.navigation import CardAtPlace, TranslatedNames
from nanori.surfaces.lsp.projects import Project, texts
from nanori.surfaces.lsp.session import Session


class TextRequest(NamedTuple):
    """A request about an open text."""

    server: LanguageServer
    session: Session
    params: Any
    """As `lsprotocol` has them for its method."""
    text: OpenText
    project: Project

    @property
    def offset(self) -> int:
        """The code point at the position in question."""
        return self.text.lines.offset(self.params.position)

    @property
    def within(self) -> list[PlacedCard]:
        """The cards in the range in question."""
        return self.text.within(*self.text.lines.span(self.params.range))

    @property
    def others(self) -> TranslatedNames:
        """The names that cards have in other languages."""
        return TranslatedNames(self.project.run.index, self.project.names())

    @property
    def card(self) -> CardAtPlace | None:
        """The card named at the position."""
        return navigation.meant(self.text, self.offset, self.others)


def _completions(asked: TextRequest) -> types.CompletionList:
    return completion.completions(asked.text, asked.params.position, asked.project, asked.others)


def _actions(asked: TextRequest) -> list[types.CodeAction]:
    context: types.CodeActionContext = asked.params.context
    only = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    place = asked.params.range
    return list(actions.offered(asked.text, asked.project, place, context.diagnostics, only))


def _highlights(asked: TextRequest) -> list[types.DocumentHighlight]:
    return navigation.highlights(asked.text, asked.card) if asked.card else []


def _formatted(asked: TextRequest, cards: Sequence[PlacedCard]) -> list[types.TextEdit]:
    """Return the edits that word cards in the configured style; without one say so."""
    style = asked.project.settings.style
    if not style:
        says = "nanori: formatting words cards in a style; nanori.toml or the editor sets none"
        message = types.ShowMessageParams(types.MessageType.Info, says)
        asked.server.window_show_message(message)
        return []
    if not asked.text.certain:
        return []
    return list(actions.restyled(asked.text, cards, asked.project, style))


async def _locations(asked: TextRequest, *, names_only: bool) -> list[types.Location]:
    """Return where the card meant at a position is named, in all its files."""
    card = asked.card
    if card is None:
        return []
    files = texts(asked.project, asked.session.encoding, sorted(card.names))
    return [
        location
        async for text in files
        for location in navigation.locations(text, card, names_only=names_only)
    ]


async def _renamed(asked: TextRequest) -> types.WorkspaceEdit | None:
    if not (placeholder := actions.prepared(asked.text, asked.offset)):
        raise JsonRpcInvalidParams("no card’s name is there")
    workspace = asked.server.client_capabilities.workspace
    edit = workspace and workspace.workspace_edit
    versions = bool(edit and edit.document_changes)
    names = placeholder.placeholder, asked.params.new_name
    try:
        return await actions.planned(
            asked.project, asked.session.encoding, *names, versions=versions
        )
    except NanoriError as error:
        raise JsonRpcInvalidParams(str(error)) from None


_NO_TOKENS = types.SemanticTokens([])
# What answers a request by its method, and the answer for a text that is not open.
ANSWERS: Mapping[str, tuple[Callable[[TextRequest], object], object]] = {
    types.TEXT_DOCUMENT_HOVER: (
        lambda asked: showing.hover(asked.text, asked.params.position, asked.others),
        None,
    ),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (lambda asked: showing.symbols(asked.text), []),
    types.TEXT_DOCUMENT_DEFINITION: (partial(_locations, names_only=True), []),
    types.TEXT_DOCUMENT_REFERENCES: (partial(_locations, names_only=False), []),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (_highlights, []),
    types.TEXT_DOCUMENT_CODE_ACTION: (_actions, []),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (
        lambda asked: actions.prepared(asked.text, asked.offset),
        None,
    ),
    types.TEXT_DOCUMENT_RENAME: (_renamed, None),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (
        lambda asked: showing.tokens(asked.text, asked.text.cards),
        _NO_TOKENS,
    ),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: (
        lambda asked: showing.tokens(asked.text, asked.within),
        _NO_TOKENS,
    ),
    types.TEXT_DOCUMENT_INLAY_HINT: (
        lambda asked: list(showing.hints(asked.text, asked.params.range, asked.others)),
        [],
    ),
    types.TEXT_DOCUMENT_COMPLETION: (_completions, types.CompletionList(False, [])),
    types.TEXT_DOCUMENT_CODE_LENS: (
        lambda asked: list(actions.lenses(asked.text, asked.project)),
        [],
    ),
    types.TEXT_DOCUMENT_FORMATTING: (lambda asked: _formatted(asked, asked.text.cards), []),
    types.TEXT_DOCUMENT_RANGE_FORMATTING: (lambda asked: _formatted(asked, asked.within), []),
}

_TRIGGERS = sorted(
    {" "}
    | {marks[0] for code in languages.codes() for marks in languages.load(code).lexicon.name_marks}
)
# What an editor is told about how some of them may be asked.
_OPTIONS: Mapping[str, object] = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, actions.FIX_ALL, actions.FIX_ALL_UNSAFE]
    ),
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=_TRIGGERS),
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: showing.LEGEND,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: showing.LEGEND,
}


def register(server: LanguageServer, session: Session) -> None:
    """Let a server answer them."""
    for method, (answer, nothing) in ANSWERS.items():
        answered = _answered(server, session, answer, nothing)
        server.feature(method, _OPTIONS.get(method))(answered)

    @server.command(actions.COMMAND)
    def restyle_card(uri: str, line: int, style: str) -> None:
        if (there := session.get(uri)) is None:
            return
        text, project = there
        try:
            cards = [each for each in text.cards if text.lines.place(each.start)[0] == line]
            edits = list(actions.restyled(text, cards, project, style))
        except NanoriError as error:
            raise JsonRpcInvalidParams(str(error)) from None
        if edits:
            edit = types.WorkspaceEdit(changes={uri: edits})
            server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, f"Restyle: {style}"))

    # Answered when nothing is left to look at; for tests and benchmarks.
    @server.feature("nanori/settled")
    async def settled(params: types.SetTraceParams | None) -> None:
        await session.settled()


def _answered(
    server: LanguageServer,
    session: Session,
    answer: Callable[[TextRequest], object],
    nothing: object,
) -> Callable[[Any], object]:
    """Return a handler for a request's parameters; what waits for other work is asynchronous."""

    def answered(params: Any) -> object:  # noqa: ANN401 — of its method
        there = session.get(params.text_document.uri)
        return answer(TextRequest(server, session, params, *there)) if there else nothing

    if not iscoroutinefunction(answer):
        return answered

    async def waited_for(params: Any) -> object:  # noqa: ANN401
        there = session.get(params.text_document.uri)
        return await answer(TextRequest(server, session, params, *there)) if there else nothing

    return waited_for
