"""The command `nanori names choose`."""

from typing import Annotated

from msgspec import Struct

from nanori.formats import reader
from nanori.formats.io import writing
from nanori.model import visible
from nanori.names import choosing, database
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.commands.names import find
from nanori.surfaces.cli.inputs import FailureLog
from nanori.surfaces.cli.options import DatabasePath, To, prove

EXAMPLES = {
    "nanori names choose 提灯鴎 --db names.sqlite": "in any language",
}


class Options(Struct, kw_only=True):
    """What `nanori names choose` is asked for."""

    name: Annotated[str, Argument("A name as said; - reads one per line.", "SAID")]
    lang: Annotated[str, Option("Only look in this language, as a BCP 47 code.", (), "CODE")] = ""
    conditions: Annotated[
        list[str],
        Option(
            "Required properties: types=Creature, not_types=Land, supertypes=Legendary …",
            ("--with",),
            "FIELD=WORD|…",
        ),
    ] = []
    edition: Annotated[
        str | None, Option("Use the rules of that date, such as 2013-04.", (), "DATE")
    ] = None
    legal: Annotated[
        str | None, Option("The legal names of a format; used before 2018-10.", (), "FILE")
    ] = None
    db: DatabasePath = None
    to: To = "text"


def choose(options: Options) -> int:
    """Show which card name is chosen by saying it, or what has to be clarified."""
    name, lang, edition, legal = options.name, options.lang, options.edition, options.legal
    prove(lang)
    if edition is not None:
        choosing.prove_edition(edition)
    characteristics = choosing.characteristics(",".join(options.conditions))
    failures = FailureLog(())
    with database.Database.open(options.db) as names, writing.output(None) as out:
        allowed = None if legal is None else _in_format(legal, names)
        for words in find.queries(name, failures):
            choice = choosing.choose(
                *(names, words or "", lang, characteristics),
                edition=edition or choosing.CURRENT,
                legal=allowed,
            )
            if options.to == "jsonl":
                out.write(visible.json(choice) + b"\n")
                continue
            shown = " · ".join(choice.names or choice.candidates)
            shown += "?" if choice.answer == "ambiguous" else ""
            line = f"{choice.answer}{': ' if shown else ''}{shown} ({choice.rule})"
            out.write(f"{visible.in_line(line)}\n".encode())
    return failures.ended()


def _in_format(path: str, names_known: database.Database) -> frozenset[str]:
    """Return the English names of the cards, and halves, that a file names in any language."""
    names = [half for name in reader.names(path) for half in (name, *name.split(" // "))]
    hits = (hit.name_en for name in names for hit in names_known.exact(name))
    return frozenset((*names, *hits))
