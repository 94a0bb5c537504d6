"""Symbols in every form that texts write them (CR 107.4, spec F3)."""

import itertools

import pytest

from nanori.grammar import languages, symbols

COLORS = "WUBRG"
RULES = [
    *COLORS,
    *"CXS0123456789",
    "20",
    *("/".join(pair) for pair in itertools.permutations(COLORS, 2)),
    *(f"2/{color}" for color in COLORS),
    *(f"C/{color}" for color in COLORS),
    *(f"{color}/P" for color in COLORS),
    *("/".join([*pair, "P"]) for pair in itertools.permutations(COLORS, 2)),
]


@pytest.mark.parametrize("inside", RULES)
def test_each_symbol_of_the_rules_is_itself(inside: str) -> None:
    wide = "".join(chr(ord(one) + 0xFEE0) for one in inside)
    for written in (f"{{{inside}}}", f"｛{wide}｝"):
        (one,) = symbols.find(f"あ{written}い")
        assert (one.text, one.symbol, one.kind) == (written, f"{{{inside}}}", "mana")


@pytest.mark.parametrize(
    ("text", "lang", "found"),
    [
        ("(3)(青)(青)：引く。", "ja", "{3}{U}{U}"),
        ("（Ｘ）（赤）", "ja", "{X}{R}"),
        ("（Ｘ）を支払う", "ja", "{X}"),
        ("（１０）を加える", "ja", "{10}"),
        ("(白/青)(2/黒)(緑/Φ)(白Φ)(氷雪)(無)", "ja", "{W/U}{2/B}{G/P}{W/P}{S}{C}"),
        ("(Ｔ)：", "ja", "{T}"),
        ("(3)(U)(U): Draw.", "en", "{3}{U}{U}"),
        ("{WP}{2u}{HW}{½}", "en", "{W/P}{2/U}{HW}{½}"),
        ("手順(1)と(2)、(注)、(P/T)、(青い)、+1/+1", "ja", ""),
        ("See (2) and (X); a (W) alone.", "en", ""),
    ],
)
def test_written_forms_are_read_as_the_symbols_they_mean(text: str, lang: str, found: str) -> None:
    assert "".join(one.symbol for one in symbols.find(text, languages.load(lang))) == found


def test_other_symbols_are_told_from_mana() -> None:
    kinds = {one.symbol: one.kind for one in symbols.find("{T}{Q}{E}{CHAOS}{W}")}
    assert kinds == dict.fromkeys(["{T}", "{Q}", "{E}", "{CHAOS}"], "other") | {"{W}": "mana"}
