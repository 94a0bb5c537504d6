"""Temporary files and folders, and what killed runs left of them.

Whoever makes one holds a lock on it, which the system releases with the process. So one without a
lock belongs to nobody, and the next run that makes one in the same folder removes it. On systems
without such locks nothing is removed.
"""

import os
import re
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

# The end of the name of a file that is not yet in its place; folders ignore it.
UNFINISHED = ".nanori.part"

_PART = re.compile(rf"\..*\.[0-9a-f]{{8}}{re.escape(UNFINISHED)}")
_SCRATCH = re.compile(r"nanori-[0-9a-f]{8}")
_ATTEMPTS = 100


class FileLock:
    """A lock on a file or folder of ours, released when closed."""

    def __init__(self, file: int) -> None:
        """Keep the open file that has the lock."""
        self._file = file

    def close(self) -> None:
        """Release the lock."""
        os.close(self._file)


def locked(path: Path) -> FileLock | None:
    """Return a lock on a file or folder; None if another process has one, or it is gone."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    try:
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        mine, there = os.fstat(file), path.stat()
        if (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino):
            return FileLock(file)
    except OSError:
        pass
    os.close(file)
    return None


def awaited(folder: Path) -> FileLock | None:
    """Wait for a lock on a folder and return it; None if the system has no such locks."""
    if fcntl is None:
        return None
    file = -1
    try:
        file = os.open(folder, os.O_RDONLY)
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError:  # as in a folder on another machine
        if file >= 0:
            os.close(file)
        return None
    return FileLock(file)


def new_beside(place: Path, make: Callable[[Path], object]) -> tuple[Path, FileLock]:
    """Make a file or folder beside a place, after removing what killed runs left there.

    Its name repeats the place's, as far as there is room: file systems count bytes, and Japanese
    characters have three. OSError if it cannot be made.
    """
    _remove(place.parent, _PART)
    stem = os.fsdecode(os.fsencode(place.name)[:100].decode("utf-8", "ignore").encode())
    return _new(lambda: place.parent / f".{stem}.{os.urandom(4).hex()}{UNFINISHED}", make)


@contextmanager
def scratch() -> Generator[Path]:
    """Return a folder for the block, which nobody else can look into."""
    from tempfile import gettempdir

    parent = Path(gettempdir())
    _remove(parent, _SCRATCH)
    made: list[Path] = []

    def make(path: Path) -> None:
        made.append(path)
        path.mkdir(0o700)

    lock: FileLock | None = None
    try:
        _, lock = _new(lambda: parent / f"nanori-{os.urandom(4).hex()}", make)
        yield made[-1]
    finally:
        for path in made:
            shutil.rmtree(path, ignore_errors=True)
        if lock:
            lock.close()


def _new(name: Callable[[], Path], make: Callable[[Path], object]) -> tuple[Path, FileLock]:
    """Make and lock something new, again if another run took it for a left-over."""
    for _ in range(_ATTEMPTS):
        path = name()
        try:
            make(path)
        except FileExistsError:
            continue
        if lock := locked(path):
            return path, lock
    raise OSError("no file of ours can be made there")


def _remove(folder: Path, pattern: re.Pattern[str]) -> None:
    """Remove what has such a name in a folder and is ours, if no process holds it any more."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not pattern.fullmatch(entry.name) or entry.is_symlink():
                continue
            with suppress(OSError):
                if entry.stat().st_uid == os.geteuid() and (lock := locked(Path(entry.path))):
                    if entry.is_dir():
                        shutil.rmtree(entry.path, ignore_errors=True)
                    else:
                        Path(entry.path).unlink()
                    lock.close()
