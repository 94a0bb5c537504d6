"""Measures the peak memory of whole commands over inputs as long as the limits let them be.

Where `lint` and `rename` keep the names of a file, what a name takes is printed, too.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import measuring
from nanori.model.limits import LONGEST_TEXT

MOST = 300
"""MiB that a command may have."""
SPENT = (0, 1, 2)
"""Exit codes of a run that came to its end."""
CARDS = 100_000
NAME = "Ember Pot"


def _card(text: str, **more: str) -> str:
    card = {"lang": "en", "name": NAME, "type": "Artifact", "text": text, **more}
    return json.dumps(card, ensure_ascii=False) + "\n"


def _full(piece: str, **more: str) -> str:
    return _card(piece * (LONGEST_TEXT // len(piece)), **more)


LINES: dict[str, Callable[[], str]] = {
    "brackets": lambda: _full("("),
    "quotation marks": lambda: _full('"'),
    "signs": lambda: _full("~"),
    "own names": lambda: _full(f"{NAME}. "),
    "slips": lambda: _full("Embr Pot. "),
    "demonstratives": lambda: _full("This artifact. "),
    "demonstratives, ja": lambda: _full("このクリーチャー。", lang="ja", type="クリーチャー"),
    "a value of 8 MiB": lambda: _card("", other="a" * ((8 << 20) - 200)),
}
"""Files of one line, each as long as it may be."""
COMMANDS = [
    ["lint"],
    ["lint", "--fix"],
    ["annotate"],
    ["restyle", "--style", "oracle", "--in-place"],
    ["show"],
    ["tree"],
]


def memory() -> int:
    """Print the peak of every command over every input, and how many miss the limit."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cards.jsonl")
        for what, line in LINES.items():
            missed += _printed(what, path, line())
        set_ = "card:\n\tname: Ember Pot\n\trule_text: Ember Pot. This artifact.\n"
        archive = Path(folder, "set.mse-set")
        with ZipFile(archive, "w", ZIP_DEFLATED) as made:
            head = "mse_version: 2.0.2\ngame: magic\n"
            made.writestr("set", head + set_ * ((1 << 24) // 100))
        missed += _printed("an archive", archive, None)
        prose = Path(folder, "prose.md")
        for piece in ("See rule 999.9z. ", "“Ember Pot” ", "(", "this creature "):
            prose.write_text("100.1. " + piece * ((8 << 20) // len(piece.encode()) - 100))
            peaks = {words: _peak(words, str(prose)) for words in ("mentions", "lint")}
            missed += _told(f"8 MiB of {piece!r}", peaks)
        missed += _many(path)
    print(f"  {missed} beyond {MOST} MiB")
    return missed


def _printed(what: str, path: Path, line: str | None) -> int:
    """Print the peaks of all commands over a file, which each has afresh."""
    peaks: dict[str, int] = {}
    for command in [*COMMANDS, ["rename"]]:
        if line is not None:
            path.write_text(line)
        more = [NAME, "Ash Urn", "--write"] if command == ["rename"] else []
        peaks[" ".join(command[:2])] = _peak(*command, str(path), *more)
    return _told(what, peaks)


def _many(path: Path) -> int:
    """Print the peaks of a file of many cards, and what a name takes more than in a tenth."""
    peaks: dict[int, dict[str, int]] = {}
    for count in (CARDS // 10, CARDS):
        with path.open("w") as file:
            file.writelines(
                _card(f"When Cart {number} enters, draw a card.", name=f"Cart {number}")
                for number in range(count)
            )
        peaks[count] = {
            " ".join(words): _peak(*words, str(path))
            for words in (["annotate"], ["show"], ["lint"], ["restyle", "--style", "tilde"])
        }
        peaks[count]["rename"] = _peak("rename", str(path), "Cart 1", "Ash Urn", "--write")
    few, many = peaks.values()
    for words, peak in many.items():
        a_name = (peak - few[words]) * 1024 / (CARDS - CARDS // 10)
        print(f"  {words}: {CARDS:,} cards {peak >> 10} MiB, {a_name:.0f} bytes for each card")
    return sum(peak > MOST << 10 for peak in many.values())


def _told(what: str, peaks: dict[str, int]) -> int:
    shown = ", ".join(f"{words} {peak >> 10}" for words, peak in peaks.items())
    missed = sum(peak > MOST << 10 for peak in peaks.values())
    print(f"  {what}: {shown} MiB{' FAILED' if missed else ''}", flush=True)
    return missed


def _peak(*arguments: str) -> int:
    """Return the peak of a command in KiB, whatever it says."""
    return measuring.nanori(*arguments, codes=SPENT).peak
