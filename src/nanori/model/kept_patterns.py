"""Regular expressions as Python compiled them, kept for the next run of the same command.

`re` compiles in Python: a fifth of what one card takes, most of what it takes to check a few. What
comes of it are numbers for its engine, which the pattern, its flags and the Python alone decide:
nothing that is kept is ever out of date.
"""

import importlib
import marshal
import re
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

# Python has no public way to the numbers. Before any are kept, a pattern is made of them and
# compared with what `re` made; to another Python they are of no use.
_compiler: Any = importlib.import_module("re._compiler")
_engine: Any = importlib.import_module("_sre")
PYTHON = (_engine.MAGIC, sys.version, sys.byteorder)

# Whether a pattern is text, as Python may warn where it compares text with bytes; it, its flags.
AskedPattern = tuple[bool, str | bytes, int]
# Its flags with those written in it, the numbers, how many groups, their names. The numbers are
# bytes until they are asked for.
PatternCode = tuple[int, bytes, int, dict[str, int]]
WIDTH = 4

# Fewer new ones are not worth a file.
FEW = 4
# Of a run, and bytes of a file. Checks of a large set ask for 400 with 400 kB, of a translated one
# for 1,500 with 1.5 MB. Those made of users' words fill a file with time, and it begins anew.
MOST, MOST_BYTES = 4000, 1 << 22


class KeptPatterns:
    """What `re` compiles patterns by in this process, from now on until they are kept."""

    def __init__(self, command: str, folder: Path = Path(__file__).parent) -> None:
        """Read what is kept for a command, or for all that is no word, under a folder."""
        name = command if command.isascii() and command.isalpha() else "nanori"
        self._path = folder / f"{name}.{sys.implementation.cache_tag}.patterns"
        self._known = _read(folder / "__pycache__" / self._path.name)
        self._new: dict[AskedPattern, tuple[re.Pattern[Any], list[int]]] = {}
        self._numbers: list[int] = []
        self._own: Any = (_compiler.compile, getattr(_compiler, "_code", None))
        if sys.implementation.name == "cpython" and self._own[1]:  # others have other engines
            _compiler.compile, _compiler._code = self._compile, self._code

    def _compile(self, pattern: Any, flags: int = 0) -> re.Pattern[Any]:  # noqa: ANN401 - as `re`
        """Return what `re` makes of a pattern, made by it where nothing is kept."""
        if pattern.__class__ not in (str, bytes):
            return self._own[0](pattern, flags)  # read already, as by `re.Scanner`
        asked = (isinstance(pattern, str), pattern, int(flags))  # Python has a 0 of its own kind
        known = self._known.get(asked)
        if known is not None:
            return _compiled(pattern, known)
        compiled = self._own[0](pattern, flags)
        if len(self._new) < MOST:
            self._new[asked] = compiled, self._numbers
        return compiled

    def _code(self, *parsed: object) -> list[int]:
        """Return the numbers of what `re` compiles, and remember them for `_compile`.

        Where threads meet they may be those of another pattern, which are not kept, as is proved.
        """
        self._numbers = self._own[1](*parsed)
        return self._numbers

    def keep(self) -> None:
        """Write what was new with what was known, if it can be written."""
        _compiler.compile, _compiler._code = self._own
        new = {asked: made for asked, each in self._new.items() if (made := _made(asked[1], *each))}
        if len(new) < FEW:
            return
        from nanori.model import data_files  # which imports what is compiled

        for kept in ({**self._known, **new}, new):
            content = marshal.dumps((PYTHON, kept))
            if len(content) <= MOST_BYTES:
                data_files.keep(self._path, zlib.crc32(content).to_bytes(WIDTH) + content)
                return


def _read(path: Path) -> dict[AskedPattern, PatternCode]:
    """Return what a file has for this Python; nothing if it is cut off, or anything else."""
    try:
        content = path.read_bytes()
    except OSError:
        return {}
    if zlib.crc32(content[WIDTH:]).to_bytes(WIDTH) != content[:WIDTH]:
        return {}
    python, known = marshal.loads(memoryview(content)[WIDTH:])
    return known if python == PYTHON else {}


def _made(
    pattern: str | bytes, compiled: re.Pattern[Any], numbers: Iterable[int]
) -> PatternCode | None:
    """Return what to keep of a pattern; None if another pattern, or none, would come of it."""
    code = b"".join(number.to_bytes(WIDTH, sys.byteorder) for number in numbers)
    made = (compiled.flags, code, compiled.groups, dict(compiled.groupindex))
    try:
        return made if _compiled(pattern, made) == compiled else None
    except RuntimeError:  # none
        return None


def _compiled(pattern: str | bytes, made: PatternCode) -> re.Pattern[Any]:
    flags, code, groups, names = made
    named: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        named[number] = name
    numbers = memoryview(code).cast("I").tolist()
    return _engine.compile(pattern, flags, numbers, groups, names, tuple(named))
