"""Damaged card files through every command: `python bench/fuzz.py --count 1000`, as `make fuzz`.

Nothing may be lost and nothing may fall over: no traceback, an exit code of 0, 1 or 2, JSON that
is complete, little time and memory; a file whose command failed is as it was, and of any other
nothing is changed but the edits that were made, which are taken down where they are handed over.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import resource
import shutil
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from mutations import Seed, drawn, seeds, written
from nanori.formats import patching
from nanori.formats.io import streams
from nanori.formats.io.encodings import UTF_8
from nanori.model.edits import apply
from nanori.model.values import Edit
from nanori.model.visible import visible
from nanori.surfaces.cli.app import run

SLOW = 5.0
"""Seconds of processor time that a file may take."""
MEMORY = 300_000
"""KiB that the process may have in the end, our own copies of the seeds among them."""
STYLES = ["foundations", "oracle", "tilde", "forge", "xmage", "mse"]


class Edits(NamedTuple):
    """What was handed over to be written into a file, by the file inside."""

    encoding: str
    by_member: dict[str, list[Edit]]


class Wrong(Exception):
    """What a command did that it may not do."""


def commands(path: Path, seed: Seed, chance: random.Random) -> list[str]:
    """Return a command line that may change the file, or reads it."""
    # Only archives and folders of Magic Set Editor have its marks.
    style = chance.choice(STYLES if seed.format == "mse" else STYLES[:-1])
    told = chance.choice([["--from", seed.format], [], []])
    out = str(path.parent / "out")
    name = chance.choice([*seed.names, *seed.names, "Reed Ox"])
    return chance.choice(
        [
            ["restyle", "--style", style, "--in-place", *told, str(path)],
            ["restyle", "--style", style, "--in-place", *told, str(path)],
            ["restyle", "--style", style, "--as-file", "-o", out, *told, str(path)],
            ["restyle", "--style", style, "--diff", *told, str(path)],
            ["lint", "--fix", *told, str(path)],
            ["lint", "--fix", "--unsafe-fixes", *told, str(path)],
            ["lint", "--format", chance.choice(["json", "sarif"]), str(path)],
            ["lint", "--format", "html", *told, str(path)],
            ["rename", str(path), name, "Ash Urn", "--write", "--force", *told],
            ["rename", str(path), name, "Moss & <Door>", "--write", "--force", *told],
            ["annotate", *told, str(path)],
        ]
    )


def contents(path: Path) -> dict[str, bytes]:
    """Return the bytes of a file, of all files of a folder, or of all files of an archive."""
    if path.is_dir():
        return {
            one.relative_to(path).as_posix(): one.read_bytes()
            for one in path.rglob("*")
            if one.is_file()
        }
    raw = path.read_bytes()
    try:
        with zipfile.ZipFile(path) as archive:
            return {info.filename: archive.read(info) for info in archive.infolist()}
    except Exception:  # no archive, or a damaged one; the library has a dozen of errors for that
        return {"": raw}


def recorded(made: dict[str, Edits]) -> Iterator[None]:
    """Take down the edits that are handed over to be written, until closed."""
    real = patching.write

    def write(path, out, changes, *how, **told):  # noqa: ANN001, ANN002, ANN003, ANN202
        by_member: dict[str, list[Edit]] = {}
        made[path] = Edits(how[0].head.encoding, by_member)

        def watched():  # noqa: ANN202
            for change in changes:
                if change.edits:
                    by_member.setdefault(change.element.member, []).extend(change.in_file())
                yield change

        return real(path, out, watched(), *how, **told)

    patching.write = write
    try:
        yield
    finally:
        patching.write = real


def expected(old: bytes, edits: Sequence[Edit], encoding: str) -> str:
    """Return the text of a file with edits made."""
    mark = next((one for one in streams.BYTE_ORDER_MARKS if old.startswith(one)), b"")
    text = old[len(mark) :].decode(encoding, "surrogateescape")
    return apply(text, sorted(edits, key=lambda edit: edit.start))


def prove_edits(before: dict[str, bytes], after: dict[str, bytes], made: Edits | None) -> None:
    """Raise Wrong if anything but the edits has changed."""
    if before.keys() != after.keys():
        raise Wrong("files came or went")
    by_member = made.by_member if made else {}
    for name, old in before.items():
        new = after[name]
        if not (edits := by_member.get(name, [])):
            if old != new:
                raise Wrong(f"“{name}” was changed without an edit")
            continue
        encoding = UTF_8 if name else made.encoding if made else UTF_8
        mark = next((one for one in streams.BYTE_ORDER_MARKS if old.startswith(one)), b"")
        wanted = expected(old, edits, encoding)
        if new[len(mark) :].decode(encoding, "surrogateescape") != wanted:
            raise Wrong(f"“{name}” is not what its edits make of it")


class Tried(NamedTuple):
    """What became of a command line over a file."""

    code: int
    edited: bool


def tried(seed: Seed, chance: random.Random) -> list[str]:
    """Run a command over a file, and return what to count; Wrong for what may not be."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        path = written(seed, folder)
        arguments = commands(path, seed, chance)
        code, edited = _proven(path, arguments)
        edits = [f"edited {seed.format}"] if edited else []
        return [f"command {arguments[0]}", f"exit {code}", *edits]
    except Wrong as wrong:
        kept = folder.with_name(folder.name + "-kept")
        written(seed, kept)
        raise Wrong(f"{wrong}\n  {kept}: nanori {' '.join(arguments)}") from None
    finally:
        shutil.rmtree(folder)


def _proven(path: Path, arguments: list[str]) -> Tried:
    """Run a command line in this process, and prove that nothing is wrong then."""
    there = sorted(path.parent.rglob("*"))
    before = contents(path)
    whole = path.read_bytes() if path.is_file() else b""
    made: dict[str, Edits] = {}
    recording = recorded(made)
    next(recording)
    out, err = io.BytesIO(), io.StringIO()
    shown = io.TextIOWrapper(out, "utf-8", write_through=True)
    began = time.process_time()
    try:
        with redirect_stdout(shown), redirect_stderr(err):
            code = run(arguments)
    except BaseException as error:
        raise Wrong(f"{type(error).__name__}: {error}") from error
    finally:
        next(recording, None)
    if time.process_time() - began > SLOW:
        raise Wrong(f"{time.process_time() - began:.1f} s")
    _prove_said(arguments, code, out.getvalue(), err.getvalue())
    refused = "so nothing is written" in err.getvalue()
    if refused and code != (1 if arguments[0] == "lint" else 2):  # lint has findings left
        raise Wrong(f"exit code {code} though nothing is written")
    if "-o" in arguments:
        _prove_copy(path, before, made, whole)
    elif code == 2 or not made or refused:
        if path.is_file() and path.read_bytes() != whole:
            raise Wrong("the file was changed though the command failed")
    elif before.keys() == {""} and path.is_file() and zipfile.is_zipfile(path):
        pass  # damaged in a file that is not ours
    else:
        prove_edits(before, contents(path), made.get(str(path)))
    out_ = path.parent / "out"
    now = (one for one in path.parent.rglob("*") if not one.is_relative_to(out_))
    if left := [one for one in now if one not in there]:
        raise Wrong(f"left behind: {left}")
    return Tried(code, edited=code != 2 and any(one.by_member for one in made.values()))


def _prove_copy(path: Path, before: dict[str, bytes], made: dict[str, Edits], whole: bytes) -> None:
    if path.is_file() and path.read_bytes() != whole:
        raise Wrong("the input was changed")
    out = path.parent / "out"
    if out.exists() and not (before.keys() == {""} and zipfile.is_zipfile(out)):
        prove_edits(before, contents(out), made.get(str(path)))


def _prove_said(arguments: list[str], code: int, out: bytes, err: str) -> None:
    if code not in (0, 1, 2):
        raise Wrong(f"exit code {code}")
    if "internal error" in err or "Traceback" in err:
        raise Wrong(err.strip())
    if visible(err) != err:
        raise Wrong(f"not to be shown: {err!r}")
    if code == 2 and err.count("\n") < 1:
        raise Wrong("exit 2 without a word")
    if "html" in arguments:
        if code != 2 and not out.endswith(b"</html>\n"):
            raise Wrong("half a page")
    elif "--format" in arguments:
        json.loads(out)
    if arguments[0] == "annotate":
        for line in out.splitlines():
            json.loads(line)


def main() -> int:
    """Run as long, or as often, as asked for; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10**9, help="files")
    parser.add_argument("--seconds", type=float, default=10**9, help="how long")
    parser.add_argument("--told", type=int, default=1_000, help="say how far it is every so many")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers")
    asked = parser.parse_args()
    every = seeds()
    counts: Counter[str] = Counter()
    wrong = 0
    end = time.monotonic() + asked.seconds
    for number in range(asked.count):
        if time.monotonic() > end:
            break
        chance = random.Random(f"{asked.seed}/{number}")
        seed = drawn(every, chance)
        try:
            counts.update(tried(seed, chance))
        except Wrong as found:
            wrong += 1
            print(f"WRONG {asked.seed}/{number} {seed.format}/{seed.name}: {found}", flush=True)
        counts.update(["files", f"format {seed.format}"])
        if asked.told and (number + 1) % asked.told == 0:
            spent = f"{time.process_time() / 60:.1f} min of processor time"
            print(f"seed {asked.seed}: {number + 1:,} files, {wrong} wrong, {spent}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{what:<28}{count:>10}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{'peak memory, MiB':<28}{peak >> 10:>10}\n{'wrong':<28}{wrong:>10}")
    return 1 if wrong or peak > MEMORY else 0


if __name__ == "__main__":
    sys.exit(main())
