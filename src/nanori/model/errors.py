"""What nanori says about a file or an argument that it cannot read, and about a file of its own."""

from __future__ import annotations

from collections.abc import Callable

from nanori.model.file_places import file_place


class NanoriError(Exception):
    """Something given to nanori cannot be read; the message is one line for the user.

    A problem *inside* a card's text is never a NanoriError: any text at all has a tree.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        """Keep what is wrong and where: path as the user gave it, line and column from 1."""
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        """Return `path:line:column: message`, leaving out what is not known."""
        place = file_place(self.path, self.line, self.column)
        return f"{place}: {self.message}" if place else self.message


class Remark(NanoriError):
    """Something was read otherwise than it stands there: nothing is lost, and nothing failed."""


class DataFileError(Exception):
    """A file that nanori brings along is missing or broken; one line says which and why.

    It is no NanoriError, for nothing that was given is wrong: who passes over one record, or one
    file, because of a NanoriError would meet this one again in the next.
    """

    def __init__(self, path: str, message: str) -> None:
        """Keep which file it is, with the line where that is known, and what is wrong."""
        super().__init__(path, message)
        self.path = path
        self.message = " ".join(message.split())

    def __str__(self) -> str:
        """Return `path: message`."""
        return f"{self.path}: {self.message}"


# Takes what is wrong with one record, which is passed over then.
OnError = Callable[[NanoriError], None]
