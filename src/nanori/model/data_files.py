"""The data files nanori ships: a path goes in, a text or a typed table comes out."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from nanori.model import cached_files, typed_values
from nanori.model.errors import DataFileError

Table = TypeVar("Table", bound=msgspec.Struct)
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

    def convert(fields: dict[str, Any]) -> Table:
        return typed_values.from_plain(fields, kind, decode)

    def made() -> bytes:
        fields = parsed(path)
        infos = msgspec.structs.fields(kind)
        if missing := [f.name for f in infos if f.required and f.name not in fields]:
            raise DataFileError(str(path), f"lacks {', '.join(missing)}")
        if fault := _fault(fields, convert):
            raise DataFileError(*_located(path, fault, fields, convert))
        if prove is not None:
            prove(convert(fields))
        return msgspec.msgpack.encode(fields)

    return cached_files.recall(
        path.with_suffix(SUFFIX),
        stamp([path]),
        lambda: fingerprint(text(path)),
        lambda content: convert(msgspec.msgpack.decode(content)),
        made,
    )


def parsed(path: Path) -> dict[str, Any]:
    """Return what a TOML file says; DataFileError if it is no TOML, or says something twice."""
    import tomllib

    written = text(path)
    try:
        return tomllib.loads(written)
    except (ValueError, RecursionError) as error:
        fault, _, position = str(error).partition(" (at ")
        line = position.removeprefix("line ").partition(",")[0].rstrip(")")
        first: dict[str, int] = {}
        for field, number in _lines(written) if fault.startswith("Cannot ") else ():
            if first.setdefault(field, number) != number:  # tomllib says where it ends
                message = f"{field} is there twice, first in line {first[field]}"
                raise DataFileError(f"{path}:{number}", message) from error
        raise DataFileError(f"{path}:{line}" if line.isdecimal() else str(path), fault) from error


# The head of a table, of one of several tables of the same name, and the key of a value.
_HEAD = re.compile(r"\[(\[?)([\w.-]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\"?((?<=\")[^\"]+|[\w-]+)\"?\s*=")
# A step from a value to one in it, as msgspec writes it; which entry of a table, it does not say.
_STEP = re.compile(r"\.\w+|\[\d+\]|\[\.\.\.\]")


def _lines(written: str) -> Iterator[tuple[str, int]]:
    """Yield the fields of a TOML file and their lines: `guards.letter`, `name[2].lang`."""
    table, numbers = "", Counter[str]()
    for number, line in enumerate(written.splitlines(), 1):
        if head := _HEAD.match(line):
            several, name = head.groups()
            table = f"{name}[{numbers[name]}]." if several else f"{name}."
            numbers[name] += 1
            yield table[:-1], number
        elif key := _KEY.match(line):
            yield f"{table}{key[1]}", number


def location(path: Path, field: str) -> str:
    """Return a TOML file with the line of a field, or of what it is in: `de.toml:12`."""
    lines = dict(_lines(text(path))) if field else {}
    while field and field not in lines:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return f"{path}:{lines[field]}" if field else str(path)


def _fault(fields: dict[str, Any], convert: Callable[[dict[str, Any]], object]) -> str:
    try:
        convert(fields)
    except ValueError as error:
        return str(error)
    return ""


def _located(
    path: Path, fault: str, fields: dict[str, Any], convert: Callable[[dict[str, Any]], object]
) -> tuple[str, str]:
    """Return the line where a file does not fit its type, and what is wrong with which field.

    “Expected `str`, got `int` - at `$.rows[...][0].why`” → “de.toml:12”, “rows.each-each[0].why: …”
    """
    message, _, steps = fault.partition(" - at `$")
    field, value = "", cast("Any", fields)
    for step in _STEP.findall(steps):
        if step == "[...]":  # the first entry that is as wrong alone; the others are taken out
            for key, entry in [*value.items()]:
                value.clear()
                value[key] = entry
                if _fault(fields, convert) == fault:
                    break
            step = "." + next(iter(value))
        field += step
        value = value[int(step[1:-1])] if step[0] == "[" else value[step[1:]]
    if unknown := re.search("unknown field `(.*)`", message):
        field, message = f"{field}.{unknown[1]}", "there is no such field"
    return location(path, field := field[1:]), f"{field}: {message}".removeprefix(": ")


def encoded(path: Path) -> bytes:
    """Return what a TOML file says in the form in which it is kept."""
    return cached_files.sealed(fingerprint(text(path)), msgspec.msgpack.encode(parsed(path)))


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
