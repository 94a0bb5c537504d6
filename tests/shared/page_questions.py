"""Questions as the page asks them, and their answers."""

import base64
import json
from typing import Any

from nanori.surfaces.web.answers import answer
from project import ROOT

SET = (ROOT / "examples" / "harbor.csv").read_bytes()


def document(data: bytes, name: str = "", card: str = "") -> dict[str, str]:
    """Return a file as a question has it."""
    return {"data": base64.b64encode(data).decode(), "name": name, "card": card}


HARBOR = document(SET, "harbor.csv")
"""The invented set of the examples."""


def ask(kind: str, **question: object) -> Any:  # noqa: ANN401 — whatever JSON is
    """Return the answer to a question, which can be answered."""
    said = json.loads(answer(kind, json.dumps(question).encode()))
    assert "error" not in said, said
    return said


def refused(kind: str, **question: object) -> str:
    """Return why a question cannot be answered: one line."""
    error = json.loads(answer(kind, json.dumps(question).encode()))["error"]
    assert "\n" not in error
    return error


def bytes_of(changed: dict[str, str]) -> bytes:
    """Return the file of an answer."""
    return base64.b64decode(changed["data"])
