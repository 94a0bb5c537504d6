"""A card file with edits of its entries to the new file, the rest byte for byte the same."""

from __future__ import annotations

import codecs
import shutil
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from nanori.formats import catalogue, reader
from nanori.formats.catalogue import CardFile, Format
from nanori.formats.edit_plans import EditedElement, EditPlan, EditsOf, NoPlaceError, edits_in
from nanori.formats.entries import Element, Entry
from nanori.formats.io import archives, encodings, repacking, streams
from nanori.formats.io.streams import Content, PathOrContent, Source
from nanori.formats.io.writing import Fingerprint, check_writable, staged, together
from nanori.formats.proving import Tally, prove_card, prove_file
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Edit


def rewrite(
    path: str,
    out: str | None,
    edits_of: EditsOf | EditPlan,
    report: OnError,
    lang: str = "",
    format_name: str = "",
) -> int:
    """Write a card file with edits made to its entries; return how many cards changed.

    `out` is where to write it, `-` or None for standard output; it may be the file itself, and for
    a folder it is the same folder or one that does not exist. `lang` and `format_name` are as for
    `reader.read`. NanoriError if the file cannot be read to its end, if its format cannot be
    written or cannot hold an edit, if its encoding lacks a character of one, if the file is
    read-only or changes while it is read: then nothing has been written.
    """
    if out is not None and streams.same(path, out):
        check_writable(path)
    streams.keep(path)
    with opened(path, edits_of, report, lang, format_name) as reading:
        check = Fingerprint(path).check
        return write(path, out, reading.changes, reading.file, check, format_name)


def write(
    path: str,
    out: str | None,
    changes: Iterable[EditedElement],
    file: CardFile,
    proven: Callable[[], None],
    format_name: str,
    *,
    content: Content | None = None,
    written: Callable[[bytes], object] | None = None,
) -> int:
    """Write a card file with edits made to its cards; return how many are changed.

    `changes` are all its cards in order, read while the file is written; `proven` is called once
    all have been, and if it raises, the file stays as it was. The new file is read again, as
    `format_name`, before it takes its place: NanoriError if a card in it is not as intended.
    Everything else is as in `rewrite`. `content` is the file if it was read already; then `written`
    is given the new bytes, unless it is an archive.
    """
    edits_of: dict[str, list[Edit]] = {}
    tally = Tally()
    count = 0

    def edits() -> Iterator[list[Edit]]:
        """Yield the edits of the file itself; those of files inside and beside it are kept."""
        nonlocal count
        for change in changes:
            tally.add(*change)
            count += bool(change.edits)
            if change.element.member and change.edits:
                edits_of.setdefault(change.element.member, []).extend(change.in_file())
            elif change.edits:
                yield change.in_file()

    def prove(new: BufferedReader) -> None:
        again = Source(path, new)
        again.folder, again.contents = file.head.folder, contents
        prove_file(again, format_name, file.name, tally)

    with together(proven):
        if file.head.folder or archives.is_archive(file.head.raw):
            deque(edits(), maxlen=0)
            contents = _contents(path, edits_of)
            proven()
            if file.head.folder:
                prove(streams.in_memory(b""))
            repacking.rewrite(path, out, contents, prove if count else None)
            return count
        with staged(out, path) as stream:
            copy(content or path, file.head.encoding, stream, edits())
            proven()
            folder = str(Path(path).parent)
            if edits_of and (out is None or not streams.same(path, out)):
                reason = "cards of it are in other files, so it can be written only where it is"
                raise NanoriError(reason, path=path)
            contents = _contents(folder, edits_of)
            if count:
                stream.seek(0)
                prove(cast("BufferedReader", stream))
            if written and content:
                stream.seek(0)
                written(stream.read())
            if edits_of:
                repacking.rewrite(folder, folder, contents)
        return count


class Opened(NamedTuple):
    """A card file being read."""

    file: CardFile
    changes: Iterator[EditedElement]
    """All its cards, in order."""


@contextmanager
def opened(
    path: PathOrContent,
    edits_of: EditsOf | EditPlan,
    report: OnError,
    lang: str = "",
    format_name: str = "",
) -> Generator[Opened]:
    """Open a card file for editing; arguments and errors as for `rewrite`."""
    done = edits_of if isinstance(edits_of, EditPlan) else EditPlan(edits_of)
    with catalogue.card_file(path, format_name) as file:
        if not file.module.ABOUT.writes:
            reason = f"files of the format {file.name} cannot be written"
            raise NanoriError(reason, path=file.source.path)
        yield Opened(file, edited_elements(file, done, report, lang))


def ignored(error: NanoriError) -> None:
    """Ignore a card that cannot be read, which has been reported before."""


def edited_elements(
    file: CardFile, plan: EditPlan, report: OnError, lang: str
) -> Iterator[EditedElement]:
    """Yield each card with its edits; one that cannot be read is reported and stays.

    NanoriError at the first that would change if the file may not be changed.
    """
    path = file.source.path
    for element in file.module.elements_and_keys(file.source, file.head):
        if plan.passes_over and plan.passes_over(element):
            yield EditedElement(element, ())
            continue
        try:
            read_entries = file.module.read(element).entries
            entries = [reader.entry_with_language(entry, lang) for entry in read_entries]
        except NanoriError as error:
            report(reader.placed(error, path, element))
            yield EditedElement(element, ())
            continue
        try:
            edits = element_edits(file.module, element, entries, plan, file.head.newline)
        except NanoriError as error:
            if plan.strict and not (plan.partial and isinstance(error, NoPlaceError)):
                raise reader.placed(error, path, element) from None
            report(reader.placed(error, path, element))
            edits = []
        if edits:
            file.prove_changeable()
        yield EditedElement(element, edits)


def element_edits(
    module: Format, element: Element, entries: Sequence[Entry], plan: EditPlan, newline: str
) -> Sequence[Edit]:
    """Return the edits of an element of a file with that line end.

    NanoriError if it cannot hold them, or would be read differently.
    """
    edited = [(entry, plan.edits_of(entry)) for entry in entries]
    if plan.edits_of_name:
        names = module.read(element)
        edits_of_names = map(plan.edits_of_name, names.related_names)
        entry = names.entry_of_names
        edited.append((entry, dict(zip(entry.places, edits_of_names, strict=True))))
    edits = edits_in(element, edited, newline, plan.escaping_of)
    if edits:
        places_edited = (
            entry.places[key] for entry, fields in edited for key in fields if fields[key]
        )
        marked = plan.escaping_of(next(places_edited).escaping) if plan.escaping_of else ""
        prove_card(module, element, edits, edited, marked)
    return edits


def entry_edits(entry: Entry, edits: Sequence[Edit], field: str) -> list[Edit]:
    """Return edits of a field of an entry as `Entry.edits_of_file` does."""
    module, start = catalogue.named(entry.format), entry.element.start
    plan = EditPlan(lambda other: {field: edits} if other.places == entry.places else {})
    entries = module.read(entry.element).entries
    written = element_edits(module, entry.element, entries, plan, "\n")
    return [Edit(start + edit.start, start + edit.end, edit.text) for edit in written]


def copy(
    path: PathOrContent, encoding: str, stream: BinaryIO, changes: Iterable[list[Edit]]
) -> None:
    """Write a file to a stream with edits made; without any as it is, packed or not."""
    with ExitStack() as stack:
        copier: Copier | None = None
        for edits in changes:
            if copier is None:
                copier = Copier(stack.enter_context(streams.opened(path)), encoding, stream)
            copier.replace(edits)
        if copier is not None:
            copier.finish()
        else:
            source = stack.enter_context(streams.opened(path))
            shutil.copyfileobj(source.as_on_disk(), stream)


def _contents(path: str, changes: Mapping[str, list[Edit]]) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    if not changes:
        return contents
    with streams.opened(path, folder=True) as source, archives.opened(source) as container:
        for member, edits in changes.items():
            new = BytesIO()
            inner = Source(f"{path}/{member}", streams.in_memory(container.read(member)))
            copier = Copier(inner, encodings.of(inner.mark, inner.head), new)
            copier.replace(sorted(edits, key=lambda edit: edit.start))
            copier.finish()
            contents[member] = new.getvalue()
    return contents


class Copier:
    """A stream being copied, counted in code points of its text.

        file   ··············[block: _raw in bytes, _text in code points]····
               _before points^    ^_byte, _character: what is passed on or left out up to there
    Bytes that nothing replaces are passed on unchanged, even those that do not fit the encoding;
    each of these counts as one code point. The byte order mark is passed on and not counted.
    """

    def __init__(self, source: Source, encoding: str, out: BinaryIO) -> None:
        self._source = source
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
        self._out = out
        self._raw, self._text = b"", ""
        self._byte = self._character = 0
        self._before = 0
        self._ended = False
        out.write(source.mark)

    def replace(self, edits: Iterable[Edit]) -> None:
        """Copy up to the edits and make them, in order; they count code points of the file.

        NanoriError for a character that the encoding lacks.
        """
        for edit in edits:
            self._pass(edit.start, keep=True)
            self._out.write(encoded(edit.text, self._encoding, self._source.path))
            self._pass(edit.end, keep=False)

    def finish(self) -> None:
        """Copy the rest."""
        self._out.write(self._raw[self._byte :])
        # What was held back as the beginning of a character is passed on, too.
        self._out.write(self._decoder.getstate()[0])
        while block := self._source.read():
            self._out.write(block)

    def _pass(self, offset: int, *, keep: bool) -> None:
        """Move on to a code point of the file, passing on what is before it or leaving it out."""
        while offset > self._before + len(self._text) and not self._ended:
            if keep:
                self._out.write(self._raw[self._byte :])
            self._more()
        end = offset - self._before
        passed = self._text[self._character : end]
        size = encodings.size(passed, self._encoding)
        if keep:
            self._out.write(self._raw[self._byte : self._byte + size])
        self._byte += size
        self._character = end

    def _more(self) -> None:
        self._before += len(self._text)
        waiting = self._decoder.getstate()[0]
        block = self._source.read()
        self._ended = not block
        try:
            self._text = self._decoder.decode(block, self._ended)
        except UnicodeDecodeError as error:
            reason = f"not {self._encoding.upper()}: {error.reason}"
            raise NanoriError(reason, path=self._source.path) from None
        undecoded = len(self._decoder.getstate()[0])
        together = waiting + block
        self._raw = together[: len(together) - undecoded]
        self._byte = self._character = 0


def encoded(words: str, encoding: str, path: str) -> bytes:
    """Return words in the encoding of a file; NanoriError for a character that it lacks."""
    try:
        return words.encode(encoding)
    except UnicodeEncodeError as error:
        character = words[error.start : error.start + 1]
        shown = character if character.isprintable() else f"U+{ord(character):04X}"
        raise NanoriError(f"“{shown}” cannot be written in {encoding.upper()}", path=path) from None
