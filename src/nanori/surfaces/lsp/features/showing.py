"""What an editor shows of an open text: findings, hover texts, hints, colors, outline."""

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from lsprotocol import types

from nanori.annotation.explaining import explained
from nanori.documents.values import MEANINGS, CardMention
from nanori.game.scenarios.explaining import sentence
from nanori.grammar import languages
from nanori.model.diagnostics import Severity
from nanori.model.values import Form, Scope, Target
from nanori.surfaces.lsp.documents import OpenText, PlacedCard, TextLines
from nanori.surfaces.lsp.features import navigation
from nanori.surfaces.lsp.features.navigation import SaidName, TranslatedNames, plain
from nanori.surfaces.lsp.readings import UNREADABLE, Spotted

SOURCE = "nanori"
# Where every check is explained.
PAGES = "https://nanori.github.io/nanori/reference/checks/"

SEVERITIES: Mapping[Severity, int] = {"error": 1, "warning": 2, "info": 3}

Json = dict[str, object]


def of_text(text: OpenText) -> list[Json]:
    """Return all findings of a text, as JSON: of thousands nothing else is made."""
    return [diagnostic(text.lines, start, spotted) for start, spotted in text.spotted()]


def diagnostic(lines: TextLines, start: int, spotted: Spotted) -> Json:
    """Return a finding whose places are counted from a code point of the text."""
    first, last = lines.place(start + spotted.start), lines.place(start + spotted.end)
    said: Json = {
        "range": {
            "start": {"line": first[0], "character": first[1]},
            "end": {"line": last[0], "character": last[1]},
        },
        "severity": SEVERITIES[spotted.severity],
        "code": spotted.check,
        "source": SOURCE,
        "message": spotted.message,
    }
    if spotted.check != UNREADABLE:
        said["codeDescription"] = {"href": f"{PAGES}#{spotted.check}"}
    return said


# What each target of a reference is.
TARGETS = {
    "self": "the object itself",
    "holder": "the object that gets the ability",
    "name": "a name, and no object",
}


def hover(text: OpenText, position: types.Position, others: TranslatedNames) -> types.Hover | None:
    """Return the hover text for a position; None if there is nothing to say."""
    offset = text.lines.offset(position)
    there = navigation.at(text, offset)
    if there is None:
        return _mentioned(text, offset, others) or _unmeant(text, offset)
    placed, place = there
    found = (
        f"*{each.check}*: {plain(each.message)}"
        for each in placed.reading.spotted
        if placed.start + each.start <= offset <= placed.start + each.end
    )
    lines = (*_said(place), *others.said(place.name), *found)
    return _hover(text, placed.start, place, *lines)


def _hover(text: OpenText, begin: int, place: SaidName | CardMention, *lines: str) -> types.Hover:
    """Return the hover text for words whose place is counted from a code point of the text."""
    contents = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines))
    return types.Hover(contents, text.lines.range(begin + place.start, begin + place.end))


def _mentioned(text: OpenText, offset: int, others: TranslatedNames) -> types.Hover | None:
    """Return what is to be said of a name in an article."""
    inside = offset - text.shift
    for mention in text.mentions:
        if mention.start <= inside <= mention.end:
            name = mention.name or mention.name_en
            first = f"**{plain(name)}** — {plain(mention.message or MEANINGS[mention.status])}"
            return _hover(text, text.shift, mention, first, *others.said(mention.card or name))
    return None


def _unmeant(text: OpenText, offset: int) -> types.Hover | None:
    """Return why words that are written like a name are not a reference."""
    there = navigation.unmeant(text, offset)
    if there is None:
        return None
    placed, place, why = there
    says = f"**{plain(place.words)}** — no reference here: {plain(why)}"
    return _hover(text, placed.start, place, says)


def _said(place: SaidName) -> Iterator[str]:
    """Yield what the words are, and the rule that says so."""
    words = plain(place.words)
    reference = place.reference
    if reference is None:
        yield f"**{words}** — the card’s name" if place.own else f"**{words}** — a card’s name"
        return
    yield f"**{words}** — {TARGETS[reference.target]}"
    for _, why in explained(place.card, [reference], plainly=True):
        yield plain(why)
    says = sentence(reference.rule, "") if reference.rule else ""
    other = (
        sentence(reference.rule, place.card.lang) if place.card.lang in languages.codes() else ""
    )
    for words in dict.fromkeys((says, other)):
        if words:
            yield f"CR {reference.rule}: {plain(words)}"


def hints(text: OpenText, place: types.Range, others: TranslatedNames) -> Iterator[types.InlayHint]:
    """Yield a hint after each name of another card in a range of a text."""
    start, end = text.lines.span(place)
    known: dict[str, str] = {}
    for placed in text.within(start, end):
        for name_place in navigation.references_in(placed.reading):
            at = placed.start + name_place.end
            name = name_place.name
            if name_place.own or not name or not start <= at <= end:
                continue
            if name not in known:
                known[name] = " / ".join(
                    other for names in others.of(name).values() for other in names[:1]
                )
            if known[name]:
                yield types.InlayHint(text.lines.position(at), known[name], padding_left=True)


TYPES: tuple[str, ...] = get_args(Form)
MODIFIERS: tuple[str, ...] = (*get_args(Target), *get_args(Scope))
LEGEND = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))


def tokens(text: OpenText, cards: Iterable[PlacedCard]) -> types.SemanticTokens:
    """Return the tokens of cards of a text in the protocol's relative encoding."""
    data: list[int] = []
    before = (0, 0)
    for line, column, length, kind, modifiers in sorted(_tokens(text, cards)):
        first = column - before[1] if line == before[0] else column
        if (line, column) == before and data:
            continue
        data += line - before[0], first, length, kind, modifiers
        before = line, column
    return types.SemanticTokens(data)


def _tokens(
    text: OpenText, cards: Iterable[PlacedCard]
) -> Iterator[tuple[int, int, int, int, int]]:
    for placed in cards:
        for place in navigation.references_in(placed.reading):
            if (reference := place.reference) is None:
                continue
            line, column = text.lines.place(placed.start + place.start)
            last, end = text.lines.place(placed.start + place.end)
            if line == last and end > column:  # a token is on one line
                modifiers = 1 << MODIFIERS.index(reference.target)
                modifiers |= 1 << MODIFIERS.index(reference.scope)
                kind = TYPES.index(reference.form)
                yield line, column, end - column, kind, modifiers


def symbols(text: OpenText) -> list[types.DocumentSymbol]:
    """Return the cards of a text in order; faces and languages are inside their card."""
    return [symbol for placed in text.cards for symbol in _card(text, placed)]


def _card(text: OpenText, placed: PlacedCard) -> Iterator[types.DocumentSymbol]:
    reading = placed.reading
    whole = (0, len(reading.layout.text.rstrip()))
    every: dict[tuple[int, int], types.DocumentSymbol] = {}
    for entry in reading.entries:
        if not entry.card.name.strip():
            continue
        span = reading.field_span(entry, "name") or reading.field_span(entry, "text") or whole
        if span in every:
            continue
        every[span] = types.DocumentSymbol(
            name=" ".join(entry.card.name.split()),
            kind=types.SymbolKind.Object,
            range=text.lines.range(placed.start + whole[0], placed.start + max(*whole, span[1])),
            selection_range=text.lines.range(placed.start + span[0], placed.start + span[1]),
            detail=" ".join((entry.card.type or entry.card.name_en).split()),
        )
    if not every:
        return
    first, *others = every.values()
    for other in others:
        other.kind = types.SymbolKind.Field
        other.range = other.selection_range
    first.children = others or None
    yield first
