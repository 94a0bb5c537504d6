"""Scores answers to the benchmark of self-references; needs Python 3.11 and nothing else.

    python score.py ANSWERS.jsonl              a table by language
    python score.py ANSWERS.jsonl --by stratum the same by stratum, or by `lang,stratum`
    python score.py ANSWERS.jsonl --failures   each text that is not all right, with what is wrong
    python score.py ANSWERS.jsonl --json       the table as JSON
    python score.py --agreement                the two annotations beside each other

An answer is a line of JSON: {"id": "en-001", "references": [{"start": 44, "end": 56, "form":
"full", "target": "self"}, …], "reworded": "…"}. Offsets count code points of the text as given.
Either key may be left out. Tasks:

find    the spans of all references, of any form
names   the same of names alone (no demonstratives), for programs that know only names
bind    span and target: self, holder or name
exact   span, form and target
reword  in English and Japanese, the text as another object has it that gained its abilities (CR
        201.5b): each name by which the object means itself is NEW, every other word as it was

F1 is over references; what stands in brackets is a 95 % interval by 1,000 resamplings of texts
(Wilson's for reword and for texts that are all right).
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import sqrt
from pathlib import Path

FOLDER = Path(__file__).parent
LANGUAGES = ["en", "ja", "de", "es", "fr", "it", "ko", "pt", "ru", "zh-Hans", "zh-Hant"]
NEW = {"en": "Ninth Ferry Bell", "ja": "九番渡しの鐘"}
"""What the object is called that gains the abilities, in the task `reword`."""

OWN = {"full", "short", "alternate", "placeholder"}
"""Forms that are a name of the object itself where their target is `self`."""

DEMONSTRATIVE = {"this", "bare"}
RESAMPLINGS = 1000
Z = 1.96  # of a 95 % interval

KEYS: dict[str, Callable[[dict], tuple | None]] = {
    "find": lambda r: (r["start"], r["end"]),
    "names": lambda r: None if r.get("form") in DEMONSTRATIVE else (r["start"], r["end"]),
    "bind": lambda r: (r["start"], r["end"], r.get("target")),
    "exact": lambda r: (r["start"], r["end"], r.get("form"), r.get("target")),
}
"""What of a reference must agree in each task."""

Counts = tuple[int, int, int]
"""Right, too much, missed."""


def lines(path: Path) -> Iterator[dict]:
    """Yield the records of a file of JSON Lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def gold() -> list[dict]:
    """Return all texts with their references."""
    return [record for lang in LANGUAGES for record in lines(FOLDER / f"{lang}.jsonl")]


def reworded(record: dict) -> str:
    """Return the text of a record with NEW for each name by which the object means itself."""
    text = record["text"]
    for reference in reversed(record["references"]):
        if reference["form"] in OWN and reference["target"] == "self":
            text = text[: reference["start"]] + NEW[record["lang"]] + text[reference["end"] :]
    return text


def compared(wanted: list[dict], given: list[dict], task: str) -> Counts:
    """Return how many references are right, too much and missed."""
    of = KEYS[task]
    right, answer = ({key for key in map(of, each) if key} for each in (wanted, given))
    return len(right & answer), len(answer - right), len(right - answer)


def f1(counts: Iterable[Counts]) -> float:
    """Return F1 of the sum of those counts; 1 where nothing is wanted and nothing given."""
    right, extra, missed = map(sum, zip(*counts, strict=True))
    return 2 * right / (2 * right + extra + missed) if right + extra + missed else 1.0


def resampled(counts: list[Counts]) -> list[float]:
    """Return a 95 % interval of F1; the same each time."""
    chance = random.Random(35)
    every = sorted(f1(chance.choices(counts, k=len(counts))) for _ in range(RESAMPLINGS))
    return [every[RESAMPLINGS * 25 // 1000], every[RESAMPLINGS * 975 // 1000 - 1]]


def wilson(right: int, of: int) -> list[float]:
    """Return Wilson's 95 % interval of a share."""
    middle = (right + Z * Z / 2) / (of + Z * Z)
    half = Z * sqrt(right * (of - right) / of + Z * Z / 4) / (of + Z * Z)
    return [max(0.0, middle - half), min(1.0, middle + half)]


def scored(records: list[dict], answers: dict[str, dict]) -> dict:
    """Return each task's figure with its interval, for those texts."""
    found = [answers.get(r["id"], {}).get("references", []) for r in records]
    row: dict = {"texts": len(records), "references": sum(len(r["references"]) for r in records)}
    for task in KEYS:
        counts = [compared(r["references"], f, task) for r, f in zip(records, found, strict=True)]
        row[task] = [f1(counts), *resampled(counts)]
        if task == "exact":
            perfect = sum(not extra and not missed for _, extra, missed in counts)
            row["all right"] = [perfect / len(records), *wilson(perfect, len(records))]
    asked = [r for r in records if r["lang"] in NEW]
    if asked and any("reworded" in answer for answer in answers.values()):
        right = sum(answers.get(r["id"], {}).get("reworded") == reworded(r) for r in asked)
        row["reword"] = [right / len(asked), *wilson(right, len(asked))]
    return row


def table(records: list[dict], answers: dict[str, dict], by: str) -> dict[str, dict]:
    """Return the rows of a table: one for each value of those fields, and one for all."""
    groups: dict[str, list[dict]] = defaultdict(list)
    for record in records:
        groups[" ".join(record[field] for field in by.split(","))].append(record)
    return {name: scored(some, answers) for name, some in groups.items()} | {
        "all": scored(records, answers)
    }


def failures(records: list[dict], answers: dict[str, dict]) -> Iterator[str]:
    """Yield a line for each thing that is wrong in a text."""
    of = KEYS["exact"]
    for record in records:
        answer = answers.get(record["id"], {})
        right, given = ({of(r) for r in each.get("references", [])} for each in (record, answer))
        for sign, some in (("missed", right - given), ("extra", given - right)):
            for start, end, form, target in sorted(some, key=str):
                words = record["text"][start:end]
                yield f"{record['id']}: {sign} {form}>{target} {start}–{end} “{words}”"
        if record["lang"] in NEW and answer.get("reworded", reworded(record)) != reworded(record):
            yield f"{record['id']}: reworded {answer['reworded']!r}"


def shown(rows: dict[str, dict]) -> Iterator[str]:
    """Yield a table in Markdown."""
    columns = [*KEYS, "all right", "reword"]
    yield "| | texts | references | " + " | ".join(columns) + " |"
    yield "|---" * (3 + len(columns)) + "|"
    for name, row in rows.items():
        cells = [
            "{:.3f} ({:.2f}–{:.2f})".format(*row[column]) if column in row else "–"
            for column in columns
        ]
        yield f"| {name} | {row['texts']} | {row['references']} | " + " | ".join(cells) + " |"


def main(*arguments: str) -> int:
    """Do what the first lines of this file say."""
    records = gold()
    words = [word for word in arguments if not word.startswith("--")]
    by = words.pop() if "--by" in arguments else "lang"
    if "--agreement" in arguments:
        # What the first annotation said where the second said otherwise.
        first = {record["id"]: record for record in lines(FOLDER / "first.jsonl")}
        records = [record | first.get(record["id"], {}) for record in records]
        words = [str(FOLDER / "second.jsonl")]
    if len(words) != 1:
        print(__doc__)
        return 2
    answers = {record["id"]: record for record in lines(Path(words[0]))}
    if "--failures" in arguments:
        print("\n".join(failures(records, answers)))
        return 0
    rows = table(records, answers, by)
    print(json.dumps(rows, indent=1) if "--json" in arguments else "\n".join(shown(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
