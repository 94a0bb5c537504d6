"""A wheel to one that has the tables of its grammars, so that an installed nanori runs no Lark."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where a wheel has the grammars, in its package.
GRAMMARS = Path("grammar/files")


class Tables(BuildHookInterface[Any]):
    """Makes them when a wheel is built; an editable installation makes its own on first use."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add what is made of each language, and of all together."""
        if version == "editable":
            return
        package = Path(self.root) / "src" / "nanori"
        sys.path.insert(0, str(package.parent))
        from nanori.grammar import compiler, languages, parser
        from nanori.model import data_files

        made = Path(tempfile.mkdtemp())

        def bring(path: Path, content: bytes) -> None:
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(content)
            build_data["force_include"][str(made / path)] = str("nanori" / path)

        bring(GRAMMARS / languages.EVERY, languages.every_as_kept())
        for code in languages.codes():
            language = languages.load(code)
            lalr = parser.encoded(language, compiler.compiled(language))
            bring(GRAMMARS / (code + parser.SUFFIX), lalr)
            for path in (languages.folder() / f"{code}.toml", *package.rglob(f"{code}.toml")):
                inside = path.parent.relative_to(package) if package in path.parents else GRAMMARS
                bring((inside / code).with_suffix(data_files.SUFFIX), data_files.encoded(path))
