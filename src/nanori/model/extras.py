"""What comes with an extra of the package, and may not be installed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from nanori.model.errors import NanoriError


def imported(module: str, extra: str) -> ModuleType:
    """Return a module that comes with an extra; NanoriError that names the extra without it."""
    try:
        return import_module(module)
    except ImportError:
        reason = f"{module} is not installed, it comes with pip install 'nanori[{extra}]'"
        raise NanoriError(reason) from None
