"""Errors about files and arguments that cannot be read, and about nanori's own files."""

from collections.abc import Callable

# Separates a spreadsheet's sheet name from the cell in a path.
SHEET = "!"

_ALPHABET = 26


def file_place(path: str | None, line: int | None, column: int | None) -> str:
    """Return `path:line:column`, or `path/Sheet!B12` for a spreadsheet, as far as it is known.

    Lines and columns count from 1.
    """
    if path is not None and path.endswith(SHEET) and line is not None:
        return f"{path}{'' if column is None else column_letters(column)}{line}"
    return ":".join(str(part) for part in (path, line, column) if part is not None)


def column_letters(column: int) -> str:
    """Return the letters of a spreadsheet's column; column 1 is “A”."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, _ALPHABET)
        letters = chr(ord("A") + letter) + letters
    return letters


class NanoriError(Exception):
    """Something given to nanori cannot be read; the message is one line for the user.

    A problem *inside* a card's text is never a NanoriError: every text has a tree.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        location = file_place(self.path, self.line, self.column)
        return f"{location}: {self.message}" if location else self.message


class Remark(NanoriError):
    """Something was read differently from how it is written; nothing is lost, nothing failed."""


class DataFileError(Exception):
    """One of nanori's own data files is missing or broken; one line says which and why.

    It is not a NanoriError because nothing the user gave is wrong: a caller that skips a record or
    a file on NanoriError would only meet it again in the next.
    """

    def __init__(self, path: str, message: str) -> None:
        super().__init__(path, message)
        self.path = path
        self.message = " ".join(message.split())

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


# Takes what is wrong with one record, which is then skipped.
OnError = Callable[[NanoriError], None]
