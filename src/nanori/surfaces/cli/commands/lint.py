"""The command `nanori lint`."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, NamedTuple, TextIO, cast

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
from nanori.linting.fixing import Fixer
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

if TYPE_CHECKING:  # few files are checked against one
    from nanori.names.database import Database

# Heading of options on the help page.
FIXING = "Fixing"


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
    fix: Annotated[bool, Option("Apply safe fixes.", panel=FIXING)] = False
    unsafe: Annotated[
        bool,
        Option("With --fix or --diff, also apply unsafe fixes.", ("--unsafe-fixes",), panel=FIXING),
    ] = False
    ask: Annotated[
        bool, Option("With --fix, ask about each fix, safe or unsafe.", panel=FIXING)
    ] = False
    verdicts: Annotated[
        str | None,
        Option(
            "With --ask, a file to add the answers to; what was refused in it is not asked again.",
            (),
            "FILE",
            panel=FIXING,
        ),
    ] = None
    diff: Annotated[
        bool,
        Option(
            "Show what --fix would change without writing it.",
            panel=FIXING,
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


def shape_of(named: str, output: str | None) -> str:
    """Return the format of findings: as named, else by the name of the output.

    NanoriError for an unknown format, and for one that a terminal cannot show.
    """
    suffix = PurePath(output or "").suffix.lower()
    if not (shape := named or outputs.SUFFIXES.get(suffix, "")):
        suffixes = ", ".join(filter(None, outputs.SUFFIXES))
        raise NanoriError(f"one of {suffixes} was wanted, or --format", path=output)
    if shape not in outputs.listed():
        near = configuration.nearest(shape, outputs.listed())
        near = near or f", one of {', '.join(outputs.listed())} was wanted"
        raise NanoriError(f"unknown format “{shape}”{near}")
    if shape in outputs.OF_BYTES and output is None and sys.stdout.isatty():
        raise NanoriError(f"{shape} is no text, a file was wanted: -o FILE")
    return shape


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
    settings = configuration.with_options(near, options.select, options.ignore, options.names)
    against = source.read(options.against) if options.against else None
    with discovery.readable(paths) as copies, ExitStack() as stack:
        targets = _targets(paths, copies, format, settings)
        named = [target.path for target in targets]
        originals = _originals(targets, options, format)
        shared.prove_output(options.output, *named, options.baseline, options.verdicts)
        names = stack.enter_context(gathering.opened(settings.names)) if settings.names else None
        verdicts = options.verdicts if Path(options.verdicts or "").is_file() else None
        files = filter(None, (options.baseline, verdicts))
        unreported = frozenset[str]().union(*map(baseline.fingerprints, files))
        over = stack.enter_context(progress.waiting("checking"))
        reading = Reading(options.lang, format)
        linting = Linting(options, settings, reading, names, against, originals, unreported, over)
        return linting.run(targets)


def _targets(
    paths: Sequence[str], copies: Mapping[str, str], format: str, settings: Settings
) -> list[CheckedFile]:
    """Return the files to be checked, and say which were not read and which links not followed."""
    links, refused = list[str](), list[str]()
    included = partial(configuration.includes, settings)
    walk = discovery.targets(
        paths, copies, format, passed_over=links, refused=refused, included=included
    )
    try:
        return list(walk)
    finally:
        for line in refused[:MAX_REPORTED]:
            print(line, file=sys.stderr)
        if len(refused) > MAX_REPORTED:
            print(f"{len(refused) - MAX_REPORTED} more files not read", file=sys.stderr)
        if links:
            others = f", and {len(links) - 1} more like it" if len(links) > 1 else ""
            print(f"{links[0]}: a link out of the folder, passed over{others}", file=sys.stderr)


def _originals(
    targets: Sequence[CheckedFile], options: Options, format: str
) -> dict[Identity, Card]:
    """Return the originals by the translations paired with them; say how many.

    Pairs are the two files named, else files that differ in name only by the language.
    """
    if options.pair:
        files = {target.path: target.file for target in targets}
        first, second = (files.get(path, path) for path in options.pair)
        pairs = pairing.pairs(first, second, options.by, options.lang, format)
        print(pairs.said(), file=sys.stderr)
        return pairs.originals
    read = [target for target in targets if not target.stdin and target.memory is None]
    files = {target.path: target.file for target in read}
    originals, remarks = pairing.by_name(files)
    for line in (*remarks, *pairing.unread_beside(list(files))):
        print(line, file=sys.stderr)
    return originals


class Linting(NamedTuple):
    """How files are checked and fixed."""

    options: Options
    settings: Settings
    reading: Reading
    names: "Database | None"
    against: Document | None
    """The full rules that documents are excerpts of."""
    originals: Mapping[Identity, Card]
    """By the translations paired with them."""
    unreported: frozenset[str]
    """Fingerprints of findings that are not reported."""
    over: Callable[[], None]
    """Ends what is on the screen meanwhile."""

    def run(self, targets: Sequence[CheckedFile]) -> int:
        """Fix the files if that is asked for, report what is found, and return the exit code."""
        options = self.options
        failures = FailureLog([target.path for target in targets])
        if options.fix or options.diff:
            settings = options.config or configuration.file_for(targets[0].path)
            owner = Owner(options.verdicts, Path(settings), self.over) if options.ask else None
            count, targets = self._fixed(targets, failures, owner)
            if options.diff:
                return max(failures.ended(), FOUND if count else CLEAN)
            off = owner.turned_off if owner else {}
            now = configuration.without_rules(self.settings, off)
            return self._replace(settings=now)._reported(targets, failures)
        return self._reported(targets, failures)

    def _reported(self, targets: Sequence[CheckedFile], failures: FailureLog) -> int:
        """Report what is found; return the exit code."""
        options = self.options
        inspections = progress.until_output(self._inspections(targets, failures), self.over)
        # Standard output may carry the fixed input, and findings then go to standard error.
        beside = options.fix and any(target.stdin for target in targets)
        stream = sys.stderr if beside else sys.stdout
        counted = self._write(engine.without(inspections, self.unreported), failures, stream)
        found = counted.count > counted.information
        return max(failures.ended(), FOUND if found else CLEAN)

    def _run_over(self, targets: Sequence[CheckedFile], reading: Reading) -> Run:
        selection = configuration.Selection(self.settings)
        index, originals = gathering.gathered(
            targets, reading, self.names, pairs=selection.pairs, given=self.originals
        )
        return Run(self.settings, index, selection, originals, reading, against=self.against)

    def _fixed(
        self, targets: Sequence[CheckedFile], failures: FailureLog, owner: Owner | None
    ) -> tuple[int, Sequence[CheckedFile]]:
        """Fix the files, or show how they would be.

        Return how many findings that concerns, and the files as they are now.
        """
        options = self.options
        fixer = Fixer(options.unsafe, self.unreported)
        if owner:
            fixer = Fixer(unsafe=True, known=self.unreported, wants=owner.wants)
        run_of = partial(self._run_over, targets)
        every = fixing.to_mend(targets, self.reading, run_of, fixer, failures, alone=options.diff)
        self.over()
        count, now = 0, {target.path: target for target in targets}
        for fixed in every.values():
            try:
                fixed.file.prove_changeable()
                if options.diff:
                    with writing.output(None) as out:
                        out.writelines(fixing.unified(fixed, colour=terminal.in_colour(sys.stdout)))
                else:
                    now[fixed.target.path] = fixing.write(fixed, self.reading)
                count += fixed.count
            except NanoriError as error:
                failures.note(engine.shown(error, fixed.target))
        if not options.diff:
            for target in now.values():
                if target.stdin:  # changed as far as possible
                    with writing.output(None) as out:
                        out.write(target.content())
            print(f"{count} fixed", file=sys.stderr)
        return count, list(now.values())

    def _inspections(
        self, targets: Sequence[CheckedFile], failures: FailureLog
    ) -> Iterable[Inspection]:
        """Return what is inspected, or, if only findings are wanted, kept results."""
        options = self.options
        findings_alone = options.shape not in outputs.OF_INSPECTIONS
        keeps = findings_alone and not options.no_cache and not options.pair and not options.against
        key = (self.reading, languages.original_language())
        path = kept_reports.place(targets, self.settings, *key) if keeps else None
        if path and (cached := kept_reports.read(path, targets)) is not None:
            return cached
        jobs = options.jobs if findings_alone else 1
        run = self._run_over(targets, self.reading)
        every = engine.inspections(targets, run, failures, jobs)
        return kept_reports.kept(path, every, lambda: not failures.code) if path else every

    def _write(
        self, inspections: Iterable[Inspection], failures: FailureLog, stream: TextIO
    ) -> Counted:
        """Write the findings, or their number for each check; return them counted."""
        counted, output = Counted(), self.options.output
        pieces = self._pieces(counted.passing(inspections), counted, failures, stream)
        if output is not None:  # whole or not at all
            with writing.output(output) as out:
                out.writelines(map(_encoded, pieces))
        elif self.options.shape in outputs.FOR_PEOPLE:
            shown = cast("Iterable[str]", pieces)
            stream.writelines(terminal.findings(shown) if stream.isatty() else shown)
        else:
            for piece in pieces:
                stream.buffer.write(_encoded(piece))
        stream.flush()
        if summary := counted.summary(failures.unread):
            print(summary, file=sys.stderr)
        return counted

    def _pieces(
        self,
        inspections: Iterable[Inspection],
        counted: Counted,
        failures: FailureLog,
        stream: TextIO,
    ) -> Iterable[str | bytes]:
        shape, output = self.options.shape, self.options.output
        reports = engine.reports_of(inspections)
        if shape == "html":
            from nanori.linting.outputs import html  # its templates take long to load

            not_read, first = lambda: failures.unread, failures.first
            return html.write(inspections, page=output, not_read=not_read, first=first)
        if shape == "xlsx":
            from nanori.linting.outputs import xlsx

            return xlsx.write(reports)
        if shape == "text":
            colour = output is None and terminal.in_colour(stream)
            return text.write(grouped(reports), colour=colour)
        module = outputs.load(shape)
        if shape in outputs.WITH_READ:
            return module.write(reports, lambda: counted.told(failures.unread, failures.first))
        return module.write(reports)


def _encoded(piece: str | bytes) -> bytes:
    return piece if isinstance(piece, bytes) else piece.encode(errors="replace")
