"""An editor's requests about open texts, and the features that answer them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from inspect import isawaitable
from typing import Any, NamedTuple, TypeAlias, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.surfaces.lsp import actions, completion, navigation, showing
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.navigation import NameMention, TranslatedNames
from nanori.surfaces.lsp.projects import Project, texts

# Each open text by its URI, with the folder that it is in.
OpenTexts: TypeAlias = dict[str, tuple[OpenText, Project]]


class Request(NamedTuple):
    """A request about an open text."""

    params: Any
    """As `lsprotocol` has them for its method."""
    text: OpenText
    project: Project

    @property
    def offset(self) -> int:
        """The code point at the position in question."""
        return self.text.lines.offset(self.params.position)

    @property
    def others(self) -> TranslatedNames:
        """The names that cards have in other languages."""
        return TranslatedNames(self.project.run.index, self.project.names)

    @property
    def names(self) -> frozenset[str]:
        """All names of the card named at the position."""
        return navigation.meant(self.text, self.offset, self.others)


def _actions(request: Request) -> list[types.CodeAction]:
    context: types.CodeActionContext = request.params.context
    only = [str(getattr(kind, "value", kind)) for kind in context.only or ()]
    range_ = request.params.range
    return list(actions.offered(request.text, request.project, range_, context.diagnostics, only))


async def _locations(
    request: Request, find: Callable[[OpenText, frozenset[str]], Iterable[NameMention]]
) -> list[types.Location]:
    names = request.names
    files = texts(request.project, request.text.encoding, sorted(names))
    return [
        types.Location(text.uri, text.lines.range(mention.start, mention.end))
        async for text in files
        for mention in find(text, names)
    ]


async def _renamed(request: Request) -> types.WorkspaceEdit | None:
    if not (placeholder := actions.prepared(request.text, request.offset)):
        raise JsonRpcInvalidParams("no card’s name is there")
    names = placeholder.placeholder, request.params.new_name
    try:
        return await actions.planned(request.project, request.text.encoding, *names)
    except NanoriError as error:
        raise JsonRpcInvalidParams(str(error)) from None


# What answers a request by its method.
ANSWERS: Mapping[str, Callable[[Request], object]] = {
    types.TEXT_DOCUMENT_HOVER: lambda request: showing.hover(
        request.text, request.offset, request.others
    ),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: lambda request: showing.symbols(request.text),
    types.TEXT_DOCUMENT_DEFINITION: partial(_locations, find=navigation.definitions),
    types.TEXT_DOCUMENT_REFERENCES: partial(_locations, find=navigation.named),
    types.TEXT_DOCUMENT_CODE_ACTION: _actions,
    types.TEXT_DOCUMENT_PREPARE_RENAME: lambda request: actions.prepared(
        request.text, request.offset
    ),
    types.TEXT_DOCUMENT_RENAME: _renamed,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: lambda request: showing.tokens(request.text),
    types.TEXT_DOCUMENT_INLAY_HINT: (
        lambda request: list(showing.hints(request.text, request.params.range, request.others))
    ),
    types.TEXT_DOCUMENT_COMPLETION: lambda request: completion.completions(
        request.text, request.offset, request.project, request.others
    ),
}

_TRIGGERS = sorted(
    {" "}
    | {marks[0] for code in languages.codes() for marks in languages.load(code).lexicon.name_marks}
)
# What an editor is told about how some of them may be asked.
_OPTIONS: Mapping[str, object] = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[
            types.CodeActionKind.QuickFix,
            actions.RESTYLE,
            actions.FIX_ALL,
            actions.FIX_ALL_UNSAFE,
        ]
    ),
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=_TRIGGERS),
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: showing.LEGEND,
}


def register(server: LanguageServer, texts: OpenTexts) -> None:
    """Let a server answer them; nothing is answered for a text that is not open."""
    for method, answer in ANSWERS.items():
        server.feature(method, _OPTIONS.get(method))(_answering(texts, answer))


def _answering(
    texts: OpenTexts, answer: Callable[[Request], object]
) -> Callable[[Any], Coroutine[Any, Any, object]]:
    async def answering(params: Any) -> object:  # noqa: ANN401 — of its method
        open_text = texts.get(params.text_document.uri)
        result = answer(Request(params, *open_text)) if open_text else None
        return await cast("Awaitable[object]", result) if isawaitable(result) else result

    return answering
