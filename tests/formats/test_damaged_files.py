"""Damaged files that are changed: refused as a whole, or no other record and no other byte differs.

One encoding is decided for a file, by its content and its format, and it is read, counted and
written in that one.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile
from zlib import error as DamagedDeflate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from format_files import FILES, WRITTEN, contents, copied, ids, ignore, splices
from nanori.formats import catalogue, escaping, patching, proving, reader
from nanori.formats.entries import NO_ELEMENT, Element, Entry
from nanori.formats.io import encodings
from nanori.formats.io.streams import BYTE_ORDER_MARKS
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from project import FORMATS, examples, put


@st.composite
def damaged(draw: st.DrawFn, raw: bytes) -> bytes:
    """Draw bytes with a few of them changed, put in or taken out."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(raw)))
        end = draw(st.integers(start, min(len(raw), start + 3)))
        raw = raw[:start] + draw(st.binary(max_size=3) | st.just(raw[start:end] * 2)) + raw[end:]
    return raw


Read = list[tuple[Element, Entry | NanoriError]]


def read(path: Path) -> Read | None:
    """Return what is read from a file; nothing if it cannot be read."""
    try:
        read = list(reader.entries(str(path)))
    except NanoriError:
        return None
    return [(NO_ELEMENT if isinstance(e, NanoriError) else e.element, e) for e in read]


def said(entry: Entry | NanoriError) -> tuple[object, ...]:
    """Return what is read of a card; of what cannot be read only why."""
    if isinstance(entry, NanoriError):
        return (entry.message,)
    return entry.card, entry.extra, entry.suppressed, entry.markup


def encoding_of(path: Path) -> str:
    with catalogue.card_file(str(path)) as file:
        return file.head.encoding


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", WRITTEN, ids=ids)
@settings(max_examples=examples(40))
@given(data=st.data())
def test_an_edit_of_a_damaged_file_is_refused_or_changes_one_field(
    path: Path, data: st.DataObject
) -> None:
    with copied(path) as copy:
        inside = sorted(file for file in copy.rglob("*") if file.is_file()) or [copy]
        broken = data.draw(st.sampled_from(inside))
        broken.write_bytes(data.draw(damaged(broken.read_bytes())))
        before = read(copy) or []
        choices = [
            (number, field)
            for number, (_, entry) in enumerate(before)
            if isinstance(entry, Entry)
            for field in entry.places
            if field != "lang"  # without words it is told from the text
        ]
        if not choices:
            return
        number, field = data.draw(st.sampled_from(choices))
        element, entry = before[number]
        assert isinstance(entry, Entry)
        words = proving.field_text(entry.card, field)
        edits = data.draw(splices(len(words)))
        try:
            old = contents(copy.parent)
        except (BadZipFile, DamagedDeflate, NotImplementedError, OSError):  # also without any edit
            return
        known = encoding_of(copy)
        if not changed(copy, number, {field: edits}):
            assert contents(copy.parent) == old
            return
        after = read(copy)
        assert after is not None
        meant = apply(words, edits)
        compare(before, after, number, (field, meant))
        if (
            not copy.is_dir()
            and not entry.copies
            and copy.suffix != ".mse-set"
            and not element.member
        ):
            stretch = replaced(old[copy.name], copy.read_bytes(), element, entry, field, known)
            assert stretch == meant


REMARKS = ("is read under", "is taken for the cards' texts")
"""What is said of a file that is read all the same."""


def changed(path: Path, number: int, wanted: Mapping[str, Sequence[Edit]]) -> bool:
    """Write edits of one entry into a file where it is; tell whether that was done."""
    known = [item for item in reader.entries(str(path)) if isinstance(item, Entry)]
    chosen = list(reader.entries(str(path)))[number]
    place = next(at for at, item in enumerate(known) if item == chosen)
    count = -1

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        nonlocal count
        count += 1
        return wanted if count == place else {}

    refused: list[str] = []
    faults = [error for error in reader.entries(str(path)) if isinstance(error, NanoriError)]
    faults = [error for error in faults if not any(told in error.message for told in REMARKS)]
    try:
        patching.rewrite(str(path), str(path), edits_of, lambda error: refused.append(str(error)))
    except NanoriError:
        return False
    return len(refused) == len(faults)


def compare(before: Read, after: Read, number: int, edited: tuple[str, str]) -> None:
    """Assert that all other elements say what they said, and the one its new words."""
    assert len(after) == len(before)
    own = before[number][0]
    for at, ((element, old), (_, new)) in enumerate(zip(before, after, strict=True)):
        if element != own and not (own.beside and edited[0] != "text"):
            assert said(new) == said(old)
        elif element != own and isinstance(old, Entry) and isinstance(new, Entry):
            # The name of a card may stand in a unit of its own, and all others know it.
            assert new.card.text == old.card.text
        if at == number:
            assert isinstance(new, Entry)
            assert proving.field_text(new.card, edited[0]) == edited[1]


def replaced(
    old: bytes, new: bytes, element: Element, entry: Entry, field: str, encoding: str
) -> str:
    """Return what the new file says where the field was; all bytes around it must be the same."""
    mark = next((sign for sign in BYTE_ORDER_MARKS if old.startswith(sign)), b"")
    place = entry.places[field]
    text = old[len(mark) :].decode(encoding, "surrogateescape")
    start = len(mark) + encodings.size(text[: element.start + place.start], encoding)
    behind = encodings.size(text[element.start + place.end :], encoding)
    assert new[:start] == old[:start]
    assert new[len(new) - behind :] == old[len(old) - behind :]
    stretch = new[start : len(new) - behind].decode(encoding)
    return escaping.decode(place.escaping, stretch).text


def test_a_file_that_would_be_read_otherwise_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours in writing is found before the file is in its place."""

    def shifted(self: patching.EditedElement) -> list[Edit]:
        start = self.element.start + 1
        return [Edit(start + edit.start, start + edit.end, edit.text) for edit in self.edits]

    monkeypatch.setattr(patching.EditedElement, "in_file", shifted)
    refused: set[str] = set()
    for path in WRITTEN:
        with copied(path) as copy:
            before = contents(copy.parent)
            for out in (copy, tmp_path / "out"):
                how = ("", path.parent.name)
                try:
                    assert not patching.rewrite(str(copy), str(out), begun_with_x, ignore, *how)
                    out.unlink() if out != copy else None
                except NanoriError as error:
                    refused |= {path.parent.name} if "nothing is written" in str(error) else set()
                assert contents(copy.parent) == before
                assert not (tmp_path / "out").exists()
    assert refused == {path.parent.name for path in WRITTEN}


def begun_with_x(entry: Entry) -> Mapping[str, Sequence[Edit]]:
    return {"text": [Edit(0, min(1, len(entry.card.text)), "x")]} if "text" in entry.places else {}


def test_words_that_another_field_begins_with_are_refused(tmp_path: Path) -> None:
    content = "Ember Pot\nArtifact\nDraw a card.\n\nMoss Door\nLand\nMoss Door enters tapped.\n"
    path = put(tmp_path / "cards.txt", content)
    for words in ("Artist: X\nDraw", "\n\nAsh Pot\nArtifact\nDraw", "//\nX\nLand\nDraw", "1/1\n"):
        noted: list[str] = []
        edits = {"text": [Edit(0, 4, words)]}

        def edits_of(
            entry: Entry, edits: dict[str, list[Edit]] = edits
        ) -> Mapping[str, Sequence[Edit]]:
            return edits if entry.card.name == "Ember Pot" else {}

        try:
            patching.rewrite(
                str(path),
                str(path),
                edits_of,
                lambda error, noted=noted: noted.append(error.message),
            )
        except NanoriError as error:
            noted.append(error.message)
        assert noted
        assert path.read_text("utf-8") == content


def test_all_formats_that_are_written_are_among_the_damaged() -> None:
    writes = {name for name, module in catalogue.listed().items() if module.ABOUT.writes}
    assert {path.parent.name for path in WRITTEN} == writes
    assert FORMATS.is_dir()
    assert set(WRITTEN) <= set(FILES)


SIGNS = [
    *(b"<", b">", b"&", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"</card>", b"<card>", b"<text>"),
    *(b'"', b"|", b":", b"$", b"\\n", b"\r", b"\n", b"#", b"ALTERNATE\n", b"K:CARDNAME", b"VERT"),
    *(b"\0", b"\xff", b"\xe3\x81", "灯".encode(), b"&#0;", b"&#xD800;", b" // ", b"noqa: "),
]

WANTED = {"cockatrice", "forge", "forge_translation"}
PATHS = [path for path in FILES if path.parent.name in WANTED and path.is_file()]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.name}")
@settings(max_examples=examples(60))
@given(data=st.data())
def test_a_mutated_file_is_read_or_is_an_error_of_one_line(path: Path, data: st.DataObject) -> None:
    content = path.read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(len(content), start + 8)))
        content = content[:start] + data.draw(st.sampled_from([b"", *SIGNS])) + content[end:]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(content)
        try:
            entries = list(reader.entries(str(copy), format_name=path.parent.name))
        except NanoriError as error:
            said, entries = str(error), []
        else:
            said = ""
    assert said.isprintable()
    for entry in entries:
        if isinstance(entry, Entry):
            length = len(entry.element.text.decode())
            assert all(0 <= at.start <= at.end <= length for at in entry.places.values())
        else:
            assert str(entry).isprintable()
