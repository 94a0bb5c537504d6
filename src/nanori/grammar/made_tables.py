"""Tables that were made before: with the package, or by an earlier run."""

from __future__ import annotations

import hashlib

import msgspec

from nanori.grammar.languages import Language, folder
from nanori.grammar.tables import Tables
from nanori.model import kept_files, typed_values

# Changed whenever tables of the same grammar would be others.
FORMAT = b"7"
SUFFIX = ".tables"


def fingerprint(language: Language) -> bytes:
    """Return what tells one grammar from another."""
    return hashlib.sha256(FORMAT + language.grammar.encode()).digest()


def tables(language: Language) -> Tables:
    """Return the tables of a language's grammar, made by Lark only if nothing has them yet.

    They are kept where that is possible. NanoriError, naming the file, if the grammar is wrong.
    """
    path = folder() / f"{language.code}{SUFFIX}"
    kept = kept_files.read(path, fingerprint(language))
    if kept is not None:
        try:
            return typed_values.from_msgpack(kept, Tables)
        except msgspec.DecodeError:
            pass  # cut off: made anew
    from nanori.grammar import compiler

    compiled = compiler.compiled(language)
    kept_files.keep(path, encoded(language, compiled))
    return compiled


def encoded(language: Language, compiled: Tables) -> bytes:
    """Return a language's tables as they are kept."""
    return fingerprint(language) + msgspec.msgpack.encode(compiled)
