"""What a program puts its values in place of: lost, changed or added in each format, it is told."""

import csv
import io
import json
from html import escape
from pathlib import Path

import pytest

from lint_command import lint

with (Path(__file__).parent / "placeables.csv").open(encoding="utf-8") as table:
    UNITS = {
        f"{row['way']}-{kind}": (row["original"], row[kind])
        for row in csv.DictReader(table)
        for kind in ("kept", "lost", "changed", "added")
    }


def po(flag: str = "") -> dict[str, str]:
    entries = [
        f'msgctxt "{key}.name"\nmsgid "Salt {key}"\nmsgstr "Salz {key}"\n\n'
        f'{flag}msgctxt "{key}.text"\nmsgid {json.dumps(en)}\n'
        f"msgstr {json.dumps(de, ensure_ascii=False)}\n"
        for key, (en, de) in UNITS.items()
    ]
    return {"de.po": "\n".join(['msgid ""\nmsgstr "Language: de\\n"\n', *entries])}


def xliff() -> dict[str, str]:
    def unit(key: str, en: str, de: str) -> str:
        words = f"<source>{escape(en)}</source><target>{escape(de)}</target>"
        return f'<trans-unit id="{key}">{words}</trans-unit>'

    units = "".join(
        unit(f"{key}.name", f"Salt {key}", f"Salz {key}") + unit(f"{key}.text", *both)
        for key, both in UNITS.items()
    )
    said = '<file source-language="en" target-language="de" original="c" datatype="plaintext">'
    return {"de.xlf": f'<xliff version="1.2">{said}<body>{units}</body></file></xliff>'}


def keyed() -> dict[str, str]:
    sides = {"en": ("Salt", 0), "de": ("Salz", 1)}
    return {
        f"{lang}.json": json.dumps(
            {key: {"name": f"{name} {key}", "text": both[at]} for key, both in UNITS.items()}
        )
        for lang, (name, at) in sides.items()
    }


def cells() -> dict[str, str]:
    written = io.StringIO()
    rows = ((f"Salt {key}", f"Salz {key}", *both) for key, both in UNITS.items())
    csv.writer(written).writerows([("name_en", "name_de", "text_en", "text_de"), *rows])
    return {"cards.csv": written.getvalue()}


@pytest.mark.parametrize(
    "files",
    [po(), po("#, c-format\n"), xliff(), keyed(), cells()],
    ids=["po", "c-format", "xliff", "json", "csv"],
)
def test_a_placeable_lost_changed_or_added_is_told(files: dict[str, str], tmp_path: Path) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")
    said = lint(tmp_path, "--format", "jsonl", "--select", "numbers/placeable").records()
    assert {each["severity"] for each in said} == {"error"}
    told = {str(each["card"]).removeprefix("Salz ") for each in said}
    assert told == {key for key in UNITS if not key.endswith("-kept")}


def test_inline_codes_of_xliff_are_compared(tmp_path: Path) -> None:
    source, target = '<x id="1"/> hits <g id="2">it</g>.', 'Trifft <g id="2">es</g><x id="3"/>.'
    content = (
        '<xliff version="1.2"><file source-language="en" target-language="de"><body>'
        '<trans-unit id="k.name"><source>Salt</source><target>Salz</target></trans-unit>'
        f'<trans-unit id="k.text"><source>{source}</source><target>{target}</target></trans-unit>'
        "</body></file></xliff>"
    )
    (tmp_path / "de.xlf").write_text(content, "utf-8")
    said = lint(tmp_path, "--format", "jsonl").records()
    assert [each["message"] for each in said] == [
        '“<x id="3"/>” is not in the original',
        'the original has “<x id="1"/>”, this does not',
    ]
