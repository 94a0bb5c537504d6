"""The command `nanori names matrix`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import Annotated, Literal, NamedTuple

from nanori.formats import formulas
from nanori.formats.io import writing
from nanori.formats.records import Record
from nanori.linting.outputs.report_pages import frame, template
from nanori.model.values import Reference
from nanori.model.visible import in_line
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import OUTPUT, NamedFileOptions, Sample, prove_output

# NameCounts of a page; browsers take long to lay out more.
MOST_ROWS = 5_000


class NameInFile(NamedTuple):
    """A name as used in one file."""

    name: str
    lang: str
    file: str


# What names each file uses, in the order of names, and how often in which form.
NameCounts = list[tuple[NameInFile, Counter[str]]]


def counted(annotated: Iterable[tuple[Record, Iterable[Reference]]]) -> NameCounts:
    """Return how often each name is used: what references name, and by which name it is known."""
    counts: dict[NameInFile, Counter[str]] = {}
    for record, references in annotated:
        for reference in references:
            name = record.card.name
            if reference.target == "name":
                name = reference.refers_to or reference.text
            said = NameInFile(name, record.card.lang, record.path)
            counts.setdefault(said, Counter())[reference.form] += 1
    return sorted(counts.items())


def _forms(rows: NameCounts) -> list[str]:
    """Return the forms in use, in alphabetical order."""
    return sorted({form for _, counts in rows for form in counts})


def as_csv(rows: NameCounts) -> Iterator[bytes]:
    """Yield a line for each name, file and form; a blank precedes what would be computed."""
    yield formulas.line(["name", "lang", "file", "form", "count"])
    for said, counts in rows:
        for form, count in sorted(counts.items()):
            yield formulas.line([*said, form, str(count)])


def as_text(rows: NameCounts) -> Iterator[bytes]:
    """Yield the lines of a table for a terminal: a row per name and file, a column per form."""
    from rich.cells import cell_len

    forms = _forms(rows)
    table = [["name", "file", *forms, "all"]]
    for said, counts in rows:
        numbers = [str(counts[form] or "·") for form in forms]
        cells = [in_line(said.name), in_line(said.file), *numbers, str(counts.total())]
        table.append([cell.replace("\t", " ") for cell in cells])
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells: list[str] = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - cell_len(cell))
            cells.append(blanks + cell if place > 1 else cell + blanks)
        yield ("  ".join(cells).rstrip() + "\n").encode()


def as_html(rows: NameCounts) -> Iterator[bytes]:
    """Yield a page with one table; it runs no script."""
    page = template("names").stream(
        frame(scripted=False), rows=rows, forms=_forms(rows), most=MOST_ROWS
    )
    for piece in page:
        yield piece.encode()


EXAMPLES = {
    "nanori names matrix examples/harbor.csv": "how often each name is used, by form",
    "nanori names matrix examples/translation -o names.html": "of all files in a folder",
}


# What `names matrix` writes.
MatrixFormat = Literal["text", "csv", "html"]


_WRITERS: dict[MatrixFormat, Callable[[NameCounts], Iterator[bytes]]] = {
    "text": as_text, "csv": as_csv, "html": as_html
}  # fmt: skip
_SUFFIXES: dict[str, MatrixFormat] = {".csv": "csv", ".html": "html"}


class MatrixOptions(NamedFileOptions, kw_only=True):
    """What `nanori names matrix` is asked for."""

    to: Annotated[
        MatrixFormat | None,
        Option("Output format; default: by the suffix of -o, or else text.", panel=OUTPUT),
    ] = None
    sample: Sample = False


def matrix(options: MatrixOptions) -> int:
    """Count how often each file uses each name, by form."""
    output, paths = options.output, options.paths(sample=options.sample)
    prove_output(output, *paths, options.names)
    failures = inputs.FailureLog(paths)
    rows = counted(inputs.annotated(options, paths, failures, output))
    suffix = PurePath(output or "").suffix.lower()
    write = _WRITERS[options.to or _SUFFIXES.get(suffix, "text")]
    with writing.output(output) as out:
        out.writelines(write(rows))
    return failures.code
