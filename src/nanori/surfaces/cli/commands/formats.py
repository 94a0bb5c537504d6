"""The command line's table of formats: `nanori formats`."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from nanori.formats.catalogue import listed
from nanori.formats.format import About
from nanori.formats.io import writing
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import To

EXAMPLES = {
    "nanori formats": "what each format can hold",
}
_HEAD = """\
# Formats of card files

<!-- Built from what each format says of itself. -->

A file's format is told by its content; `--from FORMAT` forces one. All of them are read; what is
written back differs in the edited words alone. `nanori convert --to FORMAT` makes files of some.

| format | files | written back | convert to | languages | faces | other names | checks off by |
|---|---|---|---|---|---|---|---|
"""


class Options(msgspec.Struct, kw_only=True):
    """What `nanori formats` is asked for."""

    to: To = "text"
    markdown: Annotated[bool, Option("Print the documentation page.")] = False


def formats(options: Options) -> None:
    """List the supported file formats and what can be done with each."""
    abouts = {name: module.ABOUT for name, module in listed().items()}
    if options.markdown:
        with writing.output(None) as out:
            rows = "".join(_row(name, about) for name, about in abouts.items())
            out.write(f"{_HEAD}{rows}".encode())
        return
    if options.to == "jsonl":
        with writing.output(None) as out:
            for name, about in abouts.items():
                line = {"format": name, **msgspec.to_builtins(about), "reads": True}
                out.write(msgspec.json.encode(line) + b"\n")
        return

    table = Table("format", "files, and what can be done with them", show_lines=True)
    for name, about in abouts.items():
        table.add_row(Text(name, "bold"), Text("\n".join(_lines(about))))
    Console().print(table)


def _row(name: str, about: About) -> str:
    suffixes = ", ".join(f"`{suffix}`" for suffix in about.suffixes)
    cells = (
        f"`{name}`",
        f"{about.title} ({suffixes})" if suffixes else about.title,
        "yes" if about.writes else "no",
        "yes" if about.converts else "",
        about.languages,
        about.faces or "–",
        "yes" if about.alternates else "no",
        about.suppressions or "–",
    )
    escaped = (cell.replace("|", "\\|").replace("<", "&lt;") for cell in cells)
    return f"| {' | '.join(escaped)} |\n"


def _lines(about: About) -> Iterator[str]:
    suffixes = ", ".join(about.suffixes)
    yield f"{about.title} ({suffixes})" if suffixes else about.title
    converted = ", made by convert" if about.converts else ""
    yield f"{'read and written back' if about.writes else 'read'}{converted}"
    yield f"languages: {about.languages}"
    if about.faces:
        yield f"faces: {about.faces}"
    yield f"alternate names: {'yes' if about.alternates else 'no'}"
    yield f"checks are turned off by: {about.suppressions or 'nothing in the file'}"
