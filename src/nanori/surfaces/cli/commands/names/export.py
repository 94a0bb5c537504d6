"""The command `nanori names export`."""

from typing import Annotated, Literal

from msgspec.structs import replace

from nanori.formats.io import writing
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.names import database, glossary
from nanori.surfaces.cli import inputs
from nanori.surfaces.cli import options as shared
from nanori.surfaces.cli.arguments import Argument, Option

EXAMPLES = {
    "nanori names export --used-in examples/harbor.csv --to csv": (
        "names with their translations and where they come from"
    ),
    "nanori names export --used-in examples --to tbx -o names.tbx": "for a terminology tool",
    "nanori names export --rules": "rules terms only",
}


# What a glossary is written as.
GlossaryFormat = Literal["csv", "tbx"]


class Options(shared.ReadingOptions, kw_only=True):
    """What `nanori names export` is asked for."""

    files: Annotated[
        list[str], Argument("More card files, or folders of them, that use the names.", "PATH…")
    ] = []
    used_in: Annotated[
        list[str],
        Option("Card files, or folders of them, that use the names.", (), "PATH…", shared.INPUT),
    ] = []
    to: Annotated[GlossaryFormat, Option("Output format.", panel=shared.OUTPUT)] = "csv"
    output: shared.OutputPath = None
    lang: Annotated[str, Option("Language of the originals; default: English.", (), "CODE")] = ""
    to_lang: Annotated[
        str, Option("Language of the translations; default: the other one.", (), "CODE")
    ] = ""
    rules: Annotated[bool, Option("Also include rules terms, types and subtypes.")] = False
    db: shared.DatabasePath = None


def export(options: Options) -> int:
    """Write the names that cards use, with their translations, for translation tools."""
    to, output, db = options.to, options.output, options.db
    original, target = _both(options.lang, options.to_lang)
    format = options.told_format()
    named = [*options.used_in, *options.files]
    paths = [] if options.rules and not named else shared.card_paths(named, format)
    shared.prove_output(output, *paths, db)
    failures = inputs.FailureLog(paths)
    used = glossary.UsedNames(inputs.known(None, paths, "", format))
    for record in inputs.records(paths, "", failures, format):
        used.add(record)
    with database.Database.open(db) as names:
        both = languages.load(original), languages.load(target)
        base = used.glossary(*both, names)
    if options.rules:
        terms = (*base.terms, *glossary.rules_terms(*both))
        once = {(term.name.lower(), term.name_en.lower()): term for term in reversed(terms)}
        base = replace(base, terms=tuple(reversed(once.values())))
    if to == "tbx":
        base = replace(base, terms=tuple(glossary.possible(base.terms, failures.note)))
    write = glossary.tbx if to == "tbx" else glossary.csv
    with writing.output(output) as out:
        out.writelines(write(base))
    return failures.ended()


def _both(lang: str, to_lang: str) -> tuple[str, str]:
    """Return the codes of the languages; NanoriError if they are the same, or unknown."""
    for code in (lang, to_lang):
        shared.prove(code)
    reference = languages.original_language()
    others = [code for code in languages.finished() if code != reference]
    original = lang or (reference if to_lang != reference else others[0])
    target = to_lang or (reference if original != reference else others[0])
    if original == target:
        raise NanoriError(f"--to-lang is {target}, another language than --lang was wanted")
    return original, target
