"""nanori as if it had just been started, with copies of its data files that may be broken."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from nanori.grammar import languages
from nanori.names import merging, readings


def forget() -> None:
    """Forget whatever was read of a data file, and everything made of it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("nanori"):
            for value in vars(module).values():
                if clear := getattr(value, "cache_clear", None):
                    clear()


@contextmanager
def copied(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have a copy of every data file in a folder, read from there until the end of the block."""
    shutil.copytree(languages.folder(), folder, dirs_exist_ok=True)
    with monkeypatch.context() as patch:
        patch.setattr(languages, "folder", lambda: folder)
        for module, name in ((readings, "GAME_WORDS"), (merging, "OVERRIDES")):
            copy = shutil.copy(getattr(module, name), folder.with_suffix(f".{name}.toml"))
            patch.setattr(module, name, Path(copy))
        forget()
        yield folder
    forget()
