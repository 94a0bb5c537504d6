"""A wheel to one that has the tables of its grammars, so that an installed nanori runs no Lark."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Tables(BuildHookInterface[Any]):
    """Makes them when a wheel is built; an editable installation makes its own on first use."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add one file a language."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from nanori.grammar import compiler, languages, made_tables
        from nanori.model import data_files

        made = Path(tempfile.mkdtemp())
        for code in languages.codes():
            language = languages.load(code)
            words = data_files.text(languages.folder() / f"{code}.toml")
            contents = {
                made_tables.SUFFIX: made_tables.encoded(language, compiler.compiled(language)),
                data_files.SUFFIX: data_files.encoded(words, data_files.parsed(words)),
            }
            for suffix, content in contents.items():
                path = made / f"{code}{suffix}"
                path.write_bytes(content)
                build_data["force_include"][str(path)] = f"nanori/grammar/files/{path.name}"
