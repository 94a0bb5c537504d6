"""The published benchmark: nanori and its peers on corpus/benchmark.

`python bench/benchmark.py --answers` prints nanori's answers, as anyone would send theirs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import msgspec

import nanori
from material import ROOT

sys.path.insert(0, str(ROOT / "corpus" / "benchmark"))

import peers
import score


def answers() -> Iterator[dict[str, object]]:
    """Yield nanori's answer to each text, of which it is given the card and nothing else."""
    for record in score.gold():
        bare = {key: value for key, value in record.items() if key in nanori.Card.__struct_fields__}
        references = nanori.annotate(msgspec.convert(bare, nanori.Card))
        answer: dict[str, object] = {
            "id": record["id"],
            "references": [reference.as_dict() for reference in references],
        }
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


def benchmark() -> int:
    """Print the scores of nanori and its peers, by language and kind of text, and the failures."""
    records = score.gold()
    ours = {str(answer["id"]): answer for answer in answers()}
    for peer, rule in peers.PEERS.items():
        theirs = {record["id"]: peers.answer(record, rule) for record in records}
        pair = [record for record in records if record["lang"] in score.NEW]
        scores = score.table(pair, theirs, "lang")
        print(f"\n{peer}", *score.shown(scores), sep="\n")
    for stratum in ("lang", "stratum"):
        print("\nnanori", *score.shown(score.table(records, ours, stratum)), sep="\n")
    print("\nwrong", *score.failures(records, ours), sep="\n")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--answers"]:
        for line in answers():
            print(json.dumps(line, ensure_ascii=False))
    else:
        benchmark()
