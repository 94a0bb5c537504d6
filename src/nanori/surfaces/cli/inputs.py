"""The files named on a command line to their records, noting what cannot be read."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from nanori.annotation.known_names import KnownNames
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.formats.io import parallel, streams
from nanori.formats.io.in_memory import path_of
from nanori.formats.io.streams import STDIN, PathOrContent, opened
from nanori.formats.opened import every
from nanori.formats.reader import TextPresence
from nanori.formats.records import Batch
from nanori.model import messages
from nanori.model.errors import NanoriError, Remark


def print_error(error: NanoriError) -> None:
    """Print an error, or a remark worded like one, as a line on standard error."""
    print(" ".join(messages.said_of(error).split("\n")), file=sys.stderr)


# Records of a file that are reported one by one.
MAX_REPORTED = 3


def was_read(read: Counter[str], files: int, unread: int) -> str:
    """Return how much was read: “320 records in 2 files read, 4 without text, 1 not read”."""
    translated = messages.said
    parts = [
        translated("{records} in {files} read").format(
            records=_counted(read["records"], "record"), files=_counted(files, "file")
        )
    ]
    for count, message in (
        (read["without_text"], "{count} without text"),
        (read["only_names"], "{count} only names"),
        (unread, "{count} not read"),
    ):
        if count:
            parts.append(translated(message).format(count=f"{count:,}"))
    return translated(", ").join(parts)


def _counted(number: int, noun: str) -> str:
    message = f"{{count}} {noun}{'' if number == 1 else 's'}"
    return messages.said(message).format(count=f"{number:,}")


class FailureLog:
    """What went wrong so far; each failure is reported on standard error when it is noted."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._files = self._readable = len(paths)
        self.code = 0
        """The exit code despite failures: 0 if there were none, else 1."""
        self._unread: Counter[str] = Counter()
        self._remarks: Counter[tuple[str | None, str]] = Counter()
        self.first: list[str] = []
        """What is said of the first records that could not be read."""

    def note(self, error: NanoriError) -> None:
        """Report a record that could not be processed, or a remark on one.

        Of the records of a file only the first few are reported one by one.
        """
        if isinstance(error, Remark):
            self._remarks[error.path, error.message] += 1
            if self._remarks[error.path, error.message] <= MAX_REPORTED:
                print_error(error)
            return
        self.code = 1
        self._unread[error.path or ""] += 1
        if len(self.first) < MAX_REPORTED:
            self.first.append(str(error))
        if self._unread[error.path or ""] <= MAX_REPORTED:
            print_error(error)

    def ended(self, read: Counter[str] | None = None) -> int:
        """Say how much was read and how many records were not; return the exit code.

        `read` counts `records`, those `without_text`, and other cards that are `only_names`.
        """
        for path, count in self._unread.items():
            if count > MAX_REPORTED:
                print_error(NanoriError(f"{count - MAX_REPORTED:,} more not read", path=path))
        if read is not None:
            print(was_read(read, self._readable, self._unread.total()), file=sys.stderr)
        return self.code

    def note_file(self, error: NanoriError) -> None:
        """Report a file that could not be read; raise if that leaves none."""
        self._readable -= 1
        if not self._readable:
            raise error
        self.code = 1
        print_error(error)

    @property
    def unread(self) -> int:
        """How many records could not be read so far."""
        return self._unread.total()


def held(paths: Sequence[str]) -> list[PathOrContent]:
    """Return files that are read twice, first for names: small ones in memory, opened once."""
    files = every(paths)
    return [file.content if (file := files[path]) else path for path in paths]


def batches(
    paths: Sequence[PathOrContent],
    lang: str,
    failures: FailureLog,
    format: str = "",
) -> Iterator[Batch]:
    """Yield the batches of all files; NanoriError if none of them can be read, or has a text."""
    for path in paths:
        presence = TextPresence()
        try:
            yield from presence.watch(reader.batches(path, lang, format))
            presence.prove(path_of(path))
        except NanoriError as error:
            failures.note_file(error)


def records(
    paths: Sequence[str], lang: str, failures: FailureLog, format: str = ""
) -> Iterator[Entry]:
    """Yield the records of all files; NanoriError if none of them can be read."""
    yield from records_of(batches(paths, lang, failures, format), failures)


def records_of(batches: Iterable[Batch], failures: FailureLog) -> Iterator[Entry]:
    """Yield the records of batches, reporting those that cannot be read."""
    for batch in batches:
        for record in reader.records(batch):
            if isinstance(record, NanoriError):
                failures.note(record)
            else:
                yield record


def known(
    path: str | None,
    files: Sequence[PathOrContent] = (),
    lang: str = "",
    format: str = "",
    *,
    codes: bool = False,
    jobs: int = 1,
) -> KnownNames | None:
    """Return the names in a file of names or cards, or in a database, with those in the files.

    The files are read once for the names of their cards and of the tokens that these make; standard
    input and the like is kept for that. What is wrong with a file is reported when it is read
    again. With `codes` they are read once more if names may have codes that only other texts show:
    a name must be written without these. A large file is read by as many processes as there are
    `jobs`.
    """
    from nanori.annotation.shared_names import unmistakable  # nothing else here annotates

    known_names = KnownNames(())
    if path is not None:
        known_names = _registered(path) if _is_database(path) else KnownNames(reader.names(path))
    for file in files:
        size = 0
        if isinstance(file, str):
            streams.keep(file)
            size = streams.size(file) or 0  # a pipe has none, and is read by one process
        several = jobs if size >= MIN_BYTES_FOR_PROCESSES else 1
        names = dict[str, None]()
        with parallel.working(_Naming(), several) as gather, suppress(NanoriError):
            for _, texts in gather(reader.batches(file, lang, format, texts=False)):
                names.update(dict.fromkeys(texts))
        known_names.add(unmistakable(names))
    if codes and known_names.may_have_codes():
        for file in files:
            with suppress(NanoriError):
                for entry in reader.entries(file, lang, format):
                    if isinstance(entry, Entry):
                        known_names.codes.learn(entry.card.name, entry.card.text)
    known_names.add_bare()
    return known_names if len(known_names) else None


# Bytes of a file from which on gathering its names takes longer than starting processes.
MIN_BYTES_FOR_PROCESSES = 1 << 23


class _Naming:
    """Gathering the names that a file gives, as a job for several processes."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def do(self, batch: Batch) -> list[str]:
        """Return the names of a batch, in order, but for those that this process has said."""
        names = dict.fromkeys(reader.names_in(batch))
        new = [name for name in names if name not in self._said]
        self._said.update(new)
        return new

    def lost(self, batch: Batch) -> list[str]:
        """Return none: what is lost is said when the batch is annotated."""
        del batch
        return []


def _is_database(path: str) -> bool:
    if path == STDIN:
        return False
    with opened(path, folder=True) as source:
        return source.head.startswith(b"SQLite format 3\0")


def _registered(path: str) -> KnownNames:
    from nanori.grammar import languages
    from nanori.names.database import Database

    with Database.open(path) as names:
        english = {form.name: form.face for code in languages.codes() for form in names.names(code)}
    return KnownNames(english, english)
