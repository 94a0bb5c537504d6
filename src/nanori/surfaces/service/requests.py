"""A line of a program that asks to a request with typed parameters, or to what is wrong with it."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, ValidationError

from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card

LONGEST = 4 << 20
"""Bytes of a line at most."""

Identifier = str | int | None
"""What the one who asks calls a request; the answer has it, too."""

Code = Literal["not-json", "too-long", "bad-request", "unknown-method", "bad-params", "internal"]
"""What is wrong, for programs."""

Params = TypeVar("Params", bound=Struct)


class RequestError(Exception):
    """A request that cannot be answered; it is answered with an error."""

    def __init__(self, code: Code, message: str, id: Identifier = None) -> None:
        """Keep what is wrong, for programs and in words, and which request it was, if known."""
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.id = id


class Request(Struct, frozen=True):
    """A request."""

    method: str
    id: Identifier = None
    params: dict[str, Any] = {}


class OfCards(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of `annotate`, and of `lint` for cards that know each other."""

    cards: list[dict[str, Any]]
    lang: str = ""
    """Language of cards that do not say theirs."""


class OfPair(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of `lint` for one card in two languages."""

    original: dict[str, Any]
    translation: dict[str, Any]


class OfQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of `find`."""

    query: str
    lang: str = ""
    """The only language to look in."""
    to_lang: str = ""
    """The language that names are wanted in, beside those that match."""
    limit: int = 10


_request = typed_values.decoder(Request)
_any = typed_values.decoder(dict[str, Any])


def read(line: bytes) -> Request:
    """Return the request of a line; RequestError for what is none, with its id where it has one."""
    if len(line) > LONGEST:
        raise RequestError("too-long", f"a line longer than {LONGEST >> 20} MiB")
    try:
        return _request.decode(line)
    except ValidationError as error:
        raise RequestError("bad-request", _plain(error), _id_of(line)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else _plain(error)
        raise RequestError("not-json", reason) from None


def params(request: Request, kind: type[Params]) -> Params:
    """Return the parameters of a request; RequestError where they are others than the method's."""
    try:
        return typed_values.from_plain(request.params, kind)
    except ValidationError as error:
        raise RequestError("bad-params", _plain(error), request.id) from None


def card(fields: dict[str, Any], id: Identifier) -> Card:
    """Return a card by its fields, which may have no name; RequestError if it is none."""
    try:
        return typed_values.from_plain({"name": "", **fields}, Card)
    except (ValidationError, NanoriError, TypeError) as error:
        raise RequestError("bad-params", _plain(error), id) from None


def _id_of(line: bytes) -> Identifier:
    """Return the id of what is a JSON object and no request."""
    try:
        id = _any.decode(line).get("id")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return id if isinstance(id, str | int) else None


def _plain(error: Exception) -> str:
    """Return what is wrong in the words of this program, not of the library that says it."""
    words = " ".join(str(error).replace("`", "").removeprefix("JSON is malformed: ").split())
    words = words.replace("Object missing required field", "no").replace("Expected", "wanted")
    return words.replace(" - at $.", " in ").replace("Object contains", "there is an")
