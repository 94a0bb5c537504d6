"""Files to the same mended, or to what would be mended in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from nanori.formats.io import writing
from nanori.linting import engine, fixing
from nanori.linting.discovery import CheckedFile
from nanori.linting.fixing import Fixer, Mended, RunOf
from nanori.model.errors import NanoriError
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.lint_options import Order
from nanori.surfaces.cli.streams_for_people import in_colour


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
