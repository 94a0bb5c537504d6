"""Where the object of a reference is, told by the clause around it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from nanori.grammar import tree_queries, trees
from nanori.grammar.languages import Language
from nanori.grammar.tree_queries import Cursor
from nanori.model.values import Reference, Token
from nanori.rewriting import predication
from nanori.rewriting import zone_clauses as said_of
from nanori.rewriting.lexicon import restyling_words
from nanori.rewriting.predication import Said

# Where an object is when its text speaks of it; `elsewhere` is any zone where it is a card.
Whereabouts = Literal["battlefield", "stack", "elsewhere", "anywhere"]

# What is parsed in place of every name.
NAME = "~"
# Code points of a sentence; no card's is half as long, and each reference has it parsed anew.
MAX_SENTENCE_LENGTH = 1_000
# How many sentences are remembered; they recur with other names.
CACHED_SENTENCES = 8192


class PlaceFacts(Struct, frozen=True):
    """What a clause tells about where a reference's object is."""

    zone: Whereabouts = "battlefield"
    placed: bool = False
    """Whether it is said to be there, and so throughout the ability."""
    stays: bool = False
    """Whether it is in play whatever else the ability says."""
    left: bool = False
    """Whether it leaves the battlefield then."""
    host: bool = False
    """Whether that is said of what it is attached to."""
    moved: bool = False
    """Whether it is moved on from where it is."""


def find(
    text: str, references: Sequence[Reference], language: Language, *, spell: bool = False
) -> list[Whereabouts]:
    """Return where each reference's object is, in the order of the references.

    `spell` is for an instant or sorcery, which is on the stack in more of the clauses. What has
    died or left the battlefield earlier in its paragraph is a card when it is moved on; what may be
    anywhere stays so to the end of the sentence; what is said to be in a zone is there throughout
    its paragraph.
    """
    whereabouts: list[Whereabouts] = []
    waiting = [
        Token("PLACEHOLDER", reference.start, reference.end) for reference in reversed(references)
    ]
    for start, end in trees.paragraphs(text):
        inside = trees.within(waiting, start, end) if waiting else ()
        if inside:
            whereabouts += _of_ability(text[start:end], inside, language, spell=spell)
    return whereabouts


def never_named(text: str, reference: Reference, language: Language) -> bool:
    """Tell whether its clause always had a demonstrative: what turns into another object."""
    statement = _said(text, reference, language)
    return statement is not None and said_of.is_turned(statement)


def was_named(text: str, reference: Reference, language: Language) -> bool:
    """Tell whether its clause had a name when others had “this spell”: “as though it had flash”."""
    statement = _said(text, reference, language)
    return statement is not None and said_of.is_as_though(statement)


def _said(text: str, reference: Reference, language: Language) -> Said | None:
    """Return what the clause around a reference says of it; None if its words are not a leaf."""
    # text  … Draw a card. ~ attacks.⏎     near is text from `first`, the sentence near[begin:end]
    #        ^first       ^begin ^at ^end  `at` is where the reference begins in near
    first = max(0, reference.start - MAX_SENTENCE_LENGTH)
    near = text[first : reference.end + MAX_SENTENCE_LENGTH]
    at = reference.start - first
    stop = language.lexicon.wording.stop
    begin = max(near.rfind("\n", 0, at), near.rfind(stop, 0, at)) + 1
    ends = (near.find("\n", begin), near.find(stop, begin), len(near))
    end = max(min(offset for offset in ends if offset >= 0), reference.end - first)
    if end - begin > MAX_SENTENCE_LENGTH:
        return None
    sentence, start = near[begin:end], first + begin
    return _said_in(sentence, reference.start - start, reference.end - start, language)


@lru_cache(CACHED_SENTENCES)
def _said_in(sentence: str, start: int, end: int, language: Language) -> Said | None:
    name = Token("PLACEHOLDER", start, end)
    cursor = tree_queries.leaf_at(trees.parse_paragraph(sentence, language, [name]), start)
    return predication.said(cursor) if cursor else None


def _of_ability(
    paragraph: str, names: Sequence[Token], language: Language, *, spell: bool
) -> Iterator[Whereabouts]:
    """Yield where the object is at each place of a paragraph that names it."""
    text, starts = _named_alike(paragraph, names)
    facts: list[tuple[int, PlaceFacts]] = []
    for start, end in _sentences(text, language):
        inside = tuple(offset - start for offset in starts if start <= offset < end)
        sentence_facts = _all_facts(text[start:end], inside, language, spell=spell)
        facts += [(start, fact) for fact in sentence_facts]
    return _together(facts)


def _sentences(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Yield the spans of sentences: of “(Draw a card.) Exile Ysolde.” 1–14 and 15–28."""
    opening = {" ", *(pair[0] for pair in language.lexicon.pairs)}
    closing = {pair[1] for pair in language.lexicon.pairs}
    stop = language.lexicon.wording.stop
    start = 0
    while start < len(text):
        if text[start] in opening:
            start += 1
            continue
        end = text.find(stop, start) if stop else -1
        end = end + len(stop) if end >= 0 else len(text)
        while end < len(text) and text[end] in closing:
            end += 1
        yield start, end
        start = end


def _named_alike(paragraph: str, names: Sequence[Token]) -> tuple[str, list[int]]:
    """Return a paragraph with `NAME` for each name: “Ysolde or Ysolde” → “~ or ~”, [0, 5]."""
    pieces: list[str] = []
    starts: list[int] = []
    offset = by = 0
    for name in names:
        pieces += paragraph[offset : name.start], NAME
        starts.append(name.start + by)
        by += len(NAME) - (name.end - name.start)
        offset = name.end
    return "".join([*pieces, paragraph[offset:]]), starts


def _together(facts: Sequence[tuple[int, PlaceFacts]]) -> Iterator[Whereabouts]:
    """Yield the zones of places in a paragraph, each place with its sentence, in order."""
    placed = any(fact.placed for _, fact in facts)
    gone, anywhere = False, -1
    for sentence, fact in facts:
        zone = fact.zone
        if zone == "anywhere":
            anywhere = sentence
        if zone == "battlefield" and sentence == anywhere:
            zone = "anywhere"
        elif (gone and fact.moved) or (placed and zone == "battlefield" and not fact.stays):
            zone = "elsewhere"
        gone = gone or fact.left or zone == "elsewhere"
        if not fact.host:
            yield zone


@lru_cache(CACHED_SENTENCES)
def _all_facts(
    sentence: str, starts: tuple[int, ...], language: Language, *, spell: bool
) -> list[PlaceFacts]:
    """Return what the clauses of a sentence tell at the places of `NAME`.

    Whatever the name is, they tell the same: “When ~ dies” is parsed once.
    """
    names = [Token("PLACEHOLDER", start, start + len(NAME)) for start in starts]
    tree = trees.parse_paragraph(sentence, language, names)
    facts: list[PlaceFacts] = []
    entered = restyling_words(language).entered
    for start in sorted({*starts, *tree_queries.starts_of(tree, "ENCHANTED")}):
        cursor = tree_queries.leaf_at(tree, start)
        if start not in starts:
            facts += [PlaceFacts(host=True, left=True)] if said_of.host_leaves(cursor) else ()
        elif entered.match(sentence, start + len(NAME)):
            facts.append(PlaceFacts(stays=True))
        else:  # within an announced name it is no leaf
            is_leaf = cursor.kind == "PLACEHOLDER"
            facts.append(_facts_of(cursor, spell=spell) if is_leaf else PlaceFacts())
    return facts


def _facts_of(cursor: Cursor, *, spell: bool) -> PlaceFacts:
    statement = predication.said(cursor)
    zone = _zone(statement, spell=spell)
    left = said_of.leaves_play(statement)
    return PlaceFacts(
        zone,
        placed=statement.role == "subject"
        and zone == "elsewhere"
        and said_of.is_outside(statement),
        stays=left or said_of.acts(statement) or said_of.is_put_into_play(cursor),
        left=left,
        moved=said_of.is_moved(statement),
    )


def _zone(statement: Said, *, spell: bool) -> Whereabouts:
    if said_of.goes_from_anywhere(statement):
        return "battlefield" if said_of.is_replaced(statement.place) else "anywhere"
    if said_of.is_defined(statement):
        return "anywhere"  # “Ysolde's power is equal to …”
    if said_of.acts(statement):
        return "battlefield"  # “Ysolde attacks”
    if said_of.is_cast_when(statement, spell=spell):
        return "stack"  # “when you cast Ysolde from exile”
    if (
        said_of.is_outside(statement)
        or said_of.is_discarded(statement)
        or said_of.is_taken(statement)
    ):
        return "elsewhere"  # “as long as Ysolde is in your graveyard”, “discard Ysolde”
    if said_of.is_outside_then(statement):
        return "elsewhere"  # “reveal Ysolde if it's exiled”
    if said_of.is_cast(statement) or (spell and said_of.was_cast(statement)):
        return "stack"  # “Ysolde costs {1} less to cast”
    return "battlefield"
