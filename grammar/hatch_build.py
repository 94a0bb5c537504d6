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
        """Add what is made of each language, and of all together."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from nanori.grammar import compiler, languages, parser
        from nanori.model import data_files

        made = Path(tempfile.mkdtemp())

        def bring(name: str, content: bytes) -> None:
            (made / name).write_bytes(content)
            build_data["force_include"][str(made / name)] = f"nanori/grammar/files/{name}"

        bring(languages.EVERY, languages.every_as_kept())
        for code in languages.codes():
            language = languages.load(code)
            words = data_files.text(languages.folder() / f"{code}.toml")
            lalr = parser.encoded(language, compiler.compiled(language))
            bring(code + parser.SUFFIX, lalr)
            bring(code + data_files.SUFFIX, data_files.encoded(words, data_files.parsed(words)))
