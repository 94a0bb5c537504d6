"""Measures the reading and writing back of a long card file against json.load of it.

The file is made of the set files in ../shared, as often as needed, and deleted afterwards. Every
figure is of a process of its own, by the clock.
"""

from __future__ import annotations

import json
import lzma
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import material
from measuring import Whole, whole

SETS = material.SHARED / "data" / "mtgjson"

LOAD = "import json; json.load(open(PATH, encoding='utf-8'))"
READ = """
from nanori.formats import reader
print(sum(1 for one in reader.read(PATH)))
"""
ENTRIES = """
from nanori.formats import reader
print(sum(1 for one in reader.entries(PATH)))
"""
EDIT = """
from nanori.formats import patching
from nanori.model.values import Edit
def last(entry):
    return {"text": [Edit(0, 1, "x")]} if entry.card.text and entry.card.id.endswith("0") else {}
print(patching.rewrite(PATH, PATH + ".new", last, print), "cards changed")
"""


SIZES = (30, 300)
"""Megabytes of the file."""


def formats() -> int:
    """Print a line for each way of reading, for each size."""
    if not SETS.is_dir():
        print("  no set files here")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = Path(folder, "AllPrintings.json")
            with path.open("wb") as file:
                file.writelines(printings(size << 20))
            base = measured(LOAD, path)
            for name, program in (("read", READ), ("entries", ENTRIES), ("write back", EDIT)):
                taken = measured(program, path)
                times = taken.seconds / base.seconds
                peak = taken.peak / base.peak
                print(f"  {size} MB {name:<10} {times:.2f} times json.load, {peak:.2f} of its peak")
    return 0


def printings(size: int) -> Iterator[bytes]:
    """Yield a file as AllPrintings is, about so many bytes long."""
    paths = sorted(SETS.glob("*.xz"))
    sets = [json.loads(lzma.decompress(path.read_bytes()))["data"] for path in paths]
    yield b'{"meta": {"date": "2026-11-21", "version": "5.3.0"}, "data": {'
    written = 0
    while written < size:
        for number, one in enumerate(sets):
            comma = b", " if written else b""
            code = f"{one['code']}{written}"
            text = json.dumps(one, ensure_ascii=bool(number % 2)).encode()
            written += len(text)
            yield comma + json.dumps(code).encode() + b": " + text
            if written >= size:
                break
    yield b"}}\n"


def measured(program: str, path: Path) -> Whole:
    """Return what a program takes in a process of its own."""
    return whole([sys.executable, "-c", f"PATH = {str(path)!r}\n{program}"])
