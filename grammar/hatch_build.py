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

        made = Path(tempfile.mkdtemp())
        for code in languages.codes():
            language = languages.load(code)
            path = made / f"{code}{made_tables.SUFFIX}"
            tables = compiler.compiled(language)
            path.write_bytes(made_tables.encoded(made_tables.digest(language), tables))
            build_data["force_include"][str(path)] = f"nanori/grammar/files/{path.name}"
