"""The command `nanori names show`."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Struct

from nanori.formats.io.streams import STDIN
from nanori.model.errors import NanoriError
from nanori.names import database
from nanori.names.database import Database
from nanori.names.model import FaceEntry, Hit, NameForm, Standing
from nanori.surfaces.cli.arguments import Argument
from nanori.surfaces.cli.commands.names import find
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import DatabasePath, OnlyLang, prove

EXAMPLES = {
    'nanori names show "Lantern Gull" --db names.sqlite': "all forms and readings",
    'nanori names show "Lantern Gull" 霧笛の返事 --db names.sqlite': "of several cards",
}


class Options(Struct, kw_only=True):
    """What `nanori names show` is asked for."""

    queries: Annotated[
        list[str], Argument("Names in any language; - reads one per line.", "NAME…|-")
    ]
    lang: OnlyLang = ""
    db: DatabasePath = None


def show(options: Options) -> int:
    """Show all names of the cards with that name: printings, readings, faces, partners."""
    queries, lang = options.queries, options.lang
    prove(lang)
    if STDIN in queries and len(queries) > 1:
        raise NanoriError("- is there among other names, one or the other was wanted")
    failures, shown = FailureLog(()), False
    with database.Database.open(options.db) as names:
        for words in queries:
            for name in filter(None, find.queries(words, failures)):  # no blank line
                hits = names.find(name, lang or None)
                best = [hit for hit in hits if hit.score == hits[0].score]
                if lines := list(entries(names, best)):
                    print(*([""] if shown else []), *lines, sep="\n")
                    shown = True
                else:
                    failures.note(NanoriError(f"no name like “{name}”"))
    return failures.ended()


STATES: dict[Standing, str] = {
    "official": "",
    "also": ", also printed",
    "superseded": ", superseded",
    "misprint": ", misprint",
}


def entries(names: Database, hits: Iterable[Hit]) -> Iterator[str]:
    """Yield the lines of every face that was hit, separated by empty ones."""
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
