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
"""What waits for the others of `together`, each with the place that it is to take."""

_LONGEST_STEM = 100
"""Bytes of a name that the name of its successor repeats."""


@contextmanager
def together() -> Generator[None]:
    """Let what `replacement` and `output` complete in the block take its places when it ends.

    All of it or, if the block ends with an exception, nothing; a block inside another ends with
    that.
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
            _discard(new)


@contextmanager
def replacement(path: str, *, folder: bool = False) -> Generator[Path]:
    """Return a path beside the given one, of a file that takes its place when the block ends.

    The file is there, empty; of a folder nothing is there yet. It is moved in one step. What takes
    the place of another gets its permissions and, where that is allowed, its owner; what is new
    gets those that any new file has. If the block ends with an exception all is as it was.
    NanoriError if it cannot be written.
    """
    place = Path(os.path.realpath(path))  # a link stays a link
    new = _beside(place)
    try:
        if not folder:
            # Nobody else may read the successor of a file that others may not read.
            new.touch(0o600 if place.exists() else 0o666, exist_ok=False)
        yield new
        _finish(new, place)
    except BaseException as error:
        _discard(new)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            reason = f"cannot be written: {error.strerror or error}"
            raise NanoriError(reason, path=path) from error
        raise


@contextmanager
def output(path: str | None) -> Generator[BinaryIO]:
    """Open standard output for no path or `-`, else a file that takes its place when complete.

    That file is a `replacement`: it is written whole or not at all. Devices and pipes are written
    directly. NanoriError if it cannot be written.
    """
    if path is None or path == STDIN:
        stream = cast("BinaryIO", sys.stdout.buffer)
        yield stream
        stream.flush()
    elif _is_stream(path):
        try:
            with Path(path).open("wb") as stream:
                yield stream
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise NanoriError(f"cannot be written: {error.strerror}", path=path) from error
    else:
        with replacement(path) as new, new.open("r+b") as stream:
            yield stream


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


def _is_stream(path: str) -> bool:
    """Tell whether something is there that is no regular file, as a device or a pipe.

    The path is asked as it was given: a pipe behind /dev/stdout has no place of its own.
    """
    try:
        return not stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:
        return False


def _beside(place: Path) -> Path:
    """Return a path of a file in the same folder that no other writer has, however long its name.

    File systems count bytes: a name in Japanese has three for each character.
    """
    stem = os.fsencode(place.name)[:_LONGEST_STEM].decode("utf-8", "ignore")
    return place.with_name(f".{stem}.{secrets.token_hex(4)}{UNFINISHED}")


def _finish(new: Path, place: Path) -> None:
    """Move what is complete to its place, or let it wait for the others of `together`."""
    if new.is_file():
        with new.open("r+b") as written:
            os.fsync(written.fileno())
    if place.exists():
        _own(new, place)
    waiting = _complete.get()
    if waiting is None:
        new.replace(place)
    else:
        waiting.append((new, place))


def _discard(new: Path) -> None:
    """Remove what was not moved to its place, if it is there."""
    if new.is_dir():
        shutil.rmtree(new, ignore_errors=True)
        return
    with suppress(OSError):
        new.unlink(missing_ok=True)


def _own(new: Path, place: Path) -> None:
    """Give a file the permissions of another, and its owner where that is allowed."""
    before = place.stat()
    if (before.st_uid, before.st_gid) != (new.stat().st_uid, new.stat().st_gid):
        with suppress(OSError):
            os.chown(new, before.st_uid, before.st_gid)
    shutil.copymode(place, new)
