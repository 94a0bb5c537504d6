"""`nanori.arrow`: a row for each row, in order, whatever is in it; docs/columns.md is true."""

import doctest
import pickle
import re
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import nanori
import nanori.arrow
from nanori.model.arguments import WrongTypeError
from nanori.surfaces.arrow import SCHEMA, TableAnnotator
from project import ROOT

CARDS: list[dict[str, Any]] = [
    {"name": "Salt Quay", "type": "Land", "text": "{T}: Untap Salt Quay."},
    {"name": "灰の急使", "type": "クリーチャー", "text": "灰の急使は「このクリーチャー」を得る。"},
    {"name": "Ash Wolf", "type": "Creature", "text": None},
    {"name": "Reed Eel", "type": "Creature", "text": ""},
    {"name": "Reed Path // Reed Gate", "text": "Tap Reed Path.\n//\nUntap Reed Gate."},
    {"name": "Mist Eel", "text": "Tap a card named Salt Quay.", "lang": "English"},
]


def table(rows: list[dict[str, Any]], **kinds: pa.DataType) -> pa.Table:
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    return pa.table({name: pa.array(column, kinds.get(name)) for name, column in columns.items()})


def alone(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the references of a row as the library has them."""
    keys = {key: value for key, value in row.items() if value and key != "lang"}
    references = [each.as_dict() for each in nanori.annotate(nanori.Card(**keys))]
    return [{"refers_to": None, **each} for each in references]


def plain(references: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [dict(sorted(each.items())) for each in references]


def test_the_references_are_those_of_the_library() -> None:
    found = nanori.arrow.annotate(table(CARDS))
    assert found.column("references").type == SCHEMA.field("references").type
    assert found.column("name").to_pylist() == [row["name"] for row in CARDS]
    rows = found.column("references").to_pylist()
    for place in (0, 1, 5):
        assert plain(rows[place]) == plain(alone(CARDS[place])), CARDS[place]
    assert rows[2] is None
    assert rows[3] == []
    assert [CARDS[4]["text"][each["start"] : each["end"]] for each in rows[4]] == [
        "Reed Path",
        "Reed Gate",
    ]
    assert found.column("read_as").to_pylist() == ["en", "ja", None, "en", "en", "en"]
    assert found.column("error").null_count == len(CARDS)


def test_what_is_given_comes_back_as_its_own_kind() -> None:
    given = table(CARDS)
    (batch,) = given.to_batches()
    made = nanori.arrow.annotate(given)
    assert nanori.arrow.annotate(batch).equals(made.to_batches()[0])
    reader = nanori.arrow.annotate(pa.RecordBatchReader.from_batches(given.schema, [batch] * 3))
    assert isinstance(reader, pa.RecordBatchReader)
    assert reader.read_all().equals(pa.concat_tables([made] * 3))
    assert made.schema.metadata[b"nanori.schema"] == b"1"
    assert made.schema.metadata[b"nanori.version"] == nanori.__version__.encode()
    assert re.search(rb"\ben:[0-9a-f]{8} ", made.schema.metadata[b"nanori.grammar"])


def test_annotating_twice_is_annotating_once() -> None:
    made = nanori.arrow.annotate(table(CARDS))
    assert nanori.arrow.annotate(made).equals(made)


def test_a_large_table_keeps_its_order_and_its_rows() -> None:
    rows = [
        {"id": number, "name": "Salt Quay", "text": "Tap Salt Quay." if number % 3 else None}
        for number in range(20_000)
    ]
    made = nanori.arrow.annotate(table(rows))
    assert made.column("id").to_pylist() == list(range(20_000))
    lengths = made.column("references").to_pylist()
    assert all(
        (got is None) == (row["text"] is None) for got, row in zip(lengths, rows, strict=True)
    )


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.dictionary(pa.int32(), pa.string()),
    ],
    ids=str,
)
def test_words_may_be_of_any_type_of_strings(kind: pa.DataType) -> None:
    expected = nanori.arrow.annotate(table(CARDS)).column("references")
    column = table(CARDS).column("text").cast(pa.binary() if kind == pa.binary() else pa.string())
    column = column.dictionary_encode() if pa.types.is_dictionary(kind) else column.cast(kind)
    given = table(CARDS).set_column(2, "text", column)
    assert nanori.arrow.annotate(given).column("references").equals(expected)


def test_faces_are_a_list_of_names_or_of_structs() -> None:
    text = "Transform Reed Eel. Reed Moth stays."
    rows = [{"name": "Reed Eel", "text": text}, {"name": "Ash Wolf", "text": "Tap Ash Wolf."}]
    faces = ["Reed Eel", "Reed Moth"]
    for column in (
        pa.array([faces, None]),
        pa.array([[{"name": face, "side": "a"} for face in faces], None]),
        pa.array([" // ".join(faces), None]),
    ):
        given = table(rows).append_column("faces", column)
        first, last = nanori.arrow.annotate(given).column("references").to_pylist()
        assert [each["form"] for each in first] == ["full", "face"]
        assert [each["form"] for each in last] == ["full"]


def test_where_a_face_has_a_column_of_its_own_its_text_is_its_own() -> None:
    rows = [
        {"name": "Reed Eel // Reed Moth", "faceName": "Reed Moth", "text": "Tap Reed Moth."},
        {"name": "Ash Wolf", "faceName": None, "text": "Tap Ash Wolf."},
    ]
    made = nanori.arrow.annotate(table(rows)).column("references").to_pylist()
    assert [[each["form"] for each in references] for references in made] == [["full"], ["full"]]


def test_columns_are_known_by_their_usual_names_or_as_the_caller_says() -> None:
    rows = [{"カード名": "灰の急使", "テキスト": "灰の急使は飛行を持つ。"}]
    made = nanori.arrow.annotate(table(rows)).column("references").to_pylist()
    assert [each["form"] for each in made[0]] == ["full"]
    rows = [{"a": "Salt Quay", "b": "Tap Salt Quay.", "text": "x"}]
    made = nanori.arrow.annotate(table(rows), columns={"name": "a", "text": "b"})
    assert len(made.column("references")[0]) == 1


def test_one_of_several_languages_is_chosen_by_its_column() -> None:
    rows = [
        {
            "name": "Ash Wolf",
            "text_en": "Tap Ash Wolf.",
            "name_ja": "灰狼",
            "text_ja": "灰狼をタップする。",
        }
    ]
    with pytest.raises(nanori.NanoriError, match=r"several columns with texts.*text_en.*text_ja"):
        nanori.arrow.annotate(table(rows))
    for column, lang, words in (("text_en", "en", "Ash Wolf"), ("text_ja", "ja", "灰狼")):
        made = nanori.arrow.annotate(table(rows), columns={"text": column})
        assert made.column("read_as").to_pylist() == [lang]
        assert [each["text"] for each in made.column("references").to_pylist()[0]] == [words]


def test_other_cards_are_known_by_names() -> None:
    rows = [{"name": "Ash Wolf", "text": "Tap Salt Quay."}]
    names = nanori.KnownNames(["Salt Quay"])
    made = nanori.arrow.annotate(table(rows), names=names).column("references").to_pylist()
    assert [each["form"] for each in made[0]] == ["other"]
    assert nanori.arrow.annotate(table(rows)).column("references").to_pylist() == [[]]


def test_the_cards_of_a_table_know_each_other_unless_they_are_given_names() -> None:
    rows = [
        {"name": "Ash Wolf", "text": "Tap Salt Quay and Grim Tern."},
        {"name": "Salt Quay // Mud Quay", "text": "Create a 1/1 white Bird token named Grim Tern."},
        {"name": "Flying", "text": None},
    ]
    (batch,) = table(rows).to_batches()

    def others(data: object, **told: object) -> list[str]:
        made = nanori.arrow.annotate(data, **told).column("references").to_pylist()  # type: ignore[arg-type]
        return [each["text"] for each in made[0] if each["form"] == "other"]

    assert list(nanori.arrow.names_of(table(rows))) == [
        "Ash Wolf", "Salt Quay", "Mud Quay", "Grim Tern",
    ]  # fmt: skip
    assert others(table(rows)) == ["Salt Quay", "Grim Tern"]
    assert others(table(rows), names=nanori.KnownNames(())) == []
    assert others(batch) == []
    for data in (batch, table(rows).to_reader()):
        assert others(batch, names=nanori.arrow.names_of(data)) == ["Salt Quay", "Grim Tern"]


def test_it_can_be_sent_to_another_process() -> None:
    work = partial(nanori.arrow.annotate, names=nanori.KnownNames(["Salt Quay"]))
    sent = pickle.loads(pickle.dumps(work))
    assert sent(table(CARDS)).equals(work(table(CARDS)))
    annotator = TableAnnotator(table(CARDS).schema)
    (batch,) = table(CARDS).to_batches()
    sent = pickle.loads(pickle.dumps(annotator))
    assert sent.annotated(batch).equals(annotator.annotated(batch))


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"name": None, "text": b"Tap Salt Quay."}, "no name"),
    ({"name": b"Salt Quay", "text": b"Tap \xff."}, "not UTF-8: invalid start byte"),
    ({"name": b"Salt \xe3\x81", "text": b"Tap."}, "not UTF-8: unexpected end of data"),
    ({"name": b"Salt Quay", "text": b"x", "lang": b"tlh"}, "unknown language “tlh”"),
    ({"name": b"Salt Quay", "text": b"x", "game": b"chess"}, "“chess” is there"),
    ({"name": b"x" * 501, "text": b"x"}, "a name of 501 code points"),
]


@pytest.mark.parametrize("kind", [pa.binary(), pa.string()], ids=str)
def test_what_is_wrong_with_a_row_is_said_of_that_row_alone(kind: pa.DataType) -> None:
    good = {"name": b"Ash Wolf", "text": b"Tap Ash Wolf."}
    rows = [each for row, _ in BROKEN for each in (good, row)]
    given = table(rows, **dict.fromkeys(("name", "text", "lang", "game"), pa.binary()))
    if kind == pa.string():  # bytes that were never looked at
        columns = [column.combine_chunks().view(kind) for column in given.columns]
        given = pa.table(columns, names=given.schema.names)
    made = nanori.arrow.annotate(given)
    assert made.num_rows == len(rows)
    for place, (_, reason) in enumerate(BROKEN):
        assert made.column("error").to_pylist()[2 * place] is None
        assert len(made.column("references")[2 * place]) == 1
        assert reason in made.column("error").to_pylist()[2 * place + 1]
        assert made.column("references").to_pylist()[2 * place + 1] is None


@pytest.mark.parametrize(
    ("columns", "options", "said"),
    [
        ({"name": ["a"]}, {}, "no column with the cards' texts: there are “name”"),
        ({"text": ["a"]}, {}, "no column with the cards' names: the first row is “text”"),
        ({"name": ["a"], "text": [1]}, {}, "column “text”: int64 is there, strings were wanted"),
        ({"name": ["a"], "text": [["b"]]}, {}, "column “text”: list"),
        ({"name": [1.5], "text": ["b"]}, {}, "column “name”: double"),
        ({"name": ["a"], "text": ["b"]}, {"columns": {"text": "c"}}, "no column “c”, there are"),
        ({"name": ["a"], "text": ["b"]}, {"columns": {"tetx": "text"}}, "“tetx=text” is"),
        ({"name": ["a"], "text": ["b"]}, {"lang": "tlh"}, "unknown language “tlh”"),
        ({"name": ["a"], "text": ["b"], "references": [1]}, {}, "there is a column “references”"),
        ({"name": ["a"], "text": ["b"], "error": [1]}, {}, "there is a column “error”, int64"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_error(
    columns: dict[str, list[Any]], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(nanori.NanoriError) as raised:
        nanori.arrow.annotate(pa.table(columns), **options)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_what_is_no_table_is_one_error() -> None:
    with pytest.raises(WrongTypeError, match="data: list is there"):
        nanori.arrow.annotate([1])
    twice = pa.Table.from_arrays([pa.array(["a"])] * 3, names=["name", "text", "text"])
    with pytest.raises(nanori.NanoriError, match="2 columns “text”"):
        nanori.arrow.annotate(twice)


def test_a_column_of_nothing_but_null_is_no_error() -> None:
    given = pa.table({"name": ["a", "b"], "text": pa.nulls(2), "lang": pa.nulls(2)})
    assert nanori.arrow.annotate(given).column("references").to_pylist() == [None, None]
    assert nanori.arrow.annotate(given.slice(0, 0)).num_rows == 0


PAGE = ROOT / "docs" / "columns.md"
SECTIONS = re.split(r"(?m)^(?=##+ )", PAGE.read_text("utf-8"))
FENCE = re.compile(r"(?ms)^```python\n(.*?)^```$")
EXAMPLES = {text.partition("\n")[0].strip("# "): "".join(FENCE.findall(text)) for text in SECTIONS}
FIRST = EXAMPLES["In Python"]


@pytest.mark.parametrize("title", [title for title, code in EXAMPLES.items() if code])
def test_an_example_prints_what_it_shows(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = EXAMPLES[title] if title == "In Python" else f"{FIRST}{EXAMPLES[title]}"
    for module in re.findall(r">>> import (\w+)", code):
        if not find_spec(module):
            pytest.skip(f"{module} is not installed: make columns")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(code, {}, title, str(PAGE), 0)
    assert test.examples
    result = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test)
    assert not result.failed
