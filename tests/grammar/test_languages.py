"""The language that a text is written in, where nothing says it."""

from __future__ import annotations

import pytest

from nanori.grammar import languages


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Sacrifice this creature: Draw a card.", "en"),
        ("Sacrifice this creature: Draw a card. 灯", "en"),
        ("Search your library for a card named 灯の壺 and reveal it.", "en"),
        ("このクリーチャーを生け贄に捧げる：カード１枚を引く。", "ja"),
        ("「Ember Pot」という名前のカード１枚を探す。", "ja"),
        ("灯", "ja"),
        ("{T}", "en"),
        ("", "en"),
    ],
)
def test_a_text_is_in_the_language_that_a_good_share_of_its_letters_is_of(
    text: str, code: str
) -> None:
    assert languages.of_text(text) == code
