"""The command `nanori init`."""

from __future__ import annotations

import os
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
    "nanori init examples --root --dry-run": "also for the top of the checkout",
}


class InitOptions(Struct, kw_only=True):
    """What `nanori init` is asked for."""

    folder: Annotated[str, Argument("Folder of card files; default: this one.", "FOLDER")] = "."
    dry_run: Annotated[bool, Option("Show what would be written; write nothing.")] = False
    root: Annotated[
        bool, Option("Also write what belongs at the top of the checkout: workflow and hook.")
    ] = False


def init(options: InitOptions) -> int:
    """Look at a folder of card files, and write settings, a GitHub workflow and a hook for it.

    What is there is never written over: what would have to be added to it is shown. So is what
    belongs above the folder, at the top of the checkout, unless --root is given.
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
        above = not each.place.is_relative_to(place)
        name = Path(os.path.relpath(each.place, place)).as_posix()
        write = not options.dry_run and (options.root or not above)
        how = " with --root" if above and not options.root else ""
        _begin(each, name, how, write=write)
    return failures.code


def _begin(begun: StarterFile, name: str, how: str, *, write: bool) -> None:
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
        print(f"{name}: would be written{how}:", *begun.content.splitlines(), sep="\n  ")


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
