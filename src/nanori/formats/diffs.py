"""Card files with edits, before any is touched: as a unified diff, then all changed or none."""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nanori.formats import patching
from nanori.formats.detection import Head
from nanori.formats.edit_plans import EditPlan
from nanori.formats.io import archives, streams, writing
from nanori.formats.io.encodings import UTF_8
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
        self._marks = [Fingerprint(path) for path in self._paths]
        self.counts: dict[str, int] = {}
        """How many cards change, by file."""

    def prepare(self, done: EditPlan, report: OnError) -> None:
        """Count the cards that change; NanoriError if a change of any file is impossible."""
        for path in self._paths:
            count = 0
            with patching.opened(path, done, report, *self._how) as opened:
                for element, made in opened.changes:
                    count += bool(made)
                    encoding = UTF_8 if element.member else opened.file.head.encoding
                    for edit in made:
                        encoded(edit.text, encoding, path)
            self.counts[path] = count
            if count:
                check_writable(path)

    def show(self, done: EditPlan) -> None:
        """Write a unified diff to standard output."""
        with writing.output(None) as out:
            for path, count in self.counts.items():
                for line in unified(path, done, *self._how) if count else ():
                    out.write(line)

    def write(self, done: EditPlan) -> None:
        """Change the files; NanoriError if one has changed meanwhile, or cannot be changed."""
        self._check()
        with writing.together(self._check):
            for path, count in self.counts.items():
                if count:
                    patching.rewrite(path, path, done, patching.ignored, *self._how)

    def _check(self) -> None:
        for mark in self._marks:
            mark.check()


# Lines shown before and after a change.
AROUND = 3

_ESCAPED = "surrogateescape"


class _Piece(NamedTuple):
    """Lines that change together."""

    first: int
    """The first of the old lines, from 0."""
    old: list[str]
    new: list[str]


def unified(path: str, plan: EditPlan, lang: str, format_name: str) -> Iterator[bytes]:
    """Yield the lines of a unified diff in UTF-8, for every file inside that changes.

    What may not be shown on a terminal is replaced, and so are bytes that do not fit the file's
    encoding. NanoriError as for `writing_back.rewrite`.
    """
    edits_of: dict[str, list[Edit]] = {}
    ignored = patching.ignored
    with patching.opened(path, plan, ignored, lang, format_name) as opened:
        head = opened.file.head
        for change in opened.changes:
            if change.edits:
                edits_of.setdefault(change.element.member, []).extend(change.in_file())
    for member, edits in edits_of.items():
        name = f"{archives.root_of(path)}/{member}" if member else path
        yield from of_file(path, member, name, head, edits)


def of_file(
    path: str, member: str, name: str, head: Head, edits: Iterable[Edit]
) -> Iterator[bytes]:
    """Yield the lines of the diff of a file, or of one inside it, called `name`.

    `head` is the outer file's; the edits count code points of the one they are in.
    """
    text = _text(path, member, head)
    for line in _diff(name, text, sorted(edits, key=lambda edit: edit.start)):
        end = "\r\n" if line.endswith("\r\n") else "\n"  # a carriage return at its end stays
        yield (visible(line.removesuffix(end)) + end).encode(UTF_8, "replace")


def _text(path: str, member: str, head: Head) -> str:
    """Return the text of a file, or of one inside another or beside it."""
    inside = head.folder or archives.is_archive(head.raw)
    if not member:
        with streams.opened(path) as source:
            return b"".join(iter(source.read, b"")).decode(head.encoding, _ESCAPED)
    with streams.opened(path, folder=True) as source:
        container = archives.opened(source) if inside else None
        if container is not None:
            with container as files:
                raw = files.read(member)
        else:
            beside = archives.beside(source)
            raw = beside.read(member) if beside else b""
    return raw.decode(UTF_8, _ESCAPED)


def _diff(name: str, text: str, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield the lines of one file's diff."""
    lines = _kept(text)
    pieces = deque(_pieces(text, lines, edits))
    yield f"--- {name}\n"
    yield f"+++ {name}\n"
    grown = 0
    while pieces:
        hunk = [pieces.popleft()]
        while pieces and pieces[0].first - (hunk[-1].first + len(hunk[-1].old)) <= 2 * AROUND:
            hunk.append(pieces.popleft())
        yield from _hunk(lines, hunk, grown)
        grown += sum(len(piece.new) - len(piece.old) for piece in hunk)


def _pieces(text: str, lines: list[str], edits: Sequence[Edit]) -> Iterator[_Piece]:
    """Yield the lines that edits change; edits of the same lines go together."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    waiting = list(reversed(edits))
    while waiting:
        together = [waiting.pop()]
        first = max(0, min(bisect_right(starts, together[0].start) - 1, len(lines) - 1))
        end = max(first + 1, bisect_right(starts, max(together[0].end - 1, together[0].start)))
        while waiting and waiting[-1].start < starts[min(end, len(lines))]:
            together.append(waiting.pop())
            end = max(end, bisect_right(starts, max(together[-1].end - 1, together[-1].start)))
        end = min(end, len(lines))
        base = starts[first]
        moved = [Edit(edit.start - base, edit.end - base, edit.text) for edit in together]
        new = apply(text[base : starts[end]], moved)
        yield _Piece(first, lines[first:end], _kept(new))


def _kept(text: str) -> list[str]:
    """Return the lines of a text, which only a line feed ends."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _hunk(lines: list[str], pieces: list[_Piece], grown: int) -> Iterator[str]:
    """Yield a hunk: its heading, the lines around the changes, and the changes."""
    first = max(0, pieces[0].first - AROUND)
    end = min(len(lines), pieces[-1].first + len(pieces[-1].old) + AROUND)
    more = sum(len(piece.new) - len(piece.old) for piece in pieces)
    count = end - first
    yield f"@@ -{first + 1},{count} +{first + 1 + grown},{count + more} @@\n"
    place = first
    for piece in pieces:
        yield from (_shown(" ", line) for line in lines[place : piece.first])
        yield from (_shown("-", line) for line in piece.old)
        yield from (_shown("+", line) for line in piece.new)
        place = piece.first + len(piece.old)
    yield from (_shown(" ", line) for line in lines[place:end])


def _shown(sign: str, line: str) -> str:
    return sign + (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
