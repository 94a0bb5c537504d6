"""What every page begins and ends with: one style, at most one script, and nothing from elsewhere.

Its policy allows the browser that style and that script alone, so whatever a card says cannot be
run, and nothing is fetched.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from importlib.metadata import version
from pathlib import Path

from nanori.grammar import languages
from nanori.linting.outputs.report_pages.words import escaped
from nanori.model import data_files

_HERE = Path(__file__).parent
_NO_SCRIPT = "'none'"


def opened(title: str, *, scripted: bool) -> str:
    """Return the beginning of a page up to its body; the title is HTML already."""
    style = data_files.text(_HERE / "report.css")
    script = f"'{_digest(_script())}'" if scripted else _NO_SCRIPT
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src {script};"
        " base-uri 'none'; form-action 'none'"
    )
    return (
        f'<!doctype html>\n<html lang="{languages.reference_language()}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title} – nanori</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )


def closed(remark: str = "", *, scripted: bool) -> str:
    """Return the end of a page behind its main part; the remark is HTML already."""
    script = f"<script>{_script()}</script>\n" if scripted else ""
    return (
        f"<footer><p>Written by nanori {escaped(version('nanori'))}. {remark}</p></footer>\n"
        f"{script}</body>\n</html>\n"
    )


def _script() -> str:
    return data_files.text(_HERE / "report.js")


def _digest(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
