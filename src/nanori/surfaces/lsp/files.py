"""Files of a project as texts with cards in them, open or on the disk, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol.types import PositionEncodingKind
from pygls.uris import from_fs_path

from nanori.formats.supported.mse import SET
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.projects import Project

LARGEST = 1 << 24
"""Bytes of a file on the disk beyond which nothing is looked for in it."""


def texts(
    project: Project, encoding: PositionEncodingKind | str, words: Sequence[str] = ()
) -> Iterator[OpenText | None]:
    """Yield every text of a project that has one of those words, or all; nothing after each step.

    What an editor cannot show, as an archive, is passed over. The cards of a text on the disk are
    looked at, too: it has references, but no findings of them are kept.
    """
    paths = {_text_of(path) for path in project.closed}
    for path in sorted({*paths, *project.texts}):
        text = project.texts.get(path) or _on_disk(project, path, encoding, words)
        if text is None or (words and not any(word in text.text for word in _written(words))):
            yield None
            continue
        if path not in project.texts:
            for placed in text.cards:
                if not words or any(
                    word in each.text or word in each.name or word == each.name_en
                    for word in words
                    for each in placed.reading.group.cards
                ):
                    placed.reading.look(project.run, project.index, text.target)
                    yield None
        yield text
        yield None


def _text_of(path: str) -> str:
    """Return the path of the text of a file: of a folder that is one set that of its first file."""
    return str(Path(path, SET)) if Path(path).is_dir() else path


def _written(words: Sequence[str]) -> list[str]:
    """Return words as they may stand in a file: the first sign that is no letter ends them.

    A file may write the others with escapes, as “&amp;”.
    """
    return ["".join(word.split("&")[0].split('"')[0].split("'")[0]) for word in words]


def _on_disk(
    project: Project, path: str, encoding: PositionEncodingKind | str, words: Sequence[str]
) -> OpenText | None:
    """Return a file on the disk as a text; nothing for what is none, or outside of the folder."""
    if not project.holds(path):
        return None
    place = Path(path)
    try:
        if not place.is_file() or place.stat().st_size > LARGEST:
            return None
        data = place.read_bytes()
        text = data.decode()
    except (OSError, ValueError):
        return None
    if b"\0" in data or (
        words and "\\u" not in text and not any(word in text for word in _written(words))
    ):
        return None
    return OpenText(from_fs_path(path) or "", path, text, 0, encoding)
