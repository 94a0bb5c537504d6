"""The files that nanori brings along: a path goes in, a text or a typed table comes out."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from nanori.model import typed_values
from nanori.model.errors import DataFileError

Table = TypeVar("Table")
# Of what is kept of a file.
SUFFIX = ".table"
# Changed whenever it is kept otherwise.
FORMAT = "4"


def text(path: Path) -> str:
    """Return what a file says; DataFileError if it is missing or no UTF-8."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise DataFileError(str(path), (error.strerror or str(error)).lower()) from error
    except UnicodeDecodeError as error:
        raise DataFileError(str(path), f"not UTF-8: {error.reason}") from error


def table(
    path: Path,
    kind: type[Table],
    decode: Callable[[type, Any], object] | None = None,
    prove: Callable[[Table], None] | None = None,
) -> Table:
    """Return a TOML file as a value of that type; `decode` makes those that msgspec does not know.

    What TOML says is kept, as reading it takes a while; so what `prove` raises DataFileError for
    is looked for once. DataFileError, too, if it cannot be read, is no TOML, or lacks a field or
    has one of another type.
    """
    table, as_written = path.with_suffix(SUFFIX), stamp([path])
    kept = read_kept(table, as_written)
    if kept is None and (kept := read_kept(table, fingerprint(text(path)))) is not None:
        keep(table, as_written + kept)  # a wheel brings it
    if kept is not None:
        try:
            return typed_values.from_plain(msgspec.msgpack.decode(kept), kind, decode)
        except msgspec.DecodeError:
            pass  # cut off: read again
    written = text(path)
    try:
        fields = parsed(written)
        if lacking := _lacking(fields, kind):
            raise DataFileError(str(path), f"lacks {', '.join(lacking)}")
        made = typed_values.from_plain(fields, kind, decode)
    except (ValueError, RecursionError) as error:
        raise DataFileError(str(path), str(error)) from error
    if prove is not None:
        prove(made)
    keep(table, as_written + msgspec.msgpack.encode(fields))
    return made


def _lacking(fields: dict[str, Any], kind: type[object]) -> list[str]:
    """Return all fields that a value of that type must have and a file does not."""
    known = msgspec.structs.fields(kind) if issubclass(kind, msgspec.Struct) else ()
    return [field.name for field in known if field.required and field.name not in fields]


def parsed(written: str) -> dict[str, Any]:
    """Return what TOML says; ValueError if it is none."""
    import tomllib

    return tomllib.loads(written)


def encoded(written: str, fields: dict[str, Any]) -> bytes:
    """Return what a file says as it is kept."""
    return fingerprint(written) + msgspec.msgpack.encode(fields)


def fingerprint(written: str) -> bytes:
    """Return what tells one file from another."""
    import hashlib  # with OpenSSL it is a thirtieth of a start, and most need none

    return hashlib.sha256((FORMAT + written).encode()).digest()


def stamp(paths: Iterable[Path], what: str = "") -> bytes:
    """Return what tells files from what they were, unread: their sizes and when they were written.

    `what` tells what was made of them in another way. DataFileError if one is missing.
    """
    try:
        states = [(path.name, path.stat()) for path in paths]
    except OSError as error:
        raise DataFileError(str(error.filename), (error.strerror or str(error)).lower()) from error
    parts = (f"{name} {s.st_size} {s.st_mtime_ns}" for name, s in states)
    return "\0".join((FORMAT, what, *parts, "\0")).encode()


# Where it is kept, as Python keeps what it compiles.
KEPT = "__pycache__"


def places(path: Path) -> tuple[Path, Path]:
    """Return where it may be: beside the file, as a wheel brings it, and where it is kept."""
    return path, path.parent / KEPT / path.name


def read_kept(path: Path, fingerprint: bytes) -> bytes | None:
    """Return what was made of what has that fingerprint; None if nothing is kept of it."""
    for place in places(path):
        try:
            content = place.read_bytes()
        except OSError:
            continue
        if content.startswith(fingerprint):
            return content[len(fingerprint) :]
    return None


def keep(path: Path, content: bytes) -> None:
    """Write the file as a whole, or not at all where nothing may be written.

    The content begins with the fingerprint of what it was made of.
    """
    import tempfile  # nothing is kept at most starts

    path = places(path)[1]
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)  # a full disk, an interrupt
