"""Bytes to where they are wanted, all of them or none."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, cast

from nanori.formats.io.fingerprints import UNFINISHED
from nanori.formats.io.streams import STDIN
from nanori.model.errors import NanoriError

_complete: ContextVar[list[tuple[Path, Path]] | None] = ContextVar("_complete", default=None)
"""Files that wait for the others of `together`, each with the place that it is to take."""


@contextmanager
def together() -> Generator[None]:
    """Let the files that `output` completes in the block take their places when it ends.

    All of them or, if it ends with an exception, none; a block inside another ends with that.
    """
    if _complete.get() is not None:
        yield
        return
    waiting: list[tuple[Path, Path]] = []
    token = _complete.set(waiting)
    try:
        yield
        for new, place in waiting:
            new.replace(place)
    except OSError as error:
        raise NanoriError(f"cannot be written: {error.strerror}") from error
    finally:
        _complete.reset(token)
        for new, _ in waiting:
            with suppress(OSError):
                new.unlink(missing_ok=True)


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


@contextmanager
def staged(path: str | None) -> Generator[BinaryIO]:
    """Open what `output` opens so that all of it can be read again before any of it is there."""
    with output(path) as stream:
        if stream.readable():
            yield stream
            return
        with tempfile.TemporaryFile() as copy:
            yield copy
            copy.seek(0)
            shutil.copyfileobj(copy, stream)


def _beside(place: Path) -> Generator[BinaryIO]:
    new = place.with_name(f".{place.name[:100]}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        with new.open("x+b") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if place.exists():
            _own(new, place)
        waiting = _complete.get()
        if waiting is None:
            new.replace(place)
        else:
            waiting.append((new, place))
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _own(new: Path, place: Path) -> None:
    """Give a file the permissions of another, and its owner where that is allowed."""
    was = place.stat()
    if (was.st_uid, was.st_gid) != (new.stat().st_uid, new.stat().st_gid):
        with suppress(OSError):
            os.chown(new, was.st_uid, was.st_gid)
    shutil.copymode(place, new)
