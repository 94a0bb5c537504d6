"""Several processes give what one gives, whatever happens to them."""

import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats import reader
from nanori.formats.entries import Element
from nanori.formats.io import parallel, processes
from nanori.formats.records import Batch
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.surfaces.cli import inputs, reporting
from nanori.surfaces.cli.reporting import Task
from project import FORMATS, put


def batches(count: int = 60) -> Iterator[Batch]:
    for number in range(count):
        text = b'{"id": %d, "name": "Elder Heron", "text": "Exile this creature."}' % number
        lines = (2 * number + 1, 2 * number + 2)
        both = zip(lines, (text, b"{}"), strict=True)
        elements = tuple(Element(line, 1, 0, one) for line, one in both)
        yield Batch("cards", "cards", "en", elements)


@pytest.mark.parametrize("to", ["jsonl", "markup", "summary"])
def test_two_processes_do_the_same_as_one_in_the_same_order(to: str) -> None:
    found: list[tuple[bytes, object, list[str]]] = []
    for count in (1, 2):
        with parallel.working(Task(to, KnownNames(["Crooked Lantern Inn"])), count) as work:
            done = [one for _, one in work(batches())]
        errors = [str(error) for one in done for error in one.errors]
        counts = sum((one.counts for one in done), reporting.Done().counts)
        found.append((b"".join(one.output for one in done), counts, errors))
    assert found[0] == found[1]
    assert found[0][2][:2] == ["cards:2: no text", "cards:4: no text"]


def test_names_of_a_large_file_are_gathered_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(
        tmp_path / "cards.jsonl",
        "".join(
            f'{{"name": "Heron {number}", "text": "Create a token named Egret {number}."}}\n'
            for number in range(40)
        ),
    )
    one = inputs.known(None, [str(path)])
    monkeypatch.setattr(inputs, "MIN_BYTES_FOR_PROCESSES", 1)
    several = inputs.known(None, [str(path)], jobs=3)
    assert one is not None
    assert several is not None
    assert sorted(several) == sorted(one)
    assert len(one) == 80


def test_batches_are_read_only_as_they_are_needed() -> None:
    read: list[int] = []

    def counted() -> Iterator[Batch]:
        for number, batch in enumerate(batches(1000)):
            read.append(number)
            yield batch

    with parallel.working(Task("jsonl"), 2) as work:
        next(work(counted()))
        assert len(read) <= 2 * processes.AHEAD + 1


@pytest.mark.thorough
def test_a_process_that_dies_loses_only_the_batch_it_died_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    main = os.getpid()
    real = pipeline._bound

    def deadly(card: Card, *rest: object) -> object:
        if card.id == 30:
            assert os.getpid() != main
            os._exit(9)
        return real(card, *rest)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(pipeline, "_bound", deadly)
    with parallel.working(Task("jsonl"), 2) as work:
        done = [one for _, one in work(batches())]
    assert len(done) == 60
    for number, one in enumerate(done):
        if number == 30:
            assert "worker process died" in str(one.errors[0])
        else:
            assert one.output.startswith(b'{"id":%d,' % number)


def test_a_fault_of_ours_is_one_failed_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(card: Card, *_: object) -> object:
        raise ValueError(f"two\nlines over {card.id}")

    monkeypatch.setattr(pipeline, "_bound", faulty)
    done = Task("jsonl").do(next(batches()))
    assert [str(error) for error in done.errors] == [
        "cards:1: internal error, please report it: ValueError: two lines over 0",
        "cards:2: no text",
    ]


def test_errors_come_back_from_a_process_whole() -> None:
    with parallel.working(Task("jsonl"), 2) as work:
        path = str(FORMATS / "cards" / "wrong-records.jsonl")
        ((_, done),) = work(reader.batches(path))
    assert all(isinstance(error, NanoriError) and error.path == path for error in done.errors)
    assert [error.line for error in done.errors] == list(range(2, 11))


class _HalfSent:
    """A job whose process is killed, once, when half of a result is sent."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def do(self, given: int) -> int:
        def half(connection: Connection, sent: bytes) -> None:
            os.write(connection.fileno(), bytes(sent)[: len(sent) // 2])
            os.kill(os.getpid(), signal.SIGKILL)

        if given == 1 and not self._mark.exists():
            self._mark.touch()
            Connection._send = half  # type: ignore[attr-defined]
        return given

    def lost(self, given: int) -> int:
        return -given


@pytest.mark.skipif(sys.platform != "linux", reason="needs processes that are forked")
def test_a_process_that_is_killed_while_it_sends_keeps_nobody_waiting(tmp_path: Path) -> None:
    with processes.pool(_HalfSent(tmp_path / "sent"), 2) as do:
        assert list(do(range(6))) == [(each, each) for each in range(6)]
