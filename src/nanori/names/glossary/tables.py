"""A glossary as a table: all that is known of names, or what OmegaT and Weblate read."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.formats import formulas
from nanori.names.glossary.terms import Term, TermBase, TermTranslation, remarks

# What stands between the marks of a name.
BETWEEN = "|"
COLUMNS = (
    *("name", "translation", "lang", "translation_lang", "status", "set", "released"),
    *("source", "uses", "marks", "name_en"),
)

# The columns of a CSV file as Weblate, and translate-toolkit below it, knows them.
WEBLATE = (
    *("location", "source", "target", "ID", "fuzzy", "context"),
    *("translator_comments", "developer_comments"),
)
_NONE = TermTranslation("", "missing")


def csv(glossary: TermBase) -> Iterator[bytes]:
    """Yield a row for each translation of a name, and for names without one."""
    yield formulas.line(COLUMNS)
    for term in glossary.terms:
        for each in term.translations or (_NONE,):
            cells = (term.name, each.name, glossary.lang, glossary.target, each.status, each.set)
            more = (each.released, each.source, str(term.uses), BETWEEN.join(term.marks))
            yield formulas.line((*cells, *more, term.name_en))


def omegat(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of a glossary of OmegaT: name, translation and remarks, with tabs between.

    It is in UTF-8, and its lines have no quotation marks around cells.
    """
    both = glossary.translated()
    yield b"# Glossary in tab-separated format -*- coding: utf-8 -*-\n"
    for term, translation in both:
        cells = (term.name, translation.name, "; ".join(remarks(term, translation)))
        yield formulas.bare_line(cells, "\t")


def weblate(glossary: TermBase) -> Iterator[bytes]:
    """Yield the rows of a CSV file that Weblate reads as a glossary of two languages."""
    both = glossary.translated()
    yield formulas.line(WEBLATE)
    for term, translation in both:
        yield formulas.line(_weblate(term, translation))


def _weblate(term: Term, translation: TermTranslation) -> tuple[str, ...]:
    fuzzy = "True" if len(term.translations) > 1 else ""
    remark = "; ".join(remarks(term, translation))
    return ("", term.name, translation.name, "", fuzzy, term.name_en, "", remark)
