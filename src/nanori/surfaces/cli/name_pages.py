"""An entry of the database of names to the lines that `names show` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.names.database import Database
from nanori.names.model import FaceEntry, Hit, NameForm, Standing

STATES: dict[Standing, str] = {
    "official": "",
    "also": ", also printed",
    "superseded": ", superseded",
    "misprint": ", misprint",
}


def entries(names: Database, hits: Iterable[Hit]) -> Iterator[str]:
    """Yield the lines of every face that was hit, divided by empty ones."""
    for number, hit in enumerate(hits):
        entry = names.entry(hit.name_en)
        if entry is None:
            continue
        if number:
            yield ""
        if hit.how != "exact":
            yield f"({hit.how}: {hit.name})"
        yield from _entry(entry, names.faces(entry.card))


def _entry(entry: FaceEntry, faces: list[str]) -> Iterator[str]:
    types = " ".join((*entry.supertypes, *entry.types))
    subtypes = f" — {' '.join(entry.subtypes)}" if entry.subtypes else ""
    marks = [word for word, yes in (("token", entry.token), ("joke card", entry.funny)) if yes]
    yield "  ".join(part for part in (entry.face, f"{types}{subtypes}", *marks) if part)
    if len(faces) > 1:
        yield f"  card: {entry.card} ({entry.layout})"
        yield f"  faces: {', '.join(faces)}"
    for partner in entry.interchangeable:
        yield f"  interchangeable with: {partner}"
    for form in entry.forms:
        yield f"  {_form(form)}"


def _form(form: NameForm) -> str:
    state = "" if form.form == "alternate" else STATES[form.standing]
    words = [f"{form.lang} {form.form}{state}: {form.name}"]
    if form.reading:
        words.append(f"({form.reading}, {form.reading_source})")
    if form.printings:
        prints = (f"{printing.set} {printing.released}".strip() for printing in form.printings)
        words.append(f"[{', '.join(prints)}]")
    if form.source:
        words.append(f"— {form.source}")
    return " ".join(words)
