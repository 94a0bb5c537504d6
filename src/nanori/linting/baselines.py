"""Findings that are known and not to be reported again, kept in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from nanori.formats.io import writing
from nanori.linting.reports import Report
from nanori.model import typed_values, visible
from nanori.model.errors import NanoriError

VERSION = 1


class _Known(msgspec.Struct, frozen=True):
    """One finding, with enough beside its fingerprint for a person who reads the file."""

    fingerprint: str
    check: str = ""
    path: str = ""
    card: str | int | None = None
    text: str = ""


class _File(msgspec.Struct, frozen=True):
    nanori_baseline: int
    findings: tuple[_Known, ...]


def read(path: str) -> frozenset[str]:
    """Return the fingerprints in a baseline; NanoriError if it is no such file."""
    try:
        content = Path(path).read_bytes()
        baseline = typed_values.from_json(content, _File)
    except OSError as error:
        raise NanoriError((error.strerror or str(error)).lower(), path=path) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NanoriError(f"no baseline of nanori: {error}".lower(), path=path) from error
    if baseline.nanori_baseline != VERSION:
        raise NanoriError(f"version {baseline.nanori_baseline}, {VERSION} was wanted", path=path)
    return frozenset(finding.fingerprint for finding in baseline.findings)


def without(reports: Iterable[Report], known: frozenset[str]) -> Iterator[Report]:
    """Yield the reports whose fingerprint is not among those."""
    return (report for report in reports if report.fingerprint not in known)


def write(path: str, reports: Iterable[Report]) -> int:
    """Write those findings as a baseline, all or nothing, and return how many there are."""
    known = [
        _Known(
            report.fingerprint,
            report.diagnostic.check,
            report.diagnostic.path,
            report.diagnostic.card,
            report.diagnostic.text,
        )
        for report in reports
    ]
    content = msgspec.json.format(visible.json(_File(VERSION, tuple(known))), indent=1)
    with writing.output(path) as out:
        out.write(content + b"\n")
    return len(known)
