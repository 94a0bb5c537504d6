"""The command `nanori restyle`."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, Literal, get_args

from msgspec import Struct

from nanori.annotation.known_names import KnownNames
from nanori.formats import patching, reader
from nanori.formats.diffs import Transaction
from nanori.formats.entries import Entry
from nanori.formats.io import writing
from nanori.formats.records import Batch
from nanori.linting import discovery
from nanori.model import visible
from nanori.model.errors import NanoriError, Remark
from nanori.rewriting import restyling
from nanori.rewriting.restyling import Rewording, edit_plan, restyled
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import Jobs, NamedFileOptions, prove_changeable, prove_output
from nanori.surfaces.cli.reporting import error_row, lost_records, workers

EXAMPLES = {
    "nanori restyle examples/harbor.csv --style foundations --diff": "names become “this creature”",
    "nanori restyle examples/harbor.csv --style foundations --in-place": "in the file itself",
}


# How references are to be worded.
Style = Literal[
    "foundations", "oracle", "tilde", "forge", "xmage", "mse", "forge-inner", "xmage-inner",
    "slots", "words",
]  # fmt: skip


class Options(NamedFileOptions, kw_only=True):
    """What `nanori restyle` is asked for."""

    style: Annotated[Style | None, Option("Style for self-references.")] = None
    edition: Annotated[
        str, Option("Rules edition for oracle: 2011; default: the latest.", (), "YEAR")
    ] = ""
    jobs: Jobs = 1
    in_place: Annotated[bool, Option("Change the files themselves.")] = False
    as_file: Annotated[bool, Option("Write the reworded card file instead of records.")] = False
    diff: Annotated[bool, Option("Show what --in-place would change as a unified diff.")] = False


def restyle(options: Options) -> int:
    """Reword cards' references to themselves, and write what was changed."""
    format, lang, output = options.told_format(), options.lang, options.output
    if (style := options.style) is None:
        raise NanoriError(f"a --style was wanted, one of {', '.join(get_args(Style))}")
    restyling.check(style, options.edition)
    if not options.files:
        raise NanoriError("a FILE was wanted, a folder, or - for standard input")
    prove_output(output, *options.files, options.names)
    files = options.files if options.as_file else discovery.card_files(options.files, format)
    if options.in_place:
        prove_changeable(files)
    failures = inputs.FailureLog(files)
    changes = options.in_place or options.diff
    transaction = Transaction(files, lang, format) if changes and not options.as_file else None
    sources = [transaction.source(file) if transaction else file for file in files]
    held: inputs.Held = {}
    known_names = inputs.known(
        options.names, sources, lang, format, codes=True, jobs=options.jobs, held=held
    )
    if changes or options.as_file:
        if options.in_place + options.as_file + options.diff > 1:
            raise NanoriError("one of --in-place, --as-file and --diff was wanted, not more")
        if output and not options.as_file:
            raise NanoriError("-o writes records, or with --as-file a card file")
        done = edit_plan(style, options.edition, known_names)
        if options.as_file:
            if len(files) > 1:
                raise NanoriError(f"{len(files)} files are there, with --as-file one was wanted")
            patching.rewrite(files[0], output, done, failures.note, lang, format)
            return failures.ended()
        for _ in inputs.batches(sources, lang, failures, format):
            pass  # a file without a text is reported elsewhere
        if transaction:
            transaction.prepare(done, failures.note)
            (transaction.write if options.in_place else transaction.show)(done)
        return failures.ended()
    read = inputs.batches(files, lang, failures, format, held, jobs=options.jobs)
    batches = progress.watched(read, files, output)
    restyling_job = Job(style, options.edition, known_names)
    counts: Counter[str] = Counter()
    with workers(restyling_job, options.jobs) as work:
        rows = _rows(work(batches), failures, counts)
        with writing.output(output) as out:
            out.writelines(visible.json(row) + b"\n" for row in rows)
    return failures.ended(counts)


# What is written for a record, or why nothing can be.
RewordedRow = dict[str, object] | NanoriError


class Job(Struct, frozen=True):
    """How texts are to be worded."""

    style: str
    edition: str
    known: KnownNames | None

    def do(self, batch: Batch) -> list[RewordedRow]:
        """Return a row for each record of a batch, or what is wrong with it."""
        return [
            record if isinstance(record, NanoriError) else self._row(record)
            for record in reader.records(batch)
        ]

    def _row(self, record: Entry) -> RewordedRow:
        style, names = self.style, self.known
        try:
            rewordings = restyling.changes(record.card, style, edition=self.edition, names=names)
            return _row(record, rewordings)
        except NanoriError as error:
            return NanoriError(error.message, path=record.path, line=record.line)

    def lost(self, batch: Batch) -> list[RewordedRow]:
        """Return a line that says which records were lost."""
        return [lost_records(batch)]


def _rows(
    done: Iterable[list[RewordedRow]], failures: FailureLog, counts: Counter[str]
) -> Iterator[dict[str, object]]:
    """Yield a row for each record, which are counted; those that cannot be read are reported."""
    for row in chain.from_iterable(done):
        if isinstance(row, NanoriError):
            failures.note(row)
            if not isinstance(row, Remark):
                yield error_row(row)
        else:
            counts["records"] += 1
            counts["without_text"] += not row["text"]
            yield row


def _row(record: Entry, rewordings: tuple[Rewording, ...]) -> dict[str, object]:
    """Return the new text of a record and its changes, the input's unknown keys between them."""
    own = {
        "id": record.card.id,
        "text": restyled(record.card.text, rewordings),
        "changes": [
            {
                "start": change.edit.start,
                "end": change.edit.end,
                "text": record.card.text[change.edit.start : change.edit.end],
                "new": change.edit.text,
                "form": change.reference.form,
                "new_form": change.form,
                "scope": change.reference.scope,
                "rule": change.reference.rule,
            }
            for change in rewordings
        ],
    }
    return {**own, **record.extra, **own}
