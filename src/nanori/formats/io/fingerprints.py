"""Whether a file on disk is still what it was when it was read."""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from nanori.formats.io.leftovers import UNFINISHED
from nanori.model.errors import NanoriError

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
