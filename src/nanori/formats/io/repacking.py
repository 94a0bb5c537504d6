"""An archive or folder with some of its files replaced and everything else unchanged.

In a zip archive every other file keeps its contents, and all files keep their order, dates,
comments and compression.
"""

import shutil
import warnings
from collections.abc import Callable, Mapping
from copy import copy
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from nanori.formats.io.archives import DAMAGE, ENCRYPTED, MAX_RATIO, MIN_BYTES_FOR_RATIO, reason_of
from nanori.formats.io.streams import STDIN, opened, same
from nanori.formats.io.writing import output, replacement, staged, together
from nanori.model.errors import NanoriError

_IN_UTF_8 = 1 << 11

# Raises NanoriError if a new file, open at its beginning, may not take its place.
Prove = Callable[[BufferedReader], None]


def rewrite(
    path: str, out: str | None, contents: Mapping[str, bytes], prove: Prove | None = None
) -> None:
    """Write the archive or folder with new contents for the given inner paths.

    `out` is a path, or `-` or None for standard output; for a folder it is the same folder or one
    that does not exist. `prove` is called with a new archive. NanoriError if it cannot be done;
    then nothing has been written.
    """
    if Path(path).is_dir():
        _folder(path, out, contents)
        return
    with opened(path) as source, staged(out, path) as stream:
        try:
            _repack(source.as_on_disk(), stream, contents)
        except NanoriError as error:
            raise NanoriError(error.message, path=path) from None
        except DAMAGE as error:
            raise NanoriError(f"damaged archive: {reason_of(error)}", path=path) from None
        if prove:
            stream.seek(0)
            prove(cast("BufferedReader", stream))


def _repack(archive: BinaryIO, stream: BinaryIO, contents: Mapping[str, bytes]) -> None:
    """Write a zip archive with new contents; NanoriError if that cannot be done."""
    if not contents:
        shutil.copyfileobj(archive, stream)
        return
    with ZipFile(archive) as old, ZipFile(stream, "w") as new, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two files of one name are two again
        if missing := contents.keys() - {info.filename for info in old.infolist()}:
            raise NanoriError(f"no file “{min(missing)}” in it")
        for info in old.infolist():
            if not _can_be_packed(info, is_new=info.filename in contents):
                raise NanoriError(f"“{info.filename}” is packed in a way that cannot be written")
            new_info = copy(info)
            new_info.filename = _with_flag(info)
            if info.filename in contents:
                new_info.file_size = len(contents[info.filename])
                new.writestr(new_info, contents[info.filename])
                continue
            with old.open(info) as old_file, new.open(new_info, "w") as after:
                shutil.copyfileobj(old_file, after)
        new.comment = old.comment


def _can_be_packed(info: ZipInfo, *, is_new: bool) -> bool:
    """Tell whether a file can be packed anew: neither encrypted nor a bomb."""
    if is_new:
        return info.compress_type in (ZIP_STORED, ZIP_DEFLATED)
    most = max(MIN_BYTES_FOR_RATIO, MAX_RATIO * info.compress_size)
    return not info.flag_bits & ENCRYPTED and info.file_size <= most


def _with_flag(info: ZipInfo) -> str:
    """Return the name of a file that is written as UTF-8, as it was meant.

    A name without the flag of UTF-8 was decoded as code page 437; most programs mean UTF-8.
    """
    if info.flag_bits & _IN_UTF_8 or info.filename.isascii():
        return info.filename
    try:
        return info.filename.encode("cp437").decode()
    except UnicodeError:
        return info.filename


def _folder(path: str, out: str | None, contents: Mapping[str, bytes]) -> None:
    if out is None or out == STDIN:
        raise NanoriError("a folder cannot be written to standard output", path=path)
    if same(path, out):
        with together():
            for member, content in contents.items():
                with output(str(Path(path, member))) as stream:
                    stream.write(content)
        return
    if Path(out).exists():
        raise NanoriError("it is there already, a folder to be made was wanted", path=out)
    with replacement(out, folder=True) as new:
        shutil.copytree(path, new, symlinks=True, dirs_exist_ok=True)
        for member, content in contents.items():
            (new / member).write_bytes(content)
