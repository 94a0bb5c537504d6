"""Every question of corpus/names/ is answered as there; names of objects that nobody knows."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

import corpus
import name_scenes
from nanori import Card, NanoriError
from nanori.game import answering, cards, door, duel_masters, games, naming, queries, state_changes
from nanori.game.door import QUESTIONS
from nanori.game.games import Game
from nanori.game.objects import Name, Object, Values
from nanori.game.plain_values import of_python
from nanori.game.queries import answer
from nanori.grammar import languages

CASES = [
    pytest.param(case, lang, id=f"{case.path.stem}: {case.title} [{lang}]")
    for case in corpus.cases("names")
    for lang in corpus.LANGUAGES
]


@pytest.mark.parametrize(("case", "lang"), CASES)
def test_a_question_is_answered_as_the_corpus_says(
    case: corpus.Case, lang: str, tmp_path: Path
) -> None:
    register = name_scenes.register(case, tmp_path)
    scene = Game(name_scenes.objects(case, lang, register), register)
    for raw in name_scenes.questions(case):
        question = corpus.spoken(raw, lang)
        kind, asked = next(iter(question.items()))
        reply = ask(kind, asked, scene, lang)
        wanted = {key: value for key, value in question.items() if key != kind}
        place = f"{case.path}: {case.title}: {kind}: {asked}"
        assert {key: reply[key] for key in wanted} == wanted, place


def ask(kind: str, asked: Any, scene: Game, lang: str) -> dict[str, Any]:  # noqa: ANN401
    """Return the answer to a question of a scenario, or to one that the corpus alone asks."""
    if kind in QUESTIONS:
        return answering.plain(answer(door.question(of_python({kind: asked})), scene))
    if kind == "names":
        return {"answer": [name.english for name in naming.names(scene.thing(asked))]}
    if kind == "shown":
        return {"answer": list(naming.shown(scene.thing(asked)))}
    if kind == "race":
        return {
            "contains": duel_masters.has_race(asked["of"], asked["part"]),
            "chosen": duel_masters.choose_race(asked["part"], asked["of"]),
        }
    if kind == "abilities":
        lines = duel_masters.text_box(asked, languages.load(lang))
        return {"answer": [list(line) for line in lines]}
    if kind == "name_a_card":
        known = [name for thing in scene.objects.values() for name in naming.names(thing)]
        choice = duel_masters.choose_name(asked["said"], known, asked.get("above", ()))
        return {
            "answer": choice.answer,
            "names": list(choice.names),
            "candidates": list(choice.candidates),
            "rule": choice.rule,
        }
    assert kind in {"official", "reading"}, f"no question {kind}"
    assert scene.register, "no cards"
    entry = scene.register.entry(asked)
    assert entry, f"no face {asked}"
    forms = [form for form in entry.forms if form.lang == lang and form.form != "alternate"]
    if kind == "official":
        return {"answer": [form.name for form in forms if form.official]}
    return {"answer": [[form.reading, form.reading_source] for form in forms if form.reading]}


def test_every_row_of_the_rules_of_names_has_a_case() -> None:
    titles = " ".join(path.read_text("utf-8") for path in corpus.files("names"))
    rows = [f"B{n}" for n in range(1, 11)] + [f"C{n}" for n in range(1, 4)]
    rows += [f"D{n}" for n in range(1, 6)] + [f"E{n}" for n in range(1, 9)]
    assert not [row for row in rows if f"({row})" not in titles]


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
        answer(door.question(of_python(question)), Game({"W": WARDEN}))
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)
