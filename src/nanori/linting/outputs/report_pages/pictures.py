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
# Entries of a folder that are looked at: a large set with its tokens has a few thousand.
MAX_ENTRIES = 20_000
# Folders in that of the cards that are looked into.
MAX_FOLDERS = 64
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
    pictures: dict[str, tuple[float, Path]] = {}
    inside = [Path(each) for each in _entries(folder) if each.is_dir(follow_symlinks=False)]
    for directory in (folder, *inside[:MAX_FOLDERS]):
        for each in _entries(directory):
            path = Path(each)
            if path.suffix.lower() in SUFFIXES and each.is_file(follow_symlinks=False):
                stem = _PART.sub("", path.stem.lower())
                dated = (each.stat().st_mtime, path)
                for key in filter(None, {_key(stem), _key(_NUMBER.sub("", stem))}):
                    pictures[key] = max(pictures.get(key, dated), dated)
    return {key: path for key, (_, path) in pictures.items()}


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return what is in a folder and not hidden, in order; nothing of one that cannot be read."""
    try:
        with os.scandir(folder) as every:
            shown = (each for each in every if not each.name.startswith("."))
            return sorted(islice(shown, MAX_ENTRIES), key=lambda each: each.name)
    except OSError:
        return []


def _key(name: str) -> str:
    """Return the letters and digits of a name: files may have no “:” or “?”, and less besides."""
    return "".join(filter(str.isalnum, normalize("NFKC", name).casefold()))
