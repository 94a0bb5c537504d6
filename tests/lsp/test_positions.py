"""Places in a text are those that an editor means, in the units it counts in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind

from nanori.surfaces.lsp.documents import Lines

TEXT = "Ash\r\n𠮷野の鷺 🜂 が\nend\u2028of\x0cline\rlast"


@pytest.mark.parametrize(
    ("encoding", "character"),
    [
        (PositionEncodingKind.Utf8, 19),
        (PositionEncodingKind.Utf16, 9),
        (PositionEncodingKind.Utf32, 7),
    ],
)
def test_a_column_is_counted_in_the_units_of_the_editor(encoding: str, character: int) -> None:
    lines = Lines(TEXT, encoding)
    place = TEXT.index(" が") + 1
    assert lines.position(place) == Position(1, character)
    assert lines.offset(Position(1, character)) == place


def test_only_line_feeds_and_carriage_returns_end_a_line() -> None:
    lines = Lines(TEXT, PositionEncodingKind.Utf16)
    assert lines.position(TEXT.index("of")) == Position(2, 4)
    assert lines.position(TEXT.index("last")) == Position(3, 0)


def test_a_position_that_there_is_not_is_the_next_that_there_is() -> None:
    lines = Lines(TEXT, PositionEncodingKind.Utf16)
    assert lines.offset(Position(0, 99)) == 3
    assert lines.offset(Position(99, 0)) == len(TEXT)
    assert lines.position(10_000) == Position(3, 4)


@given(
    st.text(alphabet="aé鷺🜂\r\n𠮷\u2028", max_size=40),
    st.sampled_from(list(PositionEncodingKind)),
)
def test_every_code_point_has_one_position(text: str, encoding: str) -> None:
    lines = Lines(text, encoding)
    for place in range(len(text) + 1):
        inside = text[place - 1 : place + 1] == "\r\n"
        assert inside or lines.offset(lines.position(place)) == place
