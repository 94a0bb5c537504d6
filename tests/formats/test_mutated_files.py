"""Card files with bytes changed: read, or a NanoriError of one line, and nothing else."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from format_files import FILES
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError
from project import examples

SIGNS = [
    *(b"<", b">", b"&", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"</card>", b"<card>", b"<text>"),
    *(b'"', b"|", b":", b"$", b"\\n", b"\r", b"\n", b"#", b"ALTERNATE\n", b"K:CARDNAME", b"VERT"),
    *(b"\0", b"\xff", b"\xe3\x81", "灯".encode(), b"&#0;", b"&#xD800;", b" // ", b"noqa: "),
]

WANTED = {"cockatrice", "forge", "forge_translation"}
PATHS = [path for path in FILES if path.parent.name in WANTED and path.is_file()]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.name}")
@settings(max_examples=examples(60))
@given(data=st.data())
def test_a_mutated_file_is_read_or_is_an_error_of_one_line(path: Path, data: st.DataObject) -> None:
    content = path.read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(len(content), start + 8)))
        content = content[:start] + data.draw(st.sampled_from([b"", *SIGNS])) + content[end:]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(content)
        try:
            entries = list(reader.entries(str(copy), format_name=path.parent.name))
        except NanoriError as error:
            said, entries = str(error), []
        else:
            said = ""
    assert said.isprintable()
    for entry in entries:
        if isinstance(entry, Entry):
            length = len(entry.element.text.decode())
            assert all(0 <= at.start <= at.end <= length for at in entry.places.values())
        else:
            assert str(entry).isprintable()
