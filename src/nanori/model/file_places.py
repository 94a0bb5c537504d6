"""Where something stands in a file, as people read it."""

from __future__ import annotations

# What the path of a spreadsheet ends in, behind the name of the sheet.
SHEET = "!"

_LETTERS = 26


def file_place(path: str | None, line: int | None, column: int | None) -> str:
    """Return `path:line:column`, or `path/Sheet!B12` of a spreadsheet; what is known of it.

    Lines and columns count from 1.
    """
    if path is not None and path.endswith(SHEET) and line is not None:
        return f"{path}{'' if column is None else column_letters(column)}{line}"
    return ":".join(str(part) for part in (path, line, column) if part is not None)


def column_letters(column: int) -> str:
    """Return the letters of a column of a spreadsheet, the first of which is 1 and “A”."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, _LETTERS)
        letters = chr(ord("A") + letter) + letters
    return letters
