"""Packs a folder, or packs a ZIP file anew, so that the same files are the same bytes.

`python .ci/pack.py FOLDER_OR_ZIP TARGET` writes TARGET and prints nothing. Names are in order, no
file has a date, and its permissions are what everybody has.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)


def files(source: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file."""
    if source.is_dir():
        for path in source.rglob("*"):
            if path.is_file():
                yield path.relative_to(source).as_posix(), path.read_bytes()
        return
    with zipfile.ZipFile(source) as packed:
        for name in packed.namelist():
            if not name.endswith("/"):
                yield name, packed.read(name)


def main() -> None:
    """Pack what the arguments name."""
    source, target = map(Path, sys.argv[1:3])
    every = sorted(files(source))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, content in every:
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            info.create_system = 3
            packed.writestr(info, content)


if __name__ == "__main__":
    main()
