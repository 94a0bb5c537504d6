"""Bytes to where they are wanted, all of them or none."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from nanori.errors import NanoriError
from nanori.streams import STDIN


@contextmanager
def output(path: str | None) -> Generator[BinaryIO]:
    """Open standard output for no path or `-`, else a file that takes its place when complete.

    The file is written beside its place under another name and moved there in one step when the
    block ends without an exception; what stood there before keeps its permissions, and its
    content if the block fails. Devices and pipes are written directly. NanoriError if it cannot
    be written.
    """
    if path is None or path == STDIN:
        stream = cast("BinaryIO", sys.stdout.buffer)
        yield stream
        stream.flush()
        return
    place = Path(os.path.realpath(path))  # a link stays a link
    try:
        # Asked of the path as given: a pipe behind /dev/stdout has no place of its own.
        if Path(path).exists() and not stat.S_ISREG(Path(path).stat().st_mode):
            with Path(path).open("wb") as stream:
                yield stream
            return
        yield from _beside(place)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise NanoriError(f"cannot be written: {error.strerror}", path=path) from error


def _beside(place: Path) -> Generator[BinaryIO]:
    new = place.with_name(f".{place.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with new.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if place.exists():
            shutil.copymode(place, new)
        new.replace(place)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
