"""What nanori says about a file or an argument that it cannot read."""

from __future__ import annotations

from collections.abc import Callable


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
        place = [str(part) for part in (self.path, self.line, self.column) if part is not None]
        return ": ".join([":".join(place), self.message]) if place else self.message


OnError = Callable[[NanoriError], None]
"""Takes what is wrong with one record, which is passed over then."""
