"""`nanori annotate` to a columnar file: from columnar files column by column, else from records."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from nanori.annotation.known_names import KnownNames
from nanori.annotation.shared_names import unmistakable
from nanori.formats.columnar import opening
from nanori.formats.io import streams, writing
from nanori.grammar import languages
from nanori.model import typed_values, visible
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli.inputs import FailureLog

if TYPE_CHECKING:
    from nanori.surfaces.arrow.annotating import AnnotationPlan
    from nanori.surfaces.arrow.files import FileBatch, Referenced

MANIFEST = "_manifest.json"
# Files of the folder that are not parts; programs that read Parquet folders skip them.
NAMES = "_names.json"
# Rows of a part at most, unless a single row group has more.
ROWS = 1 << 18


class InputFile(msgspec.Struct, frozen=True):
    """An input, and what the disk said about it."""

    path: str
    size: int
    modified: int
    groups: tuple[int, ...]
    """The rows of each of its row groups."""


class OutputPart(msgspec.Struct, frozen=True):
    """Row groups of one input, in a file of their own."""

    file: str
    input: str
    groups: tuple[int, int]
    """The first of them, and one past the last, from 0."""
    before: int
    """Rows of the input before them."""
    rows: int


class PartsManifest(msgspec.Struct):
    """What is made from what, and how much of it is done."""

    nanori: str
    grammar: str
    told: dict[str, object]
    """The options that affect what is written."""
    inputs: tuple[InputFile, ...]
    names: str = ""
    """The hash of the names, once they are gathered."""
    done: dict[str, int] = {}
    """The bytes of each complete part."""


# Writes batches into a file.
WritePart = Callable[["Iterator[FileBatch]", str], None]


class PartsFolder:
    """A folder that parts are written into, in this run and earlier ones."""

    def __init__(self, folder: str, paths: Sequence[str], told: Mapping[str, object]) -> None:
        """Open a folder, creating it if necessary.

        NanoriError for an input that is not Parquet, for a folder that has something else in it,
        and for one that was begun with other inputs, options, or another version.
        """
        from nanori import __version__

        self._folder = Path(folder)
        inputs = tuple(map(_input, paths))
        plain = msgspec.to_builtins(told)
        self._manifest = PartsManifest(__version__, languages.fingerprint(), plain, inputs)
        before = self._before()
        if before is not None:
            self._prove_same(before)
            self._manifest = before

    def names(self, gather: Callable[[], KnownNames]) -> KnownNames:
        """Return the names of all inputs, gathered unless an earlier run did."""
        place = self._folder / NAMES
        if self._manifest.names and place.exists():
            content = place.read_bytes()
            if _digest(content) != self._manifest.names:
                raise NanoriError(
                    "these are not the names that the run began with", path=str(place)
                )
            names, english = typed_values.from_json(content, tuple[list[str], dict[str, str]])
            return KnownNames(names, english)
        known = gather()
        content = msgspec.json.encode((list(known), known.english))
        self._folder.mkdir(parents=True, exist_ok=True)
        _write_whole(place, content)
        self._manifest.names = _digest(content)
        self._note()
        return known

    def write(self, write: WritePart) -> None:
        """Write every part that is not there yet."""
        for part in self._parts():
            place = self._folder / part.file
            if place.exists() and self._manifest.done.get(part.file) == place.stat().st_size:
                continue
            write(_batches_of(part), str(place))
            self._manifest.done[part.file] = place.stat().st_size
            self._note()

    def _parts(self) -> Iterator[OutputPart]:
        number = 0
        for each in self._manifest.inputs:
            first = before = rows = 0
            for group, length in enumerate((*each.groups, 0)):
                last = group == len(each.groups)
                if rows and (last or rows + length > ROWS):
                    file = f"part-{number:06}.parquet"
                    yield OutputPart(file, each.path, (first, group), before, rows)
                    number += 1
                    first, before, rows = group, before + rows, 0
                rows += length

    def _before(self) -> PartsManifest | None:
        """Return what earlier runs have noted; None if there were none."""
        if not self._folder.exists():
            return None
        place = self._folder / MANIFEST
        if not place.exists():
            if any(self._folder.iterdir()):
                reason = f"a folder with files and without {MANIFEST}, an empty one was wanted"
                raise NanoriError(reason, path=str(self._folder))
            return None
        try:
            return typed_values.from_json(place.read_bytes(), PartsManifest)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NanoriError(f"no manifest of nanori: {error}", path=str(place)) from None

    def _prove_same(self, before: PartsManifest) -> None:
        now, place = self._manifest, str(self._folder / MANIFEST)
        if (before.nanori, before.grammar) != (now.nanori, now.grammar):
            reason = (
                f"begun with nanori {before.nanori} and the grammars {before.grammar}, this is "
                f"{now.nanori} with {now.grammar}: go on with that one, or into another folder"
            )
            raise NanoriError(reason, path=place)
        if before.told != now.told:
            changed = [key for key in now.told if before.told.get(key) != now.told[key]]
            raise NanoriError(f"begun with another {' and '.join(changed)}", path=place)
        known = {each.path: each for each in before.inputs}
        for each in now.inputs:
            if known.get(each.path) != each:
                what = "was changed since" if each.path in known else "is none of the inputs when"
                raise NanoriError(f"it {what} {place} was begun", path=each.path)
        if before.inputs != now.inputs:
            reason = f"begun with {len(before.inputs)} inputs, there are {len(now.inputs)}"
            raise NanoriError(reason, path=place)

    def _note(self) -> None:
        encoded = msgspec.json.format(msgspec.json.encode(self._manifest), indent=1)
        _write_whole(self._folder / MANIFEST, encoded + b"\n")


def _write_whole(place: Path, content: bytes) -> None:
    with writing.output(str(place)) as out:
        out.write(content)


def _digest(content: bytes) -> str:
    import hashlib  # a thirtieth of start-up, and only parts need it

    return hashlib.sha256(content).hexdigest()


def _input(path: str) -> InputFile:
    with opening.opened(path) as file:
        if not file.groups:
            raise NanoriError("no Parquet with rows, of which parts are made", path=path)
        status = Path(path).stat()
        return InputFile(path, status.st_size, status.st_mtime_ns, file.groups)


def _batches_of(part: OutputPart) -> Iterator[Any]:
    """Yield the batches of a part's row groups."""
    from nanori.surfaces.arrow.files import FileBatch

    before = part.before
    with opening.opened(part.input) as file:
        for group in range(*part.groups):
            for batch in file.batches(group=group):
                yield FileBatch(part.input, 0, before, batch, group)
                before += batch.num_rows


# Ends of columnar files' names.
SUFFIXES = (".parquet", ".pq", ".arrow", ".feather", ".ipc", ".arrows")


# What a row of a columnar output is.
ReferenceLayout = Literal["wide", "long"]


class ColumnarOrder(NamedTuple):
    """What is to be annotated, and where to."""

    paths: Sequence[str]
    output: str
    columns: dict[str, str]
    """Which column has which field, as far as the user says so."""
    names: str | None
    file_names: bool
    lang: str
    format: str
    jobs: int
    layout: ReferenceLayout


def is_columnar(path: str | None) -> bool:
    """Tell whether a file is columnar by its name, or is a folder for parts."""
    return PurePath(path or "").suffix.lower() in SUFFIXES or is_folder(path)


def is_folder(path: str | None) -> bool:
    """Tell whether a path is a folder's: it is one, or ends like one."""
    return bool(path) and (path.endswith(("/", os.sep)) or Path(path).is_dir())


def named_columns(given: Sequence[str] | None) -> dict[str, str]:
    """Return the columns that `--column` names, by their fields."""
    columns: dict[str, str] = {}
    for pair in given or ():
        field, equals, column = (part.strip() for part in pair.partition("="))
        if not equals or not column:
            raise NanoriError(f"“{pair}” is there, a column as “text=Words” was wanted")
        columns[field] = column
    return columns


def write_rows(
    output: str | None, kind: str, rows: Iterable[object], *, by_name: bool = True
) -> None:
    """Write rows as columns if the output's name asks for that, else as lines of JSON.

    `kind` is their schema in `arrow.files`.
    """
    if output and by_name and is_columnar(output):
        from nanori.surfaces.arrow import files

        files.write(output, getattr(files, kind), map(msgspec.to_builtins, rows))
        return
    with writing.output(output) as out:
        out.writelines(visible.json(row) + b"\n" for row in rows)


def annotate(order: ColumnarOrder, failures: FailureLog) -> None:
    """Write the references of every text in card files into a columnar file.

    From columnar files it has their rows with all their columns, from others a row for each text.
    """
    if is_folder(order.output):
        _annotate_parts(order, failures)
    elif not _annotate_rows(order, failures):
        _annotate_records(order, failures)


def _annotate_rows(order: ColumnarOrder, failures: FailureLog) -> bool:
    """Annotate columnar files column by column; return whether these files can be.

    NanoriError if one of them is damaged, has other columns than the first, or has no text.
    """
    if not all(opening.kind_at(path) for path in order.paths):
        return False
    from nanori.surfaces.arrow.cards import SeveralTextsError
    from nanori.surfaces.arrow.files import workers
    from nanori.surfaces.arrow.schema import ColumnTakenError

    try:
        plan = _plan(order)
    except SeveralTextsError:
        return False
    except ColumnTakenError as error:
        reason = f"{error.args[0]}: rename it, or leave out -o to have the references as JSON Lines"
        raise NanoriError(reason, path=order.paths[0]) from None
    plan.names = _known(order, plan)
    with workers(plan, order.jobs) as work:
        batches = progress.watched(_batches(order.paths), order.paths, order.output)
        _write(work(batches), plan, order, failures)
    return True


def _annotate_parts(order: ColumnarOrder, failures: FailureLog) -> None:
    """Annotate Parquet files into a folder, part by part; what is there is not done again."""
    from nanori.surfaces.arrow.files import workers

    if not any(map(is_columnar, order.paths)):
        raise NanoriError(f"{order.output}: cannot be written, a folder takes parts of Parquet")
    asked = {
        "--column": order.columns,
        "--names": order.names,
        "--no-file-names": not order.file_names,
        "--lang": order.lang,
        "--layout": order.layout,
    }
    folder = PartsFolder(order.output, order.paths, asked)
    plan = _plan(order)
    plan.names = folder.names(lambda: _known(order, plan) or KnownNames(()))
    with workers(plan, order.jobs) as work:
        folder.write(
            lambda batches, path: _write(
                work(batches), plan, order._replace(output=path), failures, texts=False
            )
        )


def _plan(order: ColumnarOrder) -> AnnotationPlan:
    """Return what is done with the rows of the files; NanoriError if they lack a column."""
    from nanori.surfaces.arrow.annotating import AnnotationPlan

    with opening.opened(order.paths[0]) as first:
        schema = first.schema
    try:
        return AnnotationPlan(schema, order.columns, None, order.lang)
    except NanoriError as error:
        error.path = order.paths[0]
        raise


def _annotate_records(order: ColumnarOrder, failures: FailureLog) -> None:
    """Annotate card files of any format: a row for each text."""
    from nanori.surfaces.arrow import files, schema
    from nanori.surfaces.arrow.files import RECORDS, of_lines
    from nanori.surfaces.cli.reporting import Task, workers

    files_named = order.paths if order.file_names else ()
    known = inputs.known(order.names, files_named, order.lang, order.format)
    long = order.layout == "long"
    keep = RECORDS.names[:-1]
    kind = schema.long_schema(RECORDS, keep) if long else RECORDS
    rows = 0
    with (
        workers(Task("jsonl", known), order.jobs) as work,
        files.written(order.output, kind) as out,
    ):
        batches = progress.watched(
            inputs.batches(order.paths, order.lang, failures, order.format, jobs=order.jobs),
            order.paths,
            order.output,
        )
        for done in work(batches):
            made = of_lines(done.output.splitlines())
            out.write(schema.long_batch(made, kind, keep, rows) if long else made)
            rows += made.num_rows
            for error in done.errors:
                failures.note(error)


def _batches(paths: Sequence[str], columns: Sequence[str] | None = None) -> Iterator[FileBatch]:
    """Yield the batches of files that all have the columns of the first."""
    from nanori.surfaces.arrow.files import FileBatch

    schema = None
    for path in paths:
        size = streams.size(path) or 0
        with opening.opened(path) as file:
            if schema is not None and not file.schema.equals(schema):
                raise NanoriError(f"its columns are others than those of {paths[0]}", path=path)
            schema = file.schema
            before = 0
            for group in range(len(file.groups)) if file.groups else (None,):
                for batch in file.batches(columns, group):
                    read = size * before // file.rows if file.rows else 0
                    yield FileBatch(path, read, before, batch, group)
                    before += batch.num_rows


def _known(order: ColumnarOrder, plan: AnnotationPlan) -> KnownNames | None:
    """Return the names that are given, with those in the files."""
    from nanori.surfaces.arrow.cards import names_in

    known = inputs.known(order.names) or KnownNames(())
    if order.file_names:
        for batch in _batches(order.paths, plan.columns.every()):
            known.add(unmistakable(names_in(batch.rows, plan.columns, order.lang)))
    return known if len(known) else None


def _write(
    done: Iterable[Referenced],
    plan: AnnotationPlan,
    order: ColumnarOrder,
    failures: FailureLog,
    *,
    texts: bool = True,
) -> None:
    """Write rows with their references, and report those without because of an error.

    The row groups of an input stay as they are. NanoriError if none of them has a text, unless
    `texts` is false.
    """
    from nanori.surfaces.arrow import files, schema

    long = order.layout == "long"
    keep = plan.columns.identity()
    kind = schema.long_schema(plan.schema, keep) if long else plan.schema
    with_text = rows = 0
    group = None
    with files.written(order.output, kind) as out:
        for batch, references in done:
            if group not in (None, here := (batch.path, batch.group)):
                out.flush()
            group = here
            made = plan.joined(batch.rows, references)
            out.write(schema.long_batch(made, kind, keep, rows) if long else made)
            rows += made.num_rows
            with_text += made.num_rows - batch.rows.column(plan.columns.text).null_count
            for number, reason in enumerate(references.column("error").to_pylist(), 1):
                if reason is not None:
                    line = batch.before + number
                    failures.note(NanoriError(reason, path=batch.path, line=line))
        if texts and not with_text:
            reason = f"{rows} rows, none with a rules text: one at least was wanted"
            raise NanoriError(reason, path=order.paths[0])
