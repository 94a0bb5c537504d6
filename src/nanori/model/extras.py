"""Imports optional packages when they are needed, and says which extra brings a missing one."""

from importlib import import_module
from typing import Any

from nanori.model.errors import NanoriError


class MissingExtraError(NanoriError, ImportError):
    """A package that one of nanori's extras brings is not installed; one line says which."""


def load(module: str, extra: str) -> Any:  # noqa: ANN401 — packages that say no types
    """Return a module of a package that the extra brings; MissingExtraError where it lacks."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise  # the package is installed, but one that it needs is not
        reason = f"{package} is not installed; pip install 'nanori[{extra}]' brings it"
        raise MissingExtraError(reason) from None
