"""Answers of four peers to the benchmark, written from the descriptions of their rules.

`python peers.py PEER > answers.jsonl`, and `python score.py answers.jsonl`. A peer is

regex       what tools for models' data do: the full name, a legend's name before its comma, “of” or
            “the”, “this creature” and its kin; not what is behind “named”
tilde       Scryfall's `~`, by its documentation “the current card name or ‘this spell’”
nickname    Forge's rule for NICKNAME: what is before the comma, else the first word; in Japanese
            what is behind the comma; in Chinese the whole name
first-word  the full name or its first word, on every card

None of them tells one object from another: what they find they take for the card itself.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator

from score import NEW, gold

NOUNS = (
    "creature|artifact|enchantment|land|planeswalker|battle|aura|equipment|saga|vehicle|class|case|"
    "room|permanent|spell|card|token"
)
NOUNS_JA = (
    "クリーチャー|アーティファクト|エンチャント|土地|オーラ|装備品|英雄譚|機体|クラス|パーマネント|"
    "呪文|カード|トークン"
)

Rule = Callable[[dict], Iterator[tuple[str, str]]]
"""From a record to patterns with the form that is found by each, the first the strongest."""


def full(record: dict) -> tuple[str, str]:
    """Return the pattern of the whole name."""
    return re.escape(record["name"]), "full"


def legendary(record: dict) -> bool:
    """Return whether a card is a legend, as far as its type line says so in those languages."""
    return record["type"].startswith(("Legendary", "伝説の"))


def regex(record: dict) -> Iterator[tuple[str, str]]:
    """Yield what tools for models' data look for."""
    yield full(record)
    if legendary(record):
        yield from (
            (re.escape(part[1]), "short")
            for part in [re.match(r"(.+?)(?:,| of | the )", record["name"])]
            if part
        )
    yield rf"this (?:{NOUNS})\b|この(?:{NOUNS_JA})", "this"
    yield "これ(?!により|ら)", "bare"


def tilde(record: dict) -> Iterator[tuple[str, str]]:
    """Yield what Scryfall's `~` stands for."""
    yield full(record)
    yield "this spell", "this"


def nickname(record: dict) -> Iterator[tuple[str, str]]:
    """Yield the whole name and what Forge takes for the nickname."""
    yield full(record)
    name, lang = record["name"], record["lang"]
    if lang == "ja":
        short = name.split("、")[1] if "、" in name else name
    elif lang.startswith("zh"):
        short = name
    else:
        short = name.split(",")[0] if "," in name else name.split(" ")[0]
    yield re.escape(short), "short"


def first_word(record: dict) -> Iterator[tuple[str, str]]:
    """Yield the whole name and its first word."""
    yield full(record)
    yield re.escape(re.split(r"[ ,、・]", record["name"])[0]), "short"


PEERS: dict[str, Rule] = {
    "regex": regex,
    "tilde": tilde,
    "nickname": nickname,
    "first-word": first_word,
}


def answer(record: dict, rule: Rule) -> dict:
    """Return what a peer finds in a text, and the text as it would reword it."""
    text = record["text"]
    found: list[dict] = []
    for pattern, form in rule(record):
        # There are no edges of words between a Japanese or Chinese name and what follows it.
        edge = "" if record["lang"] in ("ja", "zh-Hans", "zh-Hant") else r"\b"
        flags = re.IGNORECASE if form == "this" else 0
        for match in re.finditer(f"{edge}(?:{pattern}){edge}", text, flags):
            start, end = match.span()
            if any(start < other["end"] and other["start"] < end for other in found):
                continue
            if rule is regex and text.endswith("named ", 0, start):
                continue
            found.append({"start": start, "end": end, "form": form, "target": "self"})
    found.sort(key=lambda reference: reference["start"])
    changed = text
    for reference in reversed(found):
        if record["lang"] in NEW and reference["form"] in ("full", "short"):
            new = NEW[record["lang"]]
            changed = changed[: reference["start"]] + new + changed[reference["end"] :]
    return {"id": record["id"], "references": found, "reworded": changed}


def main() -> int:
    """Write the answers of the peer that is named."""
    if sys.argv[1:] not in [[peer] for peer in PEERS]:
        print(__doc__, file=sys.stderr)
        return 2
    for record in gold():
        print(json.dumps(answer(record, PEERS[sys.argv[1]]), ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
