"""Finds the pictures of a set's cards: files beside the cards' own, called as the cards are."""

import os
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from unicodedata import normalize
from urllib.parse import quote

# What any browser shows.
SUFFIXES = frozenset({".avif", ".gif", ".jpeg", ".jpg", ".png", ".webp"})
# Pictures that are looked for: a large set with its tokens has a few thousand.
MAX_PICTURES = 20_000
# What programs write before and behind a card's name: its number, and what part of it is shown.
_NUMBER = re.compile(r"^\d+[a-z]?[ _.-]+")
_PART = re.compile(r"(?:\.full|\.fullborder|\.crop|_front)$")


class Pictures:
    """Where the pictures of cards are, seen from a page that shows them."""

    def __init__(self, page: str | None) -> None:
        """Take the file that the page will be; without one its links start where nanori runs."""
        self._from = Path(page).absolute().parent if page else Path.cwd()
        self._known: dict[Path, dict[str, Path]] = {}

    def link(self, file: str, names: Iterable[str]) -> str:
        """Return the link to a picture beside a file of cards that has one of the names, or ""."""
        folder = Path(file).absolute().parent
        if folder not in self._known:
            self._known[folder] = _called(folder)
        pictures = self._known[folder]
        picture = next(filter(None, (pictures.get(_key(name)) for name in names)), None)
        if picture is None:
            return ""
        try:
            return quote(Path(os.path.relpath(picture, self._from)).as_posix())
        except ValueError:  # it is on another drive
            return picture.as_uri()


def _called(folder: Path) -> dict[str, Path]:
    """Return the pictures in a folder and the folders in it by what they show, the newest of each.

    Who writes a set out again with other numbers leaves the old pictures where they are.
    """
    files = (each for pattern in ("[!.]*", "[!.]*/[!.]*") for each in folder.glob(pattern))
    pictures = (each for each in files if each.suffix.lower() in SUFFIXES and each.is_file())
    newest: dict[str, Path] = {}
    for path in sorted(islice(pictures, MAX_PICTURES), key=lambda each: each.stat().st_mtime):
        stem = _PART.sub("", path.stem.lower())
        newest.update(dict.fromkeys((_key(stem), _key(_NUMBER.sub("", stem))), path))
    newest.pop("", None)
    return newest


def _key(name: str) -> str:
    """Return the letters and digits of a name: files may have no “:” or “?”, and less besides."""
    return "".join(filter(str.isalnum, normalize("NFKC", name).casefold()))
