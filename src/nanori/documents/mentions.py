"""The names that prose mentions, each checked against the database of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nanori.documents import pairs, source
from nanori.documents.resolution import Resolver
from nanori.documents.source import Document, game_of
from nanori.documents.values import FINDINGS, MEANINGS, CardMention, Status
from nanori.grammar import languages
from nanori.model.diagnostics import Diagnostic, Edit, Fix

if TYPE_CHECKING:
    from nanori.names.database import Database

# The checks of `lint` that say it, where they are not called after the status.
CHECKS: dict[Status, str] = {"misprint": "superseded-name"}

__all__ = ["FINDINGS", "CardMention", "diagnosed", "find", "record"]


def find(document: Document, register: Database, *, game: str = "") -> list[CardMention]:
    """Return the mentions of a document in their order; bilingual terms are among them.

    `game` is told from the words of the text if it is not given; only `magic` has a database.
    Starts and ends are code points of the document. Source: spec/names.md F1.
    """
    language = languages.load(languages.of_any_letter(document.text))
    game = game or game_of(document.text, language)
    resolver = Resolver(document.text, register, language, game)
    resolved = (resolver.mention(pair) for pair in pairs.find(document))
    return [mention for mention in resolved if mention is not None]


def diagnosed(document: Document, mention: CardMention) -> Diagnostic:
    """Return a mention as a diagnostic at its place in the document."""
    fix = None
    if mention.official and mention.status in FINDINGS:
        # Prose may speak of an older name on purpose.
        fix = Fix(False, (Edit(*mention.span, mention.official),))
    # In running text, what no card is named may be the name of something else.
    mild = mention.status == "unknown" and mention.where != "title"
    return source.diagnostic_at(
        document,
        (mention.start, mention.end),
        CHECKS.get(mention.status, f"{mention.status}-name"),
        "warning" if mention.status in FINDINGS and not mild else "info",
        mention.message or f"“{mention.name or mention.name_en}”: {MEANINGS[mention.status]}",
        card=mention.card,
        lang=mention.lang,
        fix=fix,
    )


def record(mention: CardMention) -> dict[str, object]:
    """Return what a mention says beyond its diagnostic, for JSON."""
    keys = ("where", "status", "name", "name_en", "official")
    return {key: getattr(mention, key) for key in keys}
