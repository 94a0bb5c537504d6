"""A card file and edits of its entries to the new file; what no edit spans stays byte for byte."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from msgspec import Struct

from nanori import containers, edits, formats, repacking, spellings, streams
from nanori.copying import Copier
from nanori.encodings import UTF_8
from nanori.entries import Element, Entry, Named, Place
from nanori.errors import NanoriError
from nanori.fingerprints import Fingerprint, check_writable
from nanori.formats.heads import Head, head_of
from nanori.model import Card, Edit
from nanori.streams import Source
from nanori.writing import output

EditsOf = Callable[[Entry], Mapping[str, Sequence[Edit]]]
"""The edits of an entry's fields, by the keys of its places; of each in order, without overlap."""

EditsOfName = Callable[[Named], Sequence[Edit]]
"""The edits of a name that is no field of an entry."""

Change = tuple[str, list[Edit]]
"""The file inside that a changed card is in, or nothing, and edits that count code points of it."""

Report = Callable[[NanoriError], None]
"""Takes what was wrong with one card; it stays as it is in the new file."""

_CONTRARY = "two edits want different words in one place"


class Wanted(Struct, frozen=True):
    """What is to be done to a card file."""

    edits_of: EditsOf
    edits_of_name: EditsOfName | None = None
    """For the names that are no fields; without it they stay."""
    spelling: Callable[[str], str] | None = None
    """The spelling that the words of edits are written in, by that of their place."""
    strict: bool = False
    """Whether a card that cannot hold its edits is an error; else it is reported and stays."""


def rewrite(
    path: str,
    out: str | None,
    edits_of: EditsOf | Wanted,
    report: Report,
    lang: str = "",
    wanted: str = "",
) -> int:
    """Write a card file with the edits of its entries made; return how many cards were changed.

    `out` is where to write it, `-` or nothing for standard output; it may be the file itself, and
    for a folder it is the same folder or one that does not exist. `lang` and `wanted` are those
    of `formats.read`. NanoriError if the file cannot be read to its end, if its format cannot be
    written or cannot hold an edit, if its encoding lacks a character of one, if the file is
    read-only or changes while it is read: then nothing has been written.
    """
    if out is not None and streams.same(path, out):
        check_writable(path)
    with streams.seekable(path) as place, opened(place, edits_of, report, lang, wanted) as found:
        return write(place, out, found.changes, found.head, Fingerprint(place).check)


def write(
    path: str, out: str | None, changes: Iterable[Change], head: Head, proven: Callable[[], None]
) -> int:
    """Write a card file with edits made that count its code points; return how many changes.

    `changes` are read while the file is written; `proven` is called when all of them were, and
    what it raises leaves the file as it was. All else is as `rewrite` has it.
    """
    if head.folder or containers.is_archive(head.raw):
        return _inside(path, out, changes, proven)
    return _streamed(path, out, changes, head, proven)


class Opened(NamedTuple):
    """A card file that is being read."""

    head: Head
    changes: Iterator[Change]


@contextmanager
def opened(
    path: str, edits_of: EditsOf | Wanted, report: Report, lang: str = "", wanted: str = ""
) -> Generator[Opened]:
    """Open a card file for its edits; arguments and errors as of `rewrite`."""
    done = edits_of if isinstance(edits_of, Wanted) else Wanted(edits_of)
    with streams.opened(path, folder=True) as source:
        head = head_of(source, wanted)
        name = formats.format_of(head, wanted)
        module = formats.listed()[name]
        if not module.ABOUT.writes:
            raise NanoriError(f"files of the format {name} cannot be written", path=source.path)
        yield Opened(head, _changes(module, source, head, done, report, lang))


def ignored(error: NanoriError) -> None:
    """Say nothing of a card that cannot be read, where that was said before."""
    del error


def _changes(
    module: formats.Format, source: Source, head: Head, wanted: Wanted, report: Report, lang: str
) -> Iterator[Change]:
    """Yield the file inside that each changed card is in, and edits counted in that file.

    A card that cannot be read is reported and stays.
    """
    read = formats.all_elements if wanted.edits_of_name else _elements
    for element in read(module, source, head):
        try:
            entries = list(module.entries(element))
            entries = [formats.entry_with_language(entry, lang) for entry in entries]
        except NanoriError as error:
            report(formats.placed(error, source.path, element))
            continue
        try:
            both = [(entry, wanted.edits_of(entry)) for entry in entries]
            if wanted.edits_of_name:
                both.append(_named(formats.named_in(module, element), wanted.edits_of_name))
            found = edits_in(element, both, head.newline, wanted.spelling)
        except NanoriError as error:
            if wanted.strict:
                raise formats.placed(error, source.path, element) from None
            report(formats.placed(error, source.path, element))
            continue
        if found:
            start = element.start
            yield (
                element.member,
                [Edit(start + one.start, start + one.end, one.text) for one in found],
            )


def _elements(module: formats.Format, source: Source, head: Head) -> Iterator[Element]:
    return module.elements(source, head)


def _named(
    found: Iterable[Named], edits_of_name: EditsOfName
) -> tuple[Entry, Mapping[str, Sequence[Edit]]]:
    """Return names that are no fields as an entry of which each is one, and the edits of them."""
    places: dict[str, Place] = {}
    wanted: dict[str, Sequence[Edit]] = {}
    for number, one in enumerate(found):
        if edits_of := edits_of_name(one):
            places[f"related/{number}"] = one.place
            wanted[f"related/{number}"] = edits_of
    return Entry(Card(text="", name=""), {}, places), wanted


def edits_in(
    element: Element,
    wanted: Sequence[tuple[Entry, Mapping[str, Sequence[Edit]]]],
    newline: str,
    spelling: Callable[[str], str] | None = None,
) -> list[Edit]:
    """Return edits of entries' fields as edits of the element's text, in order.

    `spelling` tells in which spelling the words of edits are, by that of their place. NanoriError
    where two of them want different words in one place.
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
            way = spelling(place.spelling) if spelling else place.spelling
            made = spellings.edits(way, raw, of_field, newline)
            if found.setdefault(place, made) != made:
                raise NanoriError(_CONTRARY)
    together = _once(
        Edit(place.start + one.start, place.start + one.end, one.text)
        for place in sorted(found, key=lambda place: place.start)
        for one in found[place]
    )
    try:
        edits.apply(text, together)
    except ValueError:
        raise NanoriError(_CONTRARY) from None
    return together


def _once(found: Iterable[Edit]) -> list[Edit]:
    """Return edits in order, each once: a name may be a part of another place's words."""
    made: list[Edit] = []
    known: set[tuple[int, int, str]] = set()
    for one in found:
        key = (one.start, one.end, one.text)
        if one.start == one.end or key not in known:
            made.append(one)
        known.add(key)
    return sorted(made, key=lambda one: one.start)


def _streamed(
    path: str,
    out: str | None,
    changes: Iterable[Change],
    head: Head,
    proven: Callable[[], None],
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
        proven()
        if others:
            if out is None or not streams.same(path, out):
                reason = "cards of it are in other files, so it can be written only where it is"
                raise NanoriError(reason, path=path)
            folder = str(Path(path).parent)
            repacking.rewrite(folder, folder, _contents(folder, others))
    return count


@contextmanager
def _copier(path: str, encoding: str, stream: BinaryIO) -> Generator[Copier]:
    """Open the file once more, to be copied to a stream that is packed as the file is."""
    with streams.opened(path) as source, streams.packed(stream, source.packing) as packed:
        yield Copier(source, encoding, packed)


def _inside(
    path: str, out: str | None, changes: Iterable[Change], proven: Callable[[], None]
) -> int:
    """Write an archive or folder whose files were changed."""
    found: dict[str, list[Edit]] = {}
    count = 0
    for member, of_card in changes:
        found.setdefault(member, []).extend(of_card)
        count += 1
    contents = _contents(path, found)
    for member in found if Path(path).is_dir() else ():
        check_writable(str(Path(path, member)))
    proven()
    repacking.rewrite(path, out, contents)
    return count


def _contents(path: str, changes: Mapping[str, list[Edit]]) -> dict[str, bytes]:
    """Return the new contents of files inside an archive or a folder."""
    contents: dict[str, bytes] = {}
    with streams.opened(path, folder=True) as source, containers.opened(source) as container:
        for member, found in changes.items():
            raw = cast("BufferedReader", BufferedReader(BytesIO(container.read(member))))
            new = BytesIO()
            copier = Copier(Source(f"{path}/{member}", raw), UTF_8, new)
            copier.replace(sorted(found, key=lambda one: one.start))
            copier.finish()
            contents[member] = new.getvalue()
    return contents
