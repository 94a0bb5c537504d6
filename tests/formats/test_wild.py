"""Other people's files, as their makers left them: each text is found, or the file is refused.

The readers here are independent: they know nothing of nanori's, and read each file at once.
"""

import csv
import html
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import real
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError

pytestmark = pytest.mark.real

WILD = real.SHARED / "data" / "wild"
ICONS = {"colorless": "C", "red": "R", "white": "W", "blue": "U", "black": "B", "green": "G"}
ICONS |= {"tap": "T", "snow": "S"}
Texts = Iterator[tuple[str, str]]


def egg(path: Path) -> Texts:
    for card in json.loads(path.read_text("utf-8-sig"))["cards"]:
        for face in ("", "2"):
            name = card.get(f"card_name{face}") or card.get("card_name")
            texts = (card.get(key + face) or "" for key in ("rules_text", "special_text"))
            # A line that is all in italics is flavour; a text that is there twice is read once.
            plain = [re.sub(r"(?m)^\n?\[i\](?!\()[^\[]*\[/i\]$", "", text) for text in texts]
            for text in dict.fromkeys(re.sub(r"\[/?[biu]\]", "", one).strip() for one in plain):
                yield name, text


def lackeybot(path: Path) -> Texts:
    for card in json.loads(path.read_text("utf-8")).values():
        yield card["cardName"], card["rulesText"].replace("*(", "(").replace(")*", ")")


def draftmancer(path: Path) -> Texts:
    text = path.read_text("utf-8-sig").partition("[CustomCards]")[2]
    cards, _ = json.JSONDecoder().raw_decode(re.sub(r",(\s*[\]}])", r"\1", text).lstrip())
    for card in cards:
        for face in [card, *([card["back"]] if "back" in card else [])]:
            yield face["name"], face.get("oracle_text") or ""


def _symbol(icon: re.Match[str]) -> str:
    return f"{{{ICONS.get(icon[1], icon[1])}}}"


def rootless(path: Path) -> Texts:
    for card in ET.fromstring(f"<a>{path.read_text('utf-8')}</a>"):
        text = card.findtext("text") or ""
        text = re.sub(r'<i class="mtg (?:mana-)?(\w+)"></i>', _symbol, text)
        yield (
            card.findtext("name") or "",
            html.unescape(re.sub(r"<[^>]*>", "", text.replace("<br>", "\n"))),
        )


def cockatrice(path: Path) -> Texts:
    for card in ET.parse(path).iter("card"):
        yield (card.findtext("name") or "").strip(), card.findtext("text") or ""


def table(path: Path) -> Texts:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["CardName"].strip(), row["CardEffect"].replace("\r\n", "\n")


REMARKS = re.compile(r"^no (?:name|card_name)(?:2: the back is read .*)?$")
"""What is said of cards that have a text and no name."""

READERS = {
    "egg-*.json": egg,
    "sets/*.json": egg,
    "lackeybot-*.json": lackeybot,
    "CustomCards_*.txt": draftmancer,
    "draftmancer-*.txt": draftmancer,
    "*-rootless.xml": rootless,
    "duelmasters-*.csv": table,
    "duelmasters-en/*.xml": cockatrice,
}


@pytest.fixture(scope="module", autouse=True)
def _wild() -> None:
    if not WILD.is_dir():
        pytest.skip("no real card data: ../shared/data/wild is absent")


def test_every_file_is_of_a_kind_that_is_known() -> None:
    known = {path for pattern in READERS for path in WILD.glob(pattern)}
    # Of the sets each is there in up to three formats; its JSON says what all of them have.
    known |= {*WILD.glob("sets/*.xml"), *WILD.glob("sets/*.txt")}
    assert {path for path in WILD.rglob("*") if path.is_file()} == known


@pytest.mark.parametrize("pattern", READERS)
def test_every_text_is_found_or_the_file_says_why_not(pattern: str) -> None:
    count = refused = 0
    for path in sorted(WILD.glob(pattern)):
        try:
            expected = Counter((name, text.strip()) for name, text in READERS[pattern](path))
        except json.JSONDecodeError:
            expected = Counter()
        expected = Counter({key: n for key, n in expected.items() if key[1]})
        if not expected:
            with pytest.raises(NanoriError, match="cards have no texts"):
                list(reader.read(str(path)))
            refused += 1
            continue
        records = list(reader.read(str(path)))
        lost = [record.message for record in records if isinstance(record, NanoriError)]
        assert not [said for said in lost if not REMARKS.search(said)], path
        expected = Counter({key: n for key, n in expected.items() if key[0]})
        cards = [record.card for record in records if isinstance(record, Entry)]
        assert (
            Counter((card.name, card.text.strip()) for card in cards if card.text.strip())
            == expected
        )
        count += expected.total()
    print(f"{pattern}: {count} texts, {refused} files refused because their cards have none")
