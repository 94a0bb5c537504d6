"""Input and output that do not work: one line, an exit code, nothing half-written or replaced."""

import gzip
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from command import FOUND, GOOD, Captured, nanori, process
from nanori.surfaces.cli import app
from project import FORMATS, put


def test_a_bad_record_is_named_and_the_others_are_done(capsys: Captured) -> None:
    path = str(FORMATS / "cards" / "wrong-records.jsonl")
    assert app.run(["annotate", path]) == 1
    out, err = capsys.readouterr()
    *wrong, good = map(json.loads, out.splitlines())
    assert good["id"] == "good"
    assert all(line.keys() == {"error", "path", "line"} for line in wrong)
    assert [line["line"] for line in wrong] == list(range(2, 11))
    assert wrong[7]["error"].startswith("unknown language “xx”")
    first, *_, more, read = err.splitlines()
    assert first == f"{path}:2: no name"
    assert len(err.splitlines()) == 5
    assert more == f"{path}: 6 more not read"
    assert read == "1 record in 1 file read, 1 only names, 9 not read"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_texts_in_another_language_than_they_are_said_to_be_are_counted_for_each_file(
    tmp_path: Path, jobs: str, capsys: Captured
) -> None:
    english = "Whenever this creature attacks, draw a card unless a player controls a land."
    french = (
        "À chaque fois que cette créature attaque, piochez une carte et perdez un point de vie."
    )
    paths: list[str] = []
    for name, texts in {"one": [english, french, english], "two": [french]}.items():
        cards = [{"name": "Sel", "lang": "fr", "text": text} for text in texts]
        path = put(tmp_path / f"{name}.jsonl", "".join(json.dumps(card) + "\n" for card in cards))
        paths.append(str(path))
    assert app.run(["annotate", *paths, "--jobs", jobs]) == 0
    said = "2 of 3 texts looked at are plainly in English, not in French"
    assert capsys.readouterr().err == f"{paths[0]}: {said}\n4 records in 2 files read\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_unreadable_file_among_others_is_named_and_the_others_are_done(
    good: str, tmp_path: Path, jobs: str, capsys: Captured
) -> None:
    missing = str(tmp_path / "missing.jsonl")
    folder = tmp_path / "folder"
    folder.mkdir()
    assert app.run(["annotate", "--jobs", jobs, missing, good, str(folder)]) == 1
    out, err = capsys.readouterr()
    assert out == FOUND
    first, second, read = err.splitlines()
    assert read == "1 record in 1 file read"
    assert first == f"{missing}: no such file or directory"
    assert second.startswith(f"{folder}: is a directory, in none of the formats: ")


def unreadable(folder: Path, kind: str) -> str:
    """Return the path of a file that cannot be read, of some kind."""
    path = folder / kind
    match kind:
        case "folder":
            path.mkdir()
        case "text":
            path.write_text("Elder Heron\nFlying\n", "utf-8")
        case "binary":
            path.write_bytes(bytes(range(256)) * 100)
        case "cut":
            path.write_bytes(gzip.compress(GOOD.encode() * 1000)[:-9])
        case "array":
            path.write_text('[{"object": "card", "name": "A"}, {"object', "utf-8")
        case _:
            pass
    return str(path)


KINDS = ["missing", "folder", "text", "binary", "cut", "array"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", ["annotate", "show", "tree", "restyle --style forge"])
def test_unreadable_input_is_one_line_and_exit_2(
    command: str, kind: str, tmp_path: Path, capsys: Captured
) -> None:
    path = unreadable(tmp_path, kind)
    assert app.run([*command.split(), path]) == 2
    err = capsys.readouterr().err
    assert err.startswith(path)
    assert err.count("\n") == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_unreadable_input_leaves_nothing_at_the_output(
    jobs: str, kind: str, tmp_path: Path
) -> None:
    path = unreadable(tmp_path, kind)
    before = sorted(tmp_path.iterdir())
    output = tmp_path / "out.jsonl"
    assert app.run(["annotate", path, "-o", str(output), "--jobs", jobs]) == 2
    assert sorted(tmp_path.iterdir()) == before
    output.write_text("old", "utf-8")
    assert app.run(["annotate", path, "-o", str(output), "--jobs", jobs]) == 2
    assert output.read_text("utf-8") == "old"


def test_the_output_holds_the_good_records_when_some_failed(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    assert (
        app.run(["annotate", str(FORMATS / "cards" / "wrong-records.jsonl"), "-o", str(output)])
        == 1
    )
    lines = list(map(json.loads, output.read_text("utf-8").splitlines()))
    assert [line["id"] for line in lines if "error" not in line] == ["good"]
    assert list(tmp_path.iterdir()) == [output]


def test_the_output_takes_the_place_of_a_file_with_its_permissions(
    good: str, tmp_path: Path
) -> None:
    output = put(tmp_path / "out.jsonl", "old")
    output.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(output)
    assert app.run(["annotate", good, "-o", str(link)]) == 0
    assert output.read_text("utf-8") == FOUND
    assert stat.S_IMODE(output.stat().st_mode) == 0o640
    assert link.is_symlink()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
def test_a_pipe_can_be_the_output(good: str) -> None:
    assert process("annotate", good, "-o", "/dev/stdout") == (0, FOUND, "1 record in 1 file read\n")


def test_cards_are_shown_where_their_characters_are_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    done = process("show", "--sample")
    assert (done.code, done.err) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_line_and_exit_2() -> None:
    done = nanori("annotate", "--sample", "-o", "/dev/full")
    assert (done.code, done.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("command", [["annotate"], ["lint"], ["restyle", "--style", "tilde"]])
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.jsonl", "", "no card is in it, cards with rules texts were wanted"),
        ("empty.json", "[]", "no card is in it, cards with rules texts were wanted"),
        ("head.csv", "name,text\n", "no card is in it, cards with rules texts were wanted"),
    ],
)
def test_a_file_without_a_text_says_so(
    command: list[str], name: str, content: str, said: str, tmp_path: Path, capsys: Captured
) -> None:
    path = put(tmp_path / name, content)
    assert app.run([*command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith(f"{path}: {said}"), err.count("\n")) == ("", True, 1)


def test_a_list_of_names_is_counted_and_what_may_be_a_text_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    path.write_text('{"name": "Ash Wall", "code": 1}\n{"name": "Reed Ox", "code": 2}\n')
    ran = nanori("annotate", path)
    assert (ran.code, ran.out, ran.err) == (0, "", "0 records in 1 file read, 2 only names\n")
    path.write_text('{"name": "Ash Wall", "words": "When Ash Wall enters, you draw a card."}\n')
    ran = nanori("annotate", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{path}: 1 card of the format cards, none with a rules text")


def test_cards_all_without_a_text_are_read_by_all_but_lint(tmp_path: Path) -> None:
    path = put(tmp_path / "blank.csv", "name,text\nElder Heron,\n")
    for command in (["annotate"], ["restyle", "--style", "tilde"]):
        ran = nanori(*command, path)
        assert (ran.code, ran.out.count("\n")) == (0, 1)
        assert ran.err == "1 record in 1 file read, 1 without text\n"
    ran = nanori("lint", path)
    assert ran.code == 2
    assert ran.err.startswith(f"{path}: 1 card of the format tables, none with a rules text")


FOLDER = (
    {"name": "Ash Wolf", "lang": "en", "type": "Creature", "text": "Sacrifice Ash Wolf."},
    {"name": "Soot Bear", "lang": "en", "text": "Untap Ash Wolf. Create a token named Kiln Cub."},
    {"name": "Elder Heron", "lang": "en", "text": "Sacrifice Kiln Cub and Soot Bear."},
)
"""Cards that name each other, and the token that one of them makes."""


def test_commands_take_a_folder_and_its_cards_know_each_other(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "notes.txt").write_text("Nothing of any card.\n", "utf-8")
    for number, card in enumerate(FOLDER):
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(card) + "\n", "utf-8")
    assert app.run(["annotate", "--to", "markup", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Untap ⟦other>name|Ash Wolf⟧." in out
    assert "Sacrifice ⟦other>name|Kiln Cub⟧ and ⟦other>name|Soot Bear⟧." in out
    assert app.run(["annotate", "--to", "markup", "--no-file-names", str(tmp_path)]) == 0
    assert "other>" not in capsys.readouterr().out
    assert app.run(["restyle", "--style", "tilde", str(tmp_path)]) == 0
    assert "Sacrifice ~." in capsys.readouterr().out
    assert app.run(["rename", str(tmp_path), "Ash Wolf", "Elm Wolf"]) == 0
    out = capsys.readouterr().out
    assert "text (other): “Ash Wolf” → “Elm Wolf”" in out
    assert out.count("\n") == 3


CARD = {"name": "Reed Ox", "lang": "en", "type": "Creature — Ox", "text": "Untap Reed Ox."}
AS_FILE = ["restyle", "--style", "tilde", "--as-file", "IN"]
WRITERS = [
    ["annotate", "IN"],
    ["annotate", "--abilities", "IN"],
    ["restyle", "--style", "tilde", "IN"],
    ["show", "IN"],
    ["lint", "IN"],
    ["lint", "--format", "jsonl", "IN"],
]


def written(folder: Path, name: str = "in.jsonl") -> Path:
    return put(folder / name, json.dumps(CARD) + "\n")


@pytest.mark.parametrize(
    "command", [*WRITERS, ["convert", "IN"], ["names", "build", "IN"]], ids=" ".join
)
def test_a_card_file_is_not_replaced(command: list[str], tmp_path: Path) -> None:
    path, other = written(tmp_path), written(tmp_path, "out.jsonl")
    before = other.read_bytes()
    words = [word.replace("IN", str(path)) for word in command]
    refused = nanori(*words, "-o", str(other))
    assert (refused.code, other.read_bytes()) == (2, before)
    assert "is a card file and would be replaced; remove it first" in refused.err


@pytest.mark.parametrize("command", [*WRITERS, ["names", "build", "IN"]], ids=" ".join)
def test_what_nanori_wrote_is_written_anew(command: list[str], tmp_path: Path) -> None:
    words = [word.replace("IN", str(written(tmp_path))) for word in command]
    for _ in range(2):
        assert nanori(*words, "-o", str(tmp_path / "made")).code != 2


def test_a_database_of_another_program_stays(tmp_path: Path) -> None:
    place = tmp_path / "other.db"
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("CREATE TABLE a (b)")
    before = place.read_bytes()
    refused = nanori("names", "build", str(written(tmp_path)), "-o", str(place))
    assert (refused.code, place.read_bytes()) == (2, before)
    assert "a database of another program" in refused.err


@pytest.mark.parametrize("content", [b"", b"notes\n", b'{"a": 1}\n', b"\x00\xff"])
def test_any_other_file_is_replaced(content: bytes, tmp_path: Path) -> None:
    place = put(tmp_path / "out.txt", content)
    assert nanori("annotate", str(written(tmp_path)), "-o", str(place)).code == 0


@pytest.mark.parametrize(
    "command",
    [*WRITERS, AS_FILE, ["convert", "IN"], ["show", "--to", "html", "IN"], ["mentions", "IN"]],
)
def test_an_input_cannot_be_the_output(command: list[str], tmp_path: Path) -> None:
    path, link = written(tmp_path), tmp_path / "link"
    link.symlink_to(path)
    before = path.read_bytes()
    refused = nanori(*[word.replace("IN", str(path)) for word in command], "-o", link)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "is an input" in refused.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["/", "/dev", "", ".", "/missing/out.jsonl"])
@pytest.mark.parametrize("command", [*WRITERS, AS_FILE, ["names", "build", "IN"]], ids=" ".join)
def test_no_command_writes_where_it_cannot(command: list[str], place: str, tmp_path: Path) -> None:
    words = [word.replace("IN", str(written(tmp_path))) for word in command]
    ran = nanori(*words, f"--output={place}")
    assert (ran.code, ran.err.count("\n")) == (2, 1), ran
    assert "cannot be written" in ran.err
