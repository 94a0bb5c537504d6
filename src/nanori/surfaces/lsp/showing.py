"""What an editor shows of an open text: findings, hover texts, hints, colors, outline."""

from collections.abc import Iterator, Mapping
from typing import get_args

from lsprotocol import types

from nanori.annotation.explaining import explained
from nanori.documents.values import MEANINGS
from nanori.game.explaining import sentence
from nanori.grammar import languages
from nanori.model.diagnostics import Severity
from nanori.model.values import Form, Scope, Target
from nanori.surfaces.lsp import navigation
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.navigation import (
    NameMention,
    TranslatedNames,
    plain,
    references_in,
)
from nanori.surfaces.lsp.readings import UNREADABLE, ReadElement

SOURCE = "nanori"
# Where every check is explained.
PAGES = "https://nanori.github.io/nanori/reference/checks/"

SEVERITIES: Mapping[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def diagnostics(text: OpenText) -> list[types.Diagnostic]:
    """Return all findings of a text."""
    return [
        types.Diagnostic(
            text.lines.range(*(start + offset for offset in report.span)),
            found.message,
            SEVERITIES[found.severity],
            found.rule,
            types.CodeDescription(f"{PAGES}#{found.check}") if found.rule != UNREADABLE else None,
            SOURCE,
        )
        for start, report in text.reports()
        for found in [report.diagnostic]
    ]


# What each target of a reference is.
TARGETS = {
    "self": "the object itself",
    "holder": "the object that gets the ability",
    "name": "a name, and no object",
}


def hover(text: OpenText, offset: int, others: TranslatedNames) -> types.Hover | None:
    """Return the hover text for a place; None if there is nothing to say."""
    lines: list[str] = []
    span = 0, 0
    if mention := navigation.at(text, offset):
        span = mention[:2]
        lines = [*_explained(mention), *others.said(mention.name)]
        lines += [
            f"*{report.diagnostic.rule}*: {plain(report.diagnostic.message)}"
            for start, report in text.reports()
            if start + report.span[0] <= offset <= start + report.span[1]
        ]
    for found in text.mentions:  # in an article
        if found.start <= offset <= found.end:
            span = found.start, found.end
            name = found.name or found.name_en
            meaning = plain(found.message or MEANINGS[found.status])
            lines = [f"**{plain(name)}** — {meaning}", *others.said(found.card or name)]
    if not lines and (unmeant := navigation.unmeant(text, offset)):
        span = unmeant[0][:2]
        lines = [f"**{plain(unmeant[0].words)}** — no reference here: {plain(unmeant[1])}"]
    if not lines:
        return None
    contents = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines))
    return types.Hover(contents, text.lines.range(*span))


def _explained(mention: NameMention) -> Iterator[str]:
    words = plain(mention.words)
    reference = mention.reference
    if reference is None:
        yield f"**{words}** — the card’s name" if mention.own else f"**{words}** — a card’s name"
        return
    yield f"**{words}** — {TARGETS[reference.target]}"
    for _, why in explained(mention.card, [reference], plainly=True):
        yield plain(why)
    lang = mention.card.lang if mention.card.lang in languages.codes() else ""
    for words in dict.fromkeys(sentence(reference.rule, each) for each in ("", lang)):
        if words:
            yield f"CR {reference.rule}: {plain(words)}"


def hints(
    text: OpenText, range_: types.Range, others: TranslatedNames
) -> Iterator[types.InlayHint]:
    """Yield a hint after each name of another card in a range of a text."""
    start, end = text.lines.span(range_)
    shown_of: dict[str, str] = {}
    for each in (each for reading in text.within(start, end) for each in references_in(reading)):
        name = each.name
        if each.own or not name or not start <= each.end <= end:
            continue
        if name not in shown_of:
            translated = others.of(name).values()
            shown_of[name] = " / ".join(other for names in translated for other in names[:1])
        if shown_of[name]:
            yield types.InlayHint(text.lines.position(each.end), shown_of[name], padding_left=True)


TYPES: tuple[str, ...] = get_args(Form)
MODIFIERS: tuple[str, ...] = (*get_args(Target), *get_args(Scope))
LEGEND = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))


def tokens(text: OpenText) -> types.SemanticTokens:
    """Return the tokens of a text in the protocol's relative encoding."""
    data: list[int] = []
    previous = (0, 0)
    for line, column, length, kind, modifiers in sorted(_tokens(text)):
        first = column - previous[1] if line == previous[0] else column
        if (line, column) == previous and data:
            continue
        data += line - previous[0], first, length, kind, modifiers
        previous = line, column
    return types.SemanticTokens(data)


def _tokens(text: OpenText) -> Iterator[tuple[int, int, int, int, int]]:
    for mention in (each for reading in text.elements for each in references_in(reading)):
        if (reference := mention.reference) is None:
            continue
        (line, column), (last, end) = map(text.lines.place, (mention.start, mention.end))
        if line == last and end > column:  # a token is on one line
            modifiers = 1 << MODIFIERS.index(reference.target)
            modifiers |= 1 << MODIFIERS.index(reference.scope)
            yield line, column, end - column, TYPES.index(reference.form), modifiers


def symbols(text: OpenText) -> list[types.DocumentSymbol]:
    """Return the cards of a text in order; faces and languages are inside their card."""
    return [symbol for reading in text.elements for symbol in _card(text, reading)]


def _card(text: OpenText, reading: ReadElement) -> Iterator[types.DocumentSymbol]:
    whole = reading.start, reading.start + len(reading.layout.text.rstrip())
    every: dict[tuple[int, int], types.DocumentSymbol] = {}
    for entry in reading.entries:
        card = entry.card
        if not card.name.strip():
            continue
        span = reading.span_in_text(entry, "name", 0, len(card.name))
        span = span or reading.span_in_text(entry, "text", 0, len(card.text)) or whole
        if span not in every:
            every[span] = types.DocumentSymbol(
                name=" ".join(card.name.split()),
                kind=types.SymbolKind.Field if every else types.SymbolKind.Object,
                range=text.lines.range(*(span if every else (whole[0], max(whole[1], span[1])))),
                selection_range=text.lines.range(*span),
                detail=" ".join((card.type or card.name_en).split()),
            )
    for first in (*every.values(),)[:1]:
        first.children = [*every.values()][1:] or None
        yield first
