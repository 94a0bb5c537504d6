"""Who gets an ability in quotation marks, or a keyword explained in brackets."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Final

from nanori.annotation.demonstratives import OBJECTS
from nanori.grammar import clauses, phrases, tree_queries
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.tree_queries import MAX_SIBLINGS, NOWHERE, Cursor
from nanori.model.values import Node, Token


def is_chosen(cursor: Cursor) -> bool:
    """Tell whether a quotation is a choice, not an ability: “choose “left” or “right””."""
    return any(verb.type in ("CHOOSE", "DO") for verb in clauses.verbs_around(cursor))


def creates(cursor: Cursor) -> bool:
    """Tell whether the sentence around a cursor creates something: “Create a token with “…””.

    Or the one before, if this one begins with the cursor: “Create a token. Its name is …”.
    """
    sentence = cursor.within("sentence")
    terminals = tree_queries.terminals(sentence.part)
    if "MAKE" in terminals or "TOKEN" in terminals:
        return True
    named = terminals.index("ITS_NAME") if "ITS_NAME" in terminals else len(terminals)
    begins = {"PRONOUN", "GENITIVE"}.issuperset(terminals[:named])
    return begins and "MAKE" in tree_queries.terminals(sentence.beside(-1).part)


def quote_is_granted(quote: Cursor, lexicon: Lexicon) -> bool:
    """Tell whether a quoted ability goes to something other than the source (CR 201.5a).

    “Target Bear gains “…”” → True, “Ysolde gains “…”” → False. Where the verb comes before its
    subject if something else begins the clause, that may follow: „Wenn …, hat ein Bär „…““ → True.
    """
    giving = _giving(quote, lexicon)
    if lexicon.inverts and (subject := _subject_behind(giving)):
        # What it gets is in the same phrase: „hat der Salzwächter Eile und „…““.
        words = tree_queries.tokens(subject.node)
        return (
            not any(word.type in phrases.SOURCES for word in words)
            and _verdict(subject) is not False
        )
    return _is_other(giving, default=True) if giving else _is_anothers(quote)


def _is_anothers(quote: Cursor) -> bool:
    """Tell whether a nested quotation belongs to what begins a clause without a verb.

    「부여된 숲은 '…' 및 '…'」: the verb that gives all of it follows both.
    """
    clause = quote.within("clause")
    nested = any(each.kind == "quote" for each in quote.up.upward())
    if not (clause and nested) or clause.child("predicate"):
        return False
    parts = (clause.at(number) for number in range(min(len(clause.children), MAX_SIBLINGS)))
    cursors = [part for part in parts if part.kind in ("subject", "topic")]
    phrases_said = (each.at(0) for each in cursors)
    return any(phrase.kind == "np" and _verdict(phrase) for phrase in phrases_said)


def _subject_behind(giving: Cursor) -> Cursor:
    """Return the phrase right after a giving verb whose clause has no subject before it.

    Or after the verb that says what something becomes “with” an ability.
    """
    if giving.kind == "WITH":
        giving = clauses.complemented(_with_phrase(giving))
    predicate = giving.up
    earlier = (part for part in predicate.siblings[: predicate.number] if type(part) is Node)
    if predicate.up.kind != "clause" or any(
        part.kind == "subject" and any(map(_is_noun_phrase, part.children)) for part in earlier
    ):
        return NOWHERE
    object_ = predicate.child("object")
    return object_.at(0) if object_.children and _is_noun_phrase(object_.children[0]) else NOWHERE


def _with_phrase(giving: Cursor) -> Cursor:
    """Return the phrase that a “with” begins, |with “…”|, or the word alone."""
    return giving.up if giving.up.kind == "pp" else giving


def _is_noun_phrase(part: Node | Token) -> bool:
    if type(part) is not Node or part.kind != "np":
        return False
    return any(type(word) is Node or word.type != "ADVERB" for word in part.children)


def receivers(quote: Cursor, lexicon: Lexicon) -> Sequence[Cursor]:
    """Return the phrases that say who gets a quoted ability: of “A Bear gains “…”” “A Bear”."""
    giving = _giving(quote, lexicon)
    return _recipients(giving) if giving else ()


def reminder_is_granted(cursor: Cursor) -> bool:
    """Tell whether reminder text explains a keyword that something other than the source gets.

    “A Bear gains haste. (It can …)” → True, “Ysolde gains haste. (It can …)” → False. Not asked
    of brackets that explain the keyword which their line begins with: “Haste (It can …)”.
    """
    cursors = [*_explained(cursor.before("named", "other"))]
    if any(giving.kind == "KEYWORD" for giving in cursors):
        return False
    is_of_created = False
    for giving in cursors:
        if giving.kind == "GIVE" or (giving.kind == "WITH" and _may_give(giving)):
            return is_of_created or _is_other(giving, default=_has_it_act(giving))
        is_of_created = is_of_created or giving.kind in MAKING
    return is_of_created and _first_word(cursor.children[1]) in ABOUT_IT


def is_done_to_another(cursor: Cursor) -> bool:
    """Tell whether the sentence before a bracket does something to “that” object.

    “Regenerate that creature. (The next time this permanent would be destroyed …)”
    """
    kinds = [cursor_before.kind for cursor_before in _explained(cursor.before("named", "other"))]
    return ("THAT", "KEYWORD") in pairwise(kinds)  # the nearest first


# Terminals of what makes something.
MAKING = frozenset({"MAKE", "TOKEN"})
# With which a bracket begins that says what the thing just made is, or has: “(It's an artifact with
# “…”)”, or only the quotation.
ABOUT_IT: Final = ("PRONOUN", "QUOTE_OPEN")


def _has_it_act(giving: Cursor) -> bool:
    """Tell whether a verb has another object do something: “You may have it fight …”."""
    predicate = giving.within("predicate")
    acting = predicate.beside(1).kind == "predicate" or predicate.beside(2).kind == "predicate"
    objects = clauses.objects_beside(giving) if acting else False
    return bool(objects) and _antecedent(predicate) is not False


def _explained(cursors: Iterable[Cursor]) -> Iterator[Cursor]:
    """Yield what stands before a bracket in the sentence that it explains, the nearest first.

    The sentence may have ended: of “Draw. Gain haste. (It can …)” a stop, “haste” and “Gain”.
    """
    inside = False
    for cursor in cursors:
        ended = cursor.kind in clauses.ENDS
        if inside and (ended or cursor.kind == "reminder"):
            return
        inside = inside or not ended
        yield cursor


def _may_give(cursor: Cursor) -> bool:
    """Tell whether what something is “with” may be a keyword that it gets.

    It gets no object, “a card with a Tale”; nor anything if no verb says what becomes of it,
    “Kindling with haste {R}”, or if that is a condition, “if a creature with flying dealt …”.
    """
    if _first_word(cursor.beside(1).part) == "INDEFINITE" or cursor.within("trigger", "condition"):
        return False
    clause_parts = (part for part in cursor.within("clause").siblings if type(part) is Node)
    return any(tree_queries.first_child(part, "predicate") for part in clause_parts)


def _first_word(part: Node | Token) -> str:
    while type(part) is Node and part.children:
        part = part.children[0]
    return part.type if type(part) is not Node else ""


def _giving(quote: Cursor, lexicon: Lexicon) -> Cursor:
    """Return the word by which a quotation is given: “gains”, or “with” of “a Bear with “…””."""
    return _giving_in_clause(quote) or _giving_in_next_clause(quote, lexicon)


def _giving_in_clause(cursor: Cursor) -> Cursor:
    """Return that word if it is in the clause of the quotation: “Ysolde gains “…””.

    clause(subject predicate(GIVE object(quote))), or in a phrase or relative clause around it.
    """
    inside = cursor.within("pp", "predicate", "relative", "clause")
    if inside.kind == "pp":
        return inside.child("WITH") or _giving_in_clause(inside)
    previous = cursor.beside(-1)
    if previous.kind == "relative" and (giving := previous.child("GIVE")):
        return giving
    giving = _of_clause(inside, cursor.under(inside).number)
    if giving or inside.kind != "relative":
        return giving or inside.child("BE")
    return _giving_in_clause(inside)


def _of_clause(clause: Cursor, about: int = 0, kind: str = "GIVE") -> Cursor:
    """Return the verb of a kind in a clause, as its predicate's: “gains” of “Ysolde gains haste”.

    Of a long clause only what is near the child of the number `about` is looked at.
    """
    first = max(0, about - MAX_SIBLINGS)
    for number, part in enumerate(clause.children[first : about + MAX_SIBLINGS], first):
        if tree_queries.kind_of(part) == "predicate" and (giving := clause.at(number).child(kind)):
            return giving
    return clause.child(kind, about)


def _giving_in_next_clause(quote: Cursor, lexicon: Lexicon) -> Cursor:
    """Return what gives a quotation that is a clause alone: “gets +1/+1 and “…”” → “gets”.

        clause(subject predicate(GIVE …)) AND clause(quote)
    The nearest clause with a predicate tells: the one before, or after where verbs come last.
    """
    clause = quote.within("clause")
    if not clause or clause.child("predicate", quote.under(clause).number):
        return NOWHERE
    for distance in range(1, MAX_SIBLINGS):
        sibling = clause.beside(distance if lexicon.verb_last else -distance)
        if sibling.kind in ("trigger", "condition"):
            sibling = sibling.at(len(sibling.children) - 1)  # after “when”, its clause
        if sibling.kind == "clause":
            # “is” gives, too: „ist keine Kreatur mehr und wird zu …, auf der steht: „…““.
            giving = _of_clause(sibling) or _last_with(sibling) or _of_clause(sibling, kind="BE")
            if giving or tree_queries.first_child(sibling.part, "predicate"):
                return giving
    return NOWHERE


def _last_with(clause: Cursor) -> Cursor:
    """Return the last “with” of a clause: “becomes a Bear with haste and |with| “…””."""
    cursors = [
        leaf for leaf, part in tree_queries.leaves(clause) if tree_queries.kind_of(part) == "WITH"
    ]
    return cursors[-1] if cursors else NOWHERE


def _is_other(giving: Cursor, *, default: bool) -> bool:
    """Tell whether something other than the source gets what a word gives.

    “A Bear |gains| haste” → True, “Ysolde |gains| haste” → False, “|gains| haste” → `default`
    """
    receiving = _recipients(giving)
    if not receiving and is_exception(giving):
        return bool(_of_copy(giving))
    if not receiving and giving.kind == "GIVE" and _is_left_out(giving):
        return False  # “pon … sobre él y gana “…””
    verdicts = [_verdict(phrase) for phrase in receiving]
    if True in verdicts or any(map(_is_beside_source, receiving)):
        return True  # “Ysolde and a Bear gain “…””: for the Bear it is another's
    if False in verdicts:
        return False
    return bool(_of_copy(giving)) if is_exception(giving) else default


def _is_left_out(giving: Cursor) -> bool:
    """Tell whether the unstated subject of a verb is the source: “pon … sobre él y gana”."""
    if creates(giving) or _antecedent(giving) is not False:
        return False
    ends = 0
    for cursor in giving.before():
        ends += cursor.kind in clauses.ENDS
        if ends > 1 or cursor.kind == "TOKEN":
            return ends > 1
    return True


def _is_beside_source(cursor: Cursor) -> bool:
    """Tell whether a phrase is a pronoun beside the source, as in “this creature and it gain …”.

    What the two have applies to either.
    """
    head = phrases.head_of(cursor.node)
    if head is None or head.type != "PRONOUN":
        return False
    near = [*islice(cursor.before(), 2)]
    if len(near) < 2 or near[1].kind not in phrases.SOURCES:
        return False
    joint, previous = near
    if joint.kind == "AND":
        return bool(previous.within("subject"))  # not “untap this creature and it gains …”
    return joint.kind == "POSTPOSITION"


def _recipients(giving: Cursor) -> Sequence[Cursor]:
    """Return the phrases that say who gets an ability by “with” or by a verb.

    What something becomes “with” an ability is that thing itself.
    """
    if giving.kind != "WITH":
        subjects = clauses.subjects_of(giving)
        for _ in range(MAX_SIBLINGS):
            verb = clauses.complemented(subjects[0]) if len(subjects) == 1 else NOWHERE
            if not verb:
                break
            subjects = clauses.subjects_of(verb)
        return subjects
    phrase = _with_phrase(giving)
    if verb := clauses.complemented(phrase):
        return clauses.subjects_of(verb)
    return clauses.phrase_before(phrase) or clauses.subjects_of(phrase)


def _verdict(cursor: Cursor) -> bool | None:
    """Tell whether a phrase denotes another object: “a Bear”; None if it does not say: “you”."""
    phrase = cursor.node
    if phrases.is_source(phrase):
        return False
    head = phrases.head_of(phrase)
    if head is not None and head.type == "PRONOUN":
        return _of_copy(cursor) if is_exception(cursor) else _antecedent(cursor)
    if head is None and is_exception(cursor):
        return _of_copy(cursor)
    if head is None:  # unlisted words with a determiner are a noun
        return True if phrases.is_determined(phrase) else None
    return _of_owner(phrase, head) if head.type in ("PLAYER", "THING") else True


def _of_owner(phrase: Node, thing: Token) -> bool | None:
    """Tell whether a thing, “a creature's power”, belongs to something other than the source."""
    owned = False
    for part in reversed(phrase.children[: phrase.children.index(thing)]):
        if type(part) is Node:
            return None
        if owned:
            return (
                None
                if part.type in ("PLAYER", "THING") or part.type in phrases.DETERMINERS
                else part.type not in phrases.SOURCES
            )
        # 「…すべてのパワー」: what says how many follows the owner and joins it to a thing.
        owned = part.type in phrases.OWNING or part.type in phrases.DETERMINERS
    return None


def is_exception(cursor: Cursor) -> bool:
    """Tell whether a phrase follows “except”: “it” of “a copy of Ysolde, except it has haste”."""
    sentence = cursor.within("sentence")
    for part in sentence.children[cursor.under(sentence).number :]:
        last = part.children[-1] if type(part) is Node and part.kind == "condition" else None
        if tree_queries.kind_of(last) == "EXCEPT":
            return True
    for earlier in cursor.before("np"):
        if earlier.kind == "EXCEPT":
            return True
        if earlier.kind in clauses.ENDS:
            break
    return False


def _of_copy(cursor: Cursor) -> bool | None:
    """Tell whether “it” in “a copy of that creature, except it has …” is not the source.

    What is created is not; what enters or becomes as a copy is what the sentence is about.
    """
    if creates(cursor):
        return True
    source: bool | None = None
    for earlier in cursor.before("np"):
        if earlier.kind in clauses.ENDS:
            break
        if earlier.kind in ("MAKE", "TOKEN"):
            return True
        if earlier.kind == "np":
            if phrases.is_source(earlier.node):
                source = False
            elif earlier.child("TOKEN"):
                return True
    return source


def _antecedent(cursor: Cursor) -> bool | None:
    """Tell whether the nearest object before a pronoun is not the source.

    “Exile a Bear. It gains …” → True, “Untap Ysolde. It gains …” → False, “You win. It …” → None
    In “create a copy of … It gains …” it is the one created. A target named last in the sentence
    before is what the next one is about.
    """
    nearest: bool | None = None
    doubtful: bool | None = None
    on_source = False  # as when a counter is put on it
    for earlier in cursor.before("np"):
        kind = earlier.kind
        if kind in clauses.ENDS and (nearest is not None or on_source):
            break
        if nearest is not None and kind == "MAKE":
            return True
        on_source = on_source or kind in phrases.SOURCES
        if nearest is None and kind == "np":
            is_said = clauses.complemented(earlier) or _is_said_of_subject(earlier)
            nearest = None if is_said else _nearest(earlier.node)
            if nearest:
                return True
            if nearest is False and earlier.within("condition") and not earlier.within("subject"):
                nearest, doubtful = None, False  # “as long as you control Ysolde, it …”
    if nearest is None:
        return False if on_source else doubtful
    return nearest


def _is_said_of_subject(cursor: Cursor) -> bool:
    """Tell whether a phrase says what the one before it is: „falls er ein Engel ist“."""
    if cursor.up.kind != "subject" or cursor.beside(-1).kind != "np":
        return False
    verbs = clauses.verbs_around(cursor)
    return bool(verbs) and all(verb.type == "BE" for verb in verbs)


def _nearest(phrase: Node) -> bool | None:
    """Tell whether a phrase is about another object; None if it is about none."""
    if phrases.is_source(phrase):
        return False
    head = phrases.head_of(phrase)
    if head is not None and head.type == "BATTLEFIELD":  # „einen Spielstein ins Spiel“
        return any(word.type == "TOKEN" for word in tree_queries.tokens(phrase)) or None
    return True if head is not None and head.type in OBJECTS else None
