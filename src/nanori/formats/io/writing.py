"""Writes bytes where they are wanted, all of them or none, if the file there is what it was."""

import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from nanori.formats.io.streams import STDIN
from nanori.model.errors import NanoriError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

# The end of the name of a file that is not yet in its place.
UNFINISHED = ".nanori.part"

# Seconds that another run may take to put its files in their places.
MAX_WAIT = 10.0


class _Unfinished(NamedTuple):
    """What is being written, and the place it is to take."""

    new: Path
    target: Path

    @property
    def old(self) -> Path:
        """Where what is there is kept while several files are replaced."""
        return self.new.with_name(self.new.name.removesuffix(UNFINISHED) + f".old{UNFINISHED}")


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
    folders = sorted({unfinished.target.parent for unfinished in waiting.files})
    with ExitStack() as stack:
        for folder in folders:
            stack.enter_context(_locked(folder))
        for check in waiting.checks:
            check()
        _replace_all(waiting.files)


def _replace_all(files: list[_Unfinished]) -> None:
    """Move files to their places: all of them, or none.

    What one replaces is kept beside it until the last is in its place, else it is moved back.
    """
    begun: list[_Unfinished] = []
    try:
        for unfinished in files:
            begun.append(unfinished)
            try:
                if len(files) > 1 and unfinished.target.is_file():
                    _set_aside(unfinished)
                unfinished.new.replace(unfinished.target)
            except OSError as error:
                reason = f"cannot be written, nothing is changed: {error.strerror or error}"
                raise NanoriError(reason, path=str(unfinished.target)) from error
    except BaseException:
        for unfinished in reversed(begun):
            _move_back(unfinished)
        raise
    for unfinished in begun:
        with suppress(OSError):
            unfinished.old.unlink(missing_ok=True)


def _set_aside(unfinished: _Unfinished) -> None:
    """Keep what is to be replaced, which stays in its place."""
    try:
        os.link(unfinished.target, unfinished.old)
    except OSError:  # a file system without links, or a file that is a mount of its own
        shutil.copy2(unfinished.target, unfinished.old)


def _move_back(unfinished: _Unfinished) -> None:
    """Undo a move, if it was made; what cannot be moved back stays aside."""
    with suppress(OSError):
        if unfinished.new.exists():
            unfinished.old.unlink(missing_ok=True)
        elif unfinished.old.exists():
            unfinished.old.replace(unfinished.target)
        elif unfinished.target.is_file():
            unfinished.target.unlink()


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    """Lock a folder against other runs, where the system can; NanoriError if one never ends."""
    if not (locks := fcntl):
        yield
        return

    def has_lock() -> bool:
        try:
            locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            pass  # no locks in a folder on some other machines
        return True

    file = os.open(folder, os.O_RDONLY)
    try:
        given_up = time.monotonic() + MAX_WAIT
        while not has_lock():
            if time.monotonic() > given_up:
                reason = "another program has locked the folder, nothing is written"
                raise NanoriError(reason, path=str(folder))
            time.sleep(0.01)
        yield
    finally:
        os.close(file)


@contextmanager
def replacement(path: str, *, folder: bool = False, like: str | None = None) -> Generator[Path]:
    """Return a path beside the given one, for a file that takes its place when the block ends.

    The file, or folder, exists and is empty. It is moved in one step. One that replaces another
    gets its permissions and owner; a new one gets the permissions of the file `like`, of which it
    is a copy, else those of any new file. If the block ends with an exception everything is as it
    was. NanoriError if it cannot be written, or if what is there is read-only or another user's.
    """
    location = Path(os.path.realpath(path))  # a link stays a link
    # Its name repeats the place's as far as there is room: file systems count bytes, and Japanese
    # characters have three.
    stem = os.fsdecode(os.fsencode(location.name)[:100].decode("utf-8", "ignore").encode())
    new = location.parent / f".{stem}.{os.urandom(4).hex()}{UNFINISHED}"
    unfinished = _Unfinished(new, location)
    try:
        if location.exists():
            check_writable(path)
        if folder:
            new.mkdir(0o700)
        else:  # the successor of a private file stays private
            new.touch(0o600 if location.exists() or like is not None else 0o666, exist_ok=False)
        yield new
        _finish(unfinished, like)
    except BaseException as error:
        _discard(unfinished)
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
    with output(path, None if like == STDIN else like) as stream:
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
    if unfinished.target.exists():
        inherit(unfinished.new, unfinished.target)
    elif like is not None:
        shutil.copymode(like, unfinished.new)
    waiting = _waiting.get()
    if waiting is None:
        unfinished.new.replace(unfinished.target)
    else:
        waiting.files.append(unfinished)


def _discard(unfinished: _Unfinished) -> None:
    """Remove what was not moved to its place, if it is there."""
    if unfinished.new.is_dir():
        shutil.rmtree(unfinished.new, ignore_errors=True)
    else:
        with suppress(OSError):
            unfinished.new.unlink(missing_ok=True)


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
    location = Path(path)
    try:
        inside = [location]
        if location.is_dir():
            inside = sorted(
                file for file in location.rglob("*") if not file.name.endswith(UNFINISHED)
            )
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
    location = Path(path)
    try:
        mode = location.stat().st_mode
    except OSError:
        return
    if stat.S_ISREG(mode) and not (mode & _ANYBODY and os.access(location, os.W_OK)):
        raise NanoriError("the file is read-only, nothing is written", path=path)


def inherit(new: Path, path: Path) -> None:
    """Give a file the owner and mode of the one that it is to replace; NanoriError if it cannot."""
    old_state, after = path.stat(), new.stat()
    if (old_state.st_uid, old_state.st_gid) != (after.st_uid, after.st_gid):
        try:
            os.chown(new, old_state.st_uid, old_state.st_gid)
        except OSError:
            reason = "the file belongs to another user or group; nothing is written"
            raise NanoriError(reason, path=str(path)) from None
    shutil.copymode(path, new)
