"""Measures how the time of whole commands grows with hostile files: the exponent must be near 1.

A file four times as long may take 4 ** 1.25 times as long. What names a card may have is limited,
so those of a card grow up to the limit only, and its text beyond it.
"""

from __future__ import annotations

import io
import json
import math
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, NamedTuple

from measuring import timed
from nanori.formats.catalogue import card_file
from nanori.formats.io.streams import HEAD_BYTES, Content
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.limits import LONGEST_NAME, MOST_ALTERNATES, MOST_FACES
from nanori.surfaces.cli.app import run

STEEPEST = 1.25
SLOWEST = 2.0
"""Seconds of processor time that a command may take for each 100 kB."""
LEAST = 0.05
"""Seconds below which a time is too short to be divided by."""
TIMES = 4
ROUNDS = 3
"""How often a missed limit is measured again before it counts."""

HEADS = (HEAD_BYTES // 4, HEAD_BYTES)
"""Sizes of the beginnings: no more of a file is looked at to tell its format."""

Cards = list[dict[str, Any]]


def _one(**card: object) -> Cards:
    return [{"lang": "en", **card}]


def _creature(text: str) -> Cards:
    return _one(name="Reed Ox", type="Creature — Ox", text=text)


def _japanese(text: str) -> Cards:
    card = {"lang": "ja", "name": "灯の壷", "name_en": "Lamp Jar", "type": "クリーチャー"}
    return [{**card, "text": text}]


def _named(count: int) -> str:
    return " ".join(f"Wx{number}" for number in range(count))[:LONGEST_NAME].strip()


def _saved(count: int) -> str:
    """Return the state of a game table as its program saves it: JSON, in a string of JSON."""
    cards = {f"card{one}": {"name": f"Ox {one}", "text": "Untap."} for one in range(count)}
    return json.dumps(cards)


PATTERNS: dict[str, tuple[int, Callable[[int], Cards]]] = {
    "alternate names": (
        500,
        lambda n: _one(
            name="F0",
            alternate=[f"F{one}" for one in range(MOST_ALTERNATES)],
            text="F1 F2 G3. " * n,
        ),
    ),
    "words of a name": (
        500,
        lambda n: _one(name=_named(200), type="Legendary Creature", text="Wx1 Wx3 attacks. " * n),
    ),
    "names of a file": (
        500,
        lambda n: [
            {"lang": "en", "name": f"Card cid{one}", "text": f"Create a token named Cart {one}."}
            for one in range(n)
        ],
    ),
    "faces": (
        500,
        lambda n: _one(
            name="F0", faces=[f"F{one} Gh" for one in range(MOST_FACES)], text="F1 Gh F2 G3. " * n
        ),
    ),
    "words for itself": (
        500,
        lambda n: _one(
            name="Reed Ox",
            type="Creature — Ox",
            text="When this creature enters, draw a card. Untap Reed Ox. " * n,
        ),
    ),
    "JSON in a string": (
        500,
        lambda n: [
            {"lang": "en", "name": "Reed Ox", "text": "Untap Reed Ox.", "state": _saved(n * many)}
            for many in (0, 1)
        ],
    ),
    "quoted sentences": (
        500,
        lambda n: _one(name="Reed Ox", text='Reed Ox says "Untap it." ' * n),
    ),
    "one subject and another": (500, lambda n: _creature("this creature and " * n)),
    "names of a list": (
        500,
        lambda n: _creature("a card named " + " and ".join(f"Wx{one}" for one in range(n))),
    ),
    "nested grants": (
        200,
        lambda n: _creature("has \"Sacrifice this creature: it gains '" * n),
    ),
    "grants side by side": (300, lambda n: _creature('Target Ox gains "Untap Reed Ox." ' * n)),
    "Japanese announced names": (500, lambda n: _japanese("「灯」という名前の" * n)),
    "Japanese subjects": (500, lambda n: _japanese("このクリーチャーと" * n)),
    "Japanese bullets": (500, lambda n: _japanese("■このクリーチャーが出た時、" * n)),
    "signs for the name": (1_000, lambda n: _creature("~" * n)),
    "Japanese names that something has": (500, lambda n: _japanese("名前が「灯」" * n)),
    "halves of brackets": (1_000, lambda n: _japanese("「火「\n" * n)),
    "signs that may be Chinese": (1_000, lambda n: _japanese("火,水。\n" * n)),
    "numbers of a translation": (
        100,
        lambda n: [
            {
                "name": "Ember Pot",
                "text": "Draw two cards.\n" * n,
                "name_ja": "灯の壷",
                "text_ja": "カード３枚を引く。\n" * n,
            }
        ],
    ),
    "Japanese digits": (2_000, lambda n: _japanese("1" * n)),
    "one long line": (500, lambda n: _one(name="Ember Pot", text="Embr Pot and Ember Pot. " * n)),
}
BEGINNINGS = {
    "saved state": (b'{"SaveName":"x","LuaScriptState":"', b'{\\"a\\":{\\"b\\":\\"c\\"}},'),
    "escaped quotes": (b'{"a":"', b'\\"'),
    "escaped backslashes": (b'{"a":"', b"\\\\"),
    "a line after a good one": (b'{"name":"x","text":"a"}\n{"name":"', b'\\"'),
    "objects": (b"", b'{"a":'),
    "arrays": (b"", b"["),
    "keys": (b"{", b'"a":1,'),
    "long keys": (b'{"' + b"k" * 30_000 + b'":{', b'"a":"",'),
    "comments": (b"", b"/* a */\n"),
    "tags": (b"", b"<a>"),
    "XML comments": (b"<!-- ", b"-- >"),
    "XML declarations": (b"", b"<?a "),
    "quoted cells": (b"name,text\n", b'"'),
    "labels": (b"", b"Name: x\n"),
}
"""What a file begins with and goes on with, over and over, when its format is to be told."""

FILE, NAME = "FILE", "NAME"
"""In a command: the path of the file, and the name of its first card."""
NAMES = {"ja": "灯の壷", "ko": "등불 항아리", "ru": "Тростник", "zhs": "灯之壶", "zht": "燈之壺"}
"""A name in a language; “Reed Ox” in the others."""
PIECE = 6_000
"""Code points of a text that is one piece over and over; then `TIMES` as many."""
COLUMNS = 4_000
"""Columns of a table without a meaning; then `TIMES` as many."""


def _text(code: str, piece: str, size: int) -> str:
    """Return a card whose text is that piece over and over, on one line."""
    text = piece * (size // len(piece))
    return json.dumps({"lang": code, "name": NAMES.get(code, "Reed Ox"), "text": text})


def _pair(code: str, piece: str, size: int) -> str:
    """Return a card of which the translation, too, is that piece over and over."""
    text = piece * (size // len(piece))
    other = "ja" if code == "en" else "en"
    names = {"name": NAMES.get(code, "Reed Ox"), f"name_{other}": NAMES.get(other, "Reed Ox")}
    return json.dumps({"lang": code, **names, "text": text, f"text_{other}": text})


def _many(code: str, piece: str, size: int) -> str:
    """Return many cards that have that piece in their names and in their texts."""
    cards = (
        {"lang": code, "name": f"{piece}{number}", "text": f"{piece * 3} {number}"}
        for number in range(size // 20)
    )
    return "\n".join(map(json.dumps, cards))


def _scenario(code: str, piece: str, size: int) -> str:
    """Return a scenario in which one object has that text and another gains it."""
    one = json.loads(_text(code, piece, size)) | {"id": "A"}
    gain = {"gain": {"object": "B", "from": "A", "abilities": "all"}}
    asked = [{"state": "A"}, {"state": "B"}]
    objects = [one, one | {"id": "B", "text": ""}]
    return json.dumps({"objects": objects, "events": [gain], "questions": asked})


MATERIAL: dict[str, Callable[[str, str, int], str]] = {
    "card.jsonl": _text,
    "pair.jsonl": _pair,
    "many.jsonl": _many,
    "folder/card.jsonl": _text,
    "scenario.json": _scenario,
    "article.txt": lambda _, piece, size: piece * (size // len(piece)),
    "lines.txt": lambda _, piece, size: "".join(f"{piece}{n}\n" for n in range(size // 20)),
}
"""Files that are made of a piece over and over, about as long as asked."""
PIECE_COMMANDS = [
    line.split()
    for line in """
        annotate card.jsonl
        annotate --abilities --explain card.jsonl
        annotate many.jsonl
        bind scenario.json --explain
        bind --state NAME --card card.jsonl
        tree card.jsonl
        tree --text TEXT
        lint card.jsonl
        lint pair.jsonl
        lint many.jsonl
        lint --fix --unsafe-fixes card.jsonl
        lint article.txt
        rename card.jsonl NAME Ash --write
        restyle card.jsonl
        restyle pair.jsonl --style oracle --in-place
        show card.jsonl
        show --to html pair.jsonl
        mentions article.txt --all --terms
        mentions lines.txt --all
        names build many.jsonl -o OUT
        names find TEXT
        names choose TEXT
        names show TEXT
        names export --used-in card.jsonl --to-lang ja
        convert pair.jsonl --to csv
        init folder
        explain TEXT
        completion TEXT
        formats TEXT
    """.strip().splitlines()
]
"""Commands in which a file or a value stands for what is made of the piece."""
WIDE_COMMANDS = [
    [*words, FILE]
    for words in (["annotate"], ["lint"], ["convert"], ["show"], ["tree"], ["lint", "--fix"])
]
COMMANDS = [
    ["annotate", FILE],
    ["annotate", "--to", "markup", FILE],
    ["annotate", "--abilities", FILE],
    ["show", FILE],
    ["tree", FILE],
    ["lint", FILE],
    ["lint", "--diff", FILE],
    ["lint", "--fix", FILE],
    ["restyle", "--style", "tilde", FILE],
    ["restyle", "--style", "slots", FILE],
    ["restyle", "--style", "oracle", "--in-place", FILE],
    ["restyle", "--style", "tilde", "--diff", FILE],
    ["rename", FILE, NAME, "Ash Urn"],
    ["rename", FILE, NAME, "Ash Urn", "--diff"],
    ["rename", FILE, NAME, "Ash Urn", "--write"],
    ["names", "build", FILE, "-o", f"{FILE}.sqlite"],
]


class Growth(NamedTuple):
    """What the time of a command does with the length of a file."""

    exponent: float
    seconds: float
    """For each 100 kB of the longest."""

    @property
    def is_missed(self) -> bool:
        """Whether one of the limits is missed."""
        return self.exponent > STEEPEST or self.seconds > SLOWEST


def growing() -> int:
    """Print the growth of every pattern in every command, and how many miss a limit."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cards.jsonl")
        for what, (length, cards) in PATTERNS.items():
            shown: list[str] = []
            for command in COMMANDS:
                growth = Growth(math.inf, math.inf)
                for _ in range(ROUNDS):
                    growth = Growth(*map(min, growth, grown(path, length, cards, command)))
                    if not growth.is_missed:
                        break
                missed += growth.is_missed
                words = [word for word in command if word.lower() == word]
                shown.append(f"{' '.join(words)} {growth.exponent:.2f} {growth.seconds:.1f} s")
            print(f"  {what}: {', '.join(shown)}", flush=True)
        missed += wide(Path(folder, "cards.csv"))
    missed += telling() + pieces()
    print(f"  {missed} beyond {STEEPEST}, or {SLOWEST} s for 100 kB")
    return missed


def pieces_of(code: str) -> set[str]:
    """Return each mark, determiner, demonstrative and possessive of a language, with a name."""
    lexicon, name = languages.load(code).lexicon, NAMES.get(code, "Reed Ox")
    space = " " if lexicon.spaces else ""
    marks = {mark for pair in (*lexicon.pairs, *lexicon.name_marks) for mark in pair}
    words = {lexicon.this.format(""), f"{name}{lexicon.wording.possessive}", f"{name}'s"}
    for terminal in ("determiner", "that", "definite", "indefinite", "possessive", "object_noun"):
        words.update(lexicon.words.get(terminal, ()))
    made = {f"{word.strip()}{space}" for word in words} - {space}
    return made | marks | {f"{mark}{name}" for mark in marks} | {f"{name}{space}{m}" for m in marks}


def pieces(every: int = 40) -> int:
    """Print what misses the limit of growth with a piece over and over.

    Each command is fed with each `every`-th piece, and a command after it with the next ones.
    """
    made = [(code, piece) for code in languages.codes() for piece in sorted(pieces_of(code))]
    steep: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in MATERIAL:
            (root / name).parent.mkdir(exist_ok=True)
        for number, command in enumerate(PIECE_COMMANDS):
            for code, piece in made[number % every :: every]:
                exponent = _grown_with(root, code, piece, command)
                if exponent > STEEPEST:
                    steep.append(f"{' '.join(command)}: {code} {piece!r} {exponent:.2f}")
                    print(f"  {steep[-1]}", flush=True)
    print(f"  {len(made) // every} of {len(made)} pieces of {len(languages.codes())} languages in")
    print(f"  each of {len(PIECE_COMMANDS)} commands: {len(steep)} steep")
    return len(steep)


def _grown_with(root: Path, code: str, piece: str, command: Sequence[str]) -> float:
    """Return the exponent with which the time of a command grows with a piece, the least of some.

    Where it prints a row for each reference, as `bind --explain`, that takes long, but no longer.
    """
    exponent = math.inf
    for _ in range(ROUNDS):
        longest = _timed_with(root, code, piece, command, PIECE * TIMES)
        if longest <= LEAST * TIMES**STEEPEST:
            return 0.0  # whatever the time of the shorter one
        shorter = max(LEAST, _timed_with(root, code, piece, command, PIECE))
        exponent = min(exponent, math.log(longest / shorter, TIMES))
        if exponent <= STEEPEST:
            break
    return exponent


def _timed_with(root: Path, code: str, piece: str, command: Sequence[str], size: int) -> float:
    """Return the seconds that a command takes with a piece over and over."""
    text = piece * (size // len(piece))
    values = {"TEXT": text, "NAME": NAMES.get(code, "Reed Ox"), "OUT": str(root / "out")}
    for name, content in MATERIAL.items():
        if any(name.startswith(word) for word in command):
            (root / name).write_text(content(code, piece, size), "utf-8")
            (root / name).with_name("nanori.toml").unlink(missing_ok=True)
        values[name.partition("/")[0]] = str(root / name.partition("/")[0])
    return _timed_run([values.get(word, word) for word in command])


def _timed_run(words: list[str]) -> float:
    """Return the seconds that a command takes; AssertionError if it does not end as it may."""
    codes: list[int] = []
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        seconds = timed(lambda: codes.append(run(words)))
    if codes[0] not in (0, 1, 2) or "internal error" in err.getvalue():
        raise AssertionError(f"{words}: {err.getvalue()}")
    return seconds


def wide(path: Path) -> int:
    """Print how commands grow with the columns of a table, and how many miss the limit."""
    missed = 0
    for command in WIDE_COMMANDS:
        times: list[float] = []
        for count in (COLUMNS // 10, COLUMNS, COLUMNS * TIMES):
            head = ",".join(f"c{number}" for number in range(count))
            path.write_text(f"name,text,{head}\nA,A attacks.{',' * count}\n")
            words = [word.replace(FILE, str(path)) for word in command]
            times.append(max(LEAST, _timed_run(words)))
        exponent = math.log(times[2] / times[1], TIMES)
        missed += exponent > STEEPEST or times[2] > SLOWEST
        print(f"  {COLUMNS * TIMES} columns: {command[0]} {exponent:.2f} {times[2]:.1f} s")
    return missed


def telling() -> int:
    """Print how the time to tell a format grows, wherever its head is cut off, and what misses."""
    steep: list[str] = []
    for what, (first, piece) in BEGINNINGS.items():
        for cut in range(len(piece)):
            times = [_told(first + piece * (size // len(piece)), size - cut) for size in HEADS]
            short, long = (max(time, LEAST) for time in times)
            exponent = math.log(long / short, HEADS[1] / HEADS[0])
            if exponent > STEEPEST:
                steep.append(f"{what} cut {cut} before the end {exponent:.2f}")
    print(f"  telling the format of {len(BEGINNINGS)} beginnings: {'; '.join(steep) or 'linear'}")
    return len(steep)


def _told(content: bytes, size: int) -> float:
    """Return the seconds in which the format of that many bytes is told, the fastest of rounds."""

    def tell() -> None:
        with suppress(NanoriError), card_file(Content("cards", content[:size]), texts=False):
            pass

    return min(timed(tell) for _ in range(ROUNDS))


def grown(path: Path, length: int, cards: Callable[[int], Cards], command: list[str]) -> Growth:
    """Return how the time of a command grows with the length of a file.

    A run before makes what is made once: the grammar, the program's parts, the memory it has.
    """
    times: list[float] = []
    size = 0
    for count in (length // 10, length, length * TIMES):
        made = cards(count)
        size = path.write_text("".join(json.dumps(card) + "\n" for card in made))
        name = str(made[0]["name"])
        words = [word.replace(FILE, str(path)).replace(NAME, name) for word in command]
        times.append(_timed_run(words))
    _, short, long = (max(time, LEAST) for time in times)
    return Growth(math.log(long / short, TIMES), long / max(1, size / 100_000))
