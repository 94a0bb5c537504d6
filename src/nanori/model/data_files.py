"""The data files nanori ships: a path goes in, a text or a typed table comes out."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from nanori.model import cached_files, typed_values
from nanori.model.errors import DataFileError

Table = TypeVar("Table")
# Suffix of a file's kept form.
SUFFIX = ".table"
# Changed whenever the kept form changes.
FORMAT = "6"


def text(path: Path) -> str:
    """Return a file's text; DataFileError if it is missing or not UTF-8."""
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
    """Return a TOML file as a value of that type; `decode` makes values of types new to msgspec.

    The parsed form is kept, because parsing takes a while; so `prove`, which may raise
    DataFileError, runs only once. DataFileError as well if the file cannot be read, is not TOML,
    lacks a field or has one of the wrong type.
    """

    def made() -> bytes:
        try:
            fields = parsed(text(path))
            if missing := _lacking(fields, kind):
                raise DataFileError(str(path), f"lacks {', '.join(missing)}")
            value = typed_values.from_plain(fields, kind, decode)
        except (ValueError, RecursionError) as error:
            fault, _, line = str(error).partition(" (at line ")
            location = f"{path}:{line.partition(',')[0]}" if line else str(path)
            raise DataFileError(location, fault) from error
        if prove is not None:
            prove(value)
        return msgspec.msgpack.encode(fields)

    def decoded(content: bytes) -> Table:
        return typed_values.from_plain(msgspec.msgpack.decode(content), kind, decode)

    kept_as, as_written = path.with_suffix(SUFFIX), stamp([path])
    return cached_files.recall(kept_as, as_written, lambda: fingerprint(text(path)), decoded, made)


def _lacking(fields: dict[str, Any], kind: type[object]) -> list[str]:
    infos = msgspec.structs.fields(kind) if issubclass(kind, msgspec.Struct) else ()
    return [field.name for field in infos if field.required and field.name not in fields]


def parsed(written: str) -> dict[str, Any]:
    """Return what the TOML says; ValueError if it is not TOML."""
    import tomllib

    return tomllib.loads(written)


def encoded(written: str, fields: dict[str, Any]) -> bytes:
    """Return a file's contents in the form in which they are kept."""
    return cached_files.sealed(fingerprint(written), msgspec.msgpack.encode(fields))


def fingerprint(written: str) -> bytes:
    """Return what distinguishes one file's contents from another's."""
    import hashlib  # with OpenSSL it takes 3 % of start-up, and most starts need none

    return hashlib.sha256((FORMAT + written).encode()).digest()


def stamp(paths: Iterable[Path], what: str = "") -> bytes:
    """Return what changes when files change, without reading them: their sizes and times.

    `what` distinguishes results made of the same files in other ways. DataFileError if one is
    missing.
    """
    try:
        states = [(path.name, path.stat()) for path in paths]
    except OSError as error:
        raise DataFileError(str(error.filename), (error.strerror or str(error)).lower()) from error
    parts = (f"{name} {s.st_size} {s.st_mtime_ns}" for name, s in states)
    return "\0".join((FORMAT, what, *parts, "\0")).encode()
