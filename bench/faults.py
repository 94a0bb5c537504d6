"""Runs that are killed, fill the disk or race each other: `python bench/faults.py --kills 100`.

`make faults` does it. Nothing may be left behind but by SIGKILL; no file may be half-written, no
process may go on, and no update may be lost without a word.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

CARDS = 1000
"""Cards of the file: several batches, and no more, for each kill takes a run."""
PATIENCE = 60
"""Seconds after which a run that was killed or not hangs."""
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]


class Scene(NamedTuple):
    """A folder with files that a run is to change, and the folder for what it makes for a while."""

    folder: Path
    scratch: Path

    def start(self, arguments: list[str], **how: object) -> subprocess.Popen[bytes]:
        """Start nanori in a session of its own."""
        environment = os.environ | {"TMPDIR": str(self.scratch)}
        return subprocess.Popen(
            [sys.executable, "-m", "nanori", *arguments],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            **how,  # type: ignore[call-overload]
        )

    def left(self) -> list[str]:
        """Return what is there that belongs to no finished run."""
        known = {"cards.jsonl", "second.jsonl", "out.jsonl"}
        return [one.name for one in self.folder.iterdir() if one.name not in known] + [
            one.name for one in self.scratch.iterdir()
        ]

    def fill(self, content: bytes) -> None:
        """Put the files there that runs change."""
        (self.folder / "cards.jsonl").write_bytes(content)
        (self.folder / "second.jsonl").write_bytes(content)
        (self.folder / "out.jsonl").unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove what was left behind."""
        names = self.left()
        for one in [*self.scratch.iterdir(), *(self.folder / name for name in names)]:
            shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)


class Killed(NamedTuple):
    """A run that was killed: with which signal, at what, and what was wrong then."""

    signal: str
    phase: str
    wrong: list[str]


def content() -> bytes:
    """Return a file of cards whose texts can be reworded."""
    cards = ({"name": f"Reed Ox {n}", "text": f"Untap Reed Ox {n}."} for n in range(CARDS))
    return b"".join(json.dumps(card).encode() + b"\n" for card in cards)


COMMANDS = [
    ["restyle", "--style", "tilde", "--in-place", "cards.jsonl", "second.jsonl"],
    ["lint", "--fix", "--select", "all", "cards.jsonl"],
    ["annotate", "--jobs", "3", "cards.jsonl", "-o", "out.jsonl"],
    ["restyle", "--style", "tilde", "--as-file", "-", "-o", "out.jsonl"],
    ["lint", "-"],
]


def alive(session: int) -> bool:
    """Tell whether a process of a session is still there."""
    try:
        os.killpg(session, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def prove_whole(scene: Scene, old: bytes, new: bytes) -> list[str]:
    """Return what is wrong with the files: each is as it was or as it is to be."""
    plain = (scene.folder / "cards.jsonl").read_bytes()
    second = (scene.folder / "second.jsonl").read_bytes()
    out = scene.folder / "out.jsonl"
    wrong = [name for name, one in (("plain", plain), ("second", second)) if one not in (old, new)]
    if out.exists() and out.read_bytes().count(b"\n") != CARDS:
        wrong.append("out")
    return wrong


def killed(scene: Scene, old: bytes, new: bytes, draw: random.Random, took: float) -> Killed:
    """Kill one run at any moment, or soon after it began to write; return what is wrong then."""
    scene.fill(old)
    number, arguments = draw.choice(SIGNALS), draw.choice(COMMANDS)
    with (scene.folder / "cards.jsonl").open("rb") as given:
        process = scene.start(arguments, stdin=given)
    phase = waited(scene, process, draw, took)
    with suppress(ProcessLookupError):  # it may be over
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    try:
        _, said = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        said = b""
    end = time.monotonic() + 10
    while alive(process.pid) and time.monotonic() < end:
        time.sleep(0.02)
    wrong = prove_whole(scene, old, new)
    if alive(process.pid):
        wrong.append("a process goes on")
        os.killpg(process.pid, signal.SIGKILL)
    ours = b"Traceback" in said and b"nanori" in said  # not Python's own, before it begins
    if ours and process.returncode not in (-number, 128 + number):
        wrong.append(said.decode(errors="replace").strip().splitlines()[-1])
    if left := scene.left():
        if number != signal.SIGKILL:
            wrong.append(f"left behind: {left}")
        scene.clear()
    name = signal.Signals(number).name
    return Killed(name, phase, [f"{name} {arguments[0]}, {phase}: {one}" for one in wrong])


def waited(scene: Scene, process: subprocess.Popen[bytes], draw: random.Random, took: float) -> str:
    """Wait until a run is to be killed, and return what it is at then; nothing if it is over.

    Half of the runs are waited for until they have an unfinished file, for that is where they can
    do harm, and it is a short while.
    """
    began = time.monotonic()
    if draw.random() < 0.5:
        time.sleep(draw.uniform(0, took))
    else:
        while process.poll() is None and not scene.left() and time.monotonic() < began + PATIENCE:
            time.sleep(0.002)
        time.sleep(draw.uniform(0, took / 4))
    if process.poll() is not None:
        return ""
    return "writing" if scene.left() else "starting or reading"


def kills(scene: Scene, count: int, seed: int) -> int:
    """Kill that many runs, and return how often something was wrong."""
    old = content()
    scene.fill(old)
    began = time.monotonic()
    scene.start(COMMANDS[0]).communicate()
    took = (time.monotonic() - began) * 1.1
    new = (scene.folder / "cards.jsonl").read_bytes()
    assert new != old
    wrong = 0
    counts: Counter[str] = Counter()
    number = 0
    while counts.total() < count and number < 10 * count:
        done = killed(scene, old, new, random.Random(f"{seed}/{number}"), took)
        number += 1
        if done.phase:  # else it was over
            counts[f"kills {done.phase}, {done.signal}"] += 1
        wrong += len(done.wrong)
        for one in done.wrong:
            print(f"WRONG kill {seed}/{number - 1}: {one}", flush=True)
    for what, times in sorted(counts.items()):
        print(f"{what:<36}{times:>10}")
    print(f"{'kills':<36}{counts.total():>10}", flush=True)
    return wrong


def full(scene: Scene, count: int) -> int:
    """Let the disk be full after more and more bytes; return how often something was wrong."""
    old = content()
    wrong = 0
    for number in range(count):
        (scene.folder / "cards.jsonl").write_bytes(old)
        (scene.folder / "out.jsonl").unlink(missing_ok=True)
        most = len(old) * number // max(1, count)

        def limit(most: int = most) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        process = scene.start(COMMANDS[number % 3], stdin=subprocess.DEVNULL, preexec_fn=limit)
        _, said = process.communicate(timeout=PATIENCE)
        lines = said.decode().splitlines()
        same = (scene.folder / "cards.jsonl").read_bytes() == old
        if process.returncode not in (0, 1, 2) or "Traceback" in said.decode() or scene.left():
            wrong += 1
            print(f"WRONG full {number}: {process.returncode} {lines[-1:]} {scene.left()}")
        elif process.returncode == 2 and not same:
            wrong += 1
            print(f"WRONG full {number}: changed in spite of an error")
    print(f"{'full disks':<36}{count:>10}")
    return wrong


def races(scene: Scene, count: int) -> int:
    """Let two runs change a file at once; return how often one was lost without a word."""
    wrong = 0
    for _ in range(count):
        path = scene.folder / "cards.jsonl"
        path.write_bytes(content()[:20000].rpartition(b"\n")[0] + b"\n")
        names = [("Reed Ox 1", "Ash Ox"), ("Reed Ox 2", "Elm Ox")]
        runs = [scene.start(["rename", "cards.jsonl", *pair, "--write"]) for pair in names]
        codes = [(run.communicate(timeout=PATIENCE), run.returncode)[1] for run in runs]
        text = path.read_text()
        done = [f'"{new}"' in text for _, new in names]
        if any(code == 0 and not one for code, one in zip(codes, done, strict=True)):
            wrong += 1
            print(f"WRONG race: {codes} {done}")
    print(f"{'races':<36}{count:>10}")
    return wrong


def main() -> int:
    """Do as many of each as asked for; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--full", type=int, default=30)
    parser.add_argument("--races", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers")
    asked = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="faults-"))
    scene = Scene(root / "files", root / "scratch")
    scene.folder.mkdir()
    scene.scratch.mkdir()
    try:
        wrong = kills(scene, asked.kills, asked.seed) + full(scene, asked.full)
        wrong += races(scene, asked.races)
    finally:
        shutil.rmtree(root)
    print(f"{'wrong':<36}{wrong:>10}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
