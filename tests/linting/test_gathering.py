"""What checks know about all files, gathered by one process or by several."""

from pathlib import Path

import msgspec
import pytest

from nanori import Card
from nanori.annotation.name_fields import NameCodes
from nanori.formats import reader
from nanori.formats.io import processes
from nanori.linting import discovery, gathering, indexes
from nanori.linting.conventions import HouseWidths
from nanori.linting.runs import Reading

CARDS = [
    Card(id=number, lang="en", name=f"Ember Pot {number % 7}", type="Artifact", text=text)
    for number, text in enumerate(
        [
            "{T}: Add {R}. (This is a mana ability that everybody knows.)",
            "When this artifact enters, put an ash counter on it.",
            "Kindle {2} (Put an ember counter on this artifact as it enters.)",
            "Create a token named Cinder.\nEmber Pot burns\nand glows.",
        ]
        * 5
    )
]


@pytest.mark.parametrize(("count", "other"), [(4, False), (5, True)])
@pytest.mark.parametrize("kind", ["Hero", ""])
def test_cards_without_a_file_are_counted_once(kind: str, count: int, other: bool) -> None:
    heroes = [
        Card(name=f"Orsin {number}", lang="en", type=kind, text="Draw.") for number in range(count)
    ]
    assert indexes.Index(heroes).is_of_other_game("") == other


@pytest.mark.skipif(not processes.can_fork(), reason="processes cannot be forked here")
def test_several_processes_gather_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(tmp_path / f"{name}.jsonl") for name in ("first", "second")]
    for path, cards in zip(paths, (CARDS, CARDS[3:]), strict=True):
        Path(path).write_bytes(b"".join(msgspec.json.encode(card) + b"\n" for card in cards) + b"{")
    monkeypatch.setattr(gathering, "LARGE", 0)
    monkeypatch.setattr(reader, "RECORDS", 3)
    monkeypatch.setattr(indexes, "SET", 10)
    targets = list(discovery.targets(paths, {path: path for path in paths}))
    alone, together = (
        gathering.gathered(targets, Reading(), None, pairs=True, jobs=jobs) for jobs in (1, 2)
    )
    for mine, theirs in zip(alone, together, strict=True):
        assert _known(mine) == _known(theirs)


def test_a_file_that_becomes_shorter_or_goes_meanwhile_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(card) + b"\n" for card in CARDS))
    (target,) = discovery.targets([str(path)], {str(path): str(path)})
    target = msgspec.structs.replace(target, opened=None)  # as of a large file
    (batch,) = Reading().divided(target)
    path.write_bytes(b"")
    noting = gathering._Noting()
    assert not noting.do((str(path), batch))[0].names("en")
    path.unlink()
    assert not noting.do((str(path), batch))[0].names("en")


def _known(gathered: object) -> dict[str, object]:
    """Return all that was gathered, the order in which it was met included."""
    return {
        name: _known(value) if isinstance(value, (HouseWidths, NameCodes)) else _ordered(value)
        for name, value in vars(gathered).items()
    }


def _ordered(value: object) -> object:
    if isinstance(value, dict):
        # One kind of thing is noted of all cards of a batch before the next, each in order.
        items = sorted(
            value.items(), key=lambda item: item[0][:1] if type(item[0]) is tuple else ()
        )
        return [(key, _ordered(each)) for key, each in items]
    return value
