"""What is made of files, as bytes with a mark of these, and kept: later the same bytes, or None.

A disk that is full or failing cuts files off. So what is kept has its length and a checksum, and
what is not whole, or has another mark, counts as not there: who asks for it makes it anew.
"""

import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")

# Where it is kept, as Python keeps compiled modules.
FOLDER = "__pycache__"


def sealed(mark: bytes, body: bytes) -> bytes:
    """Return the contents of a file that keeps what was made."""
    return _head(mark, body) + body


def unsealed(mark: bytes, content: bytes) -> bytes | None:
    """Return what was made; None if the contents have another mark, or are not whole."""
    body = content[len(_head(mark, b"")) :]
    return body if content.startswith(mark) and content.startswith(_head(mark, body)) else None


def _head(mark: bytes, body: bytes) -> bytes:
    return mark + len(body).to_bytes(8, "big") + zlib.crc32(body).to_bytes(4, "big")


def recall(
    path: Path,
    stamp: bytes,
    fingerprint: Callable[[], bytes],
    decode: Callable[[bytes], Value],
    make: Callable[[], bytes],
) -> Value:
    """Return what is kept for a path, or else is made and kept from now on, as a value.

    On this disk it is kept under the `stamp` of the files it was made of, in a wheel under their
    `fingerprint`, which takes longer to tell. What cannot be decoded, as an older nanori may have
    kept it, is made anew.
    """
    for mark in (lambda: stamp, fingerprint):
        if (body := read(path, mark())) is None:
            continue
        with suppress(Exception):
            value = decode(body)
            if mark is fingerprint:
                keep(path, stamp, body)
            return value
    new_body = make()
    value = decode(new_body)
    keep(path, stamp, new_body)
    return value


def read(path: Path, mark: bytes) -> bytes | None:
    """Return what is kept for a path: beside it, as in a wheel, or where `keep` writes."""
    for location in (path, path.parent / FOLDER / path.name):
        try:
            content = location.read_bytes()
        except OSError:
            continue
        if (body := unsealed(mark, content)) is not None:
            return body
    return None


def keep(path: Path, mark: bytes, body: bytes) -> None:
    """Keep what was made for a path; nothing where writing is not allowed."""
    write(path.parent / FOLDER / path.name, sealed(mark, body))


def write(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all."""
    import tempfile  # most starts keep nothing

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)  # a full disk or an interrupt
