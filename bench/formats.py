"""Measures the reading and writing back of a card file of 300 MB against json.load of it.

    python bench/formats.py [MEGABYTES]…

The file is made of the set files in ../shared, as often as needed, and deleted afterwards. Every
figure is of a process of its own: seconds of the wall clock, and peak memory.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

SETS = Path(__file__).parents[2] / "shared" / "data" / "mtgjson"

LOAD = "import json; json.load(open(PATH, encoding='utf-8'))"
READ = """
from nanori import formats
print(sum(1 for one in formats.read(PATH)))
"""
ENTRIES = """
from nanori import formats
print(sum(1 for one in formats.entries(PATH)))
"""
EDIT = """
from nanori import writing_back
from nanori.model import Edit
def last(entry):
    return {"text": [Edit(0, 1, "x")]} if entry.card.text and entry.card.id.endswith("0") else {}
print(writing_back.rewrite(PATH, PATH + ".new", last, print), "cards changed")
"""


def main() -> None:
    """Print a line for each way of reading, for each size."""
    sizes = [int(word) for word in sys.argv[1:]] or [30, 300]
    if not SETS.is_dir():
        print("no set files here")
        return
    with tempfile.TemporaryDirectory() as folder:
        for part in sizes:
            path = Path(folder, "AllPrintings.json")
            with path.open("wb") as file:
                file.writelines(printings(part << 20))
            print(f"{path.stat().st_size / 1e6:.0f} MB")
            base = measured("json.load", LOAD, path)
            for name, program in (("read", READ), ("entries", ENTRIES), ("write back", EDIT)):
                measured(name, program, path, base)


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


def measured(name: str, program: str, path: Path, base: float = 0.0) -> float:
    """Print seconds and peak memory of a program in a process of its own; return the seconds."""
    code = f"PATH = {str(path)!r}\n{program}"
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{name} ended with {process.returncode}")
    taken = time.perf_counter() - begun
    times = f", {taken / base:.2f} × json.load" if base else ""
    print(f"  {name:<10} {taken:6.2f} s{times}, {usage.ru_maxrss / 1024:.0f} MiB")
    return taken


if __name__ == "__main__":
    main()
