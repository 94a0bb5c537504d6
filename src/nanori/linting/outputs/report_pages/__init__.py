"""Templates to pages that are one file, with nothing from elsewhere, whatever strangers wrote."""

import hashlib
import re
from base64 import b64encode
from functools import cache
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from nanori.grammar import languages
from nanori.model import data_files
from nanori.model.visible import INSTEAD, visible

_HERE = Path(__file__).parent
# What HTML reads otherwise than it stands there, or has no way to write, and is shown else.
_UNWRITABLE = re.compile("[\r\ufffe\uffff]")
# What pages call the severities of findings.
_SEVERITIES = {"error": "error", "warning": "warning", "info": "information"}


def template(name: str) -> Template:
    """Return a template of this folder, as `report`."""
    return _environment().get_template(f"{name}.html.jinja")


def frame(*, pictured: bool = False) -> dict[str, object]:
    """Return what every whole page needs."""
    return {
        "lang": languages.reference_language(),
        "style": data_files.text(_HERE / "report.css"),
        "script": data_files.text(_HERE / "report.js"),
        "pictured": pictured,
        "version": version("nanori"),
    }


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(  # pyright: ignore[reportUnknownMemberType] — jinja2 says no types
        called=_SEVERITIES.__getitem__,
        counted=_counted,
        digest=_digest,
        grouped="{:,}".format,
        line=_in_one_line,
    )
    return environment


def _shown(value: object) -> object:
    """Return words of anybody as they may stand on a page; escaped they are after this."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return _UNWRITABLE.sub(INSTEAD, visible(value))


def _in_one_line(words: str) -> str:
    return words.replace("\n", " ")


def _counted(count: int, noun: str) -> str:
    """Return “1 finding”, “1,204 findings”."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _digest(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
