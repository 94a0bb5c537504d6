"""The command `nanori init`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePath
from typing import Annotated, NamedTuple

from msgspec import Struct

from nanori.formats import catalogue, reader
from nanori.linting import configuration, discovery
from nanori.model import data_files
from nanori.model.errors import NanoriError
from nanori.surfaces.cli.arguments import Argument
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import TEXTS

# Records of a file that are read: enough to tell its languages.
MAX_RECORDS = 2000

# Where repositories made by egg.network's exporter keep their sets; next to them are older
# versions, exports and lists of the same cards, in which each finding would be reported again.
PUBLISHED = "sets/*-files/*.json"
PUBLISHED_FORMAT = "egg"
# The format that others are exported from: a file is not looked at that has as many of its cards.
ORIGINAL_FORMAT, MOSTLY = "mse", 0.8


class FoundFile(NamedTuple):
    """A file of the folder, and what is in it."""

    name: str
    """Its path in the folder."""
    format: str
    languages: Counter[str]
    """How many of the first records are in each language."""
    cards: frozenset[tuple[str, str]]
    """Their languages and names."""


def found(folder: Path, failures: FailureLog) -> Iterator[FoundFile]:
    """Yield what is in the card files of a folder; NanoriError if it has none."""
    for target in discovery.targets([str(folder)], {}):
        if target.rules:
            continue
        try:
            with catalogue.card_file(target.path) as file:
                format_name = file.name
            records = islice(reader.read(target.path), MAX_RECORDS)
            cards = [record.card for record in records if not isinstance(record, NanoriError)]
        except NanoriError as error:
            failures.note(error)
            continue
        languages = Counter(card.lang for card in cards if card.lang)
        name = Path(target.path).relative_to(folder).as_posix()
        named = frozenset((card.lang, card.name) for card in cards)
        yield FoundFile(name, format_name, languages, named)


def originals(files: Sequence[FoundFile]) -> list[FoundFile]:
    """Return the files without exports of the cards of others."""
    sets = [file for file in files if file.format == ORIGINAL_FORMAT]
    return [
        file
        for file in files
        if file in sets
        or not any(len(file.cards & each.cards) >= MOSTLY * len(file.cards) for each in sets)
    ]


def settings_text(files: Sequence[FoundFile]) -> str:
    """Return a nanori.toml for card files: their languages, and which of them are the sets."""
    languages = {code for file in files for code in file.languages}
    published = any(
        file.format == PUBLISHED_FORMAT and PurePath(file.name).match(PUBLISHED) for file in files
    )
    include = [PUBLISHED] if published else [file.name for file in originals(files)]
    included = ", ".join(f'"{name}"' for name in include)
    apart = published or len(include) < len(files)
    return data_files.text(TEXTS / configuration.OWN_FILE).format(
        languages=", ".join(f'"{code}"' for code in sorted(languages)),
        include=f"include = [{included}]" if apart else '# include = ["sets/*.json"]',
    )


EXAMPLES = {"nanori init examples/translation": "settings for the files in that folder"}


class Options(Struct, kw_only=True):
    """What `nanori init` is asked for."""

    folder: Annotated[
        str, Argument("Folder of card files; default: the current one.", "FOLDER")
    ] = "."


def init(options: Options) -> int:
    """Write a nanori.toml for a folder of card files, unless it or a folder above it has one."""
    folder = Path(options.folder).resolve()
    if not folder.is_dir():
        reason = "is no folder" if folder.exists() else "no such folder"
        raise NanoriError(reason, path=options.folder)
    failures = FailureLog([options.folder])
    files = list(found(folder, failures))
    for file in files:
        languages = ", ".join(f"{code}: {count}" for code, count in sorted(file.languages.items()))
        print(f"{file.name}: {file.format} ({languages or 'no text'})")
    if not files:
        raise NanoriError("no card file is in this folder", path=options.folder)
    path = folder / configuration.OWN_FILE
    settings_above = configuration.file_above(str(folder))
    if settings_above is not None and settings_above != path:
        print(f"{path.name}: settings are in {settings_above}, left as they are")
        return failures.ended()
    try:
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(settings_text(files))
        print(f"{path.name}: written")
    except FileExistsError:
        print(f"{path.name}: is there, left as it is")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise NanoriError(f"cannot be written: {reason}", path=str(path)) from error
    return failures.ended()
