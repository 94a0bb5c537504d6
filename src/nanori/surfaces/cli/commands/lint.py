"""The command `nanori lint`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from nanori.documents import source
from nanori.formats import pairing
from nanori.formats.io import streams
from nanori.formats.pairing import Identity, PairingKey
from nanori.linting import baselines, databases, outputs
from nanori.linting.files import discovery
from nanori.linting.files.discovery import CheckedFile
from nanori.linting.runs import Reading, Run
from nanori.linting.settings import configuration, selecting
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.surfaces.cli import finding_outputs, mending, progress
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.lint_options import (
    AllCards,
    AnnotateFiles,
    Baseline,
    ByOption,
    Cached,
    ConfigOption,
    Diff,
    EachFinding,
    ErrorOnInfo,
    ExitZero,
    FindingShape,
    FixOption,
    Ignore,
    LintJobs,
    NamesOption,
    PairOption,
    PassOver,
    Paths,
    Select,
    Statistics,
    StdinName,
    Unsafe,
    WriteBaseline,
)
from nanori.surfaces.cli.lint_orders import Changes, Order, Telling, Work
from nanori.surfaces.cli.options import (
    AgainstFile,
    FileNames,
    From,
    Lang,
    NamedColumns,
    OutputPath,
    UnitKeys,
    prove,
    with_columns,
)

PANEL = "Check and change"
EXAMPLES = {
    "nanori lint examples/harbor.csv": "what is wrong",
    "nanori lint examples/harbor.csv --diff": "what would be mended",
    "nanori lint examples --fix": "mend a folder, safely",
    "nanori lint examples/harbor.csv -o report.html": "a page with both languages side by side",
}
CLEAN, FOUND = 0, 1


def lint(
    paths: Paths = None,
    select: Select = None,
    ignore: Ignore = None,
    fix: FixOption = False,
    unsafe: Unsafe = False,
    diff: Diff = False,
    annotate: AnnotateFiles = False,
    shape: FindingShape = "",
    output: OutputPath = None,
    all_cards: AllCards = False,
    each: EachFinding = False,
    exit_zero: ExitZero = False,
    baseline: Baseline = None,
    write_baseline: WriteBaseline = None,
    statistics: Statistics = False,
    error_on_info: ErrorOnInfo = False,
    stdin_filename: StdinName = "",
    config: ConfigOption = None,
    names: NamesOption = None,
    file_names: FileNames = True,
    against: AgainstFile = None,
    pass_over: PassOver = False,
    cache: Cached = True,
    jobs: LintJobs = 1,
    pair: PairOption = None,
    by: ByOption = PairingKey.NAME_EN,
    lang: Lang = "",
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
) -> int:
    """Check card files and rules documents, and mend them."""
    format = with_columns(format, column, key)
    paths = list(dict.fromkeys([*(paths or []), *(pair or ())]))
    _prove(lang, format, shape := finding_outputs.shape_of(shape, output), paths)
    near = configuration.settings_for(config, [_nearest(paths[0], stdin_filename)])
    order = Order(
        settings=configuration.with_options(near, select, ignore, names),
        reading=Reading(lang, format, texts_wanted=not pass_over),
        changes=_changes(fix, unsafe, annotate, diff),
        told=Telling(shape, output, all_cards, each, statistics, exit_zero, error_on_info),
        baseline=baseline,
        write_baseline=write_baseline,
        file_names=file_names,
        work=Work(cache and not pair and not against, jobs),
        against=source.read(against) if against else None,
        given=_paired(pair, by, lang, format) if pair else {},
    )
    with discovery.readable(paths, stdin_filename) as copies:
        return _linted(_targets((paths, copies, format, stdin_filename), pass_over), order)


def _changes(fix: bool, unsafe: bool, annotate: bool, shown: bool) -> Changes:
    """Return what is done to the files; NanoriError for two things at once."""
    if fix and annotate:
        raise NanoriError("--fix and --annotate are there, one of them was wanted")
    return Changes(fix, unsafe, annotate, shown)


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


def _prove(lang: str, format: str, shape: str, paths: Sequence[str]) -> None:
    """Raise NanoriError for a language or a format of files there is none of.

    So, too, for no file, and for a missing one; programs are told at the end of a whole output.
    """
    if not paths:
        raise NanoriError("a PATH was wanted; - is standard input")
    prove(lang, format)
    missing = [path for path in paths if path != streams.STDIN and not Path(path).exists()]
    if missing and shape in outputs.FOR_PEOPLE:
        raise NanoriError("no such file or directory", path=missing[0])


def _linted(targets: Sequence[CheckedFile], order: Order) -> int:
    """Look at the files, mend them where that is asked for, and return the exit code."""
    for out in (order.write_baseline, order.told.output):
        finding_outputs.prove_output(out, targets)
    with ExitStack() as stack:
        path = order.settings.names
        register = stack.enter_context(databases.opened(path)) if path else None
        selection = selecting.Selection(order.settings)
        known = baselines.read(order.baseline) if order.baseline else frozenset[str]()

        def run_of(reading: Reading) -> Run:
            from nanori.linting.gathering import gathered
            from nanori.linting.runs import Run

            index, originals = gathered(
                targets,
                reading,
                register,
                pairs=selection.pairs,
                file_names=order.file_names,
                given=order.given,
            )
            return Run(order.settings, index, selection, originals, reading, against=order.against)

        failures = FailureLog([target.path for target in targets])
        over = stack.enter_context(progress.waiting("checking"))
        if order.changes.shown or order.changes.fix or order.changes.annotate:
            change = mending.noted if order.changes.annotate else mending.mended
            changes = change(targets, order, run_of, known, failures, over)
            if order.changes.shown:
                return max(failures.code, CLEAN if order.told.exit_zero or not changes else FOUND)
        inspections = finding_outputs.inspections(targets, order, run_of, failures)
        inspections = progress.until_output(inspections, over)
        if order.write_baseline:
            count = baselines.write(order.write_baseline, finding_outputs.reports_of(inspections))
            words = f"{count} finding{'' if count == 1 else 's'}"
            print(f"{words} written to {order.write_baseline}", file=sys.stderr)
            return failures.code
        inspections = finding_outputs.without(inspections, known)
        counted = finding_outputs.write(inspections, order, beside=_is_piped(targets, order))
    count = counted.count - (0 if order.told.error_on_info else counted.information)
    return max(failures.code, CLEAN if order.told.exit_zero or not count else FOUND)


def _is_piped(targets: Sequence[CheckedFile], order: Order) -> bool:
    """Tell whether standard output has the mended input, so that findings go beside it."""
    return (order.changes.fix or order.changes.annotate) and any(target.stdin for target in targets)
