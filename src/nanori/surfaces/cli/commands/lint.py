"""The command `nanori lint`."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path, PurePath
from typing import Annotated, NamedTuple, TextIO, cast

from nanori.documents import source
from nanori.documents.source import Document
from nanori.formats import pairing
from nanori.formats.io import streams, writing
from nanori.formats.pairing import Identity, PairingKey
from nanori.grammar import languages
from nanori.linting import (
    baseline,
    configuration,
    discovery,
    engine,
    fixing,
    gathering,
    kept_reports,
    outputs,
)
from nanori.linting.discovery import CheckedFile
from nanori.linting.engine import Inspection
from nanori.linting.fixing import Fixer, Mended, RunOf
from nanori.linting.options import Settings
from nanori.linting.outputs import text
from nanori.linting.reports import grouped
from nanori.linting.runs import Reading, Run
from nanori.linting.statistics import Counted
from nanori.model.errors import NanoriError
from nanori.model.values import Card
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli import progress, terminal
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.asking import Owner
from nanori.surfaces.cli.inputs import MAX_REPORTED, FailureLog

# Heading of options on the help page.
MENDING = "Fixing"


class Options(shared.ReadingOptions, kw_only=True):
    """What `nanori lint` is asked for."""

    paths: Annotated[
        list[str],
        Argument(
            "Card files, rules documents or folders; - is standard input. [default: .]", "PATH"
        ),
    ] = []
    select: shared.Select = None
    ignore: shared.Ignore = None
    baseline: Annotated[
        str | None,
        Option(
            "Findings that are not reported, as an earlier run wrote them with -o known.json.",
            (),
            "FILE",
            panel=shared.CHECKS,
        ),
    ] = None
    config: shared.ConfigOption = None
    names: shared.NamesOption = None
    fix: Annotated[bool, Option("Apply safe fixes.", panel=MENDING)] = False
    unsafe: Annotated[
        bool,
        Option(
            "With --fix or --diff, also apply unsafe fixes.", ("--unsafe-fixes",), panel=MENDING
        ),
    ] = False
    ask: Annotated[
        bool, Option("With --fix, ask about each fix, safe or unsafe.", panel=MENDING)
    ] = False
    verdicts: Annotated[
        str | None,
        Option(
            "With --ask, the file to which answers are added; what it refuses is not asked again.",
            (),
            "FILE",
            panel=MENDING,
        ),
    ] = None
    diff: Annotated[
        bool,
        Option(
            "Show what --fix would change without writing it.",
            panel=MENDING,
        ),
    ] = False
    shape: Annotated[
        str,
        Option(
            "text, concise, json, jsonl, github, sarif, html, xlsx or statistics; default: by "
            "the suffix of -o, or else text.",
            ("--format",),
            "SHAPE",
            shared.OUTPUT,
        ),
    ] = ""
    output: shared.OutputPath = None
    against: shared.AgainstFile = None
    no_cache: Annotated[
        bool, Option("Check anew, and keep no results for the next run.", panel=shared.INPUT)
    ] = False
    jobs: Annotated[int, Option("Number of processes.", panel=shared.INPUT, least=1)] = 1
    pair: Annotated[
        tuple[str, str] | None,
        Option("Two files of the same cards.", (), "ORIGINAL TRANSLATED", panel=shared.INPUT),
    ] = None
    by: Annotated[PairingKey, Option("With --pair, how cards are matched.", panel=shared.INPUT)] = (
        "name_en"
    )

    def changes_files(self) -> bool:
        """Tell whether files are changed, or shown as changed."""
        return self.fix or self.diff


class Order(NamedTuple):
    """The same with everything that it names read: settings, rules and originals."""

    options: Options
    settings: Settings
    reading: Reading
    against: Document | None
    """The full rules that documents are excerpts of."""
    given: dict[Identity, Card]
    """Originals by the translations paired with them."""


def shape_of(named: str, output: str | None) -> str:
    """Return the format of findings: as named, else by the name of the output.

    NanoriError for an unknown format, and for one that a terminal cannot show.
    """
    suffix = PurePath(output or "").suffix.lower()
    shape = named or outputs.SUFFIXES.get(suffix, outputs.FOR_PEOPLE[0])
    if shape not in outputs.listed():
        near = configuration.nearest(shape, outputs.listed())
        near = near or f", one of {', '.join(outputs.listed())} was wanted"
        raise NanoriError(f"unknown format “{shape}”{near}")
    if shape in outputs.OF_BYTES and output is None and sys.stdout.isatty():
        raise NanoriError(f"{shape} is no text, a file was wanted: -o FILE")
    return shape


def inspections_of(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: Callable[[Reading], Run],
    failures: FailureLog,
) -> Iterable[Inspection]:
    """Return what is inspected, or, if only findings are wanted, kept results."""
    findings_alone = order.options.shape not in outputs.OF_INSPECTIONS
    options = order.options
    key = (order.reading, languages.original_language())
    keeps = findings_alone and not options.no_cache and not options.pair and not options.against
    path = kept_reports.place(targets, order.settings, *key) if keeps else None
    cached = kept_reports.read(path, targets) if path is not None else None
    if cached is not None:
        return cached
    run = run_of(order.reading)
    jobs = options.jobs if findings_alone else 1
    every = engine.inspections(targets, run, failures, jobs)
    return kept_reports.kept(path, every, lambda: not failures.code) if path else every


def write(
    inspections: Iterable[Inspection], order: Order, failures: FailureLog, *, beside: bool
) -> Counted:
    """Write the findings, or their number for each check; return them counted.

    `beside` says that standard output is in use, so that they go to standard error.
    """
    counted, options = Counted(), order.options
    stream = sys.stderr if beside else sys.stdout
    pieces = _pieces(counted.passing(inspections), counted, options, failures, stream)
    if options.output is not None:  # whole or not at all
        with writing.output(options.output) as out:
            out.writelines(map(_encoded, pieces))
    elif options.shape in outputs.FOR_PEOPLE:
        shown = cast("Iterable[str]", pieces)
        stream.writelines(terminal.findings(shown) if stream.isatty() else shown)
    else:
        for piece in pieces:
            stream.buffer.write(_encoded(piece))
    stream.flush()
    if summary := counted.summary(failures.unread):
        print(summary, file=sys.stderr)
    if counted.count and options.shape in outputs.FOR_PEOPLE and sys.stderr.isatty():
        sys.stderr.writelines(_first_steps(counted))
    return counted


def _pieces(
    inspections: Iterable[Inspection],
    counted: Counted,
    options: Options,
    failures: FailureLog,
    stream: TextIO,
) -> Iterable[str | bytes]:
    reports = engine.reports_of(inspections)
    if options.shape == "html":
        from nanori.linting.outputs import html  # its templates take long to load

        return html.write(
            inspections,
            page=options.output,
            not_read=lambda: failures.unread,
            first=failures.first,
        )
    if options.shape == "xlsx":
        from nanori.linting.outputs import xlsx

        return xlsx.write(reports)
    if options.shape == "text":
        colour = options.output is None and terminal.in_colour(stream)
        return text.write(grouped(reports), colour=colour)
    module = outputs.load(options.shape)
    if options.shape in outputs.WITH_READ:
        return module.write(reports, lambda: counted.told(failures.unread, failures.first))
    return module.write(reports)


def _encoded(piece: str | bytes) -> bytes:
    return piece if isinstance(piece, bytes) else piece.encode(errors="replace")


def _first_steps(counted: Counted) -> Iterator[str]:
    """Yield what can be done next, for a person who sees findings for the first time."""
    marker = kept_reports.folder().with_name("first-steps-told")
    try:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch(exist_ok=False)
    except OSError:  # shown before, or there is nowhere to remember that it was
        return
    check = counted.checks.most_common(1)[0][0]
    yield f"\nnanori explain {check} says why; --diff shows what would be fixed, --fix fixes it;\n"
    yield f"--ignore {check} leaves a check out; -o report.html writes a page of all findings.\n"


EXAMPLES = {
    "nanori lint examples/harbor.csv": "what is wrong",
    "nanori lint examples/harbor.csv --diff": "what would be fixed",
    "nanori lint examples --fix": "apply all safe fixes in a folder",
    "nanori lint examples/harbor.csv -o report.html": "a page with both languages side by side",
}
CLEAN, FOUND = 0, 1


def lint(options: Options) -> int:
    """Check card files and rules documents, and fix them."""
    paths = list(dict.fromkeys([*options.paths, *(options.pair or ())])) or ["."]
    format = options.told_format()
    options.shape = shape_of(options.shape, options.output)
    if options.ask and (not options.fix or options.diff or streams.STDIN in paths):
        raise NanoriError("--ask asks about what --fix changes in files, standard input answers")
    if options.verdicts and not options.ask:
        raise NanoriError("--verdicts keeps the answers to --ask, which is not there")
    missing = [path for path in paths if path != streams.STDIN and not Path(path).exists()]
    if missing and options.shape in outputs.FOR_PEOPLE:  # programs learn of it at the end
        raise NanoriError("no such file or directory", path=missing[0])
    near = configuration.settings_for(options.config, paths[:1])
    chosen = (options.select, options.ignore, options.names)
    order = Order(
        options=options,
        settings=configuration.with_options(near, *chosen),
        reading=Reading(options.lang, format),
        against=source.read(options.against) if options.against else None,
        given={},
    )
    with discovery.readable(paths) as copies:
        how = (paths, copies, format)
        targets = _targets(how, order.settings)
        if options.pair:
            files = {target.path: target.file for target in targets}
            first, second = (files.get(path, path) for path in options.pair)
            pairs = pairing.pairs(first, second, options.by, options.lang, format)
            print(pairs.said(), file=sys.stderr)
            order = order._replace(given=pairs.originals)
        if not options.pair:
            order = order._replace(given=_paired_by_name(targets))
        return _linted(targets, order)


def _targets(
    how: tuple[Sequence[str], Mapping[str, str], str], settings: Settings
) -> list[CheckedFile]:
    """Return the files to be checked, and say which links were not followed."""
    links, refused = list[str](), list[str]()
    try:
        included = partial(configuration.includes, settings)
        return list(discovery.targets(*how, passed_over=links, refused=refused, included=included))
    finally:
        for line in refused[:MAX_REPORTED]:
            print(line, file=sys.stderr)
        if len(refused) > MAX_REPORTED:
            print(f"{len(refused) - MAX_REPORTED} more files not read", file=sys.stderr)
        if links:
            others = f", and {len(links) - 1} more like it" if len(links) > 1 else ""
            print(f"{links[0]}: a link out of the folder, passed over{others}", file=sys.stderr)


def _paired_by_name(targets: Sequence[CheckedFile]) -> dict[Identity, Card]:
    """Return the originals of files that differ in name only by the language; say how many."""
    read = [target for target in targets if not target.stdin and target.memory is None]
    files = {target.path: target.file for target in read}
    originals, remarks = pairing.by_name(files)
    for line in (*remarks, *pairing.unread_beside(list(files))):
        print(line, file=sys.stderr)
    return originals


def _linted(targets: Sequence[CheckedFile], order: Order) -> int:
    options = order.options
    inputs = [target.path for target in targets]
    shared.prove_output(options.output, *inputs, options.baseline, options.verdicts)
    with ExitStack() as stack:
        path = order.settings.names
        register = stack.enter_context(gathering.opened(path)) if path else None
        selection = configuration.Selection(order.settings)
        verdicts = options.verdicts if Path(options.verdicts or "").is_file() else None
        files = filter(None, (options.baseline, verdicts))
        in_baseline = frozenset[str]().union(*map(baseline.fingerprints, files))

        def run_of(reading: Reading) -> Run:
            index, originals = gathering.gathered(
                targets,
                reading,
                register,
                pairs=selection.pairs,
                given=order.given,
            )
            return Run(order.settings, index, selection, originals, reading, against=order.against)

        failures = FailureLog([target.path for target in targets])
        over = stack.enter_context(progress.waiting("checking"))
        if options.changes_files():
            changes, targets = changed(targets, order, run_of, in_baseline, failures, over)
            if options.diff:
                return max(failures.ended(), FOUND if changes else CLEAN)
        inspections = inspections_of(targets, order, run_of, failures)
        inspections = progress.until_output(inspections, over)
        inspections = engine.without(inspections, in_baseline)
        # Standard output may carry the fixed input, and findings then go to standard error.
        beside = options.fix and any(target.stdin for target in targets)
        counted = write(inspections, order, failures, beside=beside)
    count = counted.count - counted.information
    return max(failures.ended(), FOUND if count else CLEAN)


def changed(
    targets: Sequence[CheckedFile],
    order: Order,
    run_of: RunOf,
    in_baseline: frozenset[str],
    failures: FailureLog,
    over: Callable[[], None],
) -> tuple[int, Sequence[CheckedFile]]:
    """Fix the files, or show how they would be.

    Return how many findings that concerns, and the files as they are now.
    """
    options = order.options
    fixer = Fixer(options.unsafe, in_baseline)
    if options.ask:
        settings = options.config or configuration.file_for(targets[0].path)
        owner = Owner(options.verdicts, Path(settings), over)
        fixer = Fixer(unsafe=True, known=in_baseline, wants=owner.wants)
    every = fixing.to_mend(targets, order.reading, run_of, fixer, failures, alone=options.diff)
    over()
    count, now = written(every, order, failures)
    targets = [now.get(target.path, target) for target in targets]
    if not options.diff:
        for target in targets:
            if target.stdin:  # changed as far as possible
                with writing.output(None) as out:
                    out.write(target.content())
        print(f"{count} fixed", file=sys.stderr)
    return count, targets


def written(
    every: Mapping[str, Mended], order: Order, failures: FailureLog
) -> tuple[int, dict[str, CheckedFile]]:
    """Write what was fixed, or show it.

    Return how many findings that concerns, and by path the files that are written.
    """
    count, now = 0, dict[str, CheckedFile]()
    for one_file in every.values():
        try:
            one_file.file.prove_changeable()
            if order.options.diff:
                with writing.output(None) as out:
                    colour = terminal.in_colour(sys.stdout)
                    out.writelines(fixing.unified(one_file, colour=colour))
            else:
                now[one_file.target.path] = fixing.write(one_file, order.reading)
            count += one_file.count
        except NanoriError as error:
            failures.note(engine.shown(error, one_file.target))
    return count, now
