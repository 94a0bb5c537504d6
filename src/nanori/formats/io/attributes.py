"""A file that another is to take the place of, to what of it must not be lost: that or an error."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from nanori.model.errors import NanoriError

_NONE_THERE = {errno.ENOTSUP, errno.ENOSYS, errno.EPERM, errno.EACCES}
"""Why a file has no extended attributes, or none that may be read."""


def prove_replaceable(place: Path) -> None:
    """Raise NanoriError if a file has other names, which a new file in its place would not have."""
    status = place.stat()
    if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
        names = f"the file has {status.st_nlink} names (hard links), and would lose them"
        raise NanoriError(f"{names}; nothing is written", path=str(place))


def inherit(new: Path, place: Path) -> None:
    """Give a file owner, mode and extended attributes of the one whose place it is to take.

    NanoriError if one of them cannot be given.
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
    """Yield the extended attributes of a file, where the system has any."""
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
