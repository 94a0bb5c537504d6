"""What “this” means, alone or with a noun: an object or an event."""

import re
from itertools import islice
from typing import Final, NamedTuple

from nanori.grammar import clauses, phrases, tree_queries
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.phrases import QUALITIES
from nanori.grammar.tree_queries import Cursor, kind_of
from nanori.model.values import Form, Node

# Terminals of nouns that denote an object.
OBJECTS: Final = ("OBJECT_NOUN", "NOUN", "TOKEN", "SUBTYPE", "CAPITAL")
# Terminals that follow a “this” that stands alone: “this explores”, “this once”.
ALONE: Final = frozenset({"INFLECTED", "ADVERB", *QUALITIES})
# What a power and toughness, or a change of them, begins with.
MEASURES: Final = ("+", "-", "−", *"0123456789X")


class ThisSpan(NamedTuple):
    """Where “this” stands with its noun, in code points, and which of the two forms it is."""

    start: int
    end: int
    form: Form


def span(cursor: Cursor, paragraph: str, lexicon: Lexicon) -> ThisSpan | None:
    """Return where a phrase says “this” of an object; None if it is about none.

    Sacrifice this outpost: Draw a card.
              ^10         ^22             → (10, 22, "this"), though no list has “outpost”
    If this is legendary, …               → (3, 7, "bare")
    During this main phase, …             → None
    """
    for number, part in enumerate(cursor.children):
        if type(part) is not Node and part.type == "THIS":
            return _said(cursor, number, paragraph, lexicon)
        if type(part) is Node or part.type not in phrases.DETERMINERS:
            return None
    return None


def _said(cursor: Cursor, number: int, paragraph: str, lexicon: Lexicon) -> ThisSpan | None:
    phrase = cursor.node
    this = phrase.children[number]
    if number + 1 == len(phrase.children) or _is_alone(phrase, number + 1):
        alone = lexicon.third_object.alone
        nodes = clauses.complements_of(cursor)  # objects get or are so much: “this gets +1/+1”
        measured = bool(nodes) and paragraph.startswith(MEASURES, nodes[0].start)
        event = (is_event(cursor) or _is_deed(cursor)) and not measured
        return ThisSpan(this.start, this.end, "bare") if alone and not event else None
    end = _noun_end(phrase, number + 1, paragraph, lexicon)
    return ThisSpan(this.start, end, "this") if end else None


def _is_alone(phrase: Node, number: int) -> bool:
    """Tell whether what follows “this” is not its noun: “this once”, not “this enchanted Bear”."""
    part = phrase.children[number]
    if type(part) is Node or part.type not in ALONE:
        return False
    rest = islice(phrase.children, number, None)
    return part.type not in QUALITIES or not any(
        type(word) is not Node and word.type in ("OBJECT_NOUN", "NOUN", "TOKEN", "SUBTYPE")
        for word in rest
    )


def _noun_end(phrase: Node, number: int, paragraph: str, lexicon: Lexicon) -> int:
    """Return where the noun after “this” ends; 0 if it is not an object's: “this main phase”.

    It is the first word listed as one, else the first word of the water.
    """
    end = 0
    for part in islice(phrase.children, number, None):
        if type(part) is not Node and part.type in OBJECTS:
            return part.end
        if type(part) is not Node and part.type == "WATER" and not end:
            word = re.compile(lexicon.any_word).match(paragraph, part.start)
            end = word.end() if word else 0
        elif type(part) is not Node and part.type == "THING":
            return 0
        elif type(part) is Node or part.type not in QUALITIES:
            break
    return end


def is_event(cursor: Cursor) -> bool:
    """Tell whether “this” is an event or a state: “do this”, “this includes …”."""
    verbs = clauses.verbs_around(cursor)
    if cursor.within("pp") or not verbs:
        return False
    if cursor.within("object"):
        return any(verb.type in ("DO", "FACT") for verb in verbs)
    main = verbs[-1].type
    if main == "DO":
        return not clauses.objects_beside(cursor)
    return main == "FACT" or (main == "BE" and _is_fact(cursor))


def _is_deed(cursor: Cursor) -> bool:
    """Tell whether “this” is an action that does something to another object: “this taps Bear”."""
    verbs = clauses.verbs_around(cursor)
    done = bool(verbs) and verbs[-1].type == "AFFECT" and not cursor.within("object", "pp")
    return done and clauses.objects_beside(cursor)


def is_other(cursor: Cursor) -> bool:
    """Tell whether a “this” that stands alone means an event, or another object just mentioned."""
    if phrases.is_owner(cursor) or not phrases.is_head(cursor):
        return False  # what owns something is an object
    return is_event(cursor) or takes_up(cursor)


def takes_up(cursor: Cursor) -> bool:
    """Tell whether “this” continues about what the sentence before has made of another object.

    「そのクリーチャーは土地になる。これは呪文である。」
    """
    if not goes_on(cursor):
        return False
    previous_sentence = cursor.within("sentence").beside(-1)
    clauses = (previous_sentence.at(number) for number in range(len(previous_sentence.children)))
    return any(
        kind_of(clause.children[0]) == "topic" and _is_of_another(clause.at(0))
        for clause in clauses
        if clause.children
    )


def goes_on(cursor: Cursor) -> bool:
    """Tell whether “this” is a topic of which it is said what it is: 「これは呪文である」."""
    verbs = clauses.verbs_around(cursor)
    return bool(verbs) and verbs[-1].type == "BE" and cursor.up.up.kind == "topic"


def _is_of_another(topic: Cursor) -> bool:
    """Tell whether a topic is an object mentioned before that is said to become something."""
    phrase = topic.children[0]
    verbs = clauses.verbs_around(topic)
    if type(phrase) is not Node or not verbs or verbs[-1].type != "BE":
        return False
    head = phrases.head_of(phrase)
    has_determiner = any(part.type == "DETERMINER" for part in tree_queries.tokens(phrase))
    return has_determiner or (head is not None and head.type == "PRONOUN")


def _is_fact(cursor: Cursor) -> bool:
    """Tell whether something is said to be an action, or is described by an unlisted word.

    “This isn't a mana ability”, “this is true even if …”; but “if this is legendary”.
    """
    nodes = clauses.complements_of(cursor)
    stated = not cursor.within("trigger", "condition")
    if nodes and nodes[0].kind == "pp":  # “this is for flavor”, but “this is on the battlefield”
        words = {word.type for _, word in tree_queries.leaves(nodes[0]) if type(word) is not Node}
        return stated and words <= {"PREPOSITION", "WATER"}
    if not nodes or nodes[0].kind != "np":
        return False
    head = phrases.head_of(nodes[0])
    if head is not None or not clauses.is_behind(cursor, nodes[0]):
        return head is not None and head.type == "THING"
    words = {word.type for word in tree_queries.tokens(nodes[0])}
    if words <= phrases.DETERMINERS:  # “the first time”, but “one of them”
        return len(nodes) == 1
    if any(kind_of(word) == "ZONE" for node in nodes[1:] for _, word in tree_queries.leaves(node)):
        return False  # only an object is somewhere
    return stated and words <= {"WATER", "ADVERB", *phrases.DETERMINERS}
