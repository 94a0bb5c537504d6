"""A card with what belongs to it in its file, and how the JSON of a file becomes one."""

from typing import TypeVar

import msgspec

from nanori.formats.entries import Element
from nanori.model import typed_values
from nanori.model.errors import NanoriError

Value = TypeVar("Value")


class Batch(msgspec.Struct, frozen=True):
    """Records of a file as they are there, not yet read."""

    path: str
    format: str
    """Name of the format, a module in `formats/`, that reads them."""
    lang: str
    """Language of the records that do not say theirs; empty to tell it from the text."""
    elements: tuple[Element, ...]
    """What holds each card."""
    read: int = 0
    """Bytes of the file, as on disk, that had been read by then."""


def decoded(decoder: msgspec.json.Decoder[Value], text: bytes) -> Value:
    """Return the value of a JSON text; NanoriError, without path or line, if it does not fit."""
    try:
        if not text.isascii():
            text.decode()  # a value that nobody asks for is passed over by the decoder
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise NanoriError(_plain(str(error))) from None
    except msgspec.DecodeError as error:
        reason = str(error).removeprefix("JSON is malformed: ").lower()
        raise NanoriError(f"not JSON: {reason}") from None
    except UnicodeDecodeError as error:
        raise NanoriError(f"not UTF-8: {error.reason}") from None
    except RecursionError:
        raise NanoriError("not JSON: nested too deeply") from None


def as_kind(value: object, kind: type[Value], where: str = "") -> Value:
    """Return a plain value as one of a type; NanoriError, without path or line, if not fit."""
    try:
        return typed_values.from_plain(value, kind)
    except msgspec.ValidationError as error:
        reason = _plain(str(error))
        raise NanoriError(f"{reason} in {where}" if where else reason) from None


def _plain(reason: str) -> str:
    """Return msgspec's reason in the words of this program."""
    head, divider, rest = reason.partition("missing required field `")
    if divider and head == "Object ":
        return f"no {rest.replace('`', '')}".replace(" - at $.", " in ")
    return reason.replace("`", "").replace(" - at $.", " in ").replace("Expected", "wanted")
