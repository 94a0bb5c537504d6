"""How far one job travels through the package: the rooms it enters, and where it is sent back up.

    python bench/bench.py journeys

A *room* is a package (a folder of modules). A *visit* is a call that enters a room from another
one. A *climb* is a kind of visit that goes against the imports: the module that is entered imports
the one that calls it, by whatever way, so that a reader has to go back to where they came from.
Imports themselves do not count: they run once.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
PREFIX = "nanori."
# What issue and plan ask of each journey.
MOST_ROOMS = {
    "annotate a card": 12,
    "lint --fix a file": 16,
    "bind a scenario": 14,
    "restyle a file": 18,
}


def journeys(folder: Path) -> dict[str, list[str]]:
    """Return the arguments of each journey, its files copied into `folder`."""
    card = folder / "card.jsonl"
    text = 'When Aru Voss enters, draw a card. Other Elves have "Sacrifice this creature: Add {G}."'
    kind = "Legendary Creature — Elf"
    card.write_text(json.dumps({"name": "Aru Voss", "type": kind, "text": text}) + "\n", "utf-8")
    cards = folder / "harbor.csv"
    shutil.copy(ROOT / "examples" / "harbor.csv", cards)
    scenario = folder / "scenario.json"
    printed = {"name": "Kiln Ox", "type": "Artifact", "text": "{T}: Kiln Ox deals 1 damage."}
    gained = {"object": "B", "from": "A", "abilities": "activated"}
    scenario.write_text(
        json.dumps(
            {
                "objects": [
                    {"id": "A", "card": printed},
                    {"id": "B", "card": {"name": "Reed Cat", "type": "Creature — Cat", "text": ""}},
                ],
                "events": [{"gain": gained}],
                "questions": [{"state": "B"}],
            }
        ),
        "utf-8",
    )
    return {
        "annotate a card": ["annotate", str(card)],
        "lint --fix a file": ["lint", "--fix", str(cards)],
        "bind a scenario": ["bind", str(scenario)],
        "restyle a file": ["restyle", str(cards), "--style", "oracle", "--in-place"],
    }


def travel(arguments: list[str]) -> list[tuple[str, str]]:
    """Return the calls from one module into another, in order, that a command makes."""
    from nanori.__main__ import main

    calls: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_code.co_name == "<module>":
            return
        entered = frame.f_globals.get("__name__", "")
        caller = frame.f_back
        # What lies between (msgspec, functools, the standard library) is no room of ours.
        while caller is not None and not caller.f_globals.get("__name__", "").startswith(PREFIX):
            caller = caller.f_back
        if entered.startswith(PREFIX) and caller is not None:
            source = caller.f_globals["__name__"]
            if source != entered:
                calls.append((source, entered))

    sys.argv = ["nanori", *arguments]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        sys.setprofile(watch)
        try:
            main()
        finally:
            sys.setprofile(None)
    return calls


def against_imports() -> Callable[[str, str], bool]:
    """Return whether a module that is entered imports the one that calls it, by whatever way."""
    import grimp

    graph = grimp.build_graph("nanori", cache_dir=None)
    below = {module: graph.find_upstream_modules(module) for module in graph.modules}
    return lambda source, entered: source in below.get(entered, set())


def room(module: str) -> str:
    """Return the package of a module."""
    return module.removeprefix(PREFIX).rpartition(".")[0] or module.removeprefix(PREFIX)


def count(arguments: list[str]) -> dict[str, int]:
    """Return what is counted on one journey."""
    calls = travel(arguments)
    climbs = against_imports()
    visits = [(a, b) for a, b in calls if room(a) != room(b)]
    return {
        "rooms": len({room(module) for call in calls for module in call}),
        "modules": len({module for call in calls for module in call}),
        "climbs": len({(room(a), room(b)) for a, b in visits if climbs(a, b)}),
        "kinds of visits": len({(room(a), room(b)) for a, b in visits}),
    }


def journey() -> int:
    """Print a line a journey; each runs in a process of its own, so that none finds things warm."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in journeys(Path(folder)).items():
            command = [sys.executable, __file__, *arguments]
            printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
            counts = json.loads(printed.splitlines()[-1])
            missed += counts["rooms"] > MOST_ROOMS[name]
            figures = ", ".join(f"{number} {what}" for what, number in counts.items())
            print(f"{name:20} {figures} (at most {MOST_ROOMS[name]} rooms)")
    return missed


if __name__ == "__main__":
    print(json.dumps(count(sys.argv[1:])))
