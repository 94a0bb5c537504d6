"""Every question of corpus/names/ is answered as it is answered there."""

from pathlib import Path
from typing import Any

import pytest

import corpus
import name_scenes
from nanori.game import duel_masters, naming
from nanori.game.queries import Scene, answer
from nanori.game.scenarios import answering, door
from nanori.game.scenarios.door import QUESTIONS
from nanori.game.scenarios.plain_values import of_python
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
    scene = Scene(name_scenes.objects(case, lang, register), register)
    for raw in name_scenes.questions(case):
        question = corpus.spoken(raw, lang)
        kind, asked = next(iter(question.items()))
        reply = ask(kind, asked, scene, lang)
        wanted = {key: value for key, value in question.items() if key != kind}
        place = f"{case.path}: {case.title}: {kind}: {asked}"
        assert {key: reply[key] for key in wanted} == wanted, place


def ask(kind: str, asked: Any, scene: Scene, lang: str) -> dict[str, Any]:  # noqa: ANN401
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
