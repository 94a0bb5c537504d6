"""Why each reference is what it is, and why words written like a name are none."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from nanori.annotation import dress, matcher
from nanori.annotation.ability_recipients import receivers
from nanori.annotation.known_names import KnownNames
from nanori.annotation.name_rules import Ruling
from nanori.grammar import clauses, language_detection, tree_queries, trees
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.tree_queries import Cursor
from nanori.model.values import Card, Form, Reference, Token

# What each form is.
REASONS: dict[Form, str] = {
    "full": "its own name",
    "short": "its own name, shortened",
    "alternate": "its alternate name",
    "face": "the name of its other face",
    "this": "“this” with a noun of an object",
    "bare": "“this” alone, in the place of an object",
    "placeholder": "a sign in the place of its name",
    "named": "a name that the words around it announce",
    "token": "a name that a token is given",
    "other": "another card's name",
}
# Nodes that tell the role of their words in a sentence.
PHRASE = "pp"
ROLES = ("topic", "subject", "object", PHRASE, "relative", "trigger", "condition", "cost")


def explained(
    card: Card,
    references: Sequence[Reference],
    known_names: KnownNames | None = None,
    *,
    plainly: bool = False,
) -> Iterator[tuple[Reference, str]]:
    """Yield each reference with one line: what it is and by which rule, who has it, its nodes.

    With `plainly`, without the rule and the nodes, for people who have not read the grammar.
    """
    language = language_detection.of_card(card)
    rulings: list[Ruling] = []
    view = dress.view_of(card.text, card.name, language)
    inside = references
    if view is not None:
        card, inside = replace(card, text=view.text), view.seen(references)
    names = matcher.find(card, language, known_names, rulings)
    whys = {(each.start, each.end): each.why for each in rulings if each.terminal}
    tree = trees.parse(card.text, language, names)
    leaves = [cursor for cursor, part in tree_queries.leaves(tree) if isinstance(part, Token)]
    offset = 0
    for outer, reference in zip(references, inside, strict=True):
        while offset + 1 < len(leaves) and leaves[offset].part.end <= reference.start:
            offset += 1
        why = whys.get((reference.start, reference.end), "")
        parts = [*_parts(reference, leaves[offset], card.text, why, language.lexicon)]
        if not plainly:
            leaf = leaves[offset]
            kinds = [leaf.kind, *(each.kind for each in leaf.upward() if each.kind != "text")]
            parts += f"CR {reference.rule}", " › ".join(reversed(kinds))
        yield outer, "; ".join(part for part in parts if not (plainly and part == PHRASE))


def kept(
    card: Card, references: Sequence[Reference], known_names: KnownNames | None = None
) -> Iterator[Ruling]:
    """Yield the words written like a name that are not references, in order, with the reason.

    Only the longest: pieces of a name within longer ones are left out.
    """
    language = language_detection.of_card(card)
    rulings: list[Ruling] = []
    view = dress.view_of(card.text, card.name, language)
    plain = card if view is None else replace(card, text=view.text)
    matcher.find(plain, language, known_names, rulings)
    if view is not None:
        rulings = [
            each._replace(start=view.starts[each.start], end=view.ends[each.end - 1])
            for each in rulings
        ]
    last = {(each.start, each.end): each for each in rulings}  # one may be asked for a second time
    spans = [(reference.start, reference.end) for reference in references]
    for each in sorted(last.values(), key=lambda each: each.start - each.end):
        if all(each.end <= start or end <= each.start for start, end in spans):
            spans.append((each.start, each.end))
    free = {*spans[len(references) :]}
    yield from (last[span] for span in sorted(free))


def _parts(
    reference: Reference, cursor: Cursor, text: str, why: str, lexicon: Lexicon
) -> Iterator[str]:
    yield REASONS[reference.form]
    if why:
        yield why
    level = cursor.surrounding("quote", "reminder")
    if level.kind == "quote":
        yield _quoted(level, text, lexicon) if reference.target == "holder" else "quoted"
    elif level:
        holder = " of a keyword that something else gets" if reference.target == "holder" else ""
        yield f"in reminder text{holder}"
    role = next((each.kind for each in cursor.upward() if each.kind in ROLES), "")
    verbs = clauses.verbs_around(cursor)
    verb_text = " ".join(text[verb.start : verb.end] for verb in verbs)
    if role:
        yield (
            f"{role} of “{verb_text}”"
            if verb_text and role in ("subject", "object", "topic")
            else role
        )


def _quoted(quote: Cursor, text: str, lexicon: Lexicon) -> str:
    recipients = receivers(quote, lexicon)
    if not recipients:
        return "in an ability that something else gets"
    phrase = recipients[0].part
    return f"in an ability that “{text[phrase.start : phrase.end]}” gets"
