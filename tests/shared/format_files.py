"""The files of corpus/formats/, what is read from them, and edits that are written into them."""

import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from hypothesis import strategies as st

from nanori.formats import catalogue, escaping, patching, reader
from nanori.formats.entries import Element, Entry
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from project import FORMATS

READ = ".read.jsonl"
FILES = sorted(path for path in FORMATS.glob("*/*") if not path.name.endswith(READ))
WRITTEN = [
    path
    for path in FILES
    if not path.name.startswith("bad-") and catalogue.listed()[path.parent.name].ABOUT.writes
]
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


def as_line(found: Entry | NanoriError) -> str:
    """Return what was read as JSON: a card without its empty fields, or an error."""
    if isinstance(found, NanoriError):
        return json.dumps({"line": found.line, "error": found.message}, ensure_ascii=False)
    card = {key: value for key, value in msgspec.to_builtins(found.card).items() if value}
    extra = {"extra": found.extra} if found.extra else {}
    return json.dumps({"line": found.line, **card, **extra}, ensure_ascii=False)


class ReadFile(NamedTuple):
    """What is read of a file of corpus/formats/, before what ends it too early."""

    entries: list[Entry | NanoriError]
    whole: bool


def read(path: Path) -> ReadFile:
    """Return what is read of a file, once of those in corpus/formats/: nothing changes these."""
    return (_read if path in FILES else _read.__wrapped__)(path)


@cache
def _read(path: Path) -> ReadFile:
    entries: list[Entry | NanoriError] = []
    try:
        entries.extend(reader.entries(str(path)))
    except NanoriError:
        return ReadFile(entries, whole=False)
    return ReadFile(entries, whole=True)


GOOD = [
    path
    for path in FILES
    if read(path).whole and not any(isinstance(one, NanoriError) for one in read(path).entries)
]
"""Those that can be read and have no broken record."""


def found_in(path: Path) -> list[tuple[Element, Entry]]:
    """Return the entries of a file that can be read, with their elements."""
    every = read(path)
    return [
        # A copy of a file says the same.
        (entry.element, msgspec.structs.replace(entry, path=""))
        for entry in every.entries
        if isinstance(entry, Entry) and every.whole
    ]


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
        inside = sorted(one for one in path.iterdir())
        found = [(one.name, contents(one)) for one in inside]
        return {f"{at}/{key}".rstrip("/"): raw for at, all_ in found for key, raw in all_.items()}
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return {one.filename: archive.read(one) for one in archive.infolist()}
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
    return str(path.relative_to(FORMATS))


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
    known = [str(one) for one in reader.entries(str(path)) if isinstance(one, NanoriError)]
    said: list[str] = []
    number = -1

    def edits_of(entry: Entry) -> Mapping[str, Sequence[Edit]]:
        nonlocal number
        number += 1
        return {field: wanted[number, field] for field in entry.places if (number, field) in wanted}

    patching.rewrite(str(path), str(path), edits_of, lambda error: said.append(str(error)))
    return [one for one in said if one not in known]
