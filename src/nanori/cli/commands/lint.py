"""The command `nanori lint`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from nanori.cli import progress
from nanori.cli.inputs import FailureLog
from nanori.cli.lint_options import (
    Baseline,
    ByOption,
    Cached,
    ConfigOption,
    Diff,
    ErrorOnInfo,
    ExitZero,
    FindingShape,
    FixOption,
    Ignore,
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
from nanori.cli.options import (
    FileNames,
    From,
    Lang,
    NamedColumns,
    UnitKeys,
    prove,
    with_columns,
)
from nanori.cli.streams_for_people import broken, in_colour
from nanori.formats import pairing
from nanori.formats.io import streams, writing
from nanori.formats.pairing import Identity, PairingKey
from nanori.linting import baselines, databases, engine, kept_reports, outputs, statistics
from nanori.linting.files import discovery
from nanori.linting.files.discovery import CheckedFile
from nanori.linting.fixes import files, preview
from nanori.linting.fixes.cards import Fixer
from nanori.linting.options import Settings
from nanori.linting.reports import Report
from nanori.linting.runs import Reading, Run
from nanori.linting.settings import configuration, selecting
from nanori.model.errors import NanoriError
from nanori.model.values import Card

PANEL = "Check and change"
EXAMPLES = {
    "nanori lint examples/harbor.csv": "what is wrong",
    "nanori lint examples/harbor.csv --diff": "what would be mended",
    "nanori lint examples --fix": "mend a folder, safely",
}
CLEAN, FOUND = 0, 1


class Order(NamedTuple):
    """What was asked for, with its settings found."""

    settings: Settings
    reading: Reading
    fix: bool
    unsafe: bool
    diff: bool
    shape: str
    """Name of the format that findings are written in."""
    exit_zero: bool
    baseline: str | None
    write_baseline: str | None
    statistics: bool
    error_on_info: bool
    file_names: bool
    """Whether texts are read with the names of all cards in the files."""
    cache: bool
    """Whether findings are kept, and those of a like run are taken."""
    given: dict[Identity, Card]
    """Originals by the translations that were paired with them."""


FOR_PEOPLE = ("text", "concise")
"""Formats of findings that end in an error as well as in a finding."""


def lint(
    paths: Paths = None,
    select: Select = None,
    ignore: Ignore = None,
    fix: FixOption = False,
    unsafe: Unsafe = False,
    diff: Diff = False,
    shape: FindingShape = "text",
    exit_zero: ExitZero = False,
    baseline: Baseline = None,
    write_baseline: WriteBaseline = None,
    statistics: Statistics = False,
    error_on_info: ErrorOnInfo = False,
    stdin_filename: StdinName = "",
    config: ConfigOption = None,
    names: NamesOption = None,
    file_names: FileNames = True,
    pass_over: PassOver = False,
    cache: Cached = True,
    pair: PairOption = None,
    by: ByOption = PairingKey.NAME_EN,
    lang: Lang = "",
    format: From = "",
    column: NamedColumns = None,
    key: UnitKeys = "",
) -> int:
    """Check card files and rules documents, and mend them."""
    format = with_columns(format, column, key)
    paths = [*(paths or []), *(path for path in pair or () if path not in (paths or []))]
    _prove(lang, format, shape, paths)
    nearest = stdin_filename or paths[0] if paths[0] == "-" else paths[0]
    near = configuration.settings_for(config, [nearest])
    order = Order(
        settings=configuration.with_options(near, select, ignore, names),
        reading=Reading(lang, format, texts_wanted=not pass_over),
        fix=fix,
        unsafe=unsafe,
        diff=diff,
        shape=shape,
        exit_zero=exit_zero,
        baseline=baseline,
        write_baseline=write_baseline,
        statistics=statistics,
        error_on_info=error_on_info,
        file_names=file_names,
        cache=cache and pair is None,
        given=_paired(pair, by, lang, format) if pair else {},
    )
    with discovery.readable(paths, stdin_filename) as copies:
        how = (paths, copies, format, stdin_filename)
        return _linted(_targets(how, pass_over=pass_over), order)


def _targets(
    how: tuple[Sequence[str], Mapping[str, str], str, str], *, pass_over: bool
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
    """Raise NanoriError for a language, a format of files or one of findings there is none of.

    So, too, for no file, and for a missing one; programs are told at the end of a whole output.
    """
    if not paths:
        raise NanoriError("a PATH was wanted; - is standard input")
    prove(lang, format)
    if shape not in outputs.listed():
        near = configuration.nearest(shape, outputs.listed())
        raise NanoriError(f"unknown format “{shape}”{near}")
    missing = [path for path in paths if path != streams.STDIN and not Path(path).exists()]
    if missing and shape in FOR_PEOPLE:
        raise NanoriError("no such file or directory", path=missing[0])


def _linted(targets: Sequence[CheckedFile], order: Order) -> int:
    """Look at the files, mend them where that is asked for, and return the exit code."""
    if (out := order.write_baseline) and any(streams.same(out, target.path) for target in targets):
        raise NanoriError("is an input, it would be overwritten", path=out)
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
            return Run(order.settings, index, selection, originals, reading)

        failures = FailureLog([target.path for target in targets])
        over = stack.enter_context(progress.waiting("checking"))
        if order.diff or order.fix:
            changes = _mended(targets, order, run_of, known, failures, over)
            if order.diff:
                return max(failures.code, CLEAN if order.exit_zero or not changes else FOUND)
        reports = _reports(targets, order, run_of, failures)
        reports = progress.until_output(reports, over)
        if order.write_baseline:
            count = baselines.write(order.write_baseline, reports)
            words = f"{count} finding{'' if count == 1 else 's'}"
            print(f"{words} written to {order.write_baseline}", file=sys.stderr)
            return failures.code
        counted = _written(baselines.without(reports, known), order, _is_piped(targets, order))
    count = counted.count - (0 if order.error_on_info else counted.information)
    return max(failures.code, CLEAN if order.exit_zero or not count else FOUND)


def _reports(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: Callable[[Reading], Run],
    failures: FailureLog,
) -> Iterable[Report]:
    """Return what the checks find, or found in these files before."""
    asked = (order.reading, order.file_names)
    place = kept_reports.place(targets, order.settings, *asked) if order.cache else None
    before = kept_reports.read(place) if place is not None else None
    if before is not None:
        return before
    reports = engine.reports(targets, run_of(order.reading), failures)
    if place is None:
        return reports
    return kept_reports.kept(place, reports, lambda: not failures.code)


def _mended(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: Callable[[Reading], Run],
    known: frozenset[str],
    failures: FailureLog,
    over: Callable[[], None],
) -> int:
    """Mend the files, or show how they would be; return how many findings that is."""
    fixer = Fixer(order.unsafe, known)
    every = files.to_mend(targets, order.reading, run_of, fixer, failures, alone=order.diff)
    count = 0
    over()
    for mended in every.values():
        try:
            mended.file.prove_certain()
            if order.diff:
                with writing.output(None) as out:
                    colour = in_colour(sys.stdout)
                    out.writelines(preview.unified(mended, colour=colour))
            else:
                files.write(mended, order.reading)
            count += mended.count
        except NanoriError as error:
            failures.note(engine.shown(error, mended.target))
    if not order.diff:
        _pass_on(targets)
        print(f"{count} fixed", file=sys.stderr)
    return count


def _pass_on(targets: Sequence[CheckedFile]) -> None:
    """Write standard input, mended as far as it could be, to standard output."""
    for target in targets:
        if target.stdin:
            with writing.output(None) as out:
                out.write(target.content())


def _is_piped(targets: Sequence[CheckedFile], order: Order) -> bool:
    """Tell whether standard output has the mended input, so that findings go beside it."""
    return order.fix and any(target.stdin for target in targets)


def _written(reports: Iterable[Report], order: Order, beside: bool) -> statistics.Counted:
    """Write the findings, or how many there are of each check; return them counted."""
    counted = statistics.Counted(reports)
    stream = sys.stderr if beside else sys.stdout
    if order.statistics:
        stream.writelines(statistics.table(counted))
    elif order.shape in outputs.FOR_PEOPLE:
        pieces = outputs.load(order.shape).write(counted, colour=in_colour(stream))
        stream.writelines(broken(pieces) if stream.isatty() else pieces)
    else:
        for piece in outputs.load(order.shape).write(counted):
            stream.buffer.write(piece.encode())
    if order.shape in outputs.FOR_PEOPLE and counted.count:
        stream.flush()
        print(counted.summary(), file=sys.stderr)
    return counted
