"""What is written behind options to values: text, numbers and choices without a type system.

Typer asks pydantic for every value, which takes longer to import than a card to annotate. Where a
value is plain this module answers; where it is not, or is wrong, Typer does, and says what is.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import Any, TypeVar

import typer

ASKED = object()
"""What is no plain value."""


AnyCommand = TypeVar("AnyCommand", bound=Any)
"""A command or a group of them; Typer's type of both is not public."""


def answered(command: AnyCommand) -> AnyCommand:
    """Return a command that lets plain values of its options and arguments pass."""
    for parameter in command.get_params(typer.Context(command)):
        asked = getattr(parameter, "get_runtime_param", None)
        if asked is not None:
            parameter.get_runtime_param = partial(_Passing, asked)
    return command


class _Passing:
    """Stands before what Typer makes of an annotation, which is made only where it is needed."""

    def __init__(self, asked: Any) -> None:  # noqa: ANN401 - Typer has no public type
        self._asked = asked

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ANN401 - as Typer's own
        """Return the value of an option."""
        kind = param.type_descriptor
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if kind.annotation is int:
            plain = _number(kind.parameter_info, value)
        else:
            plain = _plain(kind.annotation, value)
        return self._asked().coerce(value, param=param, ctx=ctx) if plain is ASKED else plain


def _number(option: Any, value: Any) -> Any:  # noqa: ANN401 - Typer's description of an option
    """Return a number that is neither too small nor too large; ASKED for anything else."""
    if not isinstance(value, int) and not (isinstance(value, str) and value.isdecimal()):
        return ASKED
    number = int(value)
    small = option.min is not None and number < option.min
    large = option.max is not None and number > option.max
    return ASKED if small or large else number


def _plain(annotation: Any, value: Any) -> Any:  # noqa: ANN401 - any type of a command's argument
    """Return the value that an annotation makes of what was written; ASKED if that is not plain."""
    if annotation is str and isinstance(value, str):
        return value
    if annotation == list[str] and isinstance(value, (list, tuple)):
        words: list[Any] = [*value]
        return words if all(isinstance(word, str) for word in words) else ASKED
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        if isinstance(value, annotation):
            return value
        return next((choice for choice in annotation if choice.value == value), ASKED)
    return ASKED
