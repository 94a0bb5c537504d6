"""Names in prose: corpus/documents/ says what is found; hostile and real documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import prose
from nanori.documents import mentions, prose_mentions
from nanori.documents import source as documents_source
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.model import diagnostics
from nanori.model.errors import NanoriError
from nanori.names import database
from nanori.surfaces.cli import app
from project import CORPUS, SHARED

NAMES = prose.register()


def expected(path: Path, lines: str, request: pytest.FixtureRequest) -> str:
    """Return what the corpus expects, or write it there with `--accept`."""
    if request.config.getoption("--accept"):
        path.write_text(lines, "utf-8")
    return path.read_text("utf-8")


@pytest.mark.parametrize("path", prose.PAGES, ids=lambda path: path.name)
def test_the_mentions_of_a_page_are_as_the_corpus_says(
    path: Path, request: pytest.FixtureRequest
) -> None:
    lines = "".join(prose.mention_lines(prose.read(path), NAMES))
    assert lines == expected(path.with_suffix(".mentions"), lines, request)


def test_a_wrong_name_is_mended_by_its_fix() -> None:
    text = "後の灰色の鷺/Ash Heronと《燃え殻の舟/Cinder Ferry》。"
    document = Document(text)
    said = [mentions.diagnosed(document, mention) for mention in mentions.find(document, NAMES)]
    for diagnostic in reversed(said):
        assert diagnostic.fix
        edit = diagnostic.fix.edits[0]
        text = text[: edit.start] + edit.text + text[edit.end :]
    assert text == "後の灰の鷺/Ash Heronと《燃え殻の渡し舟/Cinder Ferry》。"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_do_not_depend_on_what_ends_a_line(end: str) -> None:
    document = Document(f"一{end}{end}二、炎/Lumen{end}")
    (mention,) = mentions.find(document, NAMES)
    said = mentions.diagnosed(document, mention)
    assert (said.line, said.column, said.end_line, said.end_column) == (3, 3, 3, 10)
    assert document.text[said.start : said.end] == said.text == "炎/Lumen"


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_bytes("\ufeff炎/Lumen".encode())
    (mention,) = mentions.find(documents_source.read(str(path)), NAMES)
    assert (mention.start, mention.end) == (0, 7)


def test_a_file_that_is_no_text_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_bytes("炎\n二".encode() + b"\xff\xfe")
    with pytest.raises(NanoriError, match=r"page\.txt:2:2: not UTF-8"):
        documents_source.read(str(path))


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("バトルゾーンの《炎の戦士》をマナゾーンに置く。", "unchecked"),
        ("戦場の《炎の戦士》をオーナーの手札に戻す。", "unknown"),
    ],
)
def test_names_of_a_game_without_a_database_are_not_checked(text: str, status: str) -> None:
    assert [mention.status for mention in mentions.find(Document(text), NAMES)] == [status]


@given(st.text(st.sampled_from("炎灰の鷺/／ 《》「」『』()Lumen2\n\r—、。{}〔〕"), max_size=80))
def test_any_text_has_its_mentions_in_order(text: str) -> None:
    document = Document(text)
    every = mentions.find(document, NAMES)
    assert all(mention.start < mention.end <= len(text) for mention in every)
    assert all(mention.end <= other.start for mention, other in pairwise(every))
    for mention in every:
        assert text[slice(*mention.span)] in (mention.name, mention.name_en)
        assert diagnostics.as_line(mentions.diagnosed(document, mention))


def test_lists_of_types_run_parallel() -> None:
    lexicons = (languages.load(code).lexicon for code in languages.codes())
    assert len({len(known.types) for known in lexicons if not known.draft}) == 1


# ── The documents beside the project ───────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def source() -> Path:
    path = SHARED / "data" / "names.jsonl.xz"
    if not path.exists():
        pytest.skip("no real names: ../shared/data/names.jsonl.xz is absent")
    return path


@pytest.fixture(scope="module")
def real(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[database.Database]:
    """Return the database that is built of them."""
    path = tmp_path_factory.mktemp("names") / "names.sqlite"
    assert app.run(["names", "build", str(source), "-o", str(path)]) in (0, 1)
    with database.Database.open(path) as opened:
        yield opened


# Counted by eye: every 「A/B」 and 《…》 of each document, apart from terms.
COUNTS: dict[str, dict[str, int]] = {
    "000": {"right": 41, "unknown": 2, "untranslated": 1, "short": 1, "token": 2},
    "001": {},
    "002": {"unchecked": 23},
    "003": {"right": 23},
    "004": {"unknown": 2},
}
TERMS = {"000": 11, "001": 0, "002": 0, "003": 1, "004": 5}
UNKNOWN = [
    # Cards newer than the data.
    (49, "光り物の空魔道士", "Clinquant Skymage"),
    (97, "サイキックペーパー", "Psychic Paper"),
    (46, "超常現象分析家", "Paranormal Analyst"),
    (56, "ホーントウッドの金切り魔", "Hauntwoods Shrieker"),
]


def of_status(status: str, names: object) -> list[tuple[int, mentions.CardMention]]:
    """Return the mentions of that status in all documents, with their lines."""
    chosen: list[tuple[int, mentions.CardMention]] = []
    for path in sorted((SHARED / "rules").glob("*.txt")):
        document = documents_source.read(str(path))
        for mention in mentions.find(document, names):  # type: ignore[arg-type]
            if mention.status == status:
                chosen.append((document.place(mention.start)[0], mention))
    return chosen


@pytest.mark.thorough
@pytest.mark.real
@pytest.mark.parametrize("start", COUNTS)
def test_every_mention_of_a_real_document_is_found_and_no_false_one(
    real: database.Database, start: str
) -> None:
    path = next((SHARED / "rules").glob(f"{start}_*.txt"))
    counts = Counter(
        mention.status for mention in mentions.find(documents_source.read(str(path)), real)
    )
    assert counts.pop("term", 0) == TERMS[start]
    assert counts == COUNTS[start]


@pytest.mark.thorough
@pytest.mark.real
def test_names_that_the_database_does_not_have_are_reported(real: database.Database) -> None:
    unknown = [
        (line, mention.name, mention.name_en) for line, mention in of_status("unknown", real)
    ]
    assert unknown == UNKNOWN
    assert of_status("wrong", real) == []


@pytest.mark.thorough
@pytest.mark.real
def test_a_pair_made_wrong_is_reported_in_its_place(real: database.Database) -> None:
    text = next((SHARED / "rules").glob("000_*.txt")).read_text("utf-8")
    document = Document(
        text.replace("/Wildfire", "/Wild Growth").replace("新野の火計/", "新野の火/")
    )
    wrong = [mention for mention in mentions.find(document, real) if mention.status == "wrong"]
    assert [(mention.name, mention.card, document.place(mention.start)) for mention in wrong] == [
        ("新野の火", "Burning of Xinye", (9, 19)),
        ("燎原の火", "Wild Growth", (9, 106)),
    ]


@pytest.mark.thorough
@pytest.mark.real
def test_the_names_of_the_corpus_are_invented(real: database.Database) -> None:
    names = [form.name for lang in languages.codes() for form in NAMES.names(lang)]
    assert not [name for name in names if real.exact(name)]


# ── In marks that hold names now and then ──────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def herons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[database.Database]:
    """Return a database of the corpus's names."""
    path = tmp_path_factory.mktemp("herons") / "names.sqlite"
    names = CORPUS / "documents" / "names.jsonl"
    assert app.run(["names", "build", str(names), "-o", str(path)]) in (0, 1)
    with database.Database.open(path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("words", "statuses"),
    [
        ("[[Tollhouse Keepre]]", ["right", "misspelled"]),
        ("Tollhouse Keepre", ["right", "misspelled"]),
        ("[[Tollhouse Keeper]]", ["right", "right"]),
        ("[[Some Other Thing]]", ["right", "unjudged"]),
    ],
)
def test_an_english_name_in_double_brackets_is_judged_as_without(
    words: str, statuses: list[str], herons: database.Database
) -> None:
    document = Document(f"Beside Cinder Ferry, my deck has three copies of {words}.")
    every = prose_mentions.find(document, herons, game="magic")
    assert [mention.status for mention in every] == statuses


@pytest.mark.parametrize(
    ("words", "statuses"),
    [
        ("≪燃え殻の渡し舟≫", ["right"]),
        ("〈炎〉", ["right"]),
        ("≪燃え殻の渡し船≫", ["misspelled"]),
        ("〈燃え殻の渡し船〉", ["misspelled"]),
        ("「燃え殻の渡し船」", ["misspelled"]),
        ("[[燃え殻の渡し船]]", ["misspelled"]),
        ("≪灯の祭典≫", ["unjudged"]),
        ("[[燃え殻]]", ["unjudged"]),
        ("「このカードを引く」", []),
        # A slip that is spoken of beside the right name.
        ("《燃え殻の渡し舟》の「燃え殻の渡し船」という誤記", ["right"]),
        # A set, by the words around it.
        ("《灯の祭典》のブースターパック", ["term"]),
        ("新セット《灯の祭典》", ["term"]),
        ("《灯の祭典》", ["unknown"]),
    ],
)
def test_names_in_marks_are_judged_where_they_can_be(
    words: str, statuses: list[str], herons: database.Database
) -> None:
    document = Document(f"大会で使ったカードは、{words}。")
    every = prose_mentions.find(document, herons)
    assert [mention.status for mention in every] == statuses
    for mention in every:
        assert mention.official == ("燃え殻の渡し舟" if mention.status == "misspelled" else "")
