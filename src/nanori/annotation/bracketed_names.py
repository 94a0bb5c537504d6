"""Own names between the marks of a name, spelt with other widths, spaces, quotes or ruby."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from nanori.model.values import Token

# A reading in brackets behind what it reads.
RUBY = re.compile(r"[(（][ぁ-ゖァ-ヺー・]+[)）]")
# What one print of a name has and another leaves out.
NOT_COMPARED = re.compile(r"[\s\"'“”‘’]")


def find(names: Iterable[str], text: str, marks: Iterable[str]) -> list[Token]:
    """Return where one of the names stands between marks, in the order of the text.

    `marks` are pairs of an opening and a closing character. A name spelt as it is given is left
    to the guards.
    """
    given = set(names)
    if not given:
        return []
    own = {_plain(name) for name in given} - {""}
    between_marks: list[Token] = []
    for opening, closing in marks:
        between = re.compile(f"{opening}([^{opening}{closing}]{{1,80}}){closing}")
        between_marks += [
            Token("OWN_NAME", *match.span(1))
            for match in between.finditer(text)
            if _plain(match[1]) in own and match[1] not in given
        ]
    return sorted(between_marks, key=lambda token: token.start)


def _plain(name: str) -> str:
    return NOT_COMPARED.sub("", RUBY.sub("", unicodedata.normalize("NFKC", name)))
