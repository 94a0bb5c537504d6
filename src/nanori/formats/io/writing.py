"""Bytes to where they are wanted, all of them or none."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, cast

from nanori.formats.io import leftovers
from nanori.formats.io.fingerprints import check_writable, inherit, prove_replaceable
from nanori.formats.io.leftovers import FileLock
from nanori.formats.io.streams import STDIN
from nanori.model.errors import NanoriError


class _Unfinished:
    """What is written, the place that it is to take, and the lock that says that it is ours."""

    def __init__(self, new: Path, place: Path, lock: FileLock | None) -> None:
        self.new, self.place, self._lock = new, place, lock

    def release(self) -> None:
        """Give the lock back."""
        lock, self._lock = self._lock, None
        if lock:
            lock.close()


# What waits for the others of `together`.
_complete: ContextVar[list[_Unfinished] | None] = ContextVar("_complete", default=None)


@contextmanager
def together() -> Generator[None]:
    """Let what `replacement` and `output` complete in the block take its places when it ends.

    All of it or, if the block ends with an exception, nothing; a block inside another ends with
    that.
    """
    if _complete.get() is not None:
        yield
        return
    waiting: list[_Unfinished] = []
    token = _complete.set(waiting)
    try:
        yield
        for unfinished in waiting:
            unfinished.new.replace(unfinished.place)
    except OSError as error:
        raise NanoriError(f"cannot be written: {error.strerror}") from error
    finally:
        _complete.reset(token)
        for unfinished in waiting:
            _discard(unfinished)


@contextmanager
def replacement(path: str, *, folder: bool = False, like: str | None = None) -> Generator[Path]:
    """Return a path beside the given one, of a file that takes its place when the block ends.

    The file, or folder, is there, empty. It is moved in one step. What takes the place of another
    gets its permissions, owner and extended attributes; what is new gets the permissions of the
    file `like`, of which it is a copy, else those that any new file has. If the block ends with an
    exception all is as it was. NanoriError if it cannot be written, or if what is there is
    read-only or would lose something.
    """
    place = Path(os.path.realpath(path))  # a link stays a link
    unfinished: _Unfinished | None = None
    made: list[Path] = []
    try:
        if place.exists():
            check_writable(path)
            prove_replaceable(place)
        private = place.exists() or like is not None

        def make(new: Path) -> None:
            made.append(new)
            # Nobody else may read the successor of a file that others may not read.
            _make(new, 0o600 if private else 0o666, folder=folder)

        new, lock = leftovers.new_beside(place, make)
        unfinished = _Unfinished(new, place, lock)
        yield new
        _finish(unfinished, like)
    except BaseException as error:
        for path_made in made:
            _discard(unfinished or _Unfinished(path_made, place, None))
        if isinstance(error, OSError | ValueError) and not isinstance(error, BrokenPipeError):
            reason = f"cannot be written: {getattr(error, 'strerror', '') or error}"
            raise NanoriError(reason, path=path) from error
        raise


def _make(new: Path, mode: int, *, folder: bool) -> None:
    if folder:
        new.mkdir(0o700)
    else:
        new.touch(mode, exist_ok=False)


@contextmanager
def output(path: str | None, like: str | None = None) -> Generator[BinaryIO]:
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
        with replacement(path, like=like) as new, new.open("r+b") as stream:
            yield stream


@contextmanager
def staged(path: str | None, like: str | None = None) -> Generator[BinaryIO]:
    """Open what `output` opens so that all of it can be read again before any of it is there."""
    with output(path, like) as stream:
        if stream.readable():
            yield stream
            return
        from tempfile import TemporaryFile

        with TemporaryFile() as copy:
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


def _finish(unfinished: _Unfinished, like: str | None) -> None:
    """Move what is complete to its place, or let it wait for the others of `together`."""
    if unfinished.new.is_file():
        with unfinished.new.open("r+b") as written:
            os.fsync(written.fileno())
    if unfinished.place.exists():
        inherit(unfinished.new, unfinished.place)
    elif like is not None:
        shutil.copymode(like, unfinished.new)
    waiting = _complete.get()
    if waiting is None:
        unfinished.new.replace(unfinished.place)
        unfinished.release()
    else:
        waiting.append(unfinished)


def _discard(unfinished: _Unfinished) -> None:
    """Remove what was not moved to its place, if it is there."""
    if unfinished.new.is_dir():
        shutil.rmtree(unfinished.new, ignore_errors=True)
    else:
        with suppress(OSError):
            unfinished.new.unlink(missing_ok=True)
    unfinished.release()
