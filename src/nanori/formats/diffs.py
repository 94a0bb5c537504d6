"""Card files with edits, before any is touched: as a unified diff, then all changed or none."""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from nanori.formats import opened, patching
from nanori.formats.detection import Head
from nanori.formats.edit_plans import EditPlan
from nanori.formats.io import archives, encodings, streams, writing
from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.streams import PathOrContent, Source
from nanori.formats.io.writing import Fingerprint, check_writable
from nanori.formats.patching import encoded
from nanori.model.edits import apply
from nanori.model.errors import NanoriError, OnError
from nanori.model.values import Edit
from nanori.model.visible import visible


class Transaction:
    """Files to be changed in place: all of them or none."""

    def __init__(self, paths: Sequence[str], lang: str, format_name: str) -> None:
        """Keep the present state of the files; NanoriError for standard input."""
        if streams.STDIN in paths:
            raise NanoriError("standard input is there, a FILE that can be rewritten was wanted")
        self._paths = list(dict.fromkeys(paths))
        self._how = (lang, format_name)
        self._files = opened.every(self._paths)
        self._marks = [
            file.before if file else Fingerprint(path) for path, file in self._files.items()
        ]
        self.counts: dict[str, int] = {}
        """How many cards change, by file."""

    def source(self, path: str) -> PathOrContent:
        """Return what a file is read from: a small one is opened once, for all that is done."""
        file = self._files[path]
        return file.content if file else path

    def prepare(self, done: EditPlan, report: OnError) -> None:
        """Count the cards that change; NanoriError if a change of any file is impossible."""
        for path in self._paths:
            count = 0
            with patching.opened(self.source(path), done, report, *self._how) as reading:
                for element, edits in reading.changes:
                    count += bool(edits)
                    encoding = UTF_8 if element.member else reading.file.head.encoding
                    for edit in edits:
                        encoded(edit.text, encoding, path)
            self.counts[path] = count
            if count:
                check_writable(path)

    def show(self, done: EditPlan) -> None:
        """Write a unified diff to standard output."""
        with writing.output(None) as out:
            for path, count in self.counts.items():
                for line in unified(self.source(path), done, *self._how) if count else ():
                    out.write(line)

    def write(self, done: EditPlan) -> None:
        """Change the files; NanoriError if one has changed meanwhile, or cannot be changed."""
        self._check()
        with writing.together(self._check):
            for path, count in self.counts.items():
                if count:
                    self._write(path, done)

    def _write(self, path: str, done: EditPlan) -> None:
        source = self.source(path)
        content = None if isinstance(source, str) else source
        with patching.opened(source, done, patching.ignored, *self._how) as reading:
            how = path, path, reading.changes, reading.file, self._check, self._how[1]
            patching.write(*how, content=content)

    def _check(self) -> None:
        for mark in self._marks:
            mark.check()


# Lines shown before and after a change.
CONTEXT = 3

_ESCAPED = "surrogateescape"


def unified(source: PathOrContent, plan: EditPlan, lang: str, format_name: str) -> Iterator[bytes]:
    """Yield the lines of a unified diff in UTF-8, for every file inside that changes.

    What may not be shown on a terminal is replaced, and so are bytes that do not fit the file's
    encoding. NanoriError as for `writing_back.rewrite`.
    """
    edits_of: dict[str, list[Edit]] = {}
    ignored = patching.ignored
    with patching.opened(source, plan, ignored, lang, format_name) as reading:
        head, path = reading.file.head, reading.file.source.path
        for change in reading.changes:
            if change.edits:
                edits_of.setdefault(change.element.member, []).extend(change.in_file())
    for member, edits in edits_of.items():
        name = f"{archives.root_of(path)}/{member}" if member else path
        yield from of_file(source, member, name, head, edits)


def of_file(
    source: PathOrContent, member: str, name: str, head: Head, edits: Iterable[Edit]
) -> Iterator[bytes]:
    """Yield the lines of the diff of a file, or of one inside it, called `name`.

    `head` is the outer file's; the edits count code points of the one they are in.
    """
    text = _text(source, member, head)
    for line in _diff(name, text, sorted(edits, key=lambda edit: edit.start)):
        end = "\r\n" if line.endswith("\r\n") else "\n"  # a carriage return at its end stays
        yield (visible(line.removesuffix(end)) + end).encode(UTF_8, "replace")


def _text(file: PathOrContent, member: str, head: Head) -> str:
    """Return the text of a file, or of one inside another or beside it."""
    inside = head.folder or archives.is_archive(head.raw)
    with streams.opened(file, folder=True) as source:
        path = source.path
        if member and inside:
            with archives.opened(source) as container:
                source = Source(path, streams.in_memory(container.read(member)))
        elif member and (beside := archives.beside(source)):
            source = Source(path, streams.in_memory(beside.read(member)))
        encoding = encodings.of(source.mark, source.head) if member else head.encoding
        return b"".join(iter(source.read, b"")).decode(encoding, _ESCAPED)


class _Change(NamedTuple):
    first: int
    end: int
    new: list[str]


def _diff(name: str, text: str, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield the lines of one file's diff.

    `difflib` would need time that grows with the square of the lines to find what the edits tell.
    """
    old = _lines(text)
    hunks: list[list[_Change]] = []
    for change in _changes(text, old, edits):
        if not hunks or change.first - hunks[-1][-1].end > 2 * CONTEXT:
            hunks.append([])
        hunks[-1].append(change)
    yield f"--- {name}\n"
    yield f"+++ {name}\n"
    # @@ -first+1,lines of old  +first+1 more by what hunks before it added,lines of new @@
    moved = 0  # how many lines more are before the hunk in the new file
    for hunk in hunks:
        first, end = max(hunk[0].first - CONTEXT, 0), min(hunk[-1].end + CONTEXT, len(old))
        more = sum(len(new) - (end - first) for first, end, new in hunk)
        yield f"@@ -{first + 1},{end - first} +{first + moved + 1},{end - first + more} @@\n"
        moved += more
        for change in hunk:
            yield from (_shown(" ", line) for line in old[first : change.first])
            yield from (_shown("-", line) for line in old[change.first : change.end])
            yield from (_shown("+", line) for line in change.new)
            first = change.end
        yield from (_shown(" ", line) for line in old[first:end])


def _changes(text: str, lines: list[str], edits: Sequence[Edit]) -> Iterator[_Change]:
    """Yield the lines that edits change; edits of a line go together.

    lines  0 ····|1 ·xx···|2 ···xx··|3 ···     starts 0, 5, 12, 20: one edit from line 1 to 2
                  ^base    first 1, end 3      is _Change(1, 3, …), moved by -base
    """
    starts = list(accumulate(map(len, lines), initial=0))
    waiting = deque(edits)
    while waiting:
        together: list[Edit] = []
        first = max(0, min(bisect_right(starts, waiting[0].start) - 1, len(lines) - 1))
        end = first + 1
        while waiting and (not together or waiting[0].start < starts[min(end, len(lines))]):
            edit = waiting.popleft()
            together.append(edit)
            end = max(end, bisect_right(starts, max(edit.end - 1, edit.start)))
        end = min(end, len(lines))
        base = starts[first]
        moved = [Edit(edit.start - base, edit.end - base, edit.text) for edit in together]
        yield _Change(first, end, _lines(apply(text[base : starts[end]], moved)))


def _lines(text: str) -> list[str]:
    """Return the lines of a text, which only a line feed ends."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _shown(sign: str, line: str) -> str:
    return sign + (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
