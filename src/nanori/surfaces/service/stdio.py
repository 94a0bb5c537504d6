"""Lines of a stream to lines of another: each request has an answer, in order, at once.

A line that is no request has an error for an answer, and the next one is read; only the end of the
stream ends it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from nanori.model import visible
from nanori.surfaces.service import requests
from nanori.surfaces.service.answering import Service
from nanori.surfaces.service.requests import LONGEST, Identifier, RequestError


def serve(service: Service, given: BinaryIO, out: BinaryIO) -> None:
    """Answer every line until the stream ends; blank lines have no answer."""
    for line in _lines(given):
        if line.strip():
            out.write(visible.json(answered(service, line)) + b"\n")
            out.flush()


def answered(service: Service, line: bytes) -> dict[str, Any]:
    """Return the answer to a line: its `id`, and `result` or `error`."""
    id: Identifier = None
    try:
        request = requests.read(line)
        id = request.id
        return {"id": id, "result": service.answer(request)}
    except RequestError as error:
        return {"id": error.id, "error": {"code": error.code, "message": error.message}}
    except Exception as error:  # a fault of ours is no reason to leave the next one unanswered
        message = " ".join(f"{type(error).__name__}: {error}".split())
        return {"id": id, "error": {"code": "internal", "message": message}}


def _lines(given: BinaryIO) -> Iterator[bytes]:
    """Yield each line; of one that is too long as much as tells so, and never more is held."""
    while line := given.readline(LONGEST + 2):
        rest = line
        while len(rest) == LONGEST + 2 and not rest.endswith(b"\n"):
            rest = given.readline(LONGEST + 2)
        yield line
