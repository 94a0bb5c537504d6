"""The names that prose mentions, each checked against the database of names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nanori.documents import pairs, prose_parts, source
from nanori.documents.lookups import official, said_of
from nanori.documents.misspelled_names import MisspelledNames
from nanori.documents.plain_names import PlainName, PlainNames
from nanori.documents.prose_parts import NO_PROSE, Bracketed, ProseParts
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


# The game of which there is a database.
CHECKED = "magic"

# How a name in double brackets may be written.
SURE = ("exact", "folded", "short")


def find_all(document: Document, register: Database, *, game: str = "") -> list[CardMention]:
    """Return the mentions of a document in their order, as `mentions.find` has them, and more.

    Besides, names that nothing marks (`where` is `plain`) and those in `[[…]]` (`brackets`).
    What stands in code, in tags and in addresses is no prose.
    """
    return of_parts(document, prose_parts.find(document), register, game=game)


def of_parts(
    document: Document, parts: ProseParts, register: Database, *, game: str = ""
) -> list[CardMention]:
    """Return the mentions in what is prose."""
    masked = Document(parts.masked, document.path)
    marked = [each for each in find(masked, register, game=game) if _is_whole(each, parts)]
    language = languages.load(languages.of_any_letter(document.text))
    if (game or game_of(document.text, language)) != CHECKED:
        return marked
    bracketed = [
        mention
        for each in parts.bracketed
        if (mention := _in_brackets(document.text, each, register)) is not None
    ]
    known = [(each.start, each.card) for each in (*marked, *bracketed) if each.card]
    taken = [(each.start, each.end) for each in (*marked, *bracketed)]
    taken += [(each.start, each.end) for each in parts.bracketed]
    paired = {each.card for each in marked if each.card}
    plain = PlainNames(register).find(parts.masked, known, paired)
    free = [_mention(document.text, each, register) for each in _without(plain, taken)]
    told = [*marked, *bracketed, *free]
    return sorted(
        (*told, *_misspelled(parts.masked, told, register)), key=lambda mention: mention.start
    )


def _misspelled(text: str, told: list[CardMention], register: Database) -> Iterator[CardMention]:
    """Yield the names that have a slip, where nothing else is mentioned."""
    taken = bytearray(len(text))
    for mention in told:
        taken[mention.start : mention.end] = b"\1" * (mention.end - mention.start)
    for start, end, meant in MisspelledNames(register).find(text):
        if taken.find(1, start, end) < 0:
            yield CardMention(
                start=start,
                end=end,
                where="plain",
                name="",
                name_en=text[start:end],
                lang=languages.reference_language(),
                status="misspelled",
                official=meant,
                message=f"no card is named “{text[start:end]}”, but one is named “{meant}”",
                span=(start, end),
            )


def _is_whole(mention: CardMention, parts: ProseParts) -> bool:
    """Tell whether all of a mention is prose; a link in marks is found as plain words."""
    words = parts.masked[mention.start : mention.end]
    return NO_PROSE not in words and not words.startswith("[")


def _without(plain: list[PlainName], taken: list[tuple[int, int]]) -> list[PlainName]:
    """Return the names that overlap none of these spans."""
    free: list[PlainName] = []
    spans = sorted(taken)
    place = 0
    for name in plain:
        while place < len(spans) and spans[place][1] <= name.start:
            place += 1
        if place == len(spans) or spans[place][0] >= name.end:
            free.append(name)
    return free


def _in_brackets(text: str, bracketed: Bracketed, register: Database) -> CardMention | None:
    start, end = bracketed.name
    name = text[start:end]
    hits = [hit for hit in register.find(name.strip(), limit=2) if hit.how in SURE]
    if not hits or (len(hits) > 1 and hits[0].score == hits[1].score):
        return None
    native = hits[0].lang != languages.reference_language()
    return CardMention(
        start=start,
        end=end,
        where="brackets",
        name=name if native else "",
        name_en="" if native else name,
        lang=hits[0].lang,
        status="short" if hits[0].how == "short" else "right",
        card=hits[0].name_en,
        span=(start, end),
    )


def _mention(text: str, plain: PlainName, register: Database) -> CardMention:
    words = text[plain.start : plain.end]
    native = plain.lang != languages.reference_language()
    status, now, message = _said_of(register, plain)
    return CardMention(
        start=plain.start,
        end=plain.end,
        where="plain",
        name=words if native else "",
        name_en="" if native else words,
        lang=plain.lang,
        status="short" if plain.short else status,
        card=plain.face,
        official=now,
        message=message,
        span=(plain.start, plain.end),
    )


def _said_of(register: Database, plain: PlainName) -> tuple[Status, str, str]:
    """Return the status of a name, what its card is called where that is another, and a message."""
    entry = register.entry(plain.face) if plain.standing != "official" else None
    if entry is None:
        return "right", "", ""
    now = official(entry, plain.lang)
    status, message = said_of(entry, plain.standing, now)
    return status, now, message
