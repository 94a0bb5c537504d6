"""Pieces that, repeated, would hurt what looks back or nests without bound."""

from __future__ import annotations

from typing import NamedTuple

ANNOTATED = {
    "en": [
        *('"', "(", '("', "(this creature) ", "named A ", "create A, ", "this ", "A of B dies. "),
        *("Partner with A ", "{", "~ — ", "'A ", "has "),
    ],
    "ja": [
        *("「", "（", "「（", "「これ」", "という名前", "これは", "この", "「甲」", "、甲に変身"),
        *("「という名前の", "《", "を持つ", "との共闘"),
    ],
}
"""Rules texts, by language."""

CHECKED = {
    "texts": [
        *("mixed-width", "leaked-furigana", "english-name-in-japanese", "inconsistent-name"),
        *("mismatched-bilingual-name", "duplicate-translation"),
        *("foreign-punctuation", "outdated-term"),
    ],
    "brackets": ["wrong-brackets", "name-without-brackets"],
    "pairs": [
        *("missing-reference", "untranslated-name", "swapped-name"),
        *("different-numbers-or-symbols", "different-self-reference"),
        *(
            "different-term",
            "missing-stop",
            "missing-paragraph",
            "missing-target",
            "untranslated-text",
        ),
    ],
}
"""Checks of lint, by what they are given."""

_JAPANESE = ["（（", "「あ", "「{T}：", "年経た鷺", "＋１/+1", "あ（あ", "葦の巣の番人", "two "]
_JAPANESE += ["(1", "<<", "名前に「"]
TEXTS = dict.fromkeys(CHECKED, _JAPANESE)
"""Texts for the checks of each kind."""

PAGES = {
    "mentions": ["《", "「炎/F", "炎/Lumen", "炎 / F", "x / ", "/", "(", "あ/Bc "],
    "rules": ["728.1 rule 728.2参照。", "rule 728.1, ", "728.1 a\n", "1", "728 [", "\n"],
}
"""Prose, and rules documents."""


class File(NamedTuple):
    """A card file, and what is repeated in it."""

    name: str
    head: str
    pieces: list[str]
    tail: str = ""


FILES = [
    File(
        "set",
        "mse version: 2.0.2\ngame: magic\ncard:\n\tname: A\n\trule text:\n",
        ["\trule text: <\n", "\t\t\n", "#\n", "\tx:\n\t\ty\n", "<b>", "card:\n"],
        "\n",
    ),
    File(
        "spoiler.txt", "", ["x", "Name: x\n", "//\n", "a\nLand\n//\n", "a\nLand\n\n", "(１)", "\t"]
    ),
    File("text.txt", "x\n", ["\n", " ", "a", "[", "`[", "<p ", "- a: ", '"a": ', "=", ";", "#"]),
    File("cards.csv", 'name,text\nEmber Pot,"', ['""'], '"\n'),
]
