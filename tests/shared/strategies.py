"""What Hypothesis draws for the laws: strange texts, and mutations of sensible ones."""

import functools

from hypothesis import strategies as st

import corpus
from nanori.grammar import languages
from nanori.model.values import Card

SIGNS = "“”\"'‘’「」『』《》（）()[]{}⟦⟧\n\r\u2028\0\ud800\u0301é🐉—―:：,、.。•|~@ 　"
"""Brackets, quotes, line ends and what else a grammar may stumble over."""

WORDS = [
    *("named ", "This creature ", "this ", "create ", "token ", "transforms into "),
    *("Partner with ", "CARDNAME", "{T}", "{2}{W/U/P}", "gains ", "have ", "I, II — "),
    *("LEVEL 1-2\n", "its name is ", "「これ」", "このクリーチャー", "これ", "という名前の"),
    *("名前が《", "を生成する。", "を持つ。", "との共闘（", "から変身する。）"),
    *("を選んでもよい。", "＋１/＋１", "(青)", "を得る。", "これにより"),
]
"""Words of both languages that the grammars know."""


@functools.cache
def cards() -> list[Card]:
    """Return the card of every text in the corpus."""
    return [case.card(text) for case in corpus.cases("rules") for text in case.texts]


anything = st.text(st.characters(exclude_categories=()), max_size=80)
"""Any code points at all, lone surrogates included."""

jumble = st.lists(st.sampled_from(WORDS) | st.sampled_from(SIGNS), max_size=40).map("".join)
"""Words of the grammars and signs in any order."""


@st.composite
def mutations(draw: st.DrawFn, texts: list[Card]) -> Card:
    """Draw a card whose text had characters deleted, inserted, doubled or exchanged."""
    card = draw(st.sampled_from(texts))
    text = card.text
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        new = draw(st.sampled_from(["", text[start:end] * 2, text[start:end][::-1]]) | jumble)
        text = text[:start] + new + text[end:]
    return Card(text=text, name=card.name, lang=card.lang, faces=card.faces, type=card.type)


@st.composite
def strangers(draw: st.DrawFn) -> Card:
    """Draw a card with a strange text and a strange name, in a language or in none."""
    text = draw(anything | jumble)
    part = st.integers(0, len(text)).map(lambda start: text[start : start + 12])
    name = draw(anything | part | st.sampled_from(["", " ", "~", "(", "「", "A-", "a // b", "The"]))
    kind = draw(st.sampled_from(["", "Legendary Creature — Elf", "伝説のクリーチャー — エルフ"]))
    alternate = tuple(draw(st.lists(anything | part, max_size=1)))
    lang = draw(st.sampled_from(["", *languages.codes()]))
    return Card(text=text, name=name, lang=lang, type=kind, alternate=alternate)
