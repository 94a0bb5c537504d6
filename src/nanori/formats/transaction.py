"""Card files and edits of them to whether all can be made, before any file is touched."""

from __future__ import annotations

from collections.abc import Sequence

from nanori.formats import diffs, patching
from nanori.formats.edit_plans import EditPlan
from nanori.formats.io import streams, writing
from nanori.formats.io.copying import encoded
from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.fingerprints import Fingerprint, check_writable
from nanori.model.errors import NanoriError, OnError


class Transaction:
    """Files that are to be changed where they are: all of them or none."""

    def __init__(self, paths: Sequence[str], lang: str, format_name: str) -> None:
        """Keep what the files are now; NanoriError for standard input."""
        if streams.STDIN in paths:
            raise NanoriError("standard input is there, a FILE that can be rewritten was wanted")
        self._paths = list(dict.fromkeys(paths))
        self._how = (lang, format_name)
        self._marks = [Fingerprint(path) for path in self._paths]
        self.counts: dict[str, int] = {}
        """How many cards change, by file."""

    def prepare(self, done: EditPlan, report: OnError) -> None:
        """Count the cards that change; NanoriError if a change of any file cannot be made."""
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
                for line in diffs.unified(path, done, *self._how) if count else ():
                    out.write(line)

    def write(self, done: EditPlan) -> None:
        """Change the files; NanoriError if one was changed since the beginning, or cannot be."""
        self._check()
        with writing.together():
            for path, count in self.counts.items():
                if count:
                    patching.rewrite(path, path, done, patching.ignored, *self._how)
            self._check()

    def _check(self) -> None:
        for mark in self._marks:
            mark.check()
