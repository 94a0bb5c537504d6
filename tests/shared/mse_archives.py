"""Magic Set Editor's archives made of folders, always with the same bytes from the same zlib."""

import io
import zlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from project import FORMATS

ROOT = FORMATS / "mse"


def packed(files: dict[str, bytes], *, stored: frozenset[str] = frozenset()) -> bytes:
    """Return a zip archive of these files, with comments, dates and an extra field to be kept."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.comment = b"a set of cards"
        for number, (name, content) in enumerate(files.items()):
            info = ZipInfo(name, (2026, 9, 1 + number, 10, 20, 30))
            info.compress_type = ZIP_STORED if name in stored else ZIP_DEFLATED
            info.comment = f"file {number}".encode()
            info.extra = b"\xfe\xca\x02\x00nn"
            archive.writestr(info, content)
    return buffer.getvalue()


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their inner paths, with a picture among them."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    picture = b"\x89PNG\r\n" + zlib.compress(b"picture" * 40)
    return {"image1": picture} | {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in paths
    }


if __name__ == "__main__":
    files = files_of(ROOT / "lanterns")
    (ROOT / "lanterns.mse-set").write_bytes(packed(files, stored=frozenset({"image1"})))
    (ROOT / "capitals.mse-set").write_bytes(packed({"SET": (ROOT / "japanese").read_bytes()}))
