"""Writes bytes where they are wanted, all of them or none, if the file there is what it was."""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from nanori.formats.io import leftovers
from nanori.formats.io.leftovers import UNFINISHED, FileLock
from nanori.formats.io.streams import STDIN
from nanori.model.errors import NanoriError


class _Unfinished:
    """What is being written, the place it is to take, and the lock that marks it as ours."""

    def __init__(self, new: Path, place: Path, lock: FileLock | None) -> None:
        self.new, self.place, self._lock = new, place, lock

    def release(self) -> None:
        """Release the lock."""
        lock, self._lock = self._lock, None
        if lock:
            lock.close()


class _Waiting(NamedTuple):
    """What waits for the others of `together`."""

    files: list[_Unfinished]
    checks: list[Callable[[], None]]


_waiting: ContextVar[_Waiting | None] = ContextVar("_waiting", default=None)


@contextmanager
def together(check: Callable[[], None] | None = None) -> Generator[None]:
    """Put everything that `replacement` and `output` complete in the block in place at its end.

    All of it or, if the block ends with an exception, nothing; a nested block ends with the outer
    one. `check` is called at the last moment, when no other run can replace a file in the same
    folders; if it raises, everything stays as it was.
    """
    outer = _waiting.get()
    waiting = outer or _Waiting([], [])
    if check:
        waiting.checks.append(check)
    if outer:
        yield
        return
    token = _waiting.set(waiting)
    try:
        yield
        _replace(waiting)
    except OSError as error:
        raise NanoriError(f"cannot be written: {error.strerror}") from error
    finally:
        _waiting.reset(token)
        for unfinished in waiting.files:
            _discard(unfinished)


def _replace(waiting: _Waiting) -> None:
    """Move all files to their places, if the checks still pass.

    Between a check and the move after it another run might replace the same file, and its work
    would be lost without a word. So both happen while the folders are locked, always in one order:
    two runs waiting for each other would wait for ever.
    """
    folders = sorted({unfinished.place.parent for unfinished in waiting.files})
    with ExitStack() as stack:
        for folder in folders:
            if lock := leftovers.awaited(folder):
                stack.callback(lock.close)
        for check in waiting.checks:
            check()
        for unfinished in waiting.files:
            unfinished.new.replace(unfinished.place)


@contextmanager
def replacement(path: str, *, folder: bool = False, like: str | None = None) -> Generator[Path]:
    """Return a path beside the given one, for a file that takes its place when the block ends.

    The file, or folder, exists and is empty. It is moved in one step. One that replaces another
    gets its permissions, owner and extended attributes; a new one gets the permissions of the file
    `like`, of which it is a copy, else those of any new file. If the block ends with an exception
    everything is as it was. NanoriError if it cannot be written, or if what is there is read-only
    or would lose something.
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
            if folder:
                new.mkdir(0o700)
            else:  # the successor of a private file stays private
                new.touch(0o600 if private else 0o666, exist_ok=False)

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
    """Open what `output` opens so that it can all be read again before any of it is in place."""
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
    """Tell whether a path is something other than a regular file, such as a device or a pipe.

    The path is checked as given: a pipe behind /dev/stdout has no place of its own.
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
    waiting = _waiting.get()
    if waiting is None:
        unfinished.new.replace(unfinished.place)
        unfinished.release()
    else:
        waiting.files.append(unfinished)


def _discard(unfinished: _Unfinished) -> None:
    """Remove what was not moved to its place, if it is there."""
    if unfinished.new.is_dir():
        shutil.rmtree(unfinished.new, ignore_errors=True)
    else:
        with suppress(OSError):
            unfinished.new.unlink(missing_ok=True)
    unfinished.release()


_ANYBODY = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Fingerprint:
    """What the disk says about a file, or all files of a folder, at one moment."""

    def __init__(self, path: str) -> None:
        """Take it now; nothing is kept for what is not a file, such as a pipe."""
        self._path = path
        self._taken = _stated(path)

    def check(self) -> None:
        """Raise NanoriError if the file has changed."""
        if _stated(self._path) != self._taken:
            raise changed(self._path)


def changed(path: str) -> NanoriError:
    """Return the error for a file that has changed."""
    return NanoriError("the file was changed meanwhile, nothing is written", path=path)


def _stated(path: str) -> tuple[tuple[str, int, int, int], ...]:
    place = Path(path)
    try:
        inside = [place]
        if place.is_dir():
            inside = sorted(file for file in place.rglob("*") if not file.name.endswith(UNFINISHED))
        files = [(str(file), file.stat()) for file in inside]
    except OSError:
        return ()
    return tuple(
        (name, file.st_size, file.st_mtime_ns, file.st_ino)
        for name, file in files
        if stat.S_ISREG(file.st_mode)
    )


def check_writable(path: str) -> None:
    """Raise NanoriError if an existing file may not be written, even by root."""
    place = Path(path)
    try:
        mode = place.stat().st_mode
    except OSError:
        return
    if stat.S_ISREG(mode) and not (mode & _ANYBODY and os.access(place, os.W_OK)):
        raise NanoriError("the file is read-only, nothing is written", path=path)


# Why a file has no extended attributes, or none that may be read.
_NONE_THERE = {errno.ENOTSUP, errno.ENOSYS, errno.EPERM, errno.EACCES}


def prove_replaceable(place: Path) -> None:
    """Raise NanoriError if a file has other names, which a new file in its place would lose."""
    status = place.stat()
    if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
        names = f"the file has {status.st_nlink} names (hard links), and would lose them"
        raise NanoriError(f"{names}; nothing is written", path=str(place))


def inherit(new: Path, place: Path) -> None:
    """Give a file the owner, mode and extended attributes of the one that it is to replace.

    NanoriError if one of them cannot be set.
    """
    before, after = place.stat(), new.stat()
    if (before.st_uid, before.st_gid) != (after.st_uid, after.st_gid):
        try:
            os.chown(new, before.st_uid, before.st_gid)
        except OSError:
            raise _loss("the file belongs to another user or group", place) from None
    shutil.copymode(place, new)
    there = dict(_attributes(new))
    for name, value in _attributes(place):
        if there.get(name) == value:
            continue
        try:
            os.setxattr(new, name, value)
        except OSError:
            raise _loss(f"the file has the attribute {name}", place) from None


def _attributes(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the extended attributes of a file, if the system has any."""
    if not hasattr(os, "listxattr"):
        return
    try:
        names = os.listxattr(path)
    except OSError as error:
        if error.errno in _NONE_THERE:
            return
        raise
    for name in names:
        with suppress(OSError):
            yield name, os.getxattr(path, name)


def _loss(what: str, place: Path) -> NanoriError:
    return NanoriError(f"{what}, which would be lost; nothing is written", path=str(place))
