"""A card file and edits of its entries to the new file; what no edit spans stays byte for byte."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, cast

from nanori import containers, edits, formats, repacking, spellings, streams
from nanori.copying import Copier
from nanori.encodings import UTF_8
from nanori.entries import Element, Entry, Place
from nanori.errors import NanoriError
from nanori.formats.heads import Head, head_of
from nanori.model import Edit
from nanori.streams import STDIN, Source
from nanori.writing import output

EditsOf = Callable[[Entry], Mapping[str, Sequence[Edit]]]
"""The edits of an entry's fields, by the keys of its places; of each in order, without overlap."""

Report = Callable[[NanoriError], None]
"""Takes what was wrong with one card; it stays as it is in the new file."""

_CONTRARY = "two edits want different words in one place"


def rewrite(
    path: str, out: str | None, edits_of: EditsOf, report: Report, lang: str = "", wanted: str = ""
) -> int:
    """Write a card file with the edits of its entries made; return how many cards were changed.

    `out` is where to write it, `-` or nothing for standard output; it may be the file itself, and
    for a folder it is the same folder or one that does not exist. `lang` and `wanted` are those
    of `formats.read`. NanoriError if the file cannot be read to its end, if its format cannot be
    written, or if its encoding lacks a character of an edit: then nothing has been written.
    """
    with _seekable(path) as place, streams.opened(place, folder=True) as source:
        head = head_of(source, wanted)
        name = formats.format_of(head, wanted)
        module = formats.listed()[name]
        if not module.ABOUT.writes:
            raise NanoriError(f"files of the format {name} cannot be written", path=source.path)

        def known(entry: Entry) -> Mapping[str, Sequence[Edit]]:
            return edits_of(formats.entry_with_language(entry, lang))

        return write(place, out, _changes(module, source, head, known, report), head)


def write(
    path: str,
    out: str | None,
    changes: Iterable[Change],
    head: Head,
    proven: Callable[[], None] | None = None,
) -> int:
    """Write a card file with edits made that count its code points; return how many changes.

    `changes` are read while the file is written; `proven` is called when all of them were, and
    what it raises leaves the file as it was. All else is as `rewrite` has it.
    """
    if head.folder or containers.is_archive(head.raw):
        return _inside(path, out, changes, proven)
    return _streamed(path, out, changes, head, proven)


Change = tuple[str, list[Edit]]
"""The file inside that a changed card is in, or nothing, and edits that count code points of it."""


def _changes(
    module: formats.Format, source: Source, head: Head, edits_of: EditsOf, report: Report
) -> Iterator[Change]:
    """Yield the file inside that each changed card is in, and edits counted in that file."""
    for element in module.elements(source, head):
        try:
            entries = [(entry, edits_of(entry)) for entry in module.entries(element)]
            found = edits_in(element, entries, head.newline)
        except NanoriError as error:
            report(formats.placed(error, source.path, element))
            continue
        if found:
            start = element.start
            yield (
                element.member,
                [Edit(start + one.start, start + one.end, one.text) for one in found],
            )


def edits_in(
    element: Element, wanted: Sequence[tuple[Entry, Mapping[str, Sequence[Edit]]]], newline: str
) -> list[Edit]:
    """Return edits of entries' fields as edits of the element's text, in order.

    NanoriError where two of them want different words in one place.
    """
    if b"\n" in element.text:
        newline = "\r\n" if b"\r\n" in element.text else "\n"
    found: dict[Place, list[Edit]] = {}
    text = ""
    for entry, fields in wanted:
        for field, of_field in fields.items():
            if not of_field:
                continue
            if field not in entry.places:
                raise NanoriError(f"“{field}” of “{entry.card.name}” has no place in the file")
            text = text or element.text.decode()
            place = entry.places[field]
            raw = text[place.start : place.end]
            made = spellings.edits(place.spelling, raw, of_field, newline)
            if found.setdefault(place, made) != made:
                raise NanoriError(_CONTRARY)
    together = [
        Edit(place.start + one.start, place.start + one.end, one.text)
        for place in sorted(found, key=lambda place: place.start)
        for one in found[place]
    ]
    try:
        edits.apply(text, together)
    except ValueError:
        raise NanoriError(_CONTRARY) from None
    return together


def _streamed(
    path: str,
    out: str | None,
    changes: Iterable[Change],
    head: Head,
    proven: Callable[[], None] | None,
) -> int:
    """Write a plain or packed file while it is read; as it lies there if nothing changes."""
    count = 0
    others: dict[str, list[Edit]] = {}
    with output(out) as stream, ExitStack() as stack:
        copier: Copier | None = None
        for member, found in changes:
            count += 1
            if member:
                others.setdefault(member, []).extend(found)
                continue
            if copier is None:
                copier = stack.enter_context(_copier(path, head.encoding, stream))
            copier.replace(found)
        if copier is not None:
            copier.finish()
        else:
            with Path(path).open("rb") as file:
                shutil.copyfileobj(file, stream)
        if proven is not None:
            proven()
        if others:
            if out is None or not streams.same(path, out):
                reason = "cards of it are in other files, so it can be written only where it is"
                raise NanoriError(reason, path=path)
            folder = str(Path(path).parent)
            repacking.rewrite(folder, folder, contents(folder, others))
    return count


@contextmanager
def _copier(path: str, encoding: str, stream: BinaryIO) -> Generator[Copier]:
    """Open the file once more, to be copied to a stream that is packed as the file is."""
    with streams.opened(path) as source, streams.packed(stream, source.packing) as packed:
        yield Copier(source, encoding, packed)


def _inside(
    path: str, out: str | None, changes: Iterable[Change], proven: Callable[[], None] | None
) -> int:
    """Write an archive or folder whose files were changed."""
    found: dict[str, list[Edit]] = {}
    count = 0
    for member, of_card in changes:
        found.setdefault(member, []).extend(of_card)
        count += 1
    new = contents(path, found)
    if proven is not None:
        proven()
    repacking.rewrite(path, out, new)
    return count


def contents(path: str, changes: Mapping[str, list[Edit]]) -> dict[str, bytes]:
    """Return the new contents of files inside an archive or a folder."""
    made: dict[str, bytes] = {}
    with streams.opened(path, folder=True) as source, containers.opened(source) as container:
        for member, found in changes.items():
            raw = cast("BufferedReader", BufferedReader(BytesIO(container.read(member))))
            new = BytesIO()
            copier = Copier(Source(f"{path}/{member}", raw), UTF_8, new)
            copier.replace(sorted(found, key=lambda one: one.start))
            copier.finish()
            made[member] = new.getvalue()
    return made


@contextmanager
def _seekable(path: str) -> Generator[str]:
    """Return the path of a file that can be read twice: of standard input a copy."""
    if path != STDIN:
        yield path
        return
    with tempfile.NamedTemporaryFile() as file:
        shutil.copyfileobj(cast("BinaryIO", sys.stdin.buffer), file)
        file.flush()
        try:
            yield file.name
        except NanoriError as error:
            where = (error.path or "").replace(file.name, "<stdin>") or None
            raise NanoriError(
                error.message, path=where, line=error.line, column=error.column
            ) from None
