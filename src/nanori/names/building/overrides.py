"""Announced corrections and renames of names, each with its source."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from nanori.model import data_files

OVERRIDES = Path(__file__).with_name("overrides.toml")


class AnnouncedName(Struct, frozen=True, forbid_unknown_fields=True):
    """An announcement of what a face is called in a language."""

    face: str
    lang: str
    official: str
    source: str
    superseded: tuple[str, ...] = ()


class Rereading(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings that a name has had in print, the first of them its own."""

    face: str
    lang: str
    name: str
    readings: tuple[str, ...]
    source: str


class _Overrides(Struct, frozen=True, forbid_unknown_fields=True):
    name: tuple[AnnouncedName, ...] = ()
    reading: tuple[Rereading, ...] = ()


@cache
def renamings() -> dict[str, list[AnnouncedName]]:
    """Return what was announced of names, by the English name of the face."""
    by_face: dict[str, list[AnnouncedName]] = {}
    for renaming in _overrides().name:
        by_face.setdefault(renaming.face, []).append(renaming)
    return by_face


@cache
def rereadings() -> dict[str, list[Rereading]]:
    """Return what is known of readings, by the English name of the face."""
    by_face: dict[str, list[Rereading]] = {}
    for rereading in _overrides().reading:
        by_face.setdefault(rereading.face, []).append(rereading)
    return by_face


@cache
def _overrides() -> _Overrides:
    return data_files.table(OVERRIDES, _Overrides)
