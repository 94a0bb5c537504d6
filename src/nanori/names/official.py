"""Whether a name is a card's official one in its language (spec B8)."""

from __future__ import annotations

from nanori.names.model import FaceEntry


def is_official(name: str, entry: FaceEntry) -> bool:
    """Tell whether a name is the face's own now, and not one that another has replaced (B8)."""
    return any(form.name == name and form.official for form in entry.forms)
