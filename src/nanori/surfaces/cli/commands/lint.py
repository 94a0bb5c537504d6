"""The command `nanori lint`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from nanori.documents import source
from nanori.formats import pairing
from nanori.formats.io import streams, writing
from nanori.formats.pairing import Identity, PairingKey
from nanori.linting import (
    configuration,
    discovery,
    engine,
    fixing,
    gathering,
    kept_reports,
    outputs,
)
from nanori.linting.discovery import CheckedFile
from nanori.linting.fixing import Fixer, Mended, RunOf
from nanori.linting.runs import Reading, Run
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.surfaces.cli import finding_outputs, progress
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.lint_options import LintOptions, Order
from nanori.surfaces.cli.options import prove_output
from nanori.surfaces.cli.streams_for_people import in_colour

EXAMPLES = {
    "nanori lint examples/harbor.csv": "what is wrong",
    "nanori lint examples/harbor.csv --diff": "what would be mended",
    "nanori lint examples --fix": "mend a folder, safely",
    "nanori lint examples/harbor.csv -o report.html": "a page with both languages side by side",
}
CLEAN, FOUND = 0, 1


def lint(options: LintOptions) -> int:
    """Check card files and rules documents, and mend them."""
    paths = list(dict.fromkeys([*options.paths, *(options.pair or ())]))
    if not paths:
        raise NanoriError("a PATH was wanted; - is standard input")
    format = options.told_format()
    options.shape = finding_outputs.shape_of(options.shape, options.output)
    _prove_there(paths, options.shape)
    if options.fix and options.annotate:
        raise NanoriError("--fix and --annotate are there, one of them was wanted")
    near = configuration.settings_for(options.config, [_nearest(paths[0], options.stdin_filename)])
    chosen = (options.select, options.ignore, options.names)
    order = Order(
        options=options,
        settings=configuration.with_options(near, *chosen),
        reading=Reading(options.lang, format, texts_wanted=not options.pass_over),
        against=source.read(options.against) if options.against else None,
        given=_paired(options.pair, options.by, options.lang, format) if options.pair else {},
    )
    with discovery.readable(paths, options.stdin_filename) as copies:
        how = (paths, copies, format, options.stdin_filename)
        targets = _targets(how, options.pass_over)
        if not options.pair and not options.stdin_filename:
            order = order._replace(given=_paired_by_name(targets))
        return _linted(targets, order)


def _nearest(path: str, stdin_filename: str) -> str:
    """Return the path near which settings are looked for."""
    return stdin_filename or path if path == streams.STDIN else path


def _targets(
    how: tuple[Sequence[str], Mapping[str, str], str, str], pass_over: bool
) -> list[CheckedFile]:
    """Return the files that are looked at, and say which links were not followed."""
    links: list[str] = []
    try:
        return list(discovery.targets(*how, links, pass_over=pass_over))
    finally:
        if links:
            more = f", and {len(links) - 1} more like it" if len(links) > 1 else ""
            print(f"{links[0]}: a link out of the folder, passed over{more}", file=sys.stderr)


def _paired(pair: tuple[str, str], by: PairingKey, lang: str, format: str) -> dict[Identity, Card]:
    """Return the originals of a translation, and say how many there are."""
    paired = pairing.pairs(*pair, by, lambda _: None, lang, format)
    print(paired.said(), file=sys.stderr)
    return paired.originals


def _paired_by_name(targets: Sequence[CheckedFile]) -> dict[Identity, Card]:
    """Return the originals of files that are called alike but for the language; say how many."""
    paths = [target.path for target in targets if not target.stdin and target.memory is None]
    originals, said = pairing.by_name(paths, lambda _: None)
    for line in said:
        print(line, file=sys.stderr)
    return originals


def _prove_there(paths: Sequence[str], shape: str) -> None:
    """Raise NanoriError for a missing file; programs are told at the end of a whole output."""
    missing = [path for path in paths if path != streams.STDIN and not Path(path).exists()]
    if missing and shape in outputs.FOR_PEOPLE:
        raise NanoriError("no such file or directory", path=missing[0])


def _linted(targets: Sequence[CheckedFile], order: Order) -> int:
    """Look at the files, mend them where that is asked for, and return the exit code."""
    options = order.options
    for out in (options.write_baseline, options.output):
        prove_output(out, *(target.path for target in targets), force=options.force)
    with ExitStack() as stack:
        path = order.settings.names
        register = stack.enter_context(gathering.opened(path)) if path else None
        selection = configuration.Selection(order.settings)
        known = kept_reports.read_known(options.baseline) if options.baseline else frozenset[str]()

        def run_of(reading: Reading) -> Run:
            from nanori.linting.gathering import gathered
            from nanori.linting.runs import Run

            index, originals = gathered(
                targets,
                reading,
                register,
                pairs=selection.pairs,
                file_names=options.file_names,
                given=order.given,
            )
            return Run(order.settings, index, selection, originals, reading, against=order.against)

        failures = FailureLog([target.path for target in targets])
        over = stack.enter_context(progress.waiting("checking"))
        if options.changes_files():
            change = noted if options.annotate else mended
            changes = change(targets, order, run_of, known, failures, over)
            if options.diff:
                return max(failures.code, CLEAN if options.exit_zero or not changes else FOUND)
        inspections = finding_outputs.inspections(targets, order, run_of, failures)
        inspections = progress.until_output(inspections, over)
        if options.write_baseline:
            count = kept_reports.write_known(
                options.write_baseline, finding_outputs.reports_of(inspections)
            )
            words = f"{count} finding{'' if count == 1 else 's'}"
            print(f"{words} written to {options.write_baseline}", file=sys.stderr)
            return failures.code
        inspections = finding_outputs.without(inspections, known)
        counted = finding_outputs.write(inspections, order, beside=_is_piped(targets, order))
    count = counted.count - (0 if options.error_on_info else counted.information)
    return max(failures.code, CLEAN if options.exit_zero or not count else FOUND)


def _is_piped(targets: Sequence[CheckedFile], order: Order) -> bool:
    """Tell whether standard output has the mended input, so that findings go beside it."""
    return (order.options.fix or order.options.annotate) and any(target.stdin for target in targets)


def mended(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: RunOf,
    known: frozenset[str],
    failures: FailureLog,
    over: Callable[[], None],
) -> int:
    """Mend the files, or show how they would be; return how many findings that is."""
    fixer = Fixer(order.options.unsafe, known)
    every = fixing.to_mend(
        targets, order.reading, run_of, fixer, failures, alone=order.options.diff
    )
    over()
    count = written(every, order, failures)
    if not order.options.diff:
        pass_on(targets)
        print(f"{count} fixed", file=sys.stderr)
    return count


def noted(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: RunOf,
    known: frozenset[str],
    failures: FailureLog,
    over: Callable[[], None],
) -> int:
    """Write findings into the files of translators, or show how; return how many findings."""
    from nanori.linting.notes import to_note

    alone = order.options.diff
    run = run_of(order.reading)
    every = to_note(targets, order.reading, run, known, failures, alone=alone)
    over()
    count = written(every, order, failures)
    if not alone:
        pass_on(targets)
        print(f"{len(every)} file{'' if len(every) == 1 else 's'} changed", file=sys.stderr)
    return count + len(every)


def written(every: Mapping[str, Mended], order: Order, failures: FailureLog) -> int:
    """Write what is to be mended, or show it; return how many findings that is."""
    count = 0
    for one_file in every.values():
        try:
            one_file.file.prove_certain()
            if order.options.diff:
                with writing.output(None) as out:
                    colour = in_colour(sys.stdout)
                    out.writelines(fixing.unified(one_file, colour=colour))
            else:
                fixing.write(one_file, order.reading)
            count += one_file.count
        except NanoriError as error:
            failures.note(engine.shown(error, one_file.target))
    return count


def pass_on(targets: Sequence[CheckedFile]) -> None:
    """Write standard input, changed as far as it could be, to standard output."""
    for target in targets:
        if target.stdin:
            with writing.output(None) as out:
                out.write(target.content())
