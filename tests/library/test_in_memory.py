"""What is in memory is read and checked as if it lay on the disk."""

import bz2
import gzip
from pathlib import Path

import msgspec
import pytest

import nanori
from nanori import Edit, NanoriError
from nanori.annotation import shared_names
from nanori.formats import escaping
from nanori.formats.io import encodings
from nanori.formats.io.streams import BYTE_ORDER_MARKS
from nanori.formats.proving import field_text
from nanori.surfaces.results import Diagnostic, Entry
from project import put

ROOT = Path(__file__).parents[2] / "corpus" / "formats"
FILES = sorted(path for path in ROOT.glob("*/*") if not path.name.endswith(".read.jsonl"))
PLAIN = [path for path in FILES if path.is_file()]
BROKEN = '{"name": "Quay", "text": "Quay stays."}\n{"name": 3, "text": ""}\n'
LISTED = [
    nanori.Card(name="Salt Quay", text="Flying\n{T}: Untap Slat Quay.", id=7),
    nanori.Card(name="Ash Wolf", text="When ~ enters, draw a card.", type="Creature — Wolf"),
    nanori.Card(name="灰の狼", name_en="Ash Wolf", text="これが戦場に出たとき、カードを２枚引く。"),
]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def read(source: Path | str | bytes, path: str = "") -> tuple[list[Entry], list[str]]:
    """Return what is read, and what is said of the rest."""
    errors: list[NanoriError] = []
    found: list[Entry] = []
    try:
        found.extend(nanori.read(source, path=path, errors=errors.append))
    except NanoriError as error:
        errors.append(error)
    return found, [str(error) for error in errors]


def text_of(path: Path) -> str | None:
    """Return the text of a file, if it is one."""
    data = path.read_bytes()
    mark = next((mark for mark in BYTE_ORDER_MARKS if data.startswith(mark)), b"")
    try:
        return data.removeprefix(mark).decode(encodings.of(mark, data.removeprefix(mark)))
    except UnicodeDecodeError:
        return None


@pytest.mark.parametrize("path", PLAIN, ids=named)
def test_bytes_are_read_as_their_file_is(path: Path) -> None:
    data = path.read_bytes()
    assert read(data, str(path)) == read(path)
    assert all(type(each.card) is nanori.Card and each.card.lang for each in read(path)[0])
    if text_of(path) is not None:
        assert read(gzip.compress(data), str(path)) == read(path)


@pytest.mark.parametrize("path", PLAIN, ids=named)
def test_a_text_is_read_as_its_file_is_and_says_where_each_field_stands(path: Path) -> None:
    text = text_of(path)
    if text is None:
        pytest.skip("no text")
    found, errors = read(text, str(path))
    assert (found, errors) == read(path)
    starts = [0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]
    for record in found:
        for field in record.fields:
            place = record.locate(field)
            assert place is not None
            assert starts[place.line - 1] + place.column - 1 == place.start
            assert starts[place.end_line - 1] + place.end_column - 1 == place.end
            spelling = record.places[field].escaping
            if spelling in ("po", "starred"):
                continue  # what stands around the words tells how they are read
            words = escaping.decode(spelling, text[place.start : place.end]).text
            # Of a cell the quotation marks around it tell which of those in it count.
            assert words.replace('"', "") == field_text(record.card, field).replace('"', "")


def test_a_span_of_a_text_is_located_among_escapes() -> None:
    source = '[{"name": "Quay", "text": "Flying\\n\\u0051uay stays."}]'
    (record,) = nanori.read(source)
    (found,) = nanori.annotate(record.card)
    place = record.locate("text", found.start, found.end)
    assert place is not None
    assert source[place.start : place.end] == "\\u0051uay"
    assert record.locate("reading") is None


@pytest.mark.parametrize("path", PLAIN, ids=named)
def test_edits_of_a_text_are_edits_of_its_file(path: Path) -> None:
    text = text_of(path)
    if text is None:
        pytest.skip("no text")
    records, errors = read(text, str(path))
    edits: dict[tuple[int, int, str], Edit] = {}
    wanted: list[str] = []
    for record in records:
        made = nanori.restyle(record.card, "tilde")
        try:
            of_file = record.edits_of_file(made)
        except NanoriError:  # a keyword that the program knows by its name, or no place
            made, of_file = (), []
        edits |= {(one.start, one.end, one.text): one for one in of_file}
        wanted.append(nanori.apply(record.card.text, made))
    after = nanori.apply(text, [edits[key] for key in sorted(edits)])
    found, again = read(after, str(path))
    assert ([one.card.text for one in found], again) == (wanted, errors)


def test_what_stands_nowhere_in_a_file_is_not_edited_there() -> None:
    (record,) = nanori.read('[{"name": "Quay", "text": "Quay stays."}]')
    with pytest.raises(NanoriError, match="“reading” of “Quay” has no place in the file"):
        record.edits_of_file([Edit(0, 0, "x")], "reading")
    with pytest.raises(ValueError, match="beyond the text"):
        record.edits_of_file([Edit(0, 99, "x")])


def test_what_is_marked_in_a_file_is_known_of_its_record() -> None:
    found, _ = read(ROOT / "mse" / "lanterns.mse-set")
    marked = [one for one in found if one.markup]
    assert marked
    for one in marked:
        references = nanori.annotate(one.card, markup=one.markup)
        assert any(reference.source == "markup" for reference in references)


def test_a_broken_record_is_raised_or_passed_over() -> None:
    errors: list[NanoriError] = []
    assert len(list(nanori.read(BROKEN, errors=errors.append))) == len(errors) == 1
    found = nanori.read(BROKEN)
    assert next(found).card.name == "Quay"
    with pytest.raises(NanoriError, match="<text>:2: wanted str, got int in name"):
        next(found)
    with pytest.raises(NanoriError, match="<text>:2: wanted str"):
        nanori.lint(BROKEN)
    assert not nanori.lint(BROKEN, errors=errors.append)
    assert len(errors) == 2


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "{}", "[]", "\ud800\n", "x" * 70_000])
def test_any_text_is_read_or_refused(text: str) -> None:
    assert not [one for one in read(text)[0] if one.card.text]


def test_a_text_is_unicode_whatever_it_declares() -> None:
    source = (
        '<?xml version="1.0" encoding="UTF-8"?><cockatrice_carddatabase version="4"><cards><card>'
        "<name>灰の狼</name><text>灰の狼をアンタップする。</text>"
        "</card></cards></cockatrice_carddatabase>"
    )
    declared = source.replace("UTF-8", "Shift_JIS")
    assert [one.card.name for one in nanori.read(source)] == ["灰の狼"]
    assert [one.card for one in nanori.read(declared)] == [one.card for one in nanori.read(source)]


def placed(found: list[Diagnostic]) -> list[tuple[object, ...]]:
    return [(one.rule, one.line, one.column, one.end_line, one.end_column) for one in found]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", PLAIN, ids=named)
def test_bytes_and_texts_are_checked_as_their_file_is(path: Path) -> None:
    def found(source: Path | bytes | str) -> list[Diagnostic] | str:
        try:
            name = "" if isinstance(source, Path) else str(path)
            return nanori.lint(source, path=name, errors=lambda _: None)
        except NanoriError as error:
            return str(error)

    assert found(path.read_bytes()) == found(path)
    text = text_of(path)
    assert text is None or found(text) == found(path)


def test_a_folder_is_checked_with_all_in_it(tmp_path: Path) -> None:
    (tmp_path / "english.jsonl").write_bytes(msgspec.json.encode(LISTED[0]))
    (tmp_path / "more.jsonl").write_bytes(msgspec.json.encode(LISTED[1]))
    found = nanori.lint(tmp_path)
    assert {Path(one.path).name for one in found} == {"english.jsonl", "more.jsonl"}


def test_cards_are_checked_as_their_records_are() -> None:
    lines = "".join(msgspec.json.encode(card).decode() + "\n" for card in LISTED)
    in_lines, in_cards = nanori.lint(lines, "cards"), nanori.lint(LISTED)
    assert len(in_cards) > 2
    same = [msgspec.structs.replace(one, path="", line=1, end_line=1) for one in in_lines]
    assert sorted(one.rule for one in same) == sorted(one.rule for one in in_cards)
    assert {(one.card, one.field, one.start, one.end, one.message) for one in in_lines} == {
        (one.card, one.field, one.start, one.end, one.message) for one in in_cards
    }
    (first, *_) = in_cards
    assert (first.path, first.line, first.column, first.card) == ("cards[0]", 2, 12, "7")


def test_a_rules_document_is_checked_in_memory() -> None:
    document = "310.1. A lamp, as in rule 310.9.\n\n310.2. It burns.\n\n310.3. It is lit.\n"
    (found,) = nanori.lint(document)
    assert (found.rule, found.path, found.line) == ("rule-numbers/dangling", "<text>", 1)


def test_settings_are_a_mapping_or_a_file(tmp_path: Path) -> None:
    config = {"select": ["own-name/misspelled"], "per-card-ignores": {"Ash Wolf": ["all"]}}
    assert {one.rule for one in nanori.lint(LISTED, config=config)} == {"own-name/misspelled"}
    path = put(tmp_path / "nanori.toml", 'ignore = ["all"]\n')
    assert nanori.lint(LISTED, config=path) == nanori.lint(LISTED, config=str(path)) == []
    for wrong, said in (
        ({"selekt": []}, "no setting “selekt”, did you mean “select”?"),
        ({"select": "all"}, "select: text is there, a list was wanted"),
        (
            {"select": ["characters/widht"]},
            "no check “characters/widht”, did you mean “characters/width”?",
        ),
    ):
        with pytest.raises(NanoriError) as caught:
            nanori.lint(LISTED, config=wrong)
        assert str(caught.value) == said


def test_checks_ask_a_database_of_names(sample_names: None) -> None:
    card = nanori.Card(name="Quay", text="Exile each card named Ashen Couriers.")
    with nanori.Names.open() as names:
        found = nanori.lint([card], names=names)
    assert [one.rule for one in found] == ["named-card/unknown"]
    assert not nanori.lint([card])


def test_a_scenario_is_bound_in_memory(tmp_path: Path, sample_names: None) -> None:
    text = (
        "objects:\n  - {id: W, card: {name: Ash Wolf, text: 'Untap Ash Wolf.'}}\n"
        "questions:\n  - {state: W}\n"
    )
    path = put(tmp_path / "scenario.yaml", text)
    every = [path, str(path), text, text.encode(), bz2.compress(text.encode())]
    assert [nanori.bind(one) for one in every] == [nanori.bind(path)] * 5
    with nanori.Names.open() as names:
        assert nanori.bind(text, names=names) == nanori.bind(path)
    with pytest.raises(NanoriError, match=r"<text>:4: .*Z"):
        nanori.bind(text.replace("state: W", "state: Z"))


def test_no_rows_are_no_cards() -> None:
    assert list(nanori.read([])) == []


def test_many_cards_have_what_each_has() -> None:
    rows = [
        {
            "name": "Ash Wolf",
            "text": "Create a token named Fen. Ash Wolf attacks. Untap Salt Quay.",
        },
        {"name": "Salt Quay", "text": "Untap Fen."},
        {"name": "塩の波止場", "name_en": "Salt Quay", "text": "灰の狼をアンタップする。"},
        {"name": "灰の狼", "name_en": "Ash Wolf", "text": "塩の波止場を起動する。"},
    ]
    cards = [row.card for row in nanori.read(rows)]
    known = nanori.KnownNames([])
    shared_names.learn(cards, known)
    every = [nanori.annotate(card, known) for card in cards]
    assert every == list(nanori.annotate_many(cards)) == list(nanori.annotate_many(iter(cards)))
    assert every[3][0].refers_to_en == "Salt Quay"
