"""Edits of a text, one after another and at once."""

from hypothesis import given
from hypothesis import strategies as st

from nanori.model.edits import apply, composed
from nanori.model.values import Edit

TEXTS = st.text(alphabet="ab灯🐉", max_size=12)


@st.composite
def edits_of(draw: st.DrawFn, length: int) -> list[Edit]:
    cuts = draw(st.lists(st.integers(0, length), max_size=6).map(sorted))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return [Edit(start, end, draw(TEXTS)) for start, end in dict(pairs).items()]


@given(st.data(), TEXTS)
def test_edits_composed_do_what_they_do_one_after_another(data: st.DataObject, text: str) -> None:
    first = data.draw(edits_of(len(text)))
    between = apply(text, first)
    second = data.draw(edits_of(len(between)))
    together = composed(text, first, second)
    assert apply(text, together) == apply(between, second)
    assert all(text[edit.start : edit.end] != edit.text for edit in together)


def test_a_slip_that_was_mended_twice_is_one_edit() -> None:
    first, second = [Edit(4, 7, "Arru")], [Edit(6, 7, "")]
    assert composed("tap ~~~ now", first, second) == [Edit(4, 7, "Aru")]


def test_what_is_put_back_is_no_edit() -> None:
    assert composed("abc", [Edit(1, 2, "x")], [Edit(1, 2, "b")]) == []
