"""A card that takes too long is given up, and said, and holds up nothing else."""

import threading
import time

import pytest

from nanori.linting import engine
from nanori.surfaces.lsp import readings
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.projects import Project
from nanori.surfaces.lsp.readings import TakesTooLongError, limited

LINE = '{"name": "Ash Urn", "text": "Tap Ash Urm."}\n'


def endless() -> None:
    while True:
        pass


def test_what_takes_too_long_is_given_up() -> None:
    with pytest.raises(TakesTooLongError), limited(0.05):
        endless()


def test_what_ends_in_time_is_not() -> None:
    with limited(60):
        pass


def test_another_thread_is_not_interrupted() -> None:
    ended: list[bool] = []

    def work() -> None:
        with limited(0.001):
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_a_card_that_takes_too_long_says_so_until_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = Project(None)
    text = OpenText("file:///a.jsonl", "/a.jsonl", LINE, 1, "utf-16")
    (card,) = text.elements
    looking = engine.of_batch
    monkeypatch.setattr(engine, "of_batch", lambda *given: endless())  # pyright: ignore
    monkeypatch.setattr(readings, "MAX_SECONDS", 0.05)
    card.look(project.run, text.target)
    assert [spotted.message for spotted in card.spotted] == [
        "looking at this card takes too long, and was given up"
    ]
    monkeypatch.setattr(engine, "of_batch", looking)
    monkeypatch.setattr(readings, "MAX_SECONDS", 60.0)
    card.look(project.run, text.target)
    assert [spotted.check for spotted in card.spotted] == ["own-name/misspelled"]


def test_what_swallows_the_first_interruption_is_given_up_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slow:
        def __del__(self) -> None:
            deadline = time.monotonic() + 0.3
            while time.monotonic() < deadline:
                pass

    def swallows() -> None:
        Slow()
        endless()

    monkeypatch.setattr(readings, "SECONDS_TO_INTERRUPT_AGAIN", 0.4)
    with pytest.raises(TakesTooLongError), limited(0.05):
        swallows()
