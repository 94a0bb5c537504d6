"""What was looked at to its findings, written in the format that is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath

from nanori.formats.io import writing
from nanori.linting import configuration, engine, kept_reports, many_files, outputs, statistics
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Inspection
from nanori.linting.reports import Report, grouped
from nanori.linting.runs import Reading, Run
from nanori.linting.statistics import Counted
from nanori.model.errors import NanoriError
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.lint_options import Order
from nanori.surfaces.cli.streams_for_people import broken, in_colour


def shape_of(named: str, output: str | None) -> str:
    """Return the format of findings: as it is named, else as the name of the output says.

    NanoriError for a format that there is not, and for one that a terminal cannot show.
    """
    suffix = PurePath(output or "").suffix.lower()
    shape = named or outputs.SUFFIXES.get(suffix, outputs.FOR_PEOPLE[0])
    if shape not in outputs.listed():
        near = configuration.nearest(shape, outputs.listed())
        raise NanoriError(f"unknown format “{shape}”{near}")
    if shape in outputs.OF_BYTES and output is None and sys.stdout.isatty():
        raise NanoriError(f"{shape} is no text, a file was wanted: -o FILE")
    return shape


def inspections(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: Callable[[Reading], Run],
    failures: FailureLog,
) -> Iterable[Inspection]:
    """Return what is looked at, or, where findings alone are wanted, what was found before."""
    findings_alone = order.options.shape not in outputs.OF_INSPECTIONS
    options = order.options
    asked = (order.reading, options.file_names)
    keeps = findings_alone and options.cache and not options.pair and not options.against
    place = kept_reports.place(targets, order.settings, *asked) if keeps else None
    before = kept_reports.read(place, targets) if place is not None else None
    if before is not None:
        return before
    run = run_of(order.reading)
    divided = order.options.jobs > 1 and findings_alone and many_files.can_divide(run)
    if divided:
        every = many_files.inspections(targets, run, failures, order.options.jobs)
    else:
        every = engine.inspections(targets, run, failures)
    return kept_reports.kept(place, every, lambda: not failures.code) if place else every


def write(inspections: Iterable[Inspection], order: Order, *, beside: bool) -> Counted:
    """Write the findings, or how many there are of each check; return them counted.

    `beside` says that standard output has something else, so that they go to standard error.
    """
    counted, told = Counted(), order.options
    inspections = counted.passing(inspections)
    reports = reports_of(inspections)
    if told.statistics:
        for _ in inspections:
            pass
        _write_text(statistics.table(counted), order, beside=beside)
    elif told.shape in outputs.OF_INSPECTIONS:
        page = outputs.load_of_inspections(told.shape)
        every = page.write(inspections, all_cards=told.all_cards)
        _write_bytes((piece.encode() for piece in every), order, beside=beside)
    elif told.shape in outputs.OF_BYTES:
        _write_bytes(outputs.load_of_bytes(told.shape).write(reports), order, beside=beside)
    elif told.shape in outputs.FOR_PEOPLE:
        stream = sys.stderr if beside else sys.stdout
        colour = told.output is None and in_colour(stream)
        if told.shape == outputs.FOR_PEOPLE[0] and not told.each:
            reports = grouped(reports)
        pieces = outputs.load(told.shape).write(reports, colour=colour)
        _write_text(pieces, order, beside=beside)
    else:
        every = outputs.load(told.shape).write(reports)
        _write_bytes((piece.encode() for piece in every), order, beside=beside)
    if told.shape in outputs.FOR_PEOPLE or told.output:
        (sys.stderr if beside else sys.stdout).flush()
        if summary := counted.summary():
            print(summary, file=sys.stderr)
    if counted.count and told.shape in outputs.FOR_PEOPLE and sys.stderr.isatty():
        sys.stderr.writelines(_first_steps(counted))
    return counted


def _first_steps(counted: Counted) -> Iterator[str]:
    """Yield what can be done next, to a person who sees findings for the first time."""
    told = kept_reports.folder().with_name("first-steps-told")
    try:
        told.parent.mkdir(parents=True, exist_ok=True)
        told.touch(exist_ok=False)
    except OSError:  # told before, or nothing may be written to remember it by
        return
    check = counted.checks.most_common(1)[0][0]
    yield f"\nnanori explain {check} says why; --diff shows what would be mended, --fix mends it;\n"
    yield f"--ignore {check} leaves a check out; -o report.html writes a page of all findings.\n"


def without(inspections: Iterable[Inspection], known: frozenset[str]) -> Iterator[Inspection]:
    """Yield what was looked at without the findings whose fingerprint is among those."""
    for inspection in inspections:
        yield inspection._replace(
            reports=[each for each in inspection.reports if each.fingerprint not in known]
        )


def reports_of(inspections: Iterable[Inspection]) -> Iterator[Report]:
    """Yield the findings alone."""
    return (report for inspection in inspections for report in inspection.reports)


def _write_text(pieces: Iterable[str], order: Order, *, beside: bool) -> None:
    """Write pieces for people, broken between words on a terminal."""
    if order.options.output is not None:
        _write_bytes((piece.encode(errors="replace") for piece in pieces), order, beside=beside)
        return
    stream = sys.stderr if beside else sys.stdout
    stream.writelines(
        broken(pieces) if stream.isatty() and not order.options.statistics else pieces
    )


def _write_bytes(pieces: Iterable[bytes], order: Order, *, beside: bool) -> None:
    """Write pieces to the file that is named, whole or not at all, else where findings go."""
    if order.options.output is not None:
        with writing.output(order.options.output) as out:
            out.writelines(pieces)
        return
    stream = sys.stderr if beside else sys.stdout
    for piece in pieces:
        stream.buffer.write(piece)
