"""What holds for the rewriting of any text: strange texts, names and spans drawn by Hypothesis."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import nanori
import strategies
from nanori.annotation.own_names import is_legend
from nanori.grammar import language_detection, languages
from nanori.model import edits, values
from nanori.model.values import Card, Edit, Reference
from nanori.rewriting.substitution import Designation, designation, rewrite

NAMES = [
    *("Mercurial Wisp", "Bram Oxlip, Keeper of Bells", "Odwin the Unsalted", "Silted Heirs"),
    *("The Drowned Bell", "The Bell, Unheard", "Grebb & Co.", "“Mud” and Sons!", "Quen-Tir"),
    *("Æthelmar, Mouth of Brine", "Kaj'thul's Lantern", "沼の棍棒使い", "塩の番人、イゾルデ"),
    *("燼帝クラガス・Ｚ", "グレッブ商会。", "Wade // Drown Twice", "1'st of the Tide"),
]
"""Invented names with what a name may bring along."""

PLAIN = ["Mercurial Wisp", "Kaj'thul's Lantern", "Bram Oxlip, Keeper of Bells"]
"""Names that change nothing around them."""

AROUND = {"s", "", "."}
"""What edits beside a name may put in: the possessive s, nothing for an article, a full stop."""

cards = st.sampled_from(strategies.cards())
strangers = st.sampled_from(NAMES) | strategies.anything | strategies.jumble


@st.composite
def recipients(draw: st.DrawFn, names: st.SearchStrategy[str], lang: str) -> Designation:
    """Draw what texts of a language call an object of one of these names."""
    language = languages.load(lang)
    return designation(draw(names), language, legend=draw(st.booleans()), english=draw(names))


def own(card: Card) -> list[Reference]:
    """Return the references of a card that mean the object it is."""
    return [reference for reference in nanori.annotate(card) if reference.target == "self"]


def spans(references: list[Reference]) -> list[tuple[int, int]]:
    return [(reference.start, reference.end) for reference in references]


def moved(
    references: list[Reference], changes: Sequence[Edit], text: str, to: Designation
) -> list[tuple[int, int]]:
    """Return where references stand in a new text; the article of a name goes with its edit."""
    every = {to.full, to.short or to.full, f"{to.full}/{to.english}"} - {""}
    ways = sorted(every, key=len)[::-1]
    places: list[tuple[int, int]] = []
    for start, end in edits.moved(spans(references), list(changes)):
        name = next((way for way in ways if text[start:end].endswith(way)), text[start:end])
        places.append((end - len(name), end))
    return places


def with_article_and_comma(
    text: str, references: list[Reference], changes: Sequence[Edit]
) -> list[tuple[int, int]]:
    """Return where references stand, with an article and the comma of an apposition that go."""
    places: list[tuple[int, int]] = []
    for start, end in spans(references):
        start = min(start, *(edit.start for edit in changes if edit.end == end), start)
        commas = (edit for edit in changes if edit.start == end and not edit.text)
        end = max(end, *(edit.end for edit in commas if text[end : edit.end] == ","), end)
        places.append((start, end))
    return places


def outside(text: str, taken: list[tuple[int, int]]) -> list[str]:
    """Return what stands between spans, in order."""
    starts = [0, *(end for _, end in taken)]
    return [text[a:b] for a, b in zip(starts, [*(s for s, _ in taken), len(text)], strict=True)]


@given(cards, st.data())
def test_every_reference_is_there_in_the_new_words_and_no_other_is_touched(
    card: Card, data: st.DataObject
) -> None:
    to = data.draw(recipients(strangers, card.lang))
    references = own(card)
    changes = rewrite(card.text, references, to, languages.load(card.lang))
    text = edits.apply(card.text, changes)
    places = moved(references, changes, text, to)
    assert len(places) == len(references)
    article = languages.load(card.lang).lexicon.short.article
    for reference, (start, end) in zip(references, places, strict=True):
        with_words = reference.form == "placeholder" and " " in reference.text  # “Bastion of ~”
        if reference.form not in values.NAMES and not with_words:
            assert text[start:end] == reference.text
        else:
            ways = {to.full, to.short or to.full, f"{to.full}/{to.english}"}
            ways |= {article.lower() + way.removeprefix(article) for way in ways if article}
            assert text[start:end] in ways
    ends = {end for _, end in spans(references)}  # an edit may begin at the article of a name
    assert all(
        edit.text in AROUND for edit in changes if edit.end not in ends or edit.start == edit.end
    )


@given(cards, st.data())
def test_text_outside_references_is_unchanged(card: Card, data: st.DataObject) -> None:
    to = data.draw(recipients(st.sampled_from(PLAIN), card.lang))
    references = own(card)
    changes = rewrite(card.text, references, to, languages.load(card.lang))
    text = edits.apply(card.text, changes)
    taken = with_article_and_comma(card.text, references, changes)
    assert outside(text, edits.moved(taken, changes)) == outside(card.text, taken)


@given(cards, st.data())
def test_the_new_text_has_the_same_references_when_it_is_annotated(
    card: Card, data: st.DataObject
) -> None:
    to = data.draw(recipients(st.sampled_from(NAMES), card.lang))
    references = own(card)
    changes = rewrite(card.text, references, to, languages.load(card.lang))
    again = replace(
        card,
        text=edits.apply(card.text, changes),
        name=to.full,
        name_en=to.english,
        type="Legendary Creature" if to.short else card.type.replace("Legendary ", ""),
        faces=(),
        alternate=(),
    )
    assert spans(own(again)) == moved(references, changes, again.text, to)


@given(cards)
def test_its_own_name_changes_nothing(card: Card) -> None:
    name = card.name if card.lang != languages.reference_language() else ""
    language = languages.load(card.lang)
    to = designation(name or card.name, language, legend=is_legend(card.type), text=card.text)
    canonical = [reference for reference in own(card) if reference.text in (to.full, to.short)]
    assert rewrite(card.text, canonical, to, language) == ()


@given(cards, st.data())
def test_there_and_back_again_is_the_text(card: Card, data: st.DataObject) -> None:
    there = data.draw(recipients(st.sampled_from(PLAIN), card.lang))
    language = languages.load(card.lang)
    back = designation(card.name, language, legend=False)
    references = [reference for reference in own(card) if reference.text == back.full]
    changes = rewrite(card.text, references, there, language)
    text = edits.apply(card.text, changes)
    there_now = [
        replace(reference, start=start, end=end, form="full")
        for reference, (start, end) in zip(
            references, moved(references, changes, text, there), strict=True
        )
    ]
    assert edits.apply(text, rewrite(text, there_now, back, language)) == card.text


@given(strategies.strangers(), st.data())
def test_no_text_and_no_name_is_too_strange(card: Card, data: st.DataObject) -> None:
    lang = card.lang or language_detection.of_text(card.text)
    to = data.draw(recipients(strangers, lang))
    references = own(card)
    changes = rewrite(card.text, references, to, languages.load(lang))
    text = edits.apply(card.text, changes)
    ends = [end for _, end in edits.moved(spans(references), changes)]
    assert all(end <= len(text) for end in ends)


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """Draw a text and edits of it."""
    text = draw(st.text("abc", max_size=20))
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return text, [Edit(a, b, draw(st.text("xyz", max_size=4))) for a, b in pairs]


@given(changed(), st.data())
def test_a_span_keeps_the_text_that_no_edit_touches(
    case: tuple[str, list[Edit]], data: st.DataObject
) -> None:
    text, changes = case
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    new = edits.apply(text, changes)
    ((left, right),) = edits.moved([(start, end)], changes)
    assert 0 <= left <= right <= len(new)
    inside = [edit for edit in changes if edit.start < end and start < edit.end]
    if (start, end) in [(edit.start, edit.end) for edit in changes]:
        return
    if not inside:
        assert new[left:right] == text[start:end]
    elif all(start <= edit.start and edit.end <= end for edit in inside):
        shifted = [Edit(edit.start - start, edit.end - start, edit.text) for edit in inside]
        assert new[left:right] == edits.apply(text[start:end], shifted)
