"""Card files to what a renaming changes in them, and where."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from nanori.formats import catalogue, escaping, reader
from nanori.formats.edit_plans import EditPlan
from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.io.streams import PathOrContent
from nanori.formats.locations import Layout
from nanori.formats.words import Words
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Edit
from nanori.rewriting.renaming import FieldChange, Leftover, Plan, Survey, of_card, renames
from nanori.rewriting.renaming.codes import CodesTakenOff
from nanori.rewriting.renaming.renames import NAME

# Why words stay that are in no field.
ELSEWHERE = "neither a name nor rules text of a card"

# Why words stay that name a file outside.
PICTURE = "the path of a picture, which keeps its name"
# What follows a name in the path of a picture.
_FILE = re.compile(r"[\w .()-]{0,40}\.(?:png|jpe?g|webp|gif|svg|bmp|tiff?)\b", re.IGNORECASE)


class Located(Struct, frozen=True):
    """A change, or words that stay, with its place in a file."""

    path: str
    line: int
    """The line in the file, from 1."""
    column: int
    """The code point on that line, from 1."""
    card: str
    """The card's old name; empty if it is not a card's field."""
    what: FieldChange | Leftover


class Renamed(Struct, frozen=True):
    """The cards surveyed, some of them renamed."""

    known: Survey

    def may_be(self, element: Element) -> bool:
        """Tell whether an element may contain an old name."""
        return self.known.concerned.may_be(element)

    def plan(self, entry: Entry) -> Plan:
        """Return what changes and what stays in a card."""
        return of_card(entry.card, self.known, entry.markup)

    def of_words(self, words: str) -> list[Edit]:
        """Return the edits of a name that is not a field of a card."""
        language = languages.load(language_detection.of_text(words))
        return renames.field_edits(words, language, self.known.renamings)

    def old(self, entries: Sequence[Entry]) -> Sequence[str]:
        """Return the old names."""
        return self.known.whole()


# What happens to the names in files.
Changing = Renamed | CodesTakenOff


def survey(
    paths: Sequence[PathOrContent], found: Survey, report: OnError, lang: str, format_name: str
) -> None:
    """Add the cards of files to a survey.

    A card that cannot be read is reported. NanoriError for a file that cannot be read.
    """
    element, concerned = None, False
    for path in paths:
        for entry in reader.entries(path, lang, format_name, texts=False):
            if isinstance(entry, NanoriError):
                report(entry)
                continue
            if entry.element is not element:  # once for all its texts
                element, concerned = entry.element, found.concerned.may_be(entry.element)
            found.add(entry.card, concerned=concerned)


def edits(found: Survey) -> EditPlan:
    """Return the edit plan for a file of the cards surveyed."""
    return edits_by(Renamed(found))


def edits_by(changing: Changing) -> EditPlan:
    """Return the edit plan for what happens to names."""

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        edits: dict[str, list[Edit]] = {}
        for change in changing.plan(entry).changes:
            # Only what has a place in its file: a name may be given elsewhere.
            if (change.field == "text" and not entry.fixed) or change.field in entry.places:
                edits.setdefault(change.field, []).append(change.edit)
        return edits

    def edits_of_name(named: Words) -> Sequence[Edit]:
        return changing.of_words(named)

    def passes_over(element: Element) -> bool:
        return not changing.may_be(element)

    return EditPlan(edits_of, edits_of_name, strict=True, passes_over=passes_over)


def planned(
    path: PathOrContent, changing: Changing, lang: str, format_name: str
) -> Iterator[Located]:
    """Yield what changes in a file and what stays, in the order of its cards.

    Cards that cannot be read are skipped. NanoriError for a file that cannot be read, or a name
    that cannot be changed.
    """
    with catalogue.card_file(path, format_name) as file:
        module = file.module
        renamed: set[str] = set()
        missing: dict[str, NanoriError] = {}
        for element in module.elements_and_keys(file.source, file.head):
            if not changing.may_be(element):
                continue
            try:
                entries = module.read(element).entries
                entries = [reader.entry_with_language(entry, lang) for entry in entries]
            except NanoriError:
                continue
            card = _Element(file.source.path, element, changing)
            yield from card.located(entries, module.read(element).related_names)
            renamed |= card.renamed
            for words in card.lacking(entries):
                reason = f"the name “{words}” has no place that can be changed"
                error = NanoriError(
                    reason, path=reader.where(file.source.path, element), line=element.line
                )
                if not element.beside:
                    raise error
                missing.setdefault(words, error)
        # Where a unit of the card is an element, its name may stand in any other.
        for words, error in missing.items():
            if words not in renamed:
                raise error


class _Element:
    """A card of a file and the places in it that were reported so far."""

    def __init__(self, path: str, element: Element, changing: Changing) -> None:
        self._path = reader.where(path, element)
        self._element = element
        self._changing = changing
        self._layout = Layout(element)
        self._text = self._layout.text
        self._starts: dict[SourceSpan, Sequence[int]] = {}
        self._reported: set[tuple[int, str]] = set()
        self.renamed: set[str] = set()
        """The names that stand where they can be changed."""

    def located(self, entries: Sequence[Entry], names: Sequence[Words]) -> Iterator[Located]:
        """Yield what changes in the card and what stays, each place once."""
        spans = [span for entry in entries for span in entry.places.values()]
        for entry in entries:
            plan = self._changing.plan(entry)
            # A change may leave its case unsure, too; what another reading changes is not left.
            reported = set(self._reported)
            for seen, every in ((self._reported, plan.changes), (reported, plan.left)):
                for what in every:
                    if span := entry.places.get(what.field):
                        yield from self._at(span, what, entry.card.name, seen)
        for number, named in enumerate(names):
            spans.append(named.place)
            for edit in self._changing.of_words(named):
                change = FieldChange.of_edit(f"related/{number}", str(named), edit)
                yield from self._at(named.place, change, "", self._reported)
        yield from self._elsewhere(spans, entries)

    def lacking(self, entries: Sequence[Entry]) -> Iterator[str]:
        """Yield the names that are to change but have no place here where they can."""
        for entry in entries:
            for change in self._changing.plan(entry).changes:
                if change.field == "name" and change.text not in self.renamed:
                    yield change.text

    def _at(
        self, span: SourceSpan, what: FieldChange | Leftover, card: str, seen: set[tuple[int, str]]
    ) -> Iterator[Located]:
        starts = self._starts.get(span)
        if starts is None:
            source_map = escaping.decode(span.escaping, self._text[span.start : span.end])
            starts = self._starts[span] = source_map.starts
        inside = starts[what.start] if what.start < len(starts) else 0
        yield from self._once(span.start + inside, what, card, seen)

    def _once(
        self, at: int, what: FieldChange | Leftover, card: str, seen: set[tuple[int, str]]
    ) -> Iterator[Located]:
        if (at, what.text) in seen:
            return
        self._reported.add((at, what.text))
        if isinstance(what, FieldChange) and what.form == NAME:
            self.renamed.add(what.text)
        line, column = self._layout.position(at)
        yield Located(self._path, line, column, card, what)

    def _elsewhere(
        self, spans: Sequence[SourceSpan], entries: Sequence[Entry]
    ) -> Iterator[Located]:
        """Yield the old names that are in no field, as in flavor text."""
        card = entries[0].card.name if entries else ""
        for old in self._changing.old(entries):
            start = self._text.find(old)
            while start >= 0:
                end = start + len(old)
                if not any(span.start < end and start < span.end for span in spans):
                    reason = PICTURE if _FILE.match(self._text, end) else ELSEWHERE
                    leftover = Leftover("", start, end, old, reason)
                    yield from self._once(start, leftover, card, self._reported)
                start = self._text.find(old, end)
