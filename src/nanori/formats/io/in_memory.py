"""What a program gives to be read (a path, bytes, or a text) as a file."""

import csv
import io
import os
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from nanori.formats.io.streams import STDIN, Content, PathOrContent
from nanori.model import arguments

# A path; the bytes of a file; or a `str` that is its text, otherwise a path.
Readable: TypeAlias = str | bytes | os.PathLike[str]

_MARK = "\ufeff"
_OPENINGS = ("{", "[", "<")


def file_of(source: Readable, path: str = "", what: str = "source") -> PathOrContent:
    """Return the file that is meant, in memory or on disk; `path` is its name.

    WrongTypeError, calling it `what`, for anything else.
    """
    arguments.prove("path", path, str)
    if isinstance(source, bytes):
        return Content(path or "<bytes>", source)
    if isinstance(source, str) and is_text(source):
        # The mark says what the bytes are, whatever encoding the text itself declares.
        data = (_MARK + source.removeprefix(_MARK)).encode(errors="surrogatepass")
        return Content(path or "<text>", data)
    arguments.prove(what, source, str, bytes, os.PathLike)
    named = os.fspath(source)
    return f"./{named}" if named == STDIN else named


def of_rows(rows: Iterable[Mapping[str, object]], path: str = "") -> Content:
    """Return rows with headings as a table in memory; None is an empty cell.

    WrongTypeError for what is no row.
    """
    all_rows = list(rows)
    for number, row in enumerate(all_rows):
        arguments.prove(f"source[{number}]", row, Mapping)
    out = io.StringIO()
    headings = list(dict.fromkeys(str(key) for row in all_rows for key in row))
    writer = csv.DictWriter(out, headings, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({str(key): value for key, value in row.items()} for row in all_rows)
    return Content(path or "<rows>.csv", out.getvalue().encode(errors="surrogatepass"))


def path_of(file: PathOrContent) -> str:
    """Return the name of a file for messages."""
    return file if isinstance(file, str) else file.path


def is_text(source: str) -> bool:
    """Tell whether a string is a text: it has a line end, begins like JSON or XML, or is blank."""
    words = source.removeprefix(_MARK).strip()
    return not words or words.startswith(_OPENINGS) or "\n" in source or "\r" in source
