"""The command line's table of formats: `nanori formats`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from nanori.cli.options import Listing, To
from nanori.formats.about import About
from nanori.formats.catalogue import listed
from nanori.formats.io import writing

PANEL = "Look"
EXAMPLES = {
    "nanori formats": "what each format can hold",
}


def formats(to: To = Listing.TEXT) -> None:
    """List the formats of card files, and what can be done with each."""
    abouts = {name: module.ABOUT for name, module in listed().items()}
    if to is Listing.JSONL:
        with writing.output(None) as out:
            for name, about in abouts.items():
                line = {"format": name, **msgspec.to_builtins(about), "reads": True}
                out.write(msgspec.json.encode(line) + b"\n")
        return

    table = Table("format", "files, and what can be done with them", show_lines=True)
    for name, about in abouts.items():
        table.add_row(Text(name, "bold"), Text("\n".join(_lines(about))))
    Console().print(table)


def _lines(about: About) -> Iterator[str]:
    """Yield what is known of a format, a line for each thing."""
    suffixes = ", ".join(about.suffixes)
    yield f"{about.title} ({suffixes})" if suffixes else about.title
    yield "read and written back" if about.writes else "read"
    yield f"languages: {about.languages}"
    if about.faces:
        yield f"faces: {about.faces}"
    yield f"alternate names: {'yes' if about.alternates else 'no'}"
    yield f"checks are turned off by: {about.suppressions or 'nothing in the file'}"
