"""The command `nanori init`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from nanori.model.errors import NanoriError
from nanori.surfaces.cli import starter_files
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.starter_files import StarterFile

EXAMPLES = {
    "nanori init examples --dry-run": "what would be written",
    "nanori init examples": "settings, workflow and hook",
}


class InitOptions(Struct, kw_only=True):
    """What `nanori init` is asked for."""

    folder: Annotated[str, Argument("Folder of card files; default: this one.", "FOLDER")] = "."
    dry_run: Annotated[bool, Option("Show what would be written; write nothing.")] = False


def init(options: InitOptions) -> int:
    """Look at a folder of card files, and write settings, a GitHub workflow and a hook for it.

    What is there is never written over: what would have to be added to it is shown.
    """
    folder = options.folder
    place = Path(folder).resolve()
    if not place.is_dir():
        there = "is no folder" if place.exists() else "no such folder"
        raise NanoriError(there, path=folder)
    failures = FailureLog([folder])
    files = list(starter_files.looked_at(place, failures))
    for file in files:
        languages = ", ".join(f"{code}: {count}" for code, count in sorted(file.languages.items()))
        print(f"{file.name}: {file.format} ({languages or 'no text'})")
    if not files:
        raise NanoriError("no card file is in this folder", path=folder)
    for each in starter_files.beginnings(place, files):
        _begin(each, _name_of(each.place, place), write=not options.dry_run)
    return failures.code


def _name_of(path: Path, folder: Path) -> str:
    """Return how a file is called in what is said: in the folder, or in full."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def _begin(begun: StarterFile, name: str, *, write: bool) -> None:
    """Write a file that is not there yet, and say so, or what to add to the one that is."""
    there = begun.there
    if not there and write:
        there = "" if _written(begun) else "is there"
    if there:
        print(f"{name}: {there}, left as it is" + ("; to be added:" if begun.entry else ""))
        print(begun.entry, end="")
    elif write:
        print(f"{name}: written")
    else:
        print(f"{name}: would be written:", *begun.content.splitlines(), sep="\n  ")


def _written(begun: StarterFile) -> bool:
    """Write a new file; False, and nothing is done, if one came there in the meantime."""
    try:
        begun.place.parent.mkdir(parents=True, exist_ok=True)
        with begun.place.open("x", encoding="utf-8", newline="\n") as file:
            file.write(begun.content)
    except FileExistsError:
        if begun.place.is_symlink() or begun.place.exists():
            return False
        raise NanoriError(
            "cannot be written: a file is in its way", path=str(begun.place)
        ) from None
    except OSError as error:
        raise NanoriError(f"cannot be written: {error.strerror}", path=str(begun.place)) from error
    return True
