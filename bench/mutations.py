"""Card files to damaged ones: bytes changed, cut, doubled and mixed as accidents and malice do."""

from __future__ import annotations

import random
import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from material import ROOT, SHARED
from nanori.formats import reader
from nanori.formats.catalogue import card_file
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError

LONGEST = 30_000
"""Bytes of a real file that is taken for a seed: each is read ten times for a mutation."""

SIGNS = [
    *(b"<", b">", b"&", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"</card>", b"<card>", b"<text>"),
    *(b'"', b"|", b":", b"$", b"\\n", b"\r", b"\n", b"#", b"ALTERNATE\n", b"K:CARDNAME", b"VERT"),
    *(b"\0", "灯".encode(), b"&#0;", b"&#xD800;", b" // ", b"noqa: "),
    *(b"{", b"}", b"[", b"]", b",", b"\t", b"\\", b"'", b"9" * 5000, b"[" * 2000, b"{" * 2000),
    *(b"~", b"\xef\xbb\xbf"),
    *(b"\\ud800", b"\\u0000", b"\x1b[31m", b"::error::", "\u202e".encode(), b"CARDNAME", b"//"),
    *(b"this creature", "このクリーチャー".encode(), "「".encode(), b"\n\n", b" " * 3000),
]

FOREIGN = [b"\xff", b"\xe3\x81", b"\xff\xfe", "灯".encode("cp932"), "灯の壺".encode("utf-16-le")]
"""What is hardly in the encoding of the file."""


HARMLESS = [sign for sign in SIGNS if sign.isascii() and len(sign) < 20]
"""What every encoding has."""


class Seed(NamedTuple):
    """A file or folder of a format, with the files in it by their names."""

    format: str
    name: str
    files: dict[str, bytes]
    folder: bool
    names: tuple[str, ...] = ()
    """Names of its cards."""


def seeds() -> list[Seed]:
    """Return all files of corpus/formats/, and where they are at hand real ones that are short."""
    found: list[Seed] = []
    for path in sorted(ROOT.glob("corpus/formats/*/*")):
        if not path.name.endswith(".read.jsonl"):
            inside = sorted(path.rglob("*")) if path.is_dir() else [path]
            root = path if path.is_dir() else path.parent
            files = {
                str(one.relative_to(root)): one.read_bytes() for one in inside if one.is_file()
            }
            found.append(Seed(path.parent.name, path.name, files, path.is_dir(), names_in(path)))
    for path in sorted(SHARED.glob("data/wild/**/*")):
        if path.is_file() and 0 < path.stat().st_size <= LONGEST and (names := names_in(path)):
            content = {path.name: path.read_bytes()}
            with card_file(str(path)) as file:
                found.append(Seed(file.name, path.name, content, folder=False, names=names))
    return found


def drawn(every: list[Seed], chance: random.Random) -> Seed:
    """Return a seed of some format, each format as often, with a change."""
    name = chance.choice(sorted({seed.format for seed in every}))
    return mutated(chance.choice([seed for seed in every if seed.format == name]), every, chance)


def names_in(path: Path) -> tuple[str, ...]:
    """Return the names of the cards in a file; none where it cannot be read."""
    try:
        entries = list(reader.entries(str(path)))
    except NanoriError:
        return ()
    return tuple({one.card.name for one in entries if isinstance(one, Entry) and one.card.name})


def mutated(seed: Seed, others: list[Seed], chance: random.Random) -> Seed:
    """Return the seed with one of its files changed in one to four places."""
    files = dict(seed.files)
    name = chance.choice(list(files))
    for _ in range(chance.choice([1, 1, 2, 4])):
        files[name] = _changed(files[name], others, chance)
    return seed._replace(files=files)


def _changed(content: bytes, others: list[Seed], chance: random.Random) -> bytes:
    if zipfile.is_zipfile(BytesIO(content)) and chance.random() < 0.7:
        return _repacked(content, others, chance)
    start = chance.randint(0, len(content))
    end = min(len(content), start + chance.choice([0, 0, 0, 0, 1, 2, 8, 100]))
    match chance.randrange(12):
        case 0:
            middle = chance.choice([*FOREIGN, bytes([chance.randrange(256)])])
        case 1 | 2 | 3:
            middle = chance.choice(SIGNS)
        case 6 | 7 | 8 | 9 | 10:
            return _in_words(content, chance)
        case 4:
            middle = content[start : start + chance.choice([1, 10, 1000])] * 2
        case 5:
            other = chance.choice(list(chance.choice(others).files.values()))
            place = chance.randint(0, len(other))
            middle = other[place : place + chance.choice([5, 50, 500])]
        case _:
            return content[:start] if chance.random() < 0.3 else content[:start] + content[end:]
    return content[:start] + middle + content[end:]


def _in_words(content: bytes, chance: random.Random) -> bytes:
    """Return a content with a sign put into words, so that it is most likely still a card file."""
    sign = chance.choice(HARMLESS)
    if b"\0" in content[:64]:  # UTF-16
        places = [match.end() for match in re.finditer(rb"[a-z]\0[a-z]\0", content)]
        sign = sign.decode("ascii").encode("utf-16-le")
    else:
        places = [match.end() for match in re.finditer(rb"[a-z]{2}", content)]
    start = chance.choice(places) if places else 0
    return content[:start] + sign + content[start:]


def _repacked(content: bytes, others: list[Seed], chance: random.Random) -> bytes:
    """Return an archive with a file in it changed."""
    out = BytesIO()
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive, zipfile.ZipFile(out, "w") as new:
            chosen = chance.choice(archive.infolist())
            for info in archive.infolist():
                raw = archive.read(info)
                same = info is not chosen
                new.writestr(info, raw if same else _changed(raw, others, chance))
    except Exception:  # a damaged archive; the library has a dozen of errors for that
        return content[: len(content) // 2]
    return out.getvalue()


def written(seed: Seed, folder: Path) -> Path:
    """Write a seed into a folder and return the path of the file, or folder, that it is."""
    root = folder / seed.name if seed.folder else folder
    for name, content in seed.files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return folder / seed.name
