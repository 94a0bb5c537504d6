"""What holds for every format there is: over every file in corpus/formats/."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from format_files import (
    WRITTEN,
    contents,
    copied,
    field_of,
    found_in,
    ids,
    ignore,
    inside,
    splices,
    words_at,
    written,
)
from nanori.formats import escaping, patching, reader
from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.io import encodings
from nanori.formats.io.streams import BYTE_ORDER_MARKS
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from project import examples


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
    cards = [record.card for record in read if isinstance(record, Entry) and record.card.text]
    assert sorted(map(repr, cards)) == sorted(map(repr, with_text))


@pytest.mark.parametrize("path", WRITTEN, ids=ids)
def test_without_edits_the_same_bytes_are_written(path: Path, tmp_path: Path) -> None:
    if not found_in(path):
        return
    out = tmp_path / "out"
    assert patching.rewrite(str(path), str(out), lambda _: {}, ignore) == 0
    assert contents(out) == contents(path)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", WRITTEN, ids=ids)
@settings(max_examples=examples(30))
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
        if field == "text" and entry.copies:  # it is changed wherever it stands
            again, changed = found_in(copy)[number]
            assert words_at(again, changed, field) == apply(words, edits)
            assert len(changed.copies) == len(entry.copies)
            return
        stretch = between(old, new, element, entry.places[field])
        if element.row:  # it may be a whole cell; what it says then is read again
            again, changed = found_in(copy)[number]
            assert words_at(again, changed, field) == apply(words, edits)
            return
        assert escaping.decode(entry.places[field].escaping, stretch).text == apply(words, edits)


def in_file(element: Element, place: SourceSpan) -> tuple[int, int]:
    """Return which code points of the file, counted from the element's, an edit may change."""
    moved = 0
    for stretch in element.row.stretches if element.row else ():
        if stretch.start <= place.start and place.end <= stretch.end:
            return stretch.first, stretch.last
        if stretch.end <= place.start:
            moved = stretch.last - stretch.end
    return place.start + moved, place.end + moved


def between(old: bytes, new: bytes, element: Element, place: SourceSpan) -> str:
    """Return what stands in the new file where the place was; all around it must be the same."""
    mark = next((sign for sign in BYTE_ORDER_MARKS if old.startswith(sign)), b"")
    encoding = encodings.of(mark, old[len(mark) :])
    text = old[len(mark) :].decode(encoding, "surrogateescape")
    first, last = in_file(element, place)
    start = len(mark) + encodings.size(text[: element.start + first], encoding)
    behind = encodings.size(text[element.start + last :], encoding)
    assert new[:start] == old[:start]
    assert new[len(new) - behind :] == old[len(old) - behind :]
    return new[start : len(new) - behind].decode(encoding)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", WRITTEN, ids=ids)
@settings(max_examples=examples(30))
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
