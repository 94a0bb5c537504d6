"""What is made of a file that nanori brings along, kept beside it: it is not made at each start."""

from __future__ import annotations

import os
from pathlib import Path

# Where it is kept, as Python keeps what it compiles.
KEPT = "__pycache__"


def places(path: Path) -> tuple[Path, Path]:
    """Return where it may be: beside the file, as a wheel brings it, and where it is kept."""
    return path, path.parent / KEPT / path.name


def read(path: Path, fingerprint: bytes) -> bytes | None:
    """Return what was made of what has that fingerprint; None if nothing is kept of it."""
    for place in places(path):
        try:
            content = place.read_bytes()
        except OSError:
            continue
        if content.startswith(fingerprint):
            return content[len(fingerprint) :]
    return None


def keep(path: Path, content: bytes) -> None:
    """Write the file as a whole, or not at all where nothing may be written.

    The content begins with the fingerprint of what it was made of.
    """
    import tempfile  # nothing is kept at most starts

    path = places(path)[1]
    try:
        path.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        return
