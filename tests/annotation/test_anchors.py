"""Marks and signs of other programs: references with `source` and `shows`."""

import json

from nanori import annotate
from nanori.model.values import Card, NameMarkup


def shown(card: Card, *markup: NameMarkup) -> list[tuple[str, str, str, str | None, str | None]]:
    """Return text, form, scope, source and what it shows, of each reference."""
    return [
        (one.text, one.form, one.scope, one.source, one.shows)
        for one in annotate(card, None, markup)
    ]


def test_a_sign_shows_the_name_it_stands_for() -> None:
    for lang, name, short in (
        ("en", "Aru, the Quiet Lamp", "Aru"),
        ("ja", "静かな灯、アル", "アル"),
    ):
        card = Card(text="CARDNAME NICKNAME", name=name, lang=lang)
        assert shown(card) == [
            ("CARDNAME", "placeholder", "rules", "markup", name),
            ("NICKNAME", "placeholder", "rules", "markup", short),
        ]


def test_a_mark_is_a_reference_even_if_its_words_no_longer_fit() -> None:
    text = "When Old Lamp or Moth enters, target creature gains “Old Lamp can't block.”"
    card = Card(text=text, name="Aru, the Quiet Lamp", lang="en")
    assert not annotate(card)
    quoted = text.rindex("Old Lamp")
    marks = (
        NameMarkup(5, 13, "full"),
        NameMarkup(17, 21, "other"),
        NameMarkup(quoted, quoted + 8, "short"),
    )
    assert shown(card, *marks) == [
        ("Old Lamp", "full", "rules", "markup", "Aru, the Quiet Lamp"),
        ("Moth", "other", "rules", "markup", "Moth"),
        ("Old Lamp", "short", "quote", "markup", "Aru"),
    ]
    rules = [one.rule for one in annotate(card, None, marks)]
    assert rules == ["201.5", "201.2", "201.5a"]


def test_a_mark_wins_over_a_name_that_it_overlaps() -> None:
    card = Card(text="Quiet Lamp Aru.\nQuiet Lamp.", name="Quiet Lamp", lang="en")
    assert shown(card, NameMarkup(6, 14, "full")) == [
        ("Lamp Aru", "full", "rules", "markup", "Quiet Lamp"),
        ("Quiet Lamp", "full", "rules", None, None),
    ]


def test_without_marks_nothing_is_written_of_them() -> None:
    from nanori.formats.entries import Entry
    from nanori.surfaces.cli import reporting

    card = Card(text="Quiet Lamp enters.", name="Quiet Lamp", lang="en")
    line = json.loads(reporting.jsonl(Entry(card, path="-"), annotate(card)))
    assert line["references"][0].keys().isdisjoint({"source", "shows"})


def test_this_creature_marked_as_the_name_is_no_name() -> None:
    for lang, name, text, words in (
        ("en", "Quiet Lamp", "When this creature enters, scry 1.", "this creature"),
        ("ja", "静かな灯", "このクリーチャーが戦場に出たとき、占術１を行う。", "このクリーチャー"),
    ):
        card = Card(text=text, name=name, lang=lang)
        start = text.index(words)
        mark = NameMarkup(start, start + len(words), "full")
        assert shown(card, mark) == [(words, "this", "rules", "markup", words)]


def test_a_mark_of_the_spelling_checker_is_no_name() -> None:
    card = Card(text="When Quiet Lamp enters, scyr 1.", name="Quiet Lamp", lang="en")
    marks = NameMarkup(5, 15, "spelling"), NameMarkup(24, 28, "spelling")
    assert shown(card, *marks) == [("Quiet Lamp", "full", "rules", None, None)]
