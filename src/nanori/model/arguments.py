"""Checks the types of a caller's arguments, with one clear error where they are wrong."""

from collections.abc import Iterable
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, force_setattr

from nanori.model.errors import NanoriError


class WrongTypeError(NanoriError, TypeError):
    """A value of the wrong type; one line says where, what is there, and what was wanted."""


def prove(what: str, value: object, *kinds: type) -> None:
    """Raise WrongTypeError, calling the value `what`, if it is of none of these types."""
    if not isinstance(value, kinds):
        raise wrong(what, value, " or ".join(kind.__name__ for kind in kinds))


def prove_iterable(what: str, values: object, kind: type) -> None:
    """Raise WrongTypeError if the values cannot be iterated; a string is one value, not many."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise wrong(what, values, f"iterable of {kind.__name__}")


def prove_all(what: str, values: object, kind: type) -> None:
    """Raise WrongTypeError if one of the values is not of that type."""
    prove_iterable(what, values, kind)
    for number, value in enumerate(cast("Iterable[object]", values)):
        prove(f"{what}[{number}]", value, kind)


def prove_fields(value: Struct) -> None:
    """Raise WrongTypeError for the first field of a wrong type; a list may be given for a tuple."""
    for field in fields(type(value)):
        inner = cast("object", getattr(value, field.name))
        if get_origin(field.type) is tuple and type(inner) is list:
            force_setattr(value, field.name, inner := tuple(cast("list[object]", inner)))
        if not _fits(inner, field.type):
            raise wrong(f"{type(value).__name__}.{field.name}", inner, _called(field.type))


def wrong(what: str, value: object, kind: str) -> WrongTypeError:
    """Return the error for a value where another kind was wanted."""
    found = type(value).__name__
    if isinstance(value, tuple):
        inside = dict.fromkeys(type(item).__name__ for item in cast("tuple[Any]", value))
        found = f"tuple of {', '.join(inside) or 'nothing'}"
    return WrongTypeError(f"{what}: {found} is there, {kind} was wanted")


def _fits(value: object, kind: Any) -> bool:  # noqa: ANN401 — an annotation
    if get_origin(kind) is tuple:
        inside, item = cast("list[object]", value), get_args(kind)[0]
        return isinstance(value, tuple) and all(_fits(each, item) for each in inside)
    return isinstance(value, kind)


def _called(kind: Any) -> str:  # noqa: ANN401 — an annotation
    if get_origin(kind) is tuple:
        return f"tuple of {_called(get_args(kind)[0])}"
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return " or ".join(map(_called, get_args(kind)))
    return str(kind.__name__)
