"""Regular expressions as Python compiled them, kept for the next run of the same command.

`re` compiles in Python, which takes a fifth of annotating one card and most of checking a few. The
result is numbers for its engine, which depend only on the pattern, its flags and the Python
version: what is kept is never out of date.
"""

import importlib
import marshal
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nanori.model import cached_files

# Python has no public way to these numbers. Before any are kept, a pattern is built from them and
# compared with what `re` built; another Python version cannot use them.
_compiler: Any = importlib.import_module("re._compiler")
_engine: Any = importlib.import_module("_sre")
PYTHON = (_engine.MAGIC, sys.version, sys.byteorder)

# Whether a pattern is text (Python may warn where text is compared with bytes), the pattern, and
# its flags.
AskedPattern = tuple[bool, str | bytes, int]
# Its flags including those written in it, the numbers, the number of groups, their names. The
# numbers stay bytes until they are needed.
PatternCode = tuple[int, bytes, int, dict[str, int]]
NUMBER_BYTES = 4

# Fewer new patterns are not worth writing a file for.
MIN_NEW_PATTERNS = 4
# Patterns that a run adds: checking a large set takes 400, a translated one 1,500.
MAX_NEW_PATTERNS = 4000
# Of the file; these 1,500 have 1.5 MB. Users' words fill it over time, then it starts afresh.
MAX_BYTES = 1 << 22


class KeptPatterns:
    """Supplies `re` with kept patterns in this process until `keep` is called."""

    def __init__(self, command: str, folder: Path = Path(__file__).parent) -> None:
        name = command if command.isascii() and command.isalpha() else "nanori"
        self._path = folder / f"{name}.{sys.implementation.cache_tag}.patterns"
        self._known = _read(self._path)
        self._new: dict[AskedPattern, tuple[re.Pattern[Any], list[int]]] = {}
        self._numbers: list[int] = []
        self._own: Any = (_compiler.compile, getattr(_compiler, "_code", None))
        if sys.implementation.name == "cpython" and self._own[1]:  # others have other engines
            _compiler.compile, _compiler._code = self._compile, self._code

    def _compile(self, pattern: Any, flags: int = 0) -> re.Pattern[Any]:  # noqa: ANN401 - as `re`
        if pattern.__class__ not in (str, bytes):
            return self._own[0](pattern, flags)  # already parsed, as by `re.Scanner`
        key = isinstance(pattern, str), pattern, int(flags)  # Python's zero flag has its own type
        pattern_code = self._known.get(key)
        if pattern_code is not None:
            return _compiled(pattern, pattern_code)
        compiled = self._own[0](pattern, flags)
        if len(self._new) < MAX_NEW_PATTERNS:
            self._new[key] = compiled, self._numbers
        return compiled

    def _code(self, *parsed: object) -> list[int]:
        """Return the numbers that `re` compiles to, and remember them for `_compile`.

        With threads they may be those of another pattern; the comparison before keeping notices
        that.
        """
        self._numbers = self._own[1](*parsed)
        return self._numbers

    def keep(self) -> None:
        """Write the new patterns along with the known ones, if the file can be written."""
        _compiler.compile, _compiler._code = self._own
        new = {key: code for key, each in self._new.items() if (code := _made(key[1], *each))}
        if len(new) < MIN_NEW_PATTERNS:
            return
        for patterns in ({**self._known, **new}, new):
            content = marshal.dumps(patterns)
            if len(content) <= MAX_BYTES:
                cached_files.keep(self._path, _mark(), content)
                return


def _mark() -> bytes:
    return repr(PYTHON).encode()


def _read(path: Path) -> dict[AskedPattern, PatternCode]:
    content = cached_files.read(path, _mark())
    return {} if content is None else marshal.loads(content)


def _made(
    pattern: str | bytes, compiled: re.Pattern[Any], numbers: Iterable[int]
) -> PatternCode | None:
    """Return what to keep for a pattern; None if it would not give that pattern again."""
    code = b"".join(number.to_bytes(NUMBER_BYTES, sys.byteorder) for number in numbers)
    pattern_code = (compiled.flags, code, compiled.groups, dict(compiled.groupindex))
    try:
        return pattern_code if _compiled(pattern, pattern_code) == compiled else None
    except RuntimeError:  # the numbers make no pattern
        return None


def _compiled(pattern: str | bytes, pattern_code: PatternCode) -> re.Pattern[Any]:
    flags, code, groups, names = pattern_code
    named: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        named[number] = name
    numbers = memoryview(code).cast("I").tolist()
    return _engine.compile(pattern, flags, numbers, groups, names, tuple(named))
