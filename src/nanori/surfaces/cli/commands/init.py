"""The command `nanori init`."""

import json
import os
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import metadata
from itertools import islice
from pathlib import Path, PurePath
from typing import Annotated, NamedTuple

from msgspec import Struct

from nanori import __version__
from nanori.formats import catalogue, reader
from nanori.linting import configuration, discovery
from nanori.model import data_files
from nanori.model.errors import NanoriError
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import TEXTS

# Records of a file that are looked at: enough to tell its languages.
MOST_RECORDS = 2000
HOOKS = ".pre-commit-config.yaml"
WORKFLOW = ".github/workflows/nanori.yml"

# Where repositories made by egg.network's exporter keep their sets; next to them are older
# versions, exports and lists of the same cards, in which each finding would be reported again.
PUBLISHED = "sets/*-files/*.json"
PUBLISHED_FORMAT = "egg"


class CardFileFound(NamedTuple):
    """A file of the folder, and what is in it."""

    name: str
    """Its path in the folder."""
    format: str
    languages: Counter[str]
    """How many of the first records are in each language."""


class StarterFile(NamedTuple):
    """A starter file, where it belongs."""

    place: Path
    content: str
    there: str = ""
    """What is already there instead; empty if nothing is."""
    entry: str = ""
    """What to add to that by hand; empty if it has everything needed."""


def looked_at(folder: Path, failures: FailureLog) -> Iterator[CardFileFound]:
    """Yield what is in the card files of a folder; NanoriError if it has none."""
    for target in discovery.targets([str(folder)], {}):
        if target.rules:
            continue
        try:
            with catalogue.card_file(target.path) as file:
                format_name = file.name
            records = islice(reader.read(target.path), MOST_RECORDS)
            cards = [record.card for record in records if not isinstance(record, NanoriError)]
        except NanoriError as error:
            failures.note(error)
            continue
        languages = Counter(card.lang for card in cards if card.lang)
        name = Path(target.path).relative_to(folder).as_posix()
        yield CardFileFound(name, format_name, languages)


def beginnings(folder: Path, files: Sequence[CardFileFound]) -> Iterator[StarterFile]:
    """Yield settings, a workflow and a hook for the folder, each with what is already there.

    The workflow and the hook belong at the top of the git repository that contains the folder, else
    in the folder. NanoriError for a folder whose name cannot be written in them.
    """
    # The top of the repository that contains the folder; itself if there is none.
    above = (each for each in (folder, *folder.parents) if _is_there(each / ".git"))
    top = next(above, folder)
    inside = folder.relative_to(top).as_posix()
    if not inside.isprintable() or "${{" in inside:
        raise NanoriError("the name of the folder cannot stand in a workflow", path=str(folder))
    settings = _settings_of(folder, top)
    yield StarterFile(folder / configuration.OWN, _settings(files), settings)
    workflow = top / WORKFLOW
    there = "is there" if _is_there(workflow) else ""
    yield StarterFile(workflow, _workflow(inside, _published(files)), there)
    yield _hook(top / HOOKS, inside, files)


def _published(files: Sequence[CardFileFound]) -> str:
    """Return the pattern of the sets in a repository that publishes them; else empty."""
    sets = (
        file.format == PUBLISHED_FORMAT and PurePath(file.name).match(PUBLISHED) for file in files
    )
    return PUBLISHED if any(sets) else ""


def _is_there(path: Path) -> bool:
    """Tell whether anything has that name, including a broken link."""
    return path.exists() or path.is_symlink()


def _settings_of(folder: Path, top: Path) -> str:
    """Return where settings for a folder already are; empty if nowhere up to the top."""
    for place in (folder, *folder.parents):
        if _is_there(place / configuration.OWN):
            return "is there" if place == folder else f"settings are in {place / configuration.OWN}"
        shared = place / configuration.SHARED
        if shared.is_file():
            try:
                tools = tomllib.loads(shared.read_text("utf-8")).get("tool", {})
            except (OSError, ValueError) as error:
                raise NanoriError(f"cannot be read: {error}", path=str(shared)) from None
            if "nanori" in tools:
                return f"settings are in {shared}"
        if place == top:
            break
    return ""


def _settings(files: Sequence[CardFileFound]) -> str:
    languages = ", ".join(f'"{code}"' for code in sorted({c for f in files for c in f.languages}))
    return data_files.text(TEXTS / "nanori.toml").format(languages=languages)


def _requirement() -> str:
    """Return what makes pip install this nanori elsewhere.

    From an index it is the version, from a repository the commit. Installed from a folder that
    nobody else has, it is the newest of the repository that the package names.
    """
    installed = metadata.distribution("nanori")
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    if not origin:
        return f"nanori=={__version__}"
    if commit := origin.get("vcs_info", {}).get("commit_id"):
        return f"nanori @ git+{origin['url']}@{commit}"
    urls = installed.metadata.get_all("Project-URL") or []
    pairs = dict(url.split(", ", 1) for url in urls if ", " in url)
    return f"nanori @ git+{pairs.get('Homepage', '')}"


def _workflow(inside: str, published: str) -> str:
    """Return a workflow that checks a folder, or the sets published in it, and sums them up."""
    what = shlex.quote(inside)
    if published:
        what = published if inside == "." else f"{what}/{published}"
    command = f"nanori lint --format github -- {what}"
    summary = f'nanori lint --format markdown --exit-zero -- {what} >> "$GITHUB_STEP_SUMMARY"'
    install = _quoted(f"pip install {shlex.quote(_requirement())}")
    workflow = data_files.text(TEXTS / "workflow.yml")
    return workflow.format(install=install, summary=_quoted(summary), command=_quoted(command))


def _hook(place: Path, inside: str, files: Sequence[CardFileFound]) -> StarterFile:
    """Return the file of hooks, or what to add to the one there is."""
    folder = place.parent / inside
    paths = [folder / file.name for file in files]  # a set may be a folder
    endings = sorted({r"\bset" if path.is_dir() else re.escape(path.suffix) for path in paths})
    endings = [ending for ending in endings if ending]
    ends = f"({'|'.join(endings)})$" if endings else ""
    pattern = f"^{re.escape(inside)}/.*{ends}" if inside != "." else ends
    if published := _published(files):
        within = "" if inside == "." else f"{re.escape(inside)}/"
        names = "[^/]+".join(map(re.escape, published.split("*")))
        pattern = f"^{within}{names}$"
    hook = data_files.text(TEXTS / "hook.yaml")
    entry = hook.format(requirement=_quoted(_requirement()), files=_quoted(pattern))
    if not _is_there(place):
        return StarterFile(place, f"repos:\n{entry}")
    try:
        has_it = "id: nanori" in place.read_text("utf-8")
    except (OSError, ValueError):
        has_it = False
    return StarterFile(place, "", "is there", "" if has_it else entry)


def _quoted(words: str) -> str:
    """Return words as a quoted YAML scalar, which nothing in them ends."""
    return "'" + words.replace("'", "''") + "'"


EXAMPLES = {
    "nanori init examples --dry-run": "what would be written",
    "nanori init examples --root --dry-run": "also for the top of the checkout",
}


class InitOptions(Struct, kw_only=True):
    """What `nanori init` is asked for."""

    folder: Annotated[
        str, Argument("Folder of card files; default: the current one.", "FOLDER")
    ] = "."
    dry_run: Annotated[bool, Option("Show what would be written without writing it.")] = False
    root: Annotated[
        bool, Option("Also write what belongs at the top of the checkout: workflow and hook.")
    ] = False


def init(options: InitOptions) -> int:
    """Write settings, a GitHub workflow and a pre-commit hook for a folder of card files.

    Existing files are never overwritten: what should be added to them is shown. So is what belongs
    above the folder, at the top of the checkout, unless --root is given.
    """
    folder = options.folder
    place = Path(folder).resolve()
    if not place.is_dir():
        there = "is no folder" if place.exists() else "no such folder"
        raise NanoriError(there, path=folder)
    failures = FailureLog([folder])
    files = list(looked_at(place, failures))
    for file in files:
        languages = ", ".join(f"{code}: {count}" for code, count in sorted(file.languages.items()))
        print(f"{file.name}: {file.format} ({languages or 'no text'})")
    if not files:
        raise NanoriError("no card file is in this folder", path=folder)
    for each in beginnings(place, files):
        above = not each.place.is_relative_to(place)
        name = Path(os.path.relpath(each.place, place)).as_posix()
        write = not options.dry_run and (options.root or not above)
        how = " with --root" if above and not options.root else ""
        _begin(each, name, how, write=write)
    return failures.code


def _begin(begun: StarterFile, name: str, how: str, *, write: bool) -> None:
    """Write a file that is not there yet, and say so, or what to add to the existing one."""
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
    """Write a new file; false, with nothing done, if one appeared in the meantime."""
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
