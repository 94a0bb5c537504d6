"""The names of cards as a program asks for them."""

from collections.abc import Iterator
from typing import Any

import pytest

from nanori.model.errors import NanoriError
from nanori.names.choosing import Characteristics
from nanori.names.lookup import Names


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> Iterator[Names]:
    """Open the invented names that come with nanori."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with Names.open() as opened:
        yield opened


def test_a_name_is_found_in_any_spelling(names: Names) -> None:
    assert [hit.name_en for hit in names.find("aru the quiet LAMP", limit=1)] == [
        "Aru, the Quiet Lamp"
    ]
    assert names.find("xxxxxxxxxx") == names.find("x" * 1000) == []


def test_a_name_is_shown_with_all_its_forms(names: Names) -> None:
    (entry,) = names.show("Aru")
    assert entry.face == "Aru, the Quiet Lamp"
    assert {form.lang for form in entry.forms} == {"en", "ja"}
    assert names.show("xxxxxxxxxx") == []


@pytest.mark.parametrize(
    "characteristics", ["types=Creature", Characteristics(types=("Creature",))]
)
def test_a_name_is_chosen_by_what_it_must_be(names: Names, characteristics: Any) -> None:  # noqa: ANN401
    choice = names.choose("Aru", characteristics=characteristics)
    assert (choice.answer, choice.names) == ("chosen", ("Aru, the Quiet Lamp",))
    assert names.choose("Aru", characteristics="types=Land").answer == "illegal"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"lang": "xx"}, "unknown language"),
        ({"edition": "yesterday"}, "“yesterday” is no date"),
        ({"characteristics": "colors=red"}, "is no condition"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    names: Names, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(NanoriError, match=message):
        names.choose("Aru", **arguments)


def test_what_is_no_text_is_said_at_once(names: Names) -> None:
    questions: list[Any] = [names.find, names.show, names.choose]
    for ask in questions:
        with pytest.raises(TypeError, match="int is there, str was wanted"):
            ask(3)
