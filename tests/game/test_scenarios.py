"""Every scenario of corpus/scenarios/ is answered as it is answered there."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import corpus
import nanori
from command import nanori as command
from corpus import Mark, files, marks
from nanori.game.door import QUESTIONS
from project import put
from scenario_cases import Case, read

CASES = [case for path in files("scenarios") for case in read(path)]
GOOD = [case for case in CASES if not case.wrong]
WRONG = [case for case in CASES if case.wrong]
EVENTS = {
    *("gain", "grant", "create", "copy", "splice", "transform", "meld", "face_down", "face_up"),
    *("unlock", "lock", "rename", "add_names", "change_text", "link", "move"),
}

in_every_language = pytest.mark.parametrize("lang", corpus.LANGUAGES)


def titled(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=f"{case.path.stem}: {case.title}") for case in cases]


@in_every_language
@pytest.mark.parametrize("case", titled(GOOD))
def test_a_scenario_is_answered_as_the_corpus_says(case: Case, lang: str) -> None:
    check(case, lang, nanori.bind(case.scenario(lang)))


@pytest.mark.parametrize("path", files("scenarios"), ids=lambda path: path.stem)
def test_the_command_answers_as_the_library_does(path: Path, tmp_path: Path) -> None:
    """A case of each file and language, in JSON or in YAML."""
    cases = [case for case in read(path) if not case.wrong]
    for lang, case, write in zip(corpus.LANGUAGES, cases, (json.dumps, in_yaml), strict=False):
        place = put(tmp_path / f"{lang}.scenario", write(case.scenario(lang)))
        done = command("bind", str(place))
        assert done.code == 0, done.err
        assert all(line.startswith("warning: ") for line in done.err.splitlines())
        check(case, lang, json.loads(done.out))


@pytest.mark.parametrize("case", titled(WRONG))
def test_a_wrong_scenario_is_refused_in_one_line(case: Case, tmp_path: Path) -> None:
    assert case.wrong
    path = put(tmp_path / "wrong.yaml", case.wrong.content)
    done = command("bind", str(path))
    message = done.err
    assert (done.code, done.out) == (2, ""), message
    assert message.count("\n") == 1, message
    assert "wrong.yaml" in message, message
    assert case.wrong.role in message


def test_every_event_and_question_of_the_contract_has_a_case() -> None:
    events = {kind for case in GOOD for event in case.events for kind in event}
    asked = {next(iter(question)) for case in GOOD for question in case.questions}
    assert events >= EVENTS
    assert asked == QUESTIONS.keys()


def in_yaml(scenario: dict[str, Any]) -> str:
    return yaml.safe_dump(scenario, allow_unicode=True, sort_keys=False)


def check(case: Case, lang: str, replies: Any) -> None:  # noqa: ANN401 - JSON
    """Compare the answers with those of the corpus; fails with what differs."""
    assert len(replies) == len(case.questions)
    asked = case.scenario(lang)["questions"]
    for question, reply, wanted in zip(asked, replies, case.answers(lang), strict=True):
        place = f"{case.path}: {case.title} [{lang}]: {question}"
        for key, value in wanted.items():
            if key == "text":
                assert reading(reply, value) == value, place
                assert len(reply["abilities"]) == (value.count("\n") + 1 if value else 0), place
                assert spans(reply) == spans_wanted(value), place
            elif key == "bound":
                assert [r["binds_to"] for r in every_reference(reply)] == value, place
            elif key in ("names", "candidates"):
                assert sorted(reply[key]) == sorted(value), place
            else:
                assert reply[key] == (str(value) if key == "rule" else value), place


def every_reference(state: Any) -> list[Any]:  # noqa: ANN401
    return [reference for ability in state["abilities"] for reference in ability["references"]]


def reading(state: Any, wanted: str) -> str:  # noqa: ANN401
    """Return a state's abilities marked as in the corpus, with the rules that are wanted there."""
    said = iter([label(mark) for mark in marks(wanted)])
    lines: list[str] = []
    for ability in state["abilities"]:
        marked, end = "", 0
        for reference in ability["references"]:
            rule = reference["rule"] if next(said, ("", "", "said"))[2] else ""
            whole = " ".join(filter(None, [reference["target"], reference["binds_to"], rule]))
            marked += ability["text"][end : reference["start"]]
            marked += f"⟦{reference['form']}>{whole}|{reference['text']}⟧"
            end = reference["end"]
        lines.append(marked + ability["text"][end:])
    return "\n".join(lines)


def label(mark: Mark) -> tuple[str, str, str]:
    """Return target, object and rule of a mark, each empty where it is not said."""
    target, *more = mark.label.partition(">")[2].split()
    rule = next((word for word in more if word[0].isdigit()), "")
    return target, next((word for word in more if word != rule), ""), rule


def spans(state: Any) -> list[tuple[int, int]]:  # noqa: ANN401
    return [(reference["start"], reference["end"]) for reference in every_reference(state)]


def spans_wanted(marked: str) -> list[tuple[int, int]]:
    """Return where the marked references stand, counted from the beginning of each line."""
    return [(mark.start, mark.end) for line in marked.split("\n") for mark in marks(line)]


@pytest.mark.parametrize(
    ("type_", "words"), [("Mountain", "a Mountain"), ("Urza’s", "an Urza’s"), ("Unicorn", "a U")]
)
def test_an_article_goes_by_how_the_new_word_sounds(type_: str, words: str) -> None:
    old = "Horse" if type_ == "Unicorn" else "Forest"
    card = {
        "name": "Salt Gate",
        "type": "Land",
        "text": f"Sacrifice Salt Gate unless it is a {old}.",
    }
    change = {"change_text": {"object": "A", "from": old, "to": type_}}
    scenario = {
        "objects": [{"id": "A", "card": card}],
        "events": [change],
        "questions": [{"state": "A"}],
    }
    assert words in nanori.bind(scenario)[0]["abilities"][0]["text"]
