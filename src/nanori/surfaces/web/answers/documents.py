"""A file that came from the page, to a place on the disk where nanori reads and writes files."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from nanori.formats.io import leftovers
from nanori.model.errors import NanoriError

PASTED = "pasted.txt"
"""What words are called that were pasted."""
LONGEST_NAME = 80
"""Characters of a file's name that are kept: its end, where the suffix is."""

_UNUSUAL = re.compile(r"[^\w.-]+")


class SentFile(Struct, frozen=True):
    """A card file, or a text that was pasted."""

    data: bytes
    """As the file has them; in JSON they are Base64."""
    name: str = ""
    """What the file is called; empty where it was pasted."""
    card: str = ""
    """The card's name, for a text that was pasted without it."""

    @property
    def file_name(self) -> str:
        """The name that the file has on the disk: no path, no unusual characters."""
        plain = _UNUSUAL.sub("_", re.split(r"[/\\]", self.name)[-1])[-LONGEST_NAME:].lstrip(".-_")
        return plain or PASTED


class AboutFile(Struct, frozen=True, kw_only=True):
    """A question about a file."""

    document: SentFile


@contextmanager
def on_disk(document: SentFile) -> Generator[str]:
    """Give the path of the file in a folder of its own, which is gone when the block ends.

    A NanoriError in the block is raised with the name of the file in place of that path.
    """
    with leftovers.scratch() as folder:
        inside = folder / "in"
        inside.mkdir()
        path = inside / document.file_name
        path.write_bytes(document.data)
        try:
            yield str(path)
        except NanoriError as error:
            where = (error.path or "").replace(f"{inside}/", "") or None
            raise NanoriError(
                error.message.replace(f"{inside}/", ""),
                path=where,
                line=error.line,
                column=error.column,
            ) from None


def output_beside(path: str) -> Path:
    """Return where a new file may be written that has the name of the one at this path."""
    folder = Path(path).parent.with_name("out")
    folder.mkdir(exist_ok=True)
    return folder / Path(path).name
