"""Records with their references to output: JSON Lines, marked text, counts."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from nanori.annotation.known_names import KnownNames
from nanori.annotation.marked_text import marked
from nanori.formats.records import Record
from nanori.model import visible
from nanori.model.values import Reference


class _Line(msgspec.Struct):
    id: str | int
    lang: str
    name: str
    references: Sequence[Reference]


# How often each value of each kind occurred, as `("form", "full")`.
Counts = Counter[tuple[str, str]]


def jsonl(record: Record, references: Sequence[Reference]) -> bytes:
    """Return the reference record of a text: one line of JSON, the input's unknown keys in it."""
    card = record.card
    line = _Line(card.id, card.lang, card.name, references)
    if not record.extra:
        return visible.json(line) + b"\n"
    own = {"id": line.id, "lang": line.lang, "name": line.name, "references": references}
    return visible.json({**own, **record.extra, "references": references}) + b"\n"


def in_abilities(record: Record, references: Sequence[Reference]) -> bytes:
    """Return the reference record with the text's abilities, and which each reference is in."""
    from nanori.game import ability_rows

    card = record.card
    abilities, places = ability_rows.spans(card, references)
    placed = [
        {**reference.as_dict(), **(msgspec.structs.asdict(place) if place else {})}
        for reference, place in zip(references, places, strict=True)
    ]
    own = {"id": card.id, "lang": card.lang, "name": card.name, "references": placed}
    members = {"references": placed, "abilities": abilities}
    return visible.json({**own, **record.extra, **members}) + b"\n"


def heading(record: Record) -> str:
    """Return the heading of a text in a listing: id, name and type, as far as known."""
    card = record.card
    parts = (str(part) for part in (card.id, card.name, card.type) if part != "")
    return visible.in_line(" · ".join(parts))


def markup(record: Record, references: Sequence[Reference]) -> bytes:
    """Return the marked text under a heading, with an empty line after it."""
    shown = visible.visible(marked(record.card.text, references))
    return f"### {heading(record)}\n{shown}\n\n".encode()


def explained(
    record: Record, references: Sequence[Reference], known: KnownNames | None = None
) -> bytes:
    """Return a heading, a line for each reference, and one for words that look like a name.

    A line is a place, its words, what they mean, and why.
    """
    from nanori.annotation import explaining

    card = record.card
    lines = [
        (each.start, each.end, each.target, why)
        for each, why in explaining.explained(card, references, known)
    ]
    lines += [
        (each.start, each.end, "no reference", each.why)
        for each in explaining.kept(card, references, known)
    ]
    said = [
        f"{start}–{end} “{card.text[start:end]}” {what}: {why}\n"
        for start, end, what, why in sorted(lines)
    ]
    return f"### {heading(record)}\n{''.join(said)}\n".encode()


def counted(record: Record, references: Sequence[Reference]) -> Counts:
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


# What `annotate --to` writes for a record from its references alone.
WRITERS = {"jsonl": jsonl, "markup": markup, "abilities": in_abilities}
