"""Card files and documents to reports: every check over every text, in the order of the files.

Each element or document is an `Inspection`; `reports` gives the reports alone.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain, islice
from typing import NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import name_fields
from nanori.annotation.pipeline import annotate, annotated_together
from nanori.documents import source
from nanori.documents.source import Document
from nanori.formats import catalogue, labels, reader
from nanori.formats.entries import Element, Entry
from nanori.formats.format import About
from nanori.formats.io import parallel
from nanori.formats.reader import TextPresence
from nanori.formats.records import Batch
from nanori.grammar import languages
from nanori.linting import checks, configuration, discovery, runs
from nanori.linting.check import TEMPLATING, Rule
from nanori.linting.configuration import NONE, Chosen
from nanori.linting.context import (
    MAX_FINDINGS,
    TEXTS_AT_ONCE,
    Finding,
    Pair,
    Subject,
    behind,
    doubted,
    fits_in,
    limited,
)
from nanori.linting.discovery import CheckedFile
from nanori.linting.house_styles import OWN_NAME, Kind
from nanori.linting.options import Profile
from nanori.linting.prose import Prose
from nanori.linting.reports import SIGN, Report, Sheet, excerpt
from nanori.linting.runs import Note, Run, records_in
from nanori.model.edits import apply
from nanori.model.errors import DataFileError, NanoriError, Remark
from nanori.model.values import Card, Reference
from nanori.rewriting.placeholders import STYLES as SIGNS

NOT_WORD, WORD = re.compile(r"[\W_]"), re.compile(r"[^\W_]+")

Findings = list[tuple[Rule, Finding]]
"""What is found in a text, each with the rule that finds it."""


class Seen(NamedTuple):
    """A text that was looked at, and what was found in it."""

    subject: Subject
    findings: Findings
    original: Subject | None = None
    """What it was translated from, if that is known and was compared with it."""


class Looked(Struct, frozen=True):
    """How much was looked at."""

    cards: int = 0
    """How many elements of files; 0 for a document."""
    without_text: int = 0
    """How many of them have no text."""
    profiles: frozenset[str] = frozenset()
    """What they are: a set, a translation, data."""
    pairs: int = 0
    """How many of their texts were compared with an original."""
    alone: int = 0
    """How many that are in another language have no original."""

    def __add__(self, other: "Looked") -> "Looked":
        """Return the counts of both together."""
        return Looked(
            self.cards + other.cards,
            self.without_text + other.without_text,
            self.profiles | other.profiles,
            self.pairs + other.pairs,
            self.alone + other.alone,
        )


class LookedText(NamedTuple):
    """A text with the checks that look at it, and what they have found."""

    subject: Subject
    chosen: Chosen
    findings: Findings


class Inspection(NamedTuple):
    """An inspected element of a file with its texts, or a whole document without any."""

    target: CheckedFile
    reports: list[Report]
    """What was found in it, in file order."""
    looked: Looked = Looked()
    texts: Sequence[Seen] = ()
    batch: Batch | None = None
    """The element alone, as it was read; None for a document."""


class Failures(Protocol):
    """Takes what cannot be read."""

    def note(self, error: NanoriError) -> None:
        """Report a record."""
        ...

    def note_file(self, error: NanoriError) -> None:
        """Report a file; raise if that leaves none."""
        ...


def without(inspections: Iterable[Inspection], baseline: frozenset[str]) -> Iterator[Inspection]:
    """Yield inspections without the findings whose fingerprints are known."""
    for inspection in inspections:
        yield inspection._replace(
            reports=[each for each in inspection.reports if each.fingerprint not in baseline]
        )


def reports_of(inspections: Iterable[Inspection]) -> Iterator[Report]:
    """Yield only the findings."""
    return (report for inspection in inspections for report in inspection.reports)


class FilePart(Struct, frozen=True):
    """A part of a file, or what is to be said at its end."""

    target: CheckedFile
    batch: Batch | None = None
    """Nothing for a document, which is checked as a whole."""
    error: NanoriError | None = None
    """Why the rest of the file cannot be read."""
    last: bool = False


class PartFindings(Struct, frozen=True):
    """What was found in a part of a file."""

    inspections: Sequence[Inspection] = ()
    wrong: Sequence[NanoriError] = ()
    """What is wrong with single records."""
    error: NanoriError | None = None
    """Why the file cannot be read."""


class _Checking:
    """The checks over parts of files, as a job for this process or for several."""

    def __init__(self, run: Run, *, texts: bool) -> None:
        """Other processes keep the `texts`, and send what is found in them."""
        self._run, self._texts = run, texts

    def do(self, part: FilePart) -> PartFindings:
        """Return what the checks find in a part of a file."""
        wrong: list[NanoriError] = []
        target, batch = part.target, part.batch
        if part.error is not None or part.last:
            return PartFindings(error=part.error)
        try:
            if batch is None:
                return PartFindings([Inspection(target, list(of_document(target, self._run)))])
            inspections = list(
                of_batch(batch, target, self._run, lambda error: wrong.append(shown(error, target)))
            )
        except DataFileError:
            raise
        except NanoriError as error:
            return PartFindings(wrong=wrong, error=error)
        if not self._texts:
            looked = sum((each.looked for each in inspections), Looked())
            inspections = [Inspection(target, [*reports_of(inspections)], looked)]
        return PartFindings(inspections, wrong)

    def lost(self, part: FilePart) -> PartFindings:
        """Return a line that says which cards were lost."""
        batch = part.batch
        if batch is None:
            return PartFindings(error=NanoriError("a worker process died over it"))
        others = len(batch.elements) - 1
        reason = f"a worker process died over this and the next {others} records"
        line = batch.elements[0].line
        return PartFindings(wrong=[NanoriError(reason, path=part.target.shown, line=line)])


def inspections(
    targets: Iterable[CheckedFile], run: Run, failures: Failures, jobs: int = 1
) -> Iterator[Inspection]:
    """Yield the inspections of files in their order; by several processes without the texts.

    These are forked from this one, and so know what it has gathered from all files; a database of
    names is for one process alone. NanoriError if no file can be read.
    """
    counts, presence = Counter[str](), TextPresence(empty=False)
    if jobs > 1:
        from nanori.formats.io import processes  # what starts processes takes long to load

        jobs = jobs if processes.can_fork() and not run.settings.names else 1
    with parallel.working(_Checking(run, texts=jobs == 1), jobs) as do:
        for part, found in do(_parts(targets, run)):
            for error in found.wrong:
                failures.note(error)
            for each in found.inspections:
                yield each._replace(reports=list(_numbered(each.reports, counts)))
            try:
                if found.error is not None:
                    raise found.error
                if part.batch is not None:
                    presence.look(part.batch)
                if part.last:
                    presence.prove(part.target.path, may_be_plain=part.target.in_folder)
            except NanoriError as error:
                failures.note_file(shown(error, part.target))
            if part.last or part.error is not None:
                presence = TextPresence(empty=False)


def _parts(targets: Iterable[CheckedFile], run: Run) -> Iterator[FilePart]:
    for target in targets:
        if target.rules:
            yield FilePart(target)
            continue
        try:
            for batch in run.reading.mended(target):
                yield FilePart(target, batch)
        except NanoriError as error:
            yield FilePart(target, error=error)
        else:
            yield FilePart(target, last=True)


def _numbered(reports: Iterable[Report], counts: Counter[str]) -> Iterator[Report]:
    """Yield findings with how many of the same words in the same field came before, in the run."""
    for report in reports:
        first = report.fingerprint
        yield replace(report, occurrence=counts[first])
        counts[first] += 1


def of_batch(batch: Batch, target: CheckedFile, run: Run, note: Note) -> Iterator[Inspection]:
    """Yield the inspections of the elements of a batch, each in a batch of its own."""
    alone = runs.alone(batch)
    unread: list[list[NanoriError]] = [[] for _ in alone]
    records = [records_in(*each) for each in zip(alone, (of.append for of in unread), strict=True)]
    for error in chain.from_iterable(unread):
        note(error)
    looked_at = seen_in(
        records,
        [_checks_of(each, target, run) for each in alone],
        run,
        catalogue.named(batch.format).ABOUT,
        path=target.path,
    )
    in_parts = catalogue.named(batch.format).IN_PARTS
    for single, every, errors in zip(alone, looked_at, unread, strict=True):
        (element,) = single.elements
        reports: list[Report] = []
        remarked = SIGN.encode() in element.text or SIGN in str(element.context)
        if remarked or any(text.findings for text in every):
            reports = _reported(every, single, element, target, run)
        cards = [text.subject.given for text in every]
        looked = Looked(
            cards=int(bool(every) or (not in_parts and all(type(e) is Remark for e in errors))),
            without_text=int(bool(every) and not any(card.text for card in cards)),
            profiles=frozenset({profile_of(single, run)}),
            pairs=sum(text.original is not None for text in every),
            alone=sum(
                text.original is None and bool(card.text) and discovery.translated(card)
                for text, card in zip(every, cards, strict=True)
            ),
        )
        yield Inspection(target, reports, looked, every, single)


def _checks_of(batch: Batch, target: CheckedFile, run: Run) -> Chosen:
    """Return the checks for an element, by its file, its format and its game."""
    (element,) = batch.elements
    path, profile = reader.where(target.shown, element), profile_of(batch, run)
    return run.selection.of_file(path, profile, run.index.is_of_other_game(target.path))


def profile_of(batch: Batch, run: Run) -> Profile:
    """Return what the only element of a batch is: as set, else told from it.

    What a catalogue has is data; cards most of which stand beside translations are a translation;
    everything else is a set.
    """
    if run.settings.profile:
        return run.settings.profile
    if run.originals.are_translated:
        return "translation"
    (element,) = batch.elements
    return "set" if catalogue.named(batch.format).is_of_designers(element) else "data"


def seen_in(
    groups: Sequence[Sequence[Entry]],
    checks: Sequence[Chosen],
    run: Run,
    about: About | None = None,
    *,
    path: str = "",
) -> Iterator[list[Seen]]:
    """Yield the records of each group with their findings; a group is one card with its checks.

    `about` describes their format.
    """
    for first in range(0, len(groups), TEXTS_AT_ONCE):
        last = first + TEXTS_AT_ONCE
        yield from _seen_together(groups[first:last], checks[first:last], run, about, path)


def _seen_together(
    groups: Sequence[Sequence[Entry]],
    checks: Sequence[Chosen],
    run: Run,
    about: About | None,
    path: str,
) -> Iterator[list[Seen]]:
    """Yield the records of each of a few groups with their findings.

    Each check looks at all of them before the next one does: what it takes is then at hand in the
    processor, which saves a quarter of the time.
    """
    records = [record for group in groups for record in group]
    subjects = iter(_subjects(records, run, about, path))
    languages = run.settings.languages
    texts: list[LookedText] = []
    by_card: list[list[Subject]] = []
    for group, of_group in zip(groups, checks, strict=True):
        by_card.append([*islice(subjects, len(group))])
        for subject in by_card[-1]:
            spoken = not languages or subject.card.lang in languages
            chosen = run.selection.of_card(of_group, subject.given) if spoken else NONE
            texts.append(LookedText(subject, chosen, []))
    _look_at_texts(texts, run, about)
    for _, chosen, findings in texts:
        findings[:] = chosen.best(findings)
    waiting = iter(texts)
    for card in by_card:
        every: list[Seen] = []
        for subject, chosen, findings in islice(waiting, len(card)):
            pair = _pair(subject, card, run) if chosen.pairs else None
            if pair is not None:
                for check, find in chosen.pairs:
                    found = limited(find(pair), run.most)
                    findings += ((check, check.weighed(each)) for each in found)
            every.append(Seen(subject, findings, pair.original if pair else None))
        yield every


def _subjects(records: Sequence[Entry], run: Run, about: About | None, path: str) -> list[Subject]:
    """Return records with their references, ready for the checks."""
    by_lang: dict[str, list[Entry]] = {}
    for record in records:
        by_lang.setdefault(record.card.lang, []).append(record)
    annotated: dict[str, Iterator[tuple[Card, list[Reference]]]] = {}
    for lang, spoken in by_lang.items():
        names = run.index.others(languages.load(lang))
        cards = [
            name_fields.bare_card(record.card, languages.load(lang), names) for record in spoken
        ]
        markups = [record.markup for record in spoken]
        annotated[lang] = zip(cards, annotated_together(cards, names, markups), strict=True)
    subjects: list[Subject] = []
    for record in records:
        card, references = next(annotated[record.card.lang])
        subjects.append(
            Subject(
                card,
                references,
                run.index,
                run.settings,
                extra=record.extra,
                signs=(about is not None and about.signs) or run.settings.style in SIGNS,
                marks_symbols=about is not None and about.marks_symbols,
                path=path,
                printed=record.card,
            )
        )
    return subjects


def _look_at_texts(texts: Sequence[LookedText], run: Run, about: About | None) -> None:
    """Add to the findings of each text what its checks find in it alone."""
    by_checks: dict[tuple[Chosen, bool], list[tuple[Subject, Findings]]] = {}
    for subject, chosen, findings in texts:
        prose = run.index.is_prose(subject.card, subject.path)
        by_checks.setdefault((chosen, prose), []).append((subject, findings))
    for (chosen, prose), alike in by_checks.items():
        for check, find in chosen.texts:
            if prose and check.group == TEMPLATING:
                continue  # a story, or a list of what there is to draft: not a rules text
            for subject, findings in alike:
                of_text = find(subject)
                for first in of_text:  # rare: what follows would cost as much as most checks do
                    every = findings_of(chain((first,), of_text), subject)
                    if not run.settings.select:  # whoever selects a rule is told of each
                        every = _without_habits(every, subject, check, run, about)
                    findings += ((check, check.weighed(each)) for each in limited(every, run.most))


def findings_of(findings: Iterable[Finding], subject: Subject) -> Iterator[Finding]:
    """Yield what a check found in a text; fixes are unsafe in an undeclared language.

    Nothing in one of which no language is known: a case of a name is no slip.
    """
    if subject.strange:
        return
    about_labels: Callable[[Finding], bool] | None = None
    code = max(0, subject.given.name.find(subject.card.name))
    for finding in findings:
        if code and finding.field == "name":
            finding = behind(finding, code)
        about_labels = about_labels or _about_labels(subject.card)
        if not about_labels(finding):
            yield doubted(finding) if _is_doubted(finding, subject) else finding


def _is_doubted(finding: Finding, subject: Subject) -> bool:
    """Tell whether a fix is in an undeclared language, or does not go with the words beside it."""
    if finding.fix is None or not finding.fix.safe:
        return False
    if subject.foreign:
        return True
    text = subject.card.text
    return finding.field == "text" and not all(fits_in(text, each) for each in finding.fix.edits)


def _without_habits(
    findings: Iterable[Finding], subject: Subject, rule: Rule, run: Run, about: About | None
) -> Iterator[Finding]:
    """Yield findings; what a set (nearly) always does is told once, on its first card, with that.

    A frame, symbols or a wording that a set has throughout is no slip.
    """
    find, told = rule.in_text, set[Kind]()

    @cache  # asked for each kind in which a text breaks the rule
    def kinds(card: Card) -> set[Kind]:
        (other,) = _subjects([Entry(card)], run, about, subject.path)
        is_prose = rule.group == TEMPLATING and run.index.is_prose(card, subject.path)
        found = findings_of(find(other), other) if find and not is_prose else ()
        return {_kind_of(rule.of(each), other.card, each) for each in found}

    for finding in findings:
        kind = _kind_of(rule.of(finding), subject.card, finding)
        so, kept = subject.house.habit(kind, kinds)
        if subject.given not in so:
            yield finding
        elif so[0] == subject.given and kind not in told:
            told.add(kind)
            added = f"(as {len(so)} texts of this set, and {kept or 'none'} otherwise)"
            yield replace(doubted(finding), message=f"{finding.message} {added}")


def _kind_of(rule: str, card: Card, finding: Finding) -> Kind:
    r"""Return how a finding breaks its rule: by its words, or by marks between any words.

    [T]: Draw   ^\[\w+\](?=:) and ^\{\w+\}(?=:) where the fix is {T}: all that it changes is marks
    """
    if finding.field != "text":
        return Kind(rule, "")
    edits = finding.fix.edits if finding.fix else ()
    start, end = (edits[0].start, edits[-1].end) if edits else (finding.start, finding.end)
    old = card.text[start:end]
    shifted = behind(finding, -start).fix
    new = apply(old, shifted.edits) if shifted else old
    before, after = (card.text[max(0, at) : at + 1].strip("\n") for at in (start - 1, end))
    lead = "^" if not before else r"\S" if before.strip() else r"[^\S\n]"
    is_vague = not (old and new) if edits else " " not in old.strip() and "{" not in old
    is_marks = bool(edits) and NOT_WORD.sub("", old) == NOT_WORD.sub("", new)
    if is_vague and not is_marks:
        return Kind(rule, "")
    if is_marks:
        tail = "$" if not after else r"(?=\w)" if after.isalnum() else f"(?={re.escape(after)})"
        old, new = (WORD.sub(r"\\w+", re.escape(each)) for each in (old, new))
        return Kind(rule, f"(?<={lead}){old}{tail}", f"(?<={lead}){new}{tail}")
    tail = r"(?!\w)" if old[-1:].isalnum() else ""
    old, new = (re.escape(each.replace(card.name or OWN_NAME, OWN_NAME)) for each in (old, new))
    # Words come first in the pattern: they are found sooner than what stands before them.
    old, new = (f"{each}{tail}(?<={lead}{each})" for each in (old, new))
    return Kind(rule, old, new if edits else "")


def _about_labels(card: Card) -> Callable[[Finding], bool]:
    """Return a test whether a finding is about a line that only names the card's other face.

    Labels are looked for once, not for each of the findings in a long text.
    """
    spans = sorted(labels.lines(card.text, card.faces))
    starts = [start for start, _ in spans]
    ends = list(accumulate((end for _, end in spans), max))

    def about(finding: Finding) -> bool:
        index = bisect_right(starts, finding.start)
        inside = index > 0 and finding.start < finding.end <= ends[index - 1]
        return inside and finding.field == "text"

    return about


def _pair(subject: Subject, subjects: Sequence[Subject], run: Run) -> Pair | None:
    """Return a translation with its original, from the same element or another file."""
    card = subject.card
    if not discovery.translated(card) and not run.originals.is_given(card):
        return None
    inside = discovery.within(card, [other.card for other in subjects])
    if inside is not None:
        return Pair(next(other for other in subjects if other.card is inside), subject)
    original: Card | None = run.originals.of(card, subject.path)
    if original is None:
        return None
    if not (card.type or card.type_en):  # only the original says what it is
        subject = replace(subject, card=replace(card, type_en=original.type))
    names = run.index.others(languages.load(original.lang))
    return Pair(Subject(original, annotate(original, names), run.index, run.settings), subject)


def _reported(
    every: Sequence[Seen], batch: Batch, element: Element, target: CheckedFile, run: Run
) -> list[Report]:
    """Return the findings of an element with their places, without suppressed ones."""
    sheet = Sheet(reader.where(target.shown, element), element)
    entries = entries_of(batch, element, [text.subject for text in every])
    remarks = configuration.Remarks(entry for entry in entries if entry)
    reports = [
        sheet.report(finding, rule, text.subject.given, entry, number)
        for number, (text, entry) in enumerate(zip(every, entries, strict=True))
        for rule, finding in text.findings
        if not remarks.hide(rule.of(finding))
    ]
    chosen, unused = _checks_of(batch, target, run), checks.UNUSED
    if every and unused.name in chosen.names:
        rule, card = unused.rules[unused.name], every[0].subject.given
        reports += (sheet.remark(each, rule, card) for each in remarks.unused(chosen.names))
    return sorted(
        reports,
        key=lambda report: (
            report.diagnostic.line,
            report.diagnostic.column,
            report.diagnostic.rule,
        ),
    )


def entries_of(batch: Batch, element: Element, subjects: Sequence[Subject]) -> list[Entry | None]:
    """Return the entry of each text: only findings need places in the file."""
    try:
        waiting = [
            reader.entry_with_language(entry, batch.lang)
            for entry in catalogue.named(batch.format).read(element).entries
        ]
    except NanoriError:  # reported when its records were read
        waiting = []
    entries: list[Entry | None] = []
    for subject in subjects:
        entry = next((candidate for candidate in waiting if candidate.card == subject.given), None)
        if entry is not None:
            waiting.remove(entry)
        entries.append(entry)
    return entries


def shown(error: NanoriError, target: CheckedFile) -> NanoriError:
    """Return an error about a copy as one about what it was copied from."""
    if target.path == target.shown or not error.path:
        return error
    path = error.path.replace(target.path, target.shown)
    return NanoriError(error.message, path=path, line=error.line, column=error.column)


def of_document(target: CheckedFile, run: Run) -> Iterator[Report]:
    """Yield what the checks find in a document that is a file."""
    document = Document(source.read(target.file).text, target.shown)
    prose = Prose(document, run.index, run.settings, run.against)
    yield from document_reports(prose, run.selection.of_file(target.shown))


def document_reports(prose: Prose, chosen: Chosen) -> Iterator[Report]:
    """Yield what the checks find in a document, in text order."""
    document = prose.document
    findings = [
        (finding.start, rule.name, rule, finding)
        for rule, find in chosen.prose
        for finding in limited(find(prose), MAX_FINDINGS)
        if chosen.takes(rule, finding)
    ]
    for _, _, rule, finding in sorted(findings, key=lambda each: each[:2]):
        span = (finding.start, finding.end)
        diagnostic = source.diagnostic_at(
            document,
            span,
            rule.of(finding),
            rule.severity,
            finding.message,
            fix=rule.weighed(finding).fix,
        )
        yield Report(diagnostic, excerpt(document.text, *span), span=span)
