"""Options that several commands share, so that they are named, explained and checked alike."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Struct

from nanori.model.errors import NanoriError
from nanori.surfaces.cli.arguments import Argument, Option

# Headings of options on a help page.
INPUT, OUTPUT, CHECKS = "Input", "Output", "Checks"

OutputPath = Annotated[
    str | None, Option("File to write to.", ("-o", "--output"), "FILE", panel=OUTPUT)
]
AgainstFile = Annotated[
    str | None,
    Option("The full rules that a rules document is an excerpt of.", (), "FILE", panel=INPUT),
]
OnlyLang = Annotated[str, Option("Only names in this language, as a BCP 47 code.", (), "CODE")]
FileNames = Annotated[
    bool,
    Option(
        "Look for the names of all cards in the files; default: yes.",
        panel=INPUT,
        negative="--no-file-names",
    ),
]
FileFormat = Annotated[
    str, Option("Format of the files; see nanori formats.", ("--from",), "FORMAT", INPUT)
]
Jobs = Annotated[int, Option("Number of processes.", least=1)]
DatabasePath = Annotated[
    str | None,
    Option("Name database; default: yours, or else a small invented one.", ("--db",), "FILE"),
]
GameOption = Annotated[str, Option("The game, if the text doesn't tell.", (), "GAME")]
Select = Annotated[
    str | None, Option("Checks to run, separated by commas.", (), "CHECKS", panel=CHECKS)
]
Ignore = Annotated[
    str | None, Option("Checks not to run, separated by commas.", (), "CHECKS", panel=CHECKS)
]
ConfigOption = Annotated[
    str | None, Option("Settings file; default: the nearest one.", (), "FILE", panel=CHECKS)
]
NamesOption = Annotated[
    str | None, Option("A name database, or any file of names.", (), "FILE", panel=CHECKS)
]


# How messages are written: for people, or a JSON value per line.
Listing = Literal["text", "jsonl"]


To = Annotated[Listing, Option("Output format.", panel=OUTPUT)]

# Keys of what nanori itself writes, and may overwrite: records, and those that could not be read.
WRITTEN = frozenset({"references", "changes", "error"})
# Bytes of a file's first line in which such a key is looked for.
MAX_FIRST_LINE_BYTES = 1 << 20
# What commands write ready-made: scripts, pages' frames, starter files.
TEXTS = Path(__file__).with_name("texts")
# Invented cards that ship with nanori.
SAMPLE = Path(__file__).with_name("sample.jsonl")


class WritingOptions(Struct, kw_only=True):
    """Where the result is written."""

    output: OutputPath = None


class ReadingOptions(Struct, kw_only=True):
    """How card files are to be read."""

    lang: Annotated[
        str,
        Option("Language of texts that don't state theirs, as a BCP 47 code.", (), "CODE", INPUT),
    ] = ""
    format: FileFormat = ""
    column: Annotated[
        list[str],
        Option(
            "A table column, as text=CardEffect or name_ja=3, or the keys of translators' files, "
            "as key={card}.{field}; repeatable.",
            metavar="FIELD=HEADING",
            panel=INPUT,
        ),
    ] = []
    original: Annotated[
        str,
        Option("Language the texts are translated from, as a BCP 47 code.", (), "CODE", INPUT),
    ] = ""

    def told_format(self) -> str:
        """Return the format with the columns, or the pattern of keys, that are named.

        NanoriError for an unknown language or file format.
        """
        format = with_columns(self.format, self.column)
        prove(self.lang, format)
        return format


class FileOptions(ReadingOptions, kw_only=True):
    """Which card files are to be read, and how."""

    files: Annotated[
        list[str], Argument("Card files, or folders of them; - is standard input.", "FILE")
    ] = []

    def paths(self, *, sample: bool = False, usual: str = "") -> list[str]:
        """Return the paths of the files, preceded by the sample cards.

        Where none is named, they are those in the folder that is `usual`, or standard input if
        something is piped into it. A folder is replaced by the card files in it. NanoriError if
        there are none, or for an unknown language or format.
        """
        files = self.files or ([] if sample else [usual] if usual else _piped())
        return card_paths(files, self.told_format(), sample=sample)


def _piped() -> list[str]:
    from nanori.formats.io import streams

    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError, AttributeError):  # closed, or replaced by a caller
        return []
    return [streams.STDIN] if stat.S_ISFIFO(mode) or stat.S_ISREG(mode) else []


NamesPath = Annotated[
    str | None, Option("Names of other cards: one per line, or any card file.", (), "FILE", INPUT)
]


class NamedFileOptions(FileOptions, kw_only=True):
    """The same, with the names of other cards and an output."""

    names: NamesPath = None
    output: OutputPath = None


RawCells = Annotated[
    bool,
    Option(
        "In CSV, don't put a space before cells a spreadsheet would run as formulas.", panel=OUTPUT
    ),
]
Sample = Annotated[bool, Option("Use nanori's sample cards.", panel=INPUT)]


def original_of(options: ReadingOptions) -> str:
    """Return the original language asked for, else that of the nearest settings.

    Empty if there is none. NanoriError for an unknown one, and for wrong settings.
    """
    fields = (getattr(options, name, ()) for name in ("pair", "files", "paths", "names", "file"))
    words = next((setting for setting in fields if setting and not callable(setting)), ".")
    first = words if isinstance(words, str) else words[0]
    setting = getattr(options, "config", None)
    code = options.original
    if not code and (setting or _may_say_original(first)):
        from nanori.linting import configuration  # the checks take long to load

        code = configuration.settings_for(setting, [first]).original
    prove(code)
    return code


def _may_say_original(first: str) -> bool:
    """Tell whether a settings file in the folder of a path or above it has that word.

    Or is none: whoever reads it says why.
    """
    from nanori.formats.io import streams

    path = Path(first).absolute()
    for folder in (path, *path.parents):
        for name in ("nanori.toml", "pyproject.toml"):
            try:
                if b"original" in streams.small(folder / name):
                    return True
            except NanoriError as error:
                if not isinstance(error.__cause__, OSError | ValueError):
                    return True
    return False


def card_paths(files: Iterable[str], format: str, *, sample: bool = False) -> list[str]:
    """Return the paths of card files, a folder replaced by the files in it.

    The sample cards precede them. NanoriError if there are none.
    """
    paths = [*([str(SAMPLE)] if sample else []), *files]
    if not paths:
        raise NanoriError("a FILE was wanted, a folder, or cards on standard input")
    if not any(map(os.path.isdir, paths)):
        return paths
    from nanori.linting import discovery  # what recognises files takes long to load

    return discovery.card_files(paths, format)


def with_columns(format: str, columns: Iterable[str]) -> str:
    """Return the format of files with the columns, or the pattern of keys, that are named."""
    settings = list(columns)
    if not settings:
        return format
    from nanori.formats.detection import COLUMN

    return f"{format.partition(':')[0]}:{''.join(each + COLUMN for each in settings)}"


def prove(lang: str, format: str = "") -> None:
    """Raise NanoriError for an unknown language or file format."""
    if lang:
        from nanori.grammar import languages

        _prove_known(languages.load, lang, languages.codes())
    if format:
        from nanori.formats import catalogue

        _prove_known(catalogue.known, format, catalogue.listed())


def _prove_known(load: Callable[[str], object], word: str, words: Iterable[str]) -> None:
    """Raise what `load` raises for an unknown word, with the closest known one."""
    try:
        load(word)
    except NanoriError as error:
        from nanori.linting.configuration import nearest

        raise NanoriError(f"{error.message}{nearest(word, words)}") from None


def prove_changeable(paths: Iterable[str]) -> None:
    """Raise NanoriError for a pipe, which can be read once and not written back."""
    for path in paths:
        if Path(path).is_fifo():
            raise NanoriError("is a pipe, a file that can be changed was wanted", path=path)


# Ends of the names of columnar files: those that are written, and those that are only read.
PARQUET = (".parquet", ".pq")
ARROW = (".arrow", ".feather", ".ipc", ".arrows")


def is_parquet(output: str | None) -> bool:
    """Tell whether a file is Parquet by its name."""
    return Path(output or "").suffix.lower() in PARQUET


def prove_output(output: str | None, *inputs: str | None, columns: bool = False) -> None:
    """Raise NanoriError if the output would replace what somebody needs.

    That is what is read, and a card file or a database that is not nanori's.
    Its name must not be one of columns, unless it has `columns`, which then are Parquet.
    """
    from nanori.formats.io import streams

    if not output or output == streams.STDIN:
        return
    suffix = Path(output).suffix.lower()
    if suffix in ARROW:
        raise NanoriError(f"{suffix} is not written; annotate writes .parquet", path=output)
    if suffix in PARQUET and not columns:
        raise NanoriError("Parquet is written by annotate alone; .jsonl was wanted", path=output)
    if any(streams.same(output, path) for path in inputs if path):
        raise NanoriError("is an input, it would be overwritten", path=output)
    if Path(output).is_file() and (what := _foreign(output)):
        raise NanoriError(f"is {what} and would be replaced; remove it first", path=output)


def _foreign(path: str) -> str:
    """Return what a file is that nanori did not make; "" if nobody would miss it."""
    from nanori.formats import catalogue, reader
    from nanori.formats.entries import Entry
    from nanori.names import schema

    try:
        with Path(path).open("rb") as file:
            head = file.read(schema.HEADER_BYTES)
            file.seek(0)
            first = file.readline(MAX_FIRST_LINE_BYTES)
        if head.startswith(schema.SIGN):
            return "" if schema.is_ours(head) else "a database of another program"
        with catalogue.card_file(path) as cards:
            if not cards.certain or WRITTEN & _keys(first):
                return ""
        record = next(reader.read(path), None)
        ours = isinstance(record, Entry) and WRITTEN & record.extra.keys()  # rows of Parquet
        return "" if ours else "a card file"
    except (OSError, NanoriError):
        return ""  # what cannot be read as cards is not a card file


def _keys(line: bytes) -> frozenset[str]:
    try:
        record: Any = json.loads(line)
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(map(str, record)) if isinstance(record, dict) else frozenset()  # type: ignore[misc]
