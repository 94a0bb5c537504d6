"""A file on the disk, to whether it is still what it was when it was read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from nanori.formats.io.leftovers import UNFINISHED
from nanori.model.errors import NanoriError

_ANYBODY = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Fingerprint:
    """What the disk says of a file, or of all files of a folder, at one moment."""

    def __init__(self, path: str) -> None:
        """Take it now; of what is no file, as a pipe, nothing is kept."""
        self._path = path
        self._taken = _stated(path)

    def check(self) -> None:
        """Raise NanoriError if the file is no longer as it was."""
        if _stated(self._path) != self._taken:
            raise changed(self._path)


def changed(path: str) -> NanoriError:
    """Return what is said of a file that is no longer as it was."""
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
    """Raise NanoriError if a file that is there may not be written, whoever we are."""
    place = Path(path)
    try:
        mode = place.stat().st_mode
    except OSError:
        return
    if stat.S_ISREG(mode) and not (mode & _ANYBODY and os.access(place, os.W_OK)):
        raise NanoriError("the file is read-only, nothing is written", path=path)
