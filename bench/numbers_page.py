"""Writes docs/explanation/numbers.md: `make numbers`, or python bench/numbers_page.py.

The benchmark of corpus/benchmark is answered and scored anew; what `make bench` said last lies in
build/bench.txt and is quoted with its date. `--answers` prints nanori's answers instead, a line of
JSON each, as anyone would send theirs.
"""

from __future__ import annotations

import datetime
import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import nanori

ROOT = Path(__file__).parents[1]
BENCHMARK = ROOT / "corpus" / "benchmark"
sys.path.insert(0, str(BENCHMARK))

import peers  # noqa: E402 (it lies beside the texts, and is no part of nanori)
import score  # noqa: E402

PAGE = ROOT / "docs" / "explanation" / "numbers.md"
BENCHED = ROOT / "build" / "bench.txt"
FIRST = "0.976 in English and 0.970 in Japanese (0.95–0.99 both)"
"""What the first page of numbers had, of a program that had never seen these texts."""
SPEED = "## Speed and memory"
LEAST_TEXTS = 20
"""Strata of fewer texts have intervals that say nothing."""


def answers() -> Iterator[dict[str, object]]:
    """Yield nanori's answer to each text, of which it is given the card and nothing else."""
    for record in score.gold():
        bare = {key: value for key, value in record.items() if key in nanori.Card.__struct_fields__}
        card = msgspec.convert(bare, nanori.Card)
        answer: dict[str, object] = {"id": record["id"], "references": []}
        try:
            answer["references"] = [found.as_dict() for found in nanori.annotate(card)]
        except nanori.NanoriError:  # a language that there is not yet: all of it is missed
            yield answer
            continue
        if record["lang"] in score.NEW:
            answer["reworded"] = gained(bare, score.NEW[record["lang"]])
        yield answer


def gained(card: dict[str, object], name: str) -> str:
    """Return what the text reads on an object of another name that gained all its abilities."""
    # Without its other faces: here a text is asked for, and not which of them is up.
    face = {key: value for key, value in card.items() if key not in ("faces", "layout")}
    (state,) = nanori.bind(
        {
            "objects": [
                {"id": "giver", "card": face},
                {"id": "taker", "card": {"lang": card["lang"], "name": name, "text": ""}},
            ],
            "events": [{"gain": {"object": "taker", "from": "giver", "abilities": "all"}}],
            "questions": [{"state": "taker"}],
        }
    )
    return "\n".join(ability["text"] for ability in state["abilities"])


def page() -> str:
    """Return the page."""
    records = score.gold()
    ours = {str(answer["id"]): answer for answer in answers()}
    theirs = {
        peer: {record["id"]: peers.answer(record, rule) for record in records}
        for peer, rule in peers.PEERS.items()
    }
    beside = {
        f"{lang}, {who}": score.scored([r for r in records if r["lang"] == lang], answer)
        for lang in ("en", "ja")
        for who, answer in {"nanori": ours, **theirs}.items()
    }
    every = score.table(records, ours, "lang")
    pair = [record for record in records if record["lang"] in score.NEW]
    strata = score.table(pair, ours, "stratum")
    read = [record for record in records if ours[record["id"]]["references"]]
    unread = sorted({r["lang"] for r in records} - {r["lang"] for r in read})
    wrong = [
        line
        for line in score.failures(records, ours)
        if not line.startswith(tuple(f"{lang}-" for lang in unread))
    ]
    today = datetime.datetime.now(tz=datetime.UTC).date()
    lines = [
        "# The numbers",
        "",
        f"Written by `make numbers` on {today} with {nanori.__version__} and Python "
        f"{platform.python_version()}. [The benchmark](../../corpus/benchmark/README.md) says what "
        "each column is, who annotated, and what that is worth; in brackets are 95 % intervals.",
        "",
        "**These texts are not unseen any more.** On its first run, on 2026-11-22, nanori had "
        f"exact {FIRST}. What it got wrong was then mended by rule, with cases of its own: read "
        "the first figures as what to expect of new texts, those below as what must not get worse.",
        "",
        "## Beside four rules of other tools",
        "",
        *score.shown(beside),
        "",
        "`regex` knows demonstratives and names, the other three names alone (`tilde` also “this "
        "spell”): compare these in the column `names`. None of them tells whom words mean.",
        "",
        "## nanori by language",
        "",
        *score.shown(every),
        "",
        "Nine texts of a language tell little: read the intervals, not the figures.",
        "",
        "## nanori by kind of text, English and Japanese",
        "",
        *score.shown(strata),
        "",
        "## What nanori gets wrong",
        "",
        *([f"{', '.join(unread)}: not read yet, all of it is missed.", ""] if unread else []),
        *(["```text", *wrong, "```"] if wrong else ["Nothing else in these texts."]),
        "",
        SPEED,
        "",
        *benched(),
    ]
    return "\n".join(lines).rstrip() + "\n"


def benched() -> list[str]:
    """Return what `make bench` printed last."""
    if not BENCHED.exists():
        # Measured elsewhere: what that run printed stays.
        return [PAGE.read_text("utf-8").partition(f"{SPEED}\n\n")[2].rstrip("\n")]
    when = datetime.datetime.fromtimestamp(BENCHED.stat().st_mtime, tz=datetime.UTC).date()
    said = BENCHED.read_text("utf-8").strip().splitlines()
    told = f"What `make bench` printed on {when}; its figures are ratios within one run:"
    return [told, "", "```text", *said, "```"]


if __name__ == "__main__":
    if sys.argv[1:] == ["--answers"]:
        for line in answers():
            print(json.dumps(line, ensure_ascii=False))
    else:
        PAGE.write_text(page(), "utf-8")
        print(f"{PAGE.relative_to(ROOT)}: written")
