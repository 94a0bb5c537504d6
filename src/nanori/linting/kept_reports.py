"""Findings of earlier runs that are kept, so that nothing is looked at twice.

What was found is kept under what it depends on: files, settings and the program. What a check
finds in one file may hang on the names in all others: the findings of a run are kept as a whole,
and are those of another where nothing that was read, or reads, has changed.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Inspection, Looked
from nanori.linting.options import Settings
from nanori.linting.reports import Report
from nanori.model import cached_files, typed_values

# Runs whose findings are cached; the oldest are deleted.
MAX_FILES_OF_REPORTS = 32
# Findings of a run beyond which they are not worth caching.
MAX_REPORTS = 50_000
# What a file begins with; changed whenever findings are kept otherwise.
SIGN = b"nanori findings 5\n"


def folder() -> Path:
    """Return where findings are kept: NANORI_CACHE, else where the system keeps such things."""
    if given := os.environ.get("NANORI_CACHE"):
        return Path(given) / "findings"
    import platformdirs

    return Path(platformdirs.user_cache_dir("nanori", appauthor=False)) / "findings"


def place(targets: Sequence[CheckedFile], settings: Settings, *asked: object) -> Path | None:
    """Return where the findings of a run are kept; None if they depend on what cannot be known.

    `asked` is what else was asked for.
    """
    if any(target.stdin or target.memory is not None for target in targets):
        return None
    try:
        digest = hashlib.sha256(msgspec.json.encode((settings, repr(asked), _program())))
        for target in targets:
            digest.update(repr((target.path, target.shown, target.rules)).encode(errors="replace"))
            for part in _digests(target):
                digest.update(part)
        for path in filter(None, (settings.names, settings.terms)):
            digest.update(_stamp(Path(path)))
    except OSError:
        return None
    return folder() / f"{digest.hexdigest()}.jsonl"


@cache
def _program() -> str:
    """Return what tells this program from others: its files say what is found."""
    digest = hashlib.sha256(sys.version.encode())
    for root in (Path(__file__).parents[1], languages.folder()):
        for path in sorted(root.rglob("*")):
            if path.suffix in {".py", ".so", ".pyd", ".toml", ".csv", ".lark"}:
                digest.update(_stamp(path))
    return digest.hexdigest()


def _stamp(path: Path) -> bytes:
    """Return when a file was written and how long it is."""
    status = path.stat()
    return repr((str(path), status.st_mtime_ns, status.st_size)).encode(errors="replace")


def _digests(target: CheckedFile) -> Iterator[bytes]:
    """Yield what tells what a file says, or each file in a folder."""
    path = Path(target.path)
    if target.opened:
        yield hashlib.sha256(target.content()).digest()
        return
    for inside in sorted(path.rglob("*")) if path.is_dir() else [path]:
        yield str(inside).encode(errors="replace")
        if inside == path or inside.is_file():
            with inside.open("rb") as file:
                yield hashlib.file_digest(file, "sha256").digest()


def read(path: Path, targets: Sequence[CheckedFile]) -> list[Inspection] | None:
    """Return what is kept there of these files; None if nothing is, or if it is not whole."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if (whole := cached_files.unsealed(SIGN, content)) is None:
        return None
    *lines, last = whole.splitlines()
    reports = list(map(typed_values.decoder(Report).decode, lines))
    read = typed_values.decoder(dict[str, Looked]).decode(last)
    with suppress(OSError):
        path.touch()  # the oldest are given up
    counted = [Inspection(each, [], read[each.path]) for each in targets if each.path in read]
    return [each._replace(reports=reports if not at else []) for at, each in enumerate(counted)]


def kept(
    path: Path, inspections: Iterable[Inspection], is_sound: Callable[[], bool]
) -> Iterator[Inspection]:
    """Yield what is looked at, and keep the findings when that is all and nothing was wrong."""
    lines: list[bytes] | None = []
    read: dict[str, Looked] = {}
    for inspection in inspections:
        path_read = inspection.target.path
        read[path_read] = read.get(path_read, Looked()) + inspection.looked
        try:
            if lines is not None:
                lines += (msgspec.json.encode(report) + b"\n" for report in inspection.reports)
        except (msgspec.EncodeError, UnicodeEncodeError):  # a finding that UTF-8 cannot have
            lines = None
        if lines is not None and len(lines) > MAX_REPORTS:
            lines = None
        yield inspection
    if lines is not None and is_sound():
        _write(path, cached_files.sealed(SIGN, b"".join([*lines, msgspec.json.encode(read)])))


def _write(path: Path, content: bytes) -> None:
    """Write a file, and give up the oldest."""
    cached_files.write(path, content)
    with suppress(OSError):
        runs = sorted(path.parent.glob("*.jsonl"), key=lambda run: run.stat().st_mtime_ns)
        for old in runs[:-MAX_FILES_OF_REPORTS]:
            old.unlink(missing_ok=True)
