"""What holds for every format there is: over every file in corpus/formats/."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_formats import FILES, ROOT

from nanori.formats import escaping, patching, reader
from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.io import encodings
from nanori.formats.io.streams import BYTE_ORDER_MARKS
from nanori.formats.records import Record
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

WORDS = [
    "",
    "x",
    "灯",
    "'",
    '"',
    "\\",
    "<b>",
    "&amp;",
    "&",
    "]]>",
    "\n",
    "|",
    ",",
    "\t",
    "🐉",
    "～",
]
"""What may need an escape somewhere; every text of two of them is tried."""

WRITTEN = [path for path in FILES if not path.name.startswith("bad-")]


def found_in(path: Path) -> list[tuple[Element, Entry]]:
    """Return the entries of a file that can be read, with their elements."""
    try:
        read = list(reader.entries(str(path)))
    except NanoriError:
        return []
    return [(element, entry) for element, entry in read if isinstance(entry, Entry)]


def words_at(element: Element, entry: Entry, field: str) -> str:
    """Return what the file says at the place of a field."""
    place = entry.places[field]
    raw = element.text.decode()[place.start : place.end]
    return escaping.decode(place.escaping, raw).text


def field_of(entry: Entry, field: str) -> object:
    name, _, number = field.partition("/")
    value = getattr(entry.card, name)
    return value[int(number)] if number else value


def contents(path: Path) -> dict[str, bytes]:
    """Return the bytes of a file, or of all files of a folder, also of those in archives."""
    if path.is_dir():
        inside = sorted(file for file in path.iterdir())
        files = [(file.name, contents(file)) for file in inside]
        return {f"{at}/{key}".rstrip("/"): raw for at, all_ in files for key, raw in all_.items()}
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return {info.filename: archive.read(info) for info in archive.infolist()}
    return {"": path.read_bytes()}


def inside(path: Path, element: Element) -> str:
    """Return under which key the contents of the file's folder have what an element stands in."""
    within = path.is_dir() or zipfile.is_zipfile(path)
    return "/".join(
        filter(None, [path.name if within or not element.member else "", element.member])
    )


def ignore(error: NanoriError) -> None:
    del error


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", WRITTEN, ids=ids)
def test_the_places_of_a_file_say_what_its_entries_say(path: Path) -> None:
    for element, entry in found_in(path):
        assert len(element.text.decode()) >= max((p.end for p in entry.places.values()), default=0)
        for field in entry.places:
            assert words_at(element, entry, field) == field_of(entry, field)


@pytest.mark.parametrize("path", WRITTEN, ids=ids)
def test_reading_gives_the_entries_that_have_a_text(path: Path) -> None:
    with_text = [entry.card for _, entry in found_in(path) if entry.card.text]
    try:
        read = list(reader.read(str(path)))
    except NanoriError:
        return
    cards = [record.card for record in read if isinstance(record, Record) and record.card.text]
    assert sorted(map(repr, cards)) == sorted(map(repr, with_text))


@pytest.mark.parametrize("path", WRITTEN, ids=ids)
def test_without_edits_the_same_bytes_are_written(path: Path, tmp_path: Path) -> None:
    if not found_in(path):
        return
    out = tmp_path / "out"
    assert patching.rewrite(str(path), str(out), lambda _: {}, ignore) == 0
    assert contents(out) == contents(path)


def splices(length: int) -> st.SearchStrategy[list[Edit]]:
    """Draw one or two edits of a text that long, in order and without overlap."""
    cuts = st.lists(st.integers(0, length), min_size=2, max_size=4).map(sorted)
    words = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=3).map("".join)
    return st.tuples(cuts, words, words).map(lambda drawn: list(_edits(*drawn)))


def _edits(cuts: Sequence[int], *words: str) -> Iterator[Edit]:
    for (start, end), text in zip(zip(cuts[::2], cuts[1::2], strict=False), words, strict=False):
        if start < end or text:
            yield Edit(start, end, text)


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """Return a copy of a file of the corpus that may be written, the files beside it with it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(path.parent, f"{folder}/all")
        yield Path(folder, "all", path.name)


def written(path: Path, wanted: Mapping[tuple[int, str], Sequence[Edit]]) -> list[str]:
    """Write edits into a file, by the number of the entry and the field; return what is refused.

    What cannot be read at all stays as it is, and is not counted.
    """
    known = [str(error) for _, error in reader.entries(str(path)) if isinstance(error, NanoriError)]
    said: list[str] = []
    number = -1

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        nonlocal number
        number += 1
        return {field: wanted[number, field] for field in entry.places if (number, field) in wanted}

    patching.rewrite(str(path), str(path), edits_of, lambda error: said.append(str(error)))
    return [error for error in said if error not in known]


@pytest.mark.parametrize("path", WRITTEN, ids=ids)
@settings(max_examples=30)
@given(data=st.data())
def test_an_edit_changes_the_place_of_its_field_and_no_byte_else(
    path: Path, data: st.DataObject
) -> None:
    entries = found_in(path)
    choices = [(n, field) for n, (_, entry) in enumerate(entries) for field in entry.places]
    if not choices:
        return
    number, field = data.draw(st.sampled_from(choices))
    element, entry = entries[number]
    words = words_at(element, entry, field)
    edits = data.draw(splices(len(words)))
    with copied(path) as copy:
        before = contents(copy.parent)
        try:
            refused = written(copy, {(number, field): edits})
        except NanoriError as error:
            refused = [str(error)]
        after = contents(copy.parent)
        if refused:
            assert after == before
            return
        key = inside(copy, element)
        old, new = before.pop(key), after.pop(key)
        assert before == after
        stretch = between(old, new, element, entry.places[field])
        assert escaping.decode(entry.places[field].escaping, stretch).text == apply(words, edits)


def between(old: bytes, new: bytes, element: Element, place: SourceSpan) -> str:
    """Return what stands in the new file where the place was; all around it must be the same."""
    mark = next((sign for sign in BYTE_ORDER_MARKS if old.startswith(sign)), b"")
    encoding = encodings.of(mark, old[len(mark) :])
    text = old[len(mark) :].decode(encoding, "surrogateescape")
    start = len(mark) + encodings.size(text[: element.start + place.start], encoding)
    behind = encodings.size(text[element.start + place.end :], encoding)
    assert new[:start] == old[:start]
    assert new[len(new) - behind :] == old[len(old) - behind :]
    return new[start : len(new) - behind].decode(encoding)


@pytest.mark.parametrize("path", WRITTEN, ids=ids)
@settings(max_examples=30)
@given(data=st.data())
def test_texts_that_were_edited_are_read_as_edited(path: Path, data: st.DataObject) -> None:
    entries = found_in(path)
    choices = [n for n, (_, entry) in enumerate(entries) if "text" in entry.places]
    if not choices:
        return
    chosen = data.draw(st.lists(st.sampled_from(choices), min_size=1, max_size=3, unique=True))
    wanted = {
        (number, "text"): data.draw(splices(len(entries[number][1].card.text)))
        for number in sorted(chosen)
    }
    texts = [entry.card.text for _, entry in entries]
    for (number, _), edits in wanted.items():
        texts[number] = apply(texts[number], edits)
        if not texts[number].strip():
            return  # no text is another kind of card
    with copied(path) as copy:
        try:
            if written(copy, wanted):
                return
        except NanoriError:
            assert found_in(copy) == entries
            return
        again = found_in(copy)
        assert [entry.card.text for _, entry in again] == texts
        assert [entry.extra for _, entry in again] == [entry.extra for _, entry in entries]
