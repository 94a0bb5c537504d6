"""References to slots: which object each means, as seen from the ability that it is in.

An ability that grants another speaks of several objects: the source that it is printed on, the host
that gets the quoted ability, and within that the granter. Rules engines fill such slots; a text
with slots in place of its references can be read back without loss. CR 201.5, 201.5a, 111.3.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Literal, get_args

from msgspec import Struct

from nanori.annotation import quotations
from nanori.annotation.ability_recipients import creates, quote_is_granted, receivers
from nanori.grammar import tree_queries
from nanori.grammar.languages import Language
from nanori.grammar.tree_queries import Cursor
from nanori.model.errors import NanoriError
from nanori.model.values import Edit, Form, Node, Reference
from nanori.rewriting import predication
from nanori.rewriting.lexicon import restyling_words

# What a reference means: the object with the text, what gave the ability, what has it, a token
# being created, or anything with a certain name.
SlotRole = Literal["source", "granter", "host", "token", "name"]
# Which part of its ability a reference is in.
AbilityPart = Literal["cost", "trigger", "condition", "effect"]
# Terminals of words that say who gets an ability.
NOUNS = frozenset({"OBJECT_NOUN", "NOUN", "SUBTYPE", "ENCHANTED", "PRONOUN", "CAPITAL"})
# Parts that are nodes of the tree; everything else is effect.
PARTS: Mapping[str, AbilityPart] = {"cost": "cost", "trigger": "trigger", "condition": "condition"}
# Straight quotation marks: files differ in them without differing in meaning.
STRAIGHT = str.maketrans("“”‘’", "\"\"''")
ROLES: tuple[str, ...] = get_args(SlotRole)
DEMONSTRATIVES: tuple[Form, ...] = ("this", "bare")


class SlotMeaning(Struct, frozen=True, kw_only=True):
    """What a reference means in its ability, and what the ability does with it."""

    role: SlotRole = "source"
    """What it is to the ability: its source, its granter, its host, a token, or only a name."""
    level: int = 0
    """How many grants lead to the object meant: 0 the source, 1 what it grants to, and so on."""
    quotes: tuple[int, ...] = ()
    """The quotations around it, outermost first, each by its number within the one around it."""
    part: AbilityPart = "effect"
    clause_role: str = "other"
    """What it is in its clause: subject, object, owner of something, or other."""
    verb: str = ""
    """The class of its clause's verb, by its name in the grammar; empty if there is none."""

    def meaning(self) -> dict[str, Any]:
        """Return these fields by name."""
        return {name: getattr(self, name) for name in SlotMeaning.__struct_fields__}


class Slot(SlotMeaning, frozen=True):
    """A reference of an ability, and what it means there."""

    start: int
    """First code point of the reference in the ability's text."""
    end: int
    text: str


class _Quote(Struct, frozen=True):
    """A quotation, and those around it.

    Create a token with “… target Bear gains “…””
                        ^(0,)  levels 1, tokens (1,)
                                             ^(0, 0)  levels 2, tokens (1,): the Bear is none
    """

    start: int
    end: int
    numbers: tuple[int, ...]
    levels: int
    """How many of them, itself included, go to something other than the object with the text."""
    tokens: tuple[int, ...]
    """The levels whose receiver is a token being created."""


# Opening marks of pairs that are no quotations.
BRACKETS = "(（"


def unbroken(text: str, references: Sequence[Reference]) -> str:
    """Return a text of the same length in which no reference goes over a line break."""
    for reference in references:
        if "\n" in reference.text:
            words = reference.text.replace("\n", " ")
            text = text[: reference.start] + words + text[reference.end :]
    return text


def find(
    text: str, references: Sequence[Reference], language: Language, *, granted: int = 0
) -> list[Slot]:
    """Return the slot of each reference of one ability, in order.

    Spans are code points of `text`. `granted` is how many grants led to the ability: 1 if it was
    itself in a quotation, and names in it are those of what gave it. CR 201.5a.
    """
    if not references:
        return []
    tree = quotations.tree(text, language, references)
    around = _innermost(references, _quotes(tree, language))
    noun = language.lexicon.third_object.token_type
    return [
        _slot(reference, tree, quote, granted, noun)
        for reference, quote in zip(references, around, strict=True)
    ]


def meanings(
    text: str, references: Sequence[Reference], language: Language
) -> list[tuple[SlotRole, int]]:
    """Return the role and level of each reference of one printed ability, in order.

    They are those of `find`; only a text with a quotation is parsed. CR 201.5a.
    """
    marks = (opening for opening, _ in language.lexicon.pairs if opening not in BRACKETS)
    quotes: Iterator[_Quote] = iter(())
    if references and any(mark in text for mark in marks):
        quotes = _quotes(quotations.tree(text, language, references), language)
    noun = language.lexicon.third_object.token_type
    around = _innermost(references, quotes)
    return [
        _role(reference, quote, 0, noun)
        for reference, quote in zip(references, around, strict=True)
    ]


def _innermost(
    references: Sequence[Reference], quotes: Iterator[_Quote]
) -> Iterator[_Quote | None]:
    """Yield the innermost quotation around each reference; both are in text order."""
    entered: list[_Quote] = []
    ahead = next(quotes, None)
    for reference in references:
        while ahead is not None and ahead.start <= reference.start:
            entered.append(ahead)
            ahead = next(quotes, None)
        while entered and entered[-1].end <= reference.start:
            entered.pop()
        yield entered[-1] if entered else None


def _quotes(tree: Node, language: Language) -> Iterator[_Quote]:
    """Yield the quotations of a tree, each before those within it."""
    outermost = _Quote(tree.start, tree.end, (), 0, ())
    counts: dict[tuple[int, ...], int] = {}
    waiting = [(Cursor(tree), outermost)]
    while waiting:
        cursor, around = waiting.pop()
        if cursor.kind == "quote":
            number = counts.get(around.numbers, 0)
            counts[around.numbers] = number + 1
            granted = quote_is_granted(cursor, language.lexicon)
            levels = around.levels + granted
            tokens = (levels,) if granted and _is_for_token(cursor, language) else ()
            quote = cursor.node
            around = _Quote(
                quote.start, quote.end, (*around.numbers, number), levels, (*around.tokens, *tokens)
            )
            yield around
        waiting += [
            (cursor.at(number), around)
            for number in range(len(cursor.children) - 1, -1, -1)
            if type(cursor.children[number]) is Node
        ]


def _is_for_token(cursor: Cursor, language: Language) -> bool:
    types = {
        terminal
        for phrase in receivers(cursor, language.lexicon)
        for terminal in tree_queries.terminals(phrase.part)
    }
    # A name between the token and its ability separates the two: “a token named Rock with “…””.
    return "TOKEN" in types or (types.isdisjoint(NOUNS) and creates(cursor))


def _slot(reference: Reference, tree: Node, inner: _Quote | None, granted: int, token: str) -> Slot:
    role, level = _role(reference, inner, granted, token)
    cursor = tree_queries.leaf_at(tree, reference.start)
    statement = predication.said(cursor) if cursor else None
    inside = takewhile(lambda each: each.kind not in tree_queries.BRACKETS, cursor.upward())
    kinds = {each.kind for each in inside if not _is_exception(each.node)}
    parts: list[AbilityPart] = [part for kind, part in PARTS.items() if kind in kinds]
    return Slot(
        reference.start,
        reference.end,
        reference.text,
        role=role,
        level=level,
        quotes=inner.numbers if inner else (),
        part=parts[0] if parts else "effect",
        clause_role=statement.role if statement else "other",
        verb=statement.verb.lower() if statement else "",
    )


def _role(
    reference: Reference, inner: _Quote | None, granted: int, token: str
) -> tuple[SlotRole, int]:
    role, level = _meant(reference, inner, granted)
    if role == "host" and token in reference.text.lower():
        return "token", level  # “this token” says so itself
    return role, level


def _is_exception(node: Node) -> bool:
    """Tell whether a node is an exception, “except its name is …”, which is not a condition."""
    parts = node.children[: tree_queries.MAX_PARTS]
    return any(type(part) is not Node and part.type == "EXCEPT" for part in parts)


def _meant(reference: Reference, inner: _Quote | None, granted: int) -> tuple[SlotRole, int]:
    depth = granted + (inner.levels if inner else 0)
    tokens = inner.tokens if inner else ()
    if reference.target == "name":
        return ("token", depth + 1) if reference.form == "token" else ("name", 0)
    if reference.target == "self":
        if granted and reference.form in DEMONSTRATIVES:
            return "host", granted
        return ("granter" if depth else "source"), 0
    if reference.form not in DEMONSTRATIVES and tokens:
        return "token", granted + tokens[0]  # by the name it was given where it was created
    is_token = inner is not None and inner.levels in tokens
    return ("token" if is_token else "host"), max(depth, 1)


def ability_id(text: str, slots: Sequence[Slot], lang: str) -> str:
    """Return what identifies an ability whatever its card is called and wherever it is on it.

    It is made of the words with roles in place of references, so that a new name, another order of
    lines or other spacing keeps it, and another wording does not.
    """
    pieces: list[str] = []
    offset = 0
    for slot in slots:
        words = slot.text if slot.role == "name" else str(slot.level)
        pieces += text[offset : slot.start], f"\0{slot.role} {words}\0"
        offset = slot.end
    words = " ".join("".join([*pieces, text[offset:]]).translate(STRAIGHT).split())
    return hashlib.blake2b(f"{lang}\n{words}".encode(), digest_size=6).hexdigest()


_ROLE = re.compile(r"(\w[a-z]+?)(\d*)(?::([^{}]*))?", re.ASCII)
# What is, or looks like, a slot; no symbol has four small letters, and `{this}` is an engine's.
_BRACED = r"\{(?!this\})[A-Za-z][a-z]{3,}\d*(?::[^{}]*)?\}"
_SLOTS = re.compile(rf"\{{({_BRACED})\}}|({_BRACED})")


def edits(text: str, slots: Sequence[Slot], name: str, language: Language) -> tuple[Edit, ...]:
    """Return the edits that put slots into a text, which `words` undoes.

    `{granter}` is the card's full name, `{host}` “this creature”, `{Host}` “This creature”; other
    words follow a colon, `{name:Food Fight}`, and a level above the first follows the role,
    `{host2}`. What looks like a slot but is none gets a second pair of braces.
    """
    slot_edits = [
        Edit(slot.start, slot.end, _written(slot, name, language))
        for slot in slots
        if not {"{", "}"} & set(slot.text)
    ]
    spans = [(edit.start, edit.end) for edit in slot_edits]
    for match in re.finditer(_BRACED, text):
        if not any(start < match.end() and match.start() < end for start, end in spans):
            slot_edits.append(Edit(match.start(), match.end(), f"{{{match[0]}}}"))
    return tuple(sorted(slot_edits, key=lambda edit: edit.start))


def _written(slot: Slot, name: str, language: Language) -> str:
    role = f"{slot.role}{slot.level if slot.level > 1 else ''}"
    for label in (role, role.capitalize()):
        if _default(label, name, language) == slot.text:
            return f"{{{label}}}"
    return f"{{{role}:{slot.text}}}"


def _default(label: str, name: str, language: Language) -> str | None:
    """Return the words that a slot without words stands for; None if there are none."""
    role = label.rstrip("0123456789").lower()
    if role in ("source", "granter"):
        return name if label[0].islower() else None
    if role not in ("host", "token"):
        return None
    restyling = restyling_words(language)
    creatures = language.lexicon.types[:1]
    noun = next((noun for word, noun in restyling.nouns if word in creatures), "")
    words = language.lexicon.this.format(noun)
    return words if label[0].islower() else words[:1].upper() + words[1:]


def words(text: str, name: str, language: Language) -> tuple[Edit, ...]:
    """Return the edits that put words back in place of the slots of a text.

    NanoriError for a slot with an unknown role.
    """
    edits: list[Edit] = []
    for match in _SLOTS.finditer(text):
        if match[1]:
            edits.append(Edit(match.start(), match.end(), match[1]))
            continue
        inside = _ROLE.fullmatch(match[2][1:-1])
        if inside is None or inside[1].lower() not in ROLES:
            roles = ", ".join(ROLES)
            raise NanoriError(f"the slot {match[2]} is of no role, there are: {roles}")
        default = inside[3]
        if default is None:
            default = _default(inside[1] + inside[2], name, language)
        if default is None:
            raise NanoriError(f"the slot {match[2]} has no words, {{{inside[1]}:WORDS}} was wanted")
        edits.append(Edit(match.start(), match.end(), default))
    return tuple(edits)
