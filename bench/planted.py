"""The errors that translators make, each as a function of a translation; none knows a card."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from nanori.model.values import Card, Reference

Planted = Callable[[Card, Sequence[Reference], random.Random], str]
"""Returns the text with an error, or an empty text where there is no place for one."""

REMARK = re.compile("（[^（）]*）")

NAMED = r"(?m:^)"
"""At the beginning of a line これ says what the original's line says by name."""


def _own(references: Sequence[Reference], form: str, scope: str, target: str) -> list[Reference]:
    """Return the references of a sort."""
    return [
        reference
        for reference in references
        if (reference.form, reference.scope, reference.target) == (form, scope, target)
    ]


def _said(form: str, words: str, scope: str = "rules", target: str = "self") -> Planted:
    """Return the error that puts other words, {name} among them, for a reference of a sort."""

    def plant(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
        sort = _own(references, form, scope, target)
        if not sort:
            return ""
        reference = chance.choice(sort)
        new = words.format(name=card.name)
        if new == reference.text:
            return ""
        return card.text[: reference.start] + new + card.text[reference.end :]

    return plant


def _replaced(pattern: str, words: str, *, legend: bool | None = None) -> Planted:
    """Return the error that puts words for one place of a pattern outside reminder text."""

    def plant(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
        del references
        if legend is not None and ("伝説の" in card.type) != legend:
            return ""
        masked = REMARK.sub(lambda match: "\0" * len(match[0]), card.text)
        places = list(re.finditer(pattern, masked))
        if not places:
            return ""
        match = chance.choice(places)
        return card.text[: match.start()] + match.expand(words) + card.text[match.end() :]

    return plant


def _line(change: Callable[[list[str], int], list[str]], least: int = 2) -> Planted:
    """Return the error that changes a line of several."""

    def plant(card: Card, references: Sequence[Reference], chance: random.Random) -> str:
        del references
        lines = card.text.split("\n")
        if len(lines) < least:
            return ""
        return "\n".join(change(lines, chance.randrange(len(lines))))

    return plant


REFERENCES: dict[str, Planted] = {
    "another noun": _said("this", "このアーティファクト"),
    "the name for “this creature”": _said("this", "{name}"),
    "これ for “this creature”": _said("this", "これ"),
    "それ for “this creature”": _said("this", "それ"),
    "“this card” for “this creature”": _said("this", "このカード"),
    "“this spell” for another": _said("this", "この呪文"),
    "“this permanent” for another": _said("this", "このパーマネント"),
    "“that creature” for “this creature”": _replaced("このクリーチャー", "そのクリーチャー"),
    "“this creature” for “that creature”": _replaced("そのクリーチャー", "このクリーチャー"),
    "no subject": _replaced("このクリーチャー(?:は|が)、?", ""),
    "reminder: the name": _said("this", "{name}", "reminder"),
    "reminder: another noun": _said("this", "この呪文", "reminder"),
    "reminder: それ": _said("this", "それ", "reminder"),
    "reminder: これ": _said("this", "これ", "reminder"),
    "quotation: the name": _said("this", "{name}", "quote", "holder"),
    "quotation: another noun": _said("this", "このアーティファクト", "quote", "holder"),
    "quotation: それ": _said("this", "それ", "quote", "holder"),
    "quotation: “this creature” for the giver": _said("full", "このクリーチャー", "quote"),
    "legend: “this creature”": _replaced(f"{NAMED}これ(?=が)", "このクリーチャー", legend=True),
    "legend: “that creature”": _replaced(f"{NAMED}これ(?=が)", "そのクリーチャー", legend=True),
    "legend: それ": _replaced(f"{NAMED}これ(?=が)", "それ", legend=True),
    "“this creature” for a land": _replaced("この土地", "このクリーチャー"),
    "“this artifact” for an Aura or Equipment": _replaced(
        "この(?:オーラ|装備品)", "このアーティファクト"
    ),
}
"""Errors in what a card calls itself."""

OTHERS: dict[str, Planted] = {
    "a number of two or more": _replaced("[２-５](?=[枚点個体つ])", "９"),
    "two for one": _replaced("１(?=[枚点個])", "２"),
    "one for another number": _replaced("[２-５](?=[枚点個])", "１"),
    "another symbol": _replaced(r"\{[WUBR]\}", "{G}"),
    "no symbol": _replaced(r"\{[WUBRG]\}", ""),
    "another change": _replaced("＋１/＋１", "＋２/＋１"),
    "another sign": _replaced("－(?=[１-９]/)", "＋"),
    "no target": _replaced("を対象とする。", "を選ぶ。"),
    "a target": _replaced("を選ぶ。", "を対象とする。"),
    "a line left out": _line(lambda lines, place: lines[:place] + lines[place + 1 :]),
    "an old term": _replaced("戦場に出", "場に出"),
    "a comma in ASCII": _replaced("(?<=[ぁ-ん])、", ","),
    "a stop in ASCII": _replaced("。", "."),
    "a stop left out": _replaced("。(?=\n|$)", ""),
    "quotation marks": _replaced("「([^「」]+)」", r'"\1"'),
    "names without brackets": _replaced("「([^「」]+)」(?=という名前)", r"\1"),
    "a bracket left out": _replaced("」", ""),
    "a reading": _replaced("([一-龥]{2})(?=[をがは])", r"\1（よみがな）"),
    "a narrow digit": _replaced("１(?=[枚点体])", "1"),
    "another keyword": _replaced("飛行|先制攻撃|速攻|警戒", "到達"),
    "another player": _replaced("対戦相手", "プレイヤー"),
    "another color": _replaced("白の|青の|黒の|赤の", "緑の"),
    "another zone": _replaced("墓地", "手札"),
}
"""Other errors; the whole line in English is made where the original is known."""
