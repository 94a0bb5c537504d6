"""What takes an error in a test that has none."""

from typing import NoReturn

from nanori.model.errors import NanoriError


def fail(error: NanoriError) -> NoReturn:
    """Raise the error."""
    raise error
