"""Objects change, and so do their names; what nobody knows in English stands for itself."""

import pytest
from msgspec.structs import asdict, replace

from nanori import Card, NanoriError
from nanori.game import naming, queries, state_changes
from nanori.game.objects import Name, Object, Values
from nanori.game.queries import Scene, answer
from nanori.game.scenarios import cards, door, games
from nanori.game.scenarios.plain_values import of_python
from nanori.grammar import languages

FIRE = Name("Cinderfall", "燼降り")
ICE = Name("Sleetfall", "霙降り")
WARDEN = Object(id="W", printed=Values((Name("Reed Warden", "葦の番人"),)))
SPLIT = Object(id="S", printed=Values((FIRE, ICE), "split"), zone="hand")
ROOM = Object(id="R", printed=Values((FIRE, ICE), "split", room=True), zone="hand")
DAY = Object(id="D", printed=Values((FIRE, ICE), "transform"))


def english(thing: Object) -> list[str]:
    return [name.english for name in naming.names(thing)]


def of_card(card: Card) -> Object:
    record = {field: value for field, value in asdict(card).items() if value}
    return games.of_faces(cards.faces(cards.located(of_python(record)), card.lang), None)


def test_only_double_faced_cards_transform() -> None:
    assert state_changes.transform(WARDEN) is WARDEN
    assert state_changes.turn(DAY, 7) is DAY
    assert english(state_changes.transform(state_changes.transform(DAY))) == ["Cinderfall"]


@pytest.mark.parametrize("halves", [(), (5,), (0, 9)])
def test_faces_that_are_not_there_are_no_names(halves: tuple[int, ...]) -> None:
    for thing in (SPLIT, ROOM, DAY, WARDEN, Object(printed=Values())):
        assert len(naming.names(replace(thing, up=halves, zone="stack"))) <= 2


def test_a_card_record_becomes_an_object() -> None:
    japanese = Card(text="", name="葦の番人", lang="ja", name_en="Reed Warden")
    assert queries.same_name([of_card(japanese), WARDEN]).answer
    unknown = Card(text="", name="葦の番人", lang="ja")
    assert naming.shown(of_card(unknown)) == ("葦の番人",)
    assert not queries.same_name([of_card(unknown), WARDEN]).answer


@pytest.mark.parametrize(
    ("lang", "type_line"), [("en", "Enchantment — Room"), ("ja", "エンチャント — 部屋")]
)
def test_a_card_record_of_a_room_is_one(lang: str, type_line: str) -> None:
    card = Card(text="1", name="A", faces=("A", "B"), layout="split", lang=lang, type=type_line)
    assert english(of_card(card)) == []
    assert english(replace(of_card(card), zone="library")) == ["A", "B"]


def test_a_token_without_subtypes_or_of_unknown_ones_has_a_name() -> None:
    assert naming.shown(naming.token(["兎耳族"], languages.load("ja"))) == ("兎耳族・トークン",)
    assert naming.shown(naming.token([], languages.load("en"))) == ("Token",)


def test_a_duel_masters_record_is_a_twinpact_by_its_name() -> None:
    card = Card(text="", name="豆男しゃく/焙煎の刻", lang="ja", game="duelmasters")
    assert naming.shown(of_card(card)) == ("豆男しゃく", "焙煎の刻")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"same_name": ["W", "X"]}, "no object “X”"),
        ({"same_name": 5}, "same_name: "),
        ({"differs_from": ["W"]}, "differs_from: "),
        ({"is_odd": []}, "“is_odd” is there, one of these was wanted: state, same_name"),
        ({}, "0 questions are there, one of these was wanted: state, same_name"),
        ({"matches": {"object": "W"}}, "contains, exactly, race, chosen_race or text was wanted"),
        ({"choose_name": {"said": "A"}}, "a database of names was wanted"),
        ({"choose_name": {"said": "A", "with": {"color": ["red"]}}}, "choose_name.with.color: "),
    ],
)
def test_a_wrong_question_is_named(question: dict[str, object], message: str) -> None:
    with pytest.raises(NanoriError) as raised:
        answer(door.question(of_python(question)), Scene({"W": WARDEN}))
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)
