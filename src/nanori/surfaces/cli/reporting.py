"""Records with their references to output, batch by batch, in this process or in several.

The output is JSON Lines, marked text, explanations or counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.annotation.marked_text import marked
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.formats.io import parallel, writing
from nanori.formats.records import Batch
from nanori.grammar import language_detection, languages
from nanori.model import visible
from nanori.model.errors import DataFileError, NanoriError, Remark
from nanori.model.values import Reference
from nanori.surfaces.cli.inputs import FailureLog


class Task(Struct, frozen=True):
    """What is made of each record, as a job for several processes."""

    to: str
    """`summary`, one of `WRITERS`, or what a subclass makes."""
    names: KnownNames | None = None
    """Names of other cards."""

    def do(self, batch: Batch) -> Done:
        """Return the output for a batch of records."""
        errors: list[NanoriError] = []
        counts: Counts = Counter()
        pieces: list[bytes] = []
        inside = reader.counted(batch)
        records = [each for each in inside.records if isinstance(each, Entry)]
        references = iter(self.references(records))
        for record in inside.records:
            try:
                if isinstance(record, NanoriError):
                    raise record
                pieces.append(self.made(record, next(references), counts))
            except DataFileError:
                raise  # every other record would say the same
            except Exception as reason:  # a bug of ours; the other records are still to be done
                errors.append(error := _error_of(record, reason))
                if self.to in UNESCAPED and not isinstance(error, Remark):
                    pieces.append(visible.encoded(error_row(error)) + b"\n")
        output = b"".join(pieces)
        if self.to in UNESCAPED:
            output = visible.escaped(output)
        without = sum(not record.card.text for record in records)
        read = Counter(records=len(records), without_text=without, only_names=inside.other_cards)
        return Done(output, counts, tuple(errors), _languages_of(inside.records), read)

    def references(self, records: Sequence[Entry]) -> Sequence[list[Reference] | None]:
        """Return the references of each record; nothing of any if one fails.

        Whoever annotates them one by one finds out which.
        """
        cards, markups = [each.card for each in records], [each.markup for each in records]
        try:
            return pipeline.annotated_together(cards, self.names, markups)
        except Exception:
            return [None] * len(records)

    def made(self, record: Entry, references: list[Reference] | None, counts: Counts) -> bytes:
        """Return what is written of a record, or count what the summary counts."""
        if references is None:
            references = pipeline.annotated(record.card, self.names, record.markup)
        if self.to == "summary":
            counts += counted(record, references)
            return b""
        return WRITERS[self.to](record, references, self.names)

    def lost(self, batch: Batch) -> Done:
        """Return a line that says which records were lost."""
        first, *others = batch.elements
        reason = f"a worker process died over this and the next {len(others)} records"
        return Done(errors=(NanoriError(reason, path=batch.path, line=first.line),))


def written(
    task: Task, batches: Iterable[Batch], jobs: int, output: str | None, failures: FailureLog
) -> Done:
    """Write what is made of batches by that many processes, and report what went wrong.

    Return how many records were read, and their languages without a grammar.
    """
    counts: Counts = Counter()
    strange, read = Counter[TextLanguage](), Counter[str]()
    with parallel.working(task, jobs) as work, writing.output(output) as out:
        for _, done in work(batches):
            out.write(done.output)
            counts += done.counts
            strange += done.strange
            read += done.read
            for error in done.errors:
                failures.note(error)
        if task.to == "summary":
            out.write(summary(counts))
    return Done(strange=strange, read=read)


# So many texts of a batch are looked at first, then one in so many: usually a whole file is in
# another language than it says. `lint` looks at each.
SAMPLE_SIZE = 16
# If one in so many of these is not seen at once to be in its language, all of them are read.
DOUBTFUL_TO_READ_ALL = 8


class TextLanguage(NamedTuple):
    """The file of a text, the language that is stated, and the one that it is in."""

    path: str
    stated: str
    own: str


class Done(Struct, frozen=True):
    """The result of a batch."""

    output: bytes = b""
    counts: Counter[tuple[str, str]] = Counter()
    """For `summary` only."""
    errors: tuple[NanoriError, ...] = ()
    """The records that could not be processed."""
    strange: Counter[TextLanguage] = Counter()
    """Texts whose language was looked at."""
    read: Counter[str] = Counter()
    """How many records were read, had no text, and were only names."""


def error_row(error: NanoriError) -> dict[str, object]:
    """Return the output for a record that could not be read."""
    return {"error": error.message, "path": error.path, "line": error.line}


def _languages_of(every: Sequence[Entry | NanoriError]) -> Counter[TextLanguage]:
    """Return how many texts of a batch are in which language, by file and stated language.

    Keyword lines may be in any language: all others are read only if many texts are doubtful.
    """
    records = [
        record
        for number, record in enumerate(every)
        if isinstance(record, Entry) and (number < SAMPLE_SIZE or number % SAMPLE_SIZE == 0)
    ]
    counts = Counter(TextLanguage(each.path, each.card.lang, each.card.lang) for each in records)
    doubtful = [
        each
        for each in records
        if not language_detection.is_plainly(each.card.text, each.card.lang)
    ]
    for record in doubtful if len(doubtful) * DOUBTFUL_TO_READ_ALL >= len(records) else ():
        card = record.card
        if other := language_detection.contradicting(card.text, card.lang):
            counts[TextLanguage(record.path, card.lang, card.lang)] -= 1
            counts[TextLanguage(record.path, card.lang, other)] += 1
    return counts


def remarks(strange: Counter[TextLanguage]) -> Iterator[Remark]:
    """Yield for each file a remark on texts in another language than stated."""
    for (path, lang, own), count in strange.items():
        if own != lang:
            stated, other = (languages.load(code).lexicon.name for code in (lang, own))
            looked = count + strange[TextLanguage(path, lang, lang)]
            message = (
                f"{count:,} of {looked:,} texts looked at are plainly in {other}, not in {stated}"
            )
            yield Remark(message, path=path)


def _error_of(record: Entry | NanoriError, reason: Exception) -> NanoriError:
    """Return why nothing is made of a record, with its place in the file."""
    if isinstance(record, NanoriError):
        return record
    message = f"internal error, please report it: {type(reason).__name__}: {reason}"
    if isinstance(reason, NanoriError):
        message = reason.message
    return NanoriError(" ".join(message.split()), path=record.path, line=record.line)


# How often each value of each kind occurred, as `("form", "full")`.
Counts = Counter[tuple[str, str]]


def jsonl(record: Entry, references: Sequence[Reference], _: KnownNames | None = None) -> bytes:
    """Return the reference record of a text, with the input's unknown keys: a line of JSON."""
    card = record.card
    own = {"id": card.id, "lang": card.lang, "name": card.name, "references": references}
    if record.extra:  # few have any
        own = {**own, **record.extra, "references": references}
    return visible.encoded(own) + b"\n"


def in_abilities(
    record: Entry, references: Sequence[Reference], _: KnownNames | None = None
) -> bytes:
    """Return the reference record with the text's abilities, their references among them."""
    from nanori.game import card_abilities

    card = record.card
    own = {"id": card.id, "lang": card.lang, "name": card.name, "references": references}
    members = {"references": references}
    members |= {"abilities": card_abilities.of_references(card, references)}
    return visible.encoded({**own, **record.extra, **members}) + b"\n"


def heading(record: Entry) -> str:
    """Return the heading of a text in a listing: id, name and type, as far as known."""
    card = record.card
    parts = (str(part) for part in (card.id, card.name, card.type) if part != "")
    return visible.in_line(" · ".join(parts))


def markup(record: Entry, references: Sequence[Reference], _: KnownNames | None = None) -> bytes:
    """Return the marked text under a heading, with an empty line after it."""
    shown = visible.visible(marked(record.card.text, references))
    return f"### {heading(record)}\n{shown}\n\n".encode()


def explained(
    record: Entry, references: Sequence[Reference], known_names: KnownNames | None = None
) -> bytes:
    """Return a heading, a line for each reference, and one for words that look like a name.

    A line is a place, its words, what they mean, and why.
    """
    from nanori.annotation import explaining

    card = record.card
    lines = [
        (each.start, each.end, each.target, why)
        for each, why in explaining.explained(card, references, known_names)
    ]
    lines += [
        (each.start, each.end, "no reference", each.why)
        for each in explaining.kept(card, references, known_names)
    ]
    rows = [
        f"{start}–{end} “{card.text[start:end]}” {what}: {why}\n"
        for start, end, what, why in sorted(lines)
    ]
    return f"### {heading(record)}\n{''.join(rows)}\n".encode()


def counted(record: Entry, references: Sequence[Reference]) -> Counts:
    """Return what one text adds to the summary."""
    counts: Counts = Counter()
    counts["texts", record.card.lang] = 1
    if not references:
        counts["texts without a reference", record.card.lang] = 1
    for reference in references:
        counts["references", record.card.lang] += 1
        counts["form", reference.form] += 1
        counts["target", reference.target] += 1
        counts["scope", reference.scope] += 1
    return counts


def summary(counts: Counts) -> bytes:
    """Return the counts as a table: a kind, its values by size, and its total if it adds up."""
    kinds = ("texts", "texts without a reference", "references", "form", "target", "scope")
    lines: list[str] = []
    for kind in kinds:
        values = {value: count for (of, value), count in counts.items() if of == kind}
        lines.append(f"{kind:<28}{sum(values.values()):>10}")
        by_size = sorted(values.items(), key=lambda item: (-item[1], item[0]))
        lines += [f"  {value:<26}{count:>10}" for value, count in by_size]
    return ("\n".join(lines) + "\n").encode()


# What is written for a record from its references and the names known.
WRITERS = {"jsonl": jsonl, "markup": markup, "abilities": in_abilities, "explained": explained}
# Those that leave it to whoever has the lines of many records to escape what may not be shown.
UNESCAPED = ("jsonl", "abilities", "reworded")
