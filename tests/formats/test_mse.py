"""Magic Set Editor's sets: what is read, what is marked, what is broken."""

from pathlib import Path

import pytest

from failing import fail
from format_files import as_line
from mse_archives import ROOT, files_of, packed
from nanori.formats import patching, reader
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError
from nanori.model.values import Edit
from project import put

HEAD = "mse version: 2.0.2\ngame: magic\n"


def entries(path: Path) -> list[Entry]:
    """Return the entries of a set without a broken card."""
    return [entry for entry in reader.entries(str(path)) if isinstance(entry, Entry)]


def written(tmp_path: Path, text: str, name: str = "set") -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return put(path, text.encode())


def entry_of(tmp_path: Path, *fields: str) -> Entry:
    """Return the entry of a card with those fields."""
    (entry,) = entries(written(tmp_path, HEAD + "card:\n\t" + "\n\t".join(fields) + "\n"))
    return entry


def test_an_archive_says_what_its_folder_says() -> None:
    archive, folder = ROOT / "lanterns.mse-set", ROOT / "lanterns"
    assert [*map(as_line, reader.read(str(archive)))] == [*map(as_line, reader.read(str(folder)))]
    assert [*map(as_line, reader.read(str(folder / "set")))] == [
        *map(as_line, reader.read(str(folder)))
    ]


def test_the_archive_of_the_corpus_is_its_folder(tmp_path: Path) -> None:
    from zipfile import ZipFile

    files = files_of(ROOT / "lanterns")
    with ZipFile(ROOT / "lanterns.mse-set") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


def test_an_archive_whose_file_has_a_name_in_capitals_can_be_written(tmp_path: Path) -> None:
    out = tmp_path / "out.mse-set"

    def edits_of(entry: Entry) -> dict[str, list[Edit]]:
        return {"text": [Edit(0, 0, "X")]} if entry.card.text else {}

    assert patching.rewrite(str(ROOT / "capitals.mse-set"), str(out), edits_of, patching.ignored)
    texts = [entry.card.text for entry in entries(out) if entry.card.text]
    assert texts == ["X" + one.card.text for one in entries(ROOT / "japanese") if one.card.text]


def test_an_edit_in_an_atom_replaces_the_words_and_keeps_the_tags(tmp_path: Path) -> None:
    out = tmp_path / "set"

    def edits_of(entry: Entry) -> dict[str, list[Edit]]:
        return {"text": [Edit(at.start, at.end, "X") for at in entry.markup if at.kind == "full"]}

    assert patching.rewrite(str(ROOT / "set"), str(out), edits_of, fail) == 5
    old, new = (ROOT / "set").read_text("utf-8"), out.read_text("utf-8")
    for name in (
        "Harbor Pilot",
        "Lamp of the Shoal",
        "Slack Water",
        "Keeper of Wicks",
        "Harbor Bell",
    ):
        old = old.replace(f"<nospellcheck>{name}</nosp", "<nospellcheck>X</nosp")
    old = old.replace("<nospellcheck>Wick Devourer</nosp", "<nospellcheck>X</nosp")
    assert new == old.replace("<atom-name>Ebb<", "<atom-name>X<")


@pytest.mark.parametrize(
    ("notes", "suppressed"),
    [
        ("!noqa", ("*",)),
        ("!num 5 !noqa !nbslot", ("*",)),
        ("!noqa named-card/unjudged", ("named-card/unjudged",)),
        ("!noqa: a-b, c !num 5", ("a-b", "c")),
        ("!noqa a\n\t\t!noqa b", ("a", "b")),
        ("!noqashed", ()),
        ("noqa", ()),
    ],
)
def test_notes_turn_checks_off(notes: str, suppressed: tuple[str, ...], tmp_path: Path) -> None:
    value = f"\n\t\t{notes}" if "\n" in notes else f" {notes}"
    entry = entry_of(tmp_path, "name: Elder Heron", "rule text: Flying", f"notes:{value}")
    assert entry.suppressed == suppressed


@pytest.mark.parametrize(
    ("style", "layout"),
    [
        ("m15-split-fusable", "split"),
        ("m15-aftermath", "aftermath"),
        ("new-flip", "flip"),
        ("m15-mainframe-dfc", "transform"),
        ("m15-mainframe-mdfc", "modal_dfc"),
        ("m15-mainframe-adventure", "adventure"),
        ("m15-altered", ""),
    ],
)
def test_the_stylesheet_tells_the_layout_of_two_faces(
    style: str, layout: str, tmp_path: Path
) -> None:
    text = f"{HEAD}stylesheet: {style}\ncard:\n\tname: A\n\tname 2: B\n"
    first, second = entries(written(tmp_path, text))
    assert first.card.layout == second.card.layout == layout
    assert first.card.faces == second.card.faces == ("A", "B")
    (single,) = entries(written(tmp_path, text.replace("\tname 2: B\n", "\tname 2: \n")))
    assert single.card.faces == ()
    assert single.card.layout == ""


def test_a_numbered_text_without_its_face_is_of_the_first(tmp_path: Path) -> None:
    text = f"{HEAD}card:\n\tname: A\n\trule text: x\n\trule text 2: y\n\tlevel 5 text: z\n"
    read = entries(written(tmp_path, text))
    assert [(entry.card.name, entry.card.text) for entry in read] == [
        ("A", "x"),
        ("A", "y"),
        ("A", "z"),
    ]


BAD_SETS = [
    ("include_file: card none\n", "set:3: no file “card none” in it"),
    ("include_file: ../other\n", "set:3: “../other” leads out of the folder"),
    ("include_file: /other\n", "set:3: “/other” leads out of the folder"),
    ("include_file:\n", "set:3: “” is no path inside the folder"),
    ("include_file: set\n", "set:3: “set” is included twice, once was wanted"),
    ("include_file: a\ninclude_file: A\n", "set:4: “A” is included twice, once was wanted"),
]


@pytest.mark.parametrize(("lines", "reason"), BAD_SETS)
def test_includes_that_cannot_be_read_are_errors_with_their_line(
    lines: str, reason: str, tmp_path: Path
) -> None:
    written(tmp_path, "card:\n\tname: A\n\trule text: x\n", "folder/a")
    card = "card:\n\tname: B\n\trule text: y\n"
    written(tmp_path, HEAD + lines + card, "folder/set")
    folder = tmp_path / "folder"
    archive = put(tmp_path / "cards.mse-set", packed(files_of(folder)))
    for path in (folder, archive):
        with pytest.raises(NanoriError) as caught:
            list(reader.read(str(path)))
        assert str(caught.value) == f"{path}/{reason}"


def test_files_that_include_one_another_too_deeply_are_an_error(tmp_path: Path) -> None:
    for number in range(20):
        written(tmp_path, f"{HEAD}include file: {number + 1}\n", f"folder/{number or 'set'}")
    with pytest.raises(NanoriError, match="in a row"):
        list(reader.read(str(tmp_path / "folder")))


def test_what_stands_before_a_broken_place_is_read(tmp_path: Path) -> None:
    text = HEAD + "card:\n\tname: A\n\trule text: x\n" * 3 + "include_file: none\n"
    path = written(tmp_path, text, "folder/set").parent
    records = reader.read(str(path))
    assert [as_line(next(records)) for _ in range(3)]
    with pytest.raises(NanoriError, match="no file"):
        next(records)


def test_a_file_that_is_not_utf_8_says_where(tmp_path: Path) -> None:
    written(tmp_path, f"{HEAD}include file: a\n", "folder/set")
    (tmp_path / "folder" / "a").write_bytes("card:\n\tname: 灯".encode() + b"\xff\n")
    with pytest.raises(NanoriError, match="a:2:9: not UTF-8"):
        list(reader.read(str(tmp_path / "folder")))


def test_a_zip_archive_without_a_set_says_so(tmp_path: Path) -> None:
    path = put(tmp_path / "cards.zip", packed({"other": b"x"}))
    with pytest.raises(NanoriError, match="no file “set” in it"):
        list(reader.read(str(path)))


@pytest.mark.parametrize(
    "piece", ["\trule text: <\n", "\t\t\n", "#\n", "\tx:\n\t\ty\n", "<b>", "card:\n"]
)
def test_long_files_are_read(piece: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"{HEAD}card:\n\tname: A\n\trule text:\n{piece * 5_000}\n")
    for record in reader.read(str(path)):
        assert isinstance(record, Entry | NanoriError)


def test_names_are_of_all_faces_with_their_aliases() -> None:
    assert [*reader.names(str(ROOT / "set"))] == [
        *("Harbor Pilot", "Ysolde, Salt Warden", "Lantern of the Shoal", "Drowned Man's Eye"),
        *("Ebb", "Slack Water", "Keeper of Wicks", "Wick Devourer", "The Long Burn"),
        *("Oriel, Tide Reader", "Barnacled Hulk", "Harbor Bell"),
    ]


def test_the_language_of_a_set_is_read_with_its_country(tmp_path: Path) -> None:
    for word, lang in (("English (British)", "en"), ("日本語", "ja"), ("", "en")):
        info = f"set info:\n\tcard language: {word}\n"
        (entry,) = entries(written(tmp_path, f"{HEAD}{info}card:\n\tname: A\n\trule text: x\n"))
        assert entry.card.lang == lang


def test_a_card_that_is_no_card_is_an_error_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, f"{HEAD}card:\n\tname: A\n\trule text: {'x' * (1 << 20)}\n")
    with pytest.raises(NanoriError, match=":3: a card longer than 1 MiB"):
        list(reader.read(str(path)))


def test_a_card_that_a_plain_set_includes_is_named_by_its_own_path(tmp_path: Path) -> None:
    card = written(tmp_path, "card:\n\tname: A\n\trule text: x\n\tname: B\n", "folder/a")
    path = written(tmp_path, f"{HEAD}include file: a\n", "folder/set")
    (error,) = reader.read(str(path))
    assert str(error) == f"{card}:4: “name” is there twice, once was wanted"
    (error,) = reader.read(str(path.parent))
    assert str(error) == f"{card}:4: “name” is there twice, once was wanted"


def test_a_word_that_the_spelling_checker_marked_is_marked_beside_names(tmp_path: Path) -> None:
    tag, name = "error-spelling:en_US:/magic-words", "<atom-legname>Oru</atom-legname>"
    text = f"rule text: <{tag}>Oru {name}</{tag}> tapps."
    entry = entry_of(tmp_path, "name: Oru, Warden", text)
    said = [(entry.card.text[at.start : at.end], at.kind) for at in entry.markup]
    assert said == [("Oru Oru", "spelling"), ("Oru", "short")]


QUOTED = (
    'name: "Oru \\"Lamp\\" Warden"',
    'rule_text: "Flying\\nOru \\"Lamp\\" Warden <i>hides</i>."',
)


def test_values_in_quotation_marks_are_read_without_them(tmp_path: Path) -> None:
    entry = entry_of(tmp_path, *QUOTED)
    assert entry.card.name == 'Oru "Lamp" Warden'
    assert entry.card.text == 'Flying\nOru "Lamp" Warden hides.'


def test_a_name_with_marks_of_its_own_keeps_them(tmp_path: Path) -> None:
    assert entry_of(tmp_path, 'name: "Ho! Oru!"', "rule text: Flying").card.name == '"Ho! Oru!"'


def test_words_in_quotation_marks_are_written_with_escapes(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + "card:\n\t" + "\n\t".join(QUOTED) + "\n")
    out = tmp_path / "out"

    def edits_of(entry: Entry) -> dict[str, list[Edit]]:
        return {"text": [Edit(0, 6, 'Reach\nand "haste"'), Edit(25, 30, "rests")]}

    assert patching.rewrite(str(path), str(out), edits_of, patching.ignored)
    old, new = path.read_text(), out.read_text()
    assert new == old.replace("Flying", 'Reach\\nand \\"haste\\"').replace("hides", "rests")


@pytest.mark.parametrize(
    ("fields", "name", "text"),
    [
        (("card_name: Ash", "card_text: Draw a card."), "Ash", "Draw a card."),
        (("title: Ash", "rules: Draw a card."), "Ash", "Draw a card."),
        (("name: Ash", "effect: Draw.", "text: Draw. Flavour."), "Ash", "Draw."),
    ],
)
def test_templates_of_other_games_have_other_fields(
    tmp_path: Path, fields: tuple[str, ...], name: str, text: str
) -> None:
    entry = entry_of(tmp_path, *fields)
    assert (entry.card.name, entry.card.text) == (name, text)
