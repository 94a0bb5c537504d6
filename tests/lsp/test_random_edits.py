"""Whatever is typed, what is told of a text is what a new server tells of it."""

import random
from pathlib import Path
from typing import Any

import pytest

from editor_client import Editor
from project import ROOT

pytestmark = pytest.mark.thorough

EXAMPLES = ROOT / "examples"
FILES = ["harbor.csv", "formats/harbor.jsonl", "formats/cockatrice.xml", "formats/spoiler.txt"]
FILES += ["formats/mtgjson.json", "formats/cardnames-ja-JP.txt", "formats/harbor.mse-set/set"]
PIECES = ["", "a", " ", "\n", '"', ",", "|", "<", "{", "}", "鳥", "𠮷", "\r\n", "\u2028", "this "]
PIECES += ["\n\nAsh Wolf\nCreature — Wolf\nUntap this creture.\n", "\x00", "<card>", "「", "&amp;"]
REQUESTS = ["hover", "documentSymbol", "definition", "references", "codeAction", "completion"]
REQUESTS += ["semanticTokens/full", "inlayHint", "prepareRename"]


class Typist:
    """Somebody who edits a text at random, and asks about it in between."""

    def __init__(self, editor: Editor, uri: str, text: str, seed: int) -> None:
        self.editor, self.uri, self.text, self.version = editor, uri, text, 1
        self.dice = random.Random(seed)
        editor.open(uri, text)

    def position(self, place: int) -> dict[str, int]:
        before = self.text[:place].replace("\r\n", "\n").replace("\r", "\n")
        line = before.rpartition("\n")[2]
        units = len(line.encode("utf-16-le", "surrogatepass")) // 2
        return {"line": before.count("\n"), "character": units}

    def place(self) -> int:
        """Return a place that is not between a carriage return and its line feed."""
        place = self.dice.randrange(len(self.text) + 1)
        return place - (self.text[place - 1 : place + 1] == "\r\n")

    def edit(self) -> None:
        """Make one edit, or several in one message."""
        changes: list[dict[str, Any]] = []
        for _ in range(self.dice.choice([1, 1, 1, 3])):
            start = self.place()
            end = min(len(self.text), start + self.dice.choice([0, 0, 1, 5, 200]))
            end += self.text[end - 1 : end + 1] == "\r\n"
            words = self.dice.choice(PIECES)
            place = {"start": self.position(start), "end": self.position(end)}
            if self.dice.random() < 0.01:
                place, start, end, words = None, 0, len(self.text), self.text[::2]
            changes.append({"text": words} | ({"range": place} if place else {}))
            self.text = self.text[:start] + words + self.text[end:]
        self.version += 1
        self.editor.change(self.uri, self.version, *changes)

    def ask(self) -> int:
        """Ask something about a place; return the number of the request."""
        place = self.position(self.place())
        params = {
            "textDocument": {"uri": self.uri},
            "position": place,
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1},
        }
        return self.editor.begin(f"textDocument/{self.dice.choice(REQUESTS)}", params)


def told(editor: Editor, uri: str, version: int) -> list[Any]:
    """Return what a server has to say of a text in the end."""
    editor.wait(uri, version)
    editor.settled()
    symbols = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    return [editor.found[uri], symbols]


def edited(workspace: Path, name: str, count: int, seed: int) -> None:
    """Edit a file so often, with a look now and then at whether all is right."""
    path = workspace / name
    uri = path.as_uri()
    with Editor(workspace) as editor:
        typist = Typist(editor, uri, path.read_bytes().decode(), seed)
        asked: list[int] = []
        for number in range(count):
            typist.edit()
            dice = typist.dice.random()
            if dice < 0.3:
                asked.append(typist.ask())
            if dice < 0.05:
                editor.tell("$/cancelRequest", {"id": asked[-1]})
            if number % 100 == 99:
                compared(editor, typist, workspace)
                if len(typist.text) < 500:
                    typist = Typist(editor, uri, path.read_bytes().decode(), number)
        for each in asked:
            answer = editor.answer(each)
            assert "result" in answer or answer["error"]["code"] == -32800, answer
        assert "Traceback" not in editor.errors


def compared(editor: Editor, typist: Typist, workspace: Path) -> None:
    """Hold what is told against what a new server tells of the same text."""
    with Editor(workspace) as fresh:
        fresh.open(typist.uri, typist.text)
        expected = told(fresh, typist.uri, 1)
    assert told(editor, typist.uri, typist.version) == expected


@pytest.mark.parametrize("name", FILES[:3])
def test_a_hundred_random_edits_leave_what_is_told_right(workspace: Path, name: str) -> None:
    edited(workspace, name, 100, seed=len(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_ten_thousand_random_edits_leave_what_is_told_right(workspace: Path, name: str) -> None:
    edited(workspace, name, 10_000 // len(FILES) + 1, seed=7)
