"""The command `nanori restyle`."""

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from nanori.formats import patching
from nanori.formats.diffs import Transaction
from nanori.formats.entries import Entry
from nanori.linting import discovery
from nanori.model import visible
from nanori.model.errors import NanoriError
from nanori.rewriting import restyling
from nanori.rewriting.restyling import edit_plan, restyled
from nanori.surfaces.cli import inputs, progress, reporting
from nanori.surfaces.cli.arguments import Option
from nanori.surfaces.cli.options import Jobs, NamedFileOptions, prove_changeable, prove_output

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
    sources = [*map(transaction.source, files)] if transaction else inputs.held(files)
    known_names = inputs.known(options.names, sources, lang, format, codes=True, jobs=options.jobs)
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
    task = RewordingTask("reworded", known_names, style, options.edition)
    batches = inputs.batches(sources, lang, failures, format)
    watched = progress.watched(batches, files, output)
    read = reporting.written(task, watched, options.jobs, output, failures).read
    return failures.ended(read)


class RewordingTask(reporting.Task, frozen=True):
    """The new wording of each text, in place of its references."""

    style: str = ""
    edition: str = ""

    def references(self, records: Sequence[Entry]) -> Sequence[None]:
        """Return nothing: each text is reworded by itself."""
        return [None] * len(records)

    def made(self, record: Entry, references: object, counts: object) -> bytes:
        """Return the row of a record; NanoriError if it cannot be reworded."""
        del references, counts
        card = record.card
        rewordings = restyling.changes(card, self.style, edition=self.edition, names=self.names)
        return visible.encoded(_row(record, rewordings)) + b"\n"


def _row(record: Entry, rewordings: tuple[restyling.Rewording, ...]) -> dict[str, object]:
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
