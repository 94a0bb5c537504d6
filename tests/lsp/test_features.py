"""What an editor asks about a text is answered, in every format it may be in."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from editor_client import Editor
from project import ROOT

# One server answers all of them: it starts once, and not in each process of the tests.
pytestmark = pytest.mark.xdist_group("editor")

ALL = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}


class Opened:
    """A text of the workspace that is open, and places in it by their words."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self.editor, self.uri = editor, path.as_uri()
        self.text = path.read_bytes().decode()
        self.about: dict[str, Any] = {"textDocument": {"uri": self.uri}}
        if self.uri not in editor.found:
            editor.open(self.uri, self.text)
            editor.wait(self.uri, 1)
            editor.settled()

    def place(self, words: str, further: int = 1) -> dict[str, int]:
        before = self.text[: self.text.index(words) + further]
        units = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return {"line": before.count("\n"), "character": units}

    def ask(self, method: str, words: str = "", **more: object) -> Any:  # noqa: ANN401
        params = self.about | more
        if words:
            params |= {"position": self.place(words)}
        return self.editor.ask(f"textDocument/{method}", params)


def folder_of(editor: Editor) -> Path:
    assert editor.folder
    return editor.folder


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("workspace") / "cards"
    shutil.copytree(ROOT / "examples", folder)
    (folder.parent / "outside.jsonl").write_text('{"name": "Lantern Gull", "text": ""}\n', "utf-8")
    (folder / "link.jsonl").symlink_to(folder.parent / "outside.jsonl")
    with Editor(folder, {"style": "foundations"}) as editor:
        yield editor


@pytest.fixture
def harbor(editor: Editor) -> Opened:
    return Opened(editor, folder_of(editor) / "harbor.csv")


def test_hover_says_what_is_meant_and_why_and_the_other_name(harbor: Opened) -> None:
    said = harbor.ask("hover", "this creature")["contents"]["value"]
    assert "the object that gets the ability" in said
    assert "CR 201.5a" in said
    assert "gets" in said  # in words, who has it; nothing of the tree
    assert "›" not in said
    named = harbor.ask("hover", "Lantern Gull")["contents"]["value"]
    assert "Japanese: **提灯鴎**" in named
    assert harbor.ask("hover", "Creature — Bird") is None


def test_hover_says_why_words_like_the_name_are_no_reference(editor: Editor) -> None:
    path = folder_of(editor) / "gleam.jsonl"
    card = {"name": "Gleam", "lang": "en", "text": "Gleam, haste\nExile Gleam: Draw a card."}
    path.write_text(json.dumps(card), encoding="utf-8")
    gleam = Opened(editor, path)
    said = gleam.ask("hover", "Gleam, haste")["contents"]["value"]
    assert said == "**Gleam** — no reference here: a verb that begins its sentence"
    assert "its own name" in gleam.ask("hover", "Gleam: Draw")["contents"]["value"]


def test_the_cards_are_listed_with_their_other_names(harbor: Opened) -> None:
    symbols = harbor.ask("documentSymbol")
    assert symbols[0]["name"] == "Maren, Harbor Warden"
    assert symbols[0]["children"][0]["name"] == "港の番人、マレン"
    assert len(symbols) == 8


def test_a_name_leads_from_a_script_to_its_translation(editor: Editor) -> None:
    script = Opened(editor, folder_of(editor) / "formats/forge/lantern_gull.txt")
    places = script.ask("definition", "Lantern Gull")
    files = {Path(each["uri"]).name for each in places}
    assert {"cardnames-ja-JP.txt", "harbor.csv", "spoiler-ja.txt"} <= files
    assert not files & {"outside.jsonl", "link.jsonl"}


def test_all_who_name_a_card_are_there(harbor: Opened) -> None:
    places = harbor.ask("references", "Drowned Ledger", context={"includeDeclaration": True})
    own = [each["range"]["start"]["line"] for each in places if each["uri"] == harbor.uri]
    assert len({Path(each["uri"]).name for each in places}) > 5
    assert len(own) > 2


def test_a_new_name_is_put_into_all_files_and_a_taken_one_is_refused(harbor: Opened) -> None:
    place = harbor.place("Lantern Gull")
    assert harbor.ask("prepareRename", position=place)["placeholder"] == "Lantern Gull"
    edit = harbor.ask("rename", position=place, newName="Beacon Gull")
    files = {Path(each["textDocument"]["uri"]).name for each in edit["documentChanges"]}
    assert {"harbor.csv", "lantern_gull.txt", "cardnames-ja-JP.txt", "cockatrice.xml"} <= files
    assert not files & {"outside.jsonl", "link.jsonl"}
    with pytest.raises(RuntimeError, match="Tidebell Heron"):
        harbor.ask("rename", position=place, newName="Tidebell Heron")
    with pytest.raises(RuntimeError, match="no card"):
        harbor.ask("rename", "Whenever", newName="Beacon Gull")


def test_references_are_coloured_by_form_and_target(harbor: Opened) -> None:
    legend = harbor.editor.server["capabilities"]["semanticTokensProvider"]["legend"]
    data = harbor.ask("semanticTokens/full")["data"]
    kinds = {legend["tokenTypes"][kind] for kind in data[3::5]}
    assert {"this", "short", "named"} <= kinds


def test_names_are_offered_behind_what_announces_them(harbor: Opened) -> None:
    place = harbor.place("named Drow", len("named Dr"))
    items = harbor.ask("completion", position=place, context={"triggerKind": 1})["items"]
    (item,) = [each for each in items if each["label"] == "Drowned Ledger"]
    assert item["detail"] == "沈んだ帳簿"
    length = item["textEdit"]["range"]["end"]["character"]
    assert length - item["textEdit"]["range"]["start"]["character"] == 2
    japanese = harbor.place("という名前", -len("んだ帳簿』"))
    items = harbor.ask("completion", position=japanese, context={"triggerKind": 1})["items"]
    assert "沈んだ帳簿" in [each["label"] for each in items]


def test_the_name_in_the_other_language_is_shown_behind_a_name(harbor: Opened) -> None:
    hints = harbor.ask("inlayHint", range=ALL)
    assert "Drowned Ledger" in [each["label"] for each in hints]


def test_a_card_and_all_that_are_selected_are_worded_in_a_style(harbor: Opened) -> None:
    context = {"diagnostics": [], "only": ["refactor"]}
    (action,) = harbor.ask("codeAction", context=context, range=ALL)
    edits = action["edit"]["changes"][harbor.uri]
    assert {each["newText"] for each in edits} >= {"this creature"}
    (action,) = harbor.ask("codeAction", context=context, range=edits[0]["range"])
    assert action["title"] == "Restyle: foundations"
    (made,) = action["edit"]["changes"].values()
    assert made
    assert all(each in edits for each in made)


def test_all_that_is_safe_is_mended_at_once(harbor: Opened) -> None:
    context = {"diagnostics": [], "only": ["source.fixAll"]}
    (action,) = harbor.ask("codeAction", range=ALL, context=context)
    assert [each["newText"] for each in action["edit"]["changes"][harbor.uri]] == ["舫い綱"]
    context = {"diagnostics": [], "only": ["source.fixAllUnsafe"]}
    (action,) = harbor.ask("codeAction", range=ALL, context=context)
    assert len(action["edit"]["changes"][harbor.uri]) > 3


def test_all_of_a_rule_are_mended_at_once(editor: Editor) -> None:
    path = folder_of(editor) / "slips.csv"
    rows = "".join(f"Wolf {number},Creature,Untap this creture.\n" for number in range(3))
    path.write_text(f"name,type,text\n{rows}", "utf-8")
    slips = Opened(editor, path)
    place = slips.place("creture.")
    context = {"diagnostics": [], "only": ["quickfix"]}
    offered = slips.ask("codeAction", range={"start": place, "end": place}, context=context)
    (action,) = (each for each in offered if each["title"].startswith("Fix all of spelling/"))
    made = action["edit"]["changes"][slips.uri]
    assert len(made) == 3
    (left,) = (each for each in offered if each["title"].startswith("Turn spelling/"))
    assert left["edit"]["documentChanges"][1]["edits"][0]["newText"].endswith(
        '[per-card-ignores]\n"Wolf 0" = ["spelling/demonstrative"]\n'
    )


def test_what_is_no_text_of_cards_has_no_answers(editor: Editor) -> None:
    path = folder_of(editor) / "notes.json"
    path.write_text('{"scripts": {"build": "this creature"}}', "utf-8")
    notes = Opened(editor, path)
    assert editor.found[notes.uri] == []
    assert notes.ask("hover", "creature") is None
    assert notes.ask("documentSymbol") == []


def test_names_with_marks_and_control_signs_are_text(editor: Editor) -> None:
    path = folder_of(editor) / "marks.jsonl"
    name = "<script>alert(1)</script> \\u001b[31m*A*"
    path.write_text(
        f'{{"name": "{name}", "text": "Untap {name}. A card named 「x」.", "type": "Land"}}\n',
        "utf-8",
    )
    marks = Opened(editor, path)
    said = marks.ask("hover", "<script>")["contents"]["value"]
    assert "<script>" not in said
    assert "\x1b" not in said


@pytest.mark.thorough
def test_a_request_that_is_not_to_be_understood_is_answered(editor: Editor) -> None:
    for method, params in {
        "textDocument/hover": {"position": 3},
        "textDocument/nothing": {},
        "textDocument/codeAction": {"range": [], "context": 1},
    }.items():
        assert "error" in editor.answer(editor.begin(method, params), 20)


def test_a_change_after_a_sign_that_ends_no_line_is_made_where_it_is(editor: Editor) -> None:
    uri = (folder_of(editor) / "typed.jsonl").as_uri()
    text = '{"name": "Ash Urn", "text": "Draw a card.\u2028Tap Ash Urm."}\n'
    editor.open(uri, text)
    place = {"line": 0, "character": text.index("m.")}
    end = {"line": 0, "character": place["character"] + 1}
    editor.change(uri, 2, {"range": {"start": place, "end": end}, "text": "n"})
    editor.wait(uri, 2)
    editor.settled()
    assert editor.found[uri] == []
