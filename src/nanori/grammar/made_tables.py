"""Tables that were made before: with the package, or by an earlier run."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

import msgspec

from nanori.grammar.languages import Language, folder
from nanori.grammar.tables import Tables

FORMAT = b"4"
"""Changed whenever tables of the same grammar would be others."""
SUFFIX = ".tables"
KEPT = "__pycache__"
"""Where they are kept beside the grammars, as Python keeps what it compiles."""


class Made(msgspec.Struct, frozen=True):
    """Tables with what they were made from."""

    digest: bytes
    tables: Tables


def digest(language: Language) -> bytes:
    """Return what tells one grammar from another."""
    return hashlib.sha256(FORMAT + language.grammar.encode()).digest()


def tables(language: Language) -> Tables:
    """Return the tables of a language's grammar, made by Lark only if nothing has them yet.

    They are kept where that is possible. NanoriError, naming the file, if the grammar is wrong.
    """
    fingerprint = digest(language)
    kept = folder() / KEPT / f"{language.code}{SUFFIX}"
    for path in (folder() / f"{language.code}{SUFFIX}", kept):
        made = _read(path)
        if made is not None and made.digest == fingerprint:
            return made.tables
    from nanori.grammar import compiler

    compiled = compiler.compiled(language)
    _keep(kept, encoded(fingerprint, compiled))
    return compiled


def encoded(fingerprint: bytes, compiled: Tables) -> bytes:
    """Return tables as they are kept."""
    return msgspec.msgpack.encode(Made(fingerprint, compiled))


def _read(path: Path) -> Made | None:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Made)
    except (OSError, msgspec.DecodeError):
        return None


def _keep(path: Path, content: bytes) -> None:
    """Write the file as a whole, or not at all where nothing may be written."""
    try:
        path.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        return
