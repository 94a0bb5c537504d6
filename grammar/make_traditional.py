"""A language of simplified characters to the same in traditional ones, by a table.

`python grammar/make_traditional.py SIMPLIFIED TABLE TRADITIONAL` writes `TRADITIONAL.lark` and
`TRADITIONAL.toml` beside this file. The table is TOML: `head` are lines that stand in place of the
first ones of the `.toml`, `words` are replaced before single characters are, the longest first.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent
HEAD = re.compile(r"(?s)\A.*?(?=^order)", re.MULTILINE)
"""The lines of a `.toml` that say what the language is called."""


def converted(text: str, table: dict[str, dict[str, str]]) -> str:
    """Return a text in traditional characters."""
    words = table["words"]
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    signs = str.maketrans(table["characters"]["simplified"], table["characters"]["traditional"])
    pieces, place = list[str](), 0
    for match in re.finditer(pattern, text) if words else ():
        pieces += text[place : match.start()].translate(signs), words[match[0]]
        place = match.end()
    return "".join([*pieces, text[place:].translate(signs)])


def without_doubles(text: str) -> str:
    """Return a `.toml` whose lists say each word once: two simplified words may become one."""
    head, words, lists = text.partition("[words]\n")
    once = re.compile(r'("[^"\n]+"),(?=[^\]]*\1)\s?')
    while lists != (shorter := once.sub("", lists)):
        lists = shorter
    return head + words + lists


def main(simplified: str, written: str, traditional: str) -> None:
    """Write both files."""
    table = tomllib.loads(Path(written).read_text("utf-8"))
    for suffix in ("lark", "toml"):
        text = converted((FOLDER / f"{simplified}.{suffix}").read_text("utf-8"), table)
        if suffix == "toml":
            text = without_doubles(HEAD.sub(lambda _: table["head"]["lines"], text, count=1))
        (FOLDER / f"{traditional}.{suffix}").write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
