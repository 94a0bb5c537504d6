"""The role of words in their clause: who acts, what is acted on, what it is."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from nanori.grammar import clauses, phrases, tree_queries
from nanori.grammar.lexicon.pattern import WordList
from nanori.grammar.tree_queries import NOWHERE, Cursor
from nanori.linting.context import Subject
from nanori.linting.evidence import amounts
from nanori.linting.lexicon import lint_words
from nanori.model.values import Node, Reference, Token

# Nodes of what a clause is about.
SAID_FIRST = ("subject", "topic")
# Subjects that “or” joins to one verb; more would take quadratic time.
MAX_JOINED_SUBJECTS = 16


class Place(NamedTuple):
    """A word or a node of a text in the tree of its paragraph."""

    cursor: Cursor
    paragraph: str
    begin: int
    """Where the paragraph begins in the text."""

    @property
    def part(self) -> Node | Token:
        """The word or the node; its span counts from the beginning of the paragraph."""
        return self.cursor.part

    def words(self, part: Node | Token) -> str:
        """Return the words of a part of the tree."""
        return self.paragraph[part.start : part.end]


def everywhere(subject: Subject) -> Iterator[Place]:
    """Yield every node and word of a text, in order, a node before its contents."""
    for paragraph in subject.paragraphs:
        for cursor, _ in tree_queries.leaves(paragraph.tree):
            if cursor:
                yield Place(cursor, paragraph.text, paragraph.begin)


def place_of(subject: Subject, start: int) -> Place | None:
    """Return the word that begins at a code point of the text; None if none does.

    “Ysolde attacks.”, 7 → “attacks”; 8 → None.
    """
    number = bisect_right(subject.paragraphs, start, key=lambda paragraph: paragraph.begin)
    paragraph = subject.paragraphs[number - 1]
    word = tree_queries.leaf_at(paragraph.tree, start - paragraph.begin)
    return Place(word, paragraph.text, paragraph.begin) if word else None


def phrase_of(place: Place) -> Cursor:
    """Return the noun phrase that a word heads, if any: of “creature” it is “another creature”."""
    word = place.cursor
    is_head = word.up.kind == "np" and phrases.is_head(word) and not phrases.is_owner(word)
    return word.up if is_head else NOWHERE


def is_subject(place: Place) -> bool:
    """Tell whether a word is what its clause is about."""
    return phrase_of(place).up.kind in SAID_FIRST


def is_object(place: Place) -> bool:
    """Tell whether something is done to what a word denotes."""
    return phrase_of(place).up.kind == "object"


def is_said(place: Place) -> bool:
    """Tell whether a word is what something is or becomes: “creature” of “it's a 1/1 creature”."""
    word = place.cursor
    phrase = word.up if word.up.kind == "np" else word
    return bool(clauses.complemented(word) or clauses.complemented(phrase))


def owned(place: Place) -> str:
    """Return the possession of a word: “power” for “Ysolde” in “Ysolde's power”."""
    return place.words(place.cursor.beside(2).part) if phrases.is_owner(place.cursor) else ""


# Code points of a clause that are looked at for what it does; no real one is as long.
MAX_LENGTH_OF_CLAUSE = 2_000


def action_of(place: Place) -> str:
    """Return the words of the clause around a place without its subject: the verb and the rest.

    “Ysolde attacks each combat.”, Ysolde → “attacks each combat”
    """
    clause = acting(place)
    words, last = "", clause.part.start
    for part in clause.children[: tree_queries.MAX_PARTS]:
        if type(part) is Node and part.kind in SAID_FIRST:
            words += place.paragraph[last : part.start]
            last = part.end
    return (
        words + place.paragraph[last : min(clause.part.end, last + MAX_LENGTH_OF_CLAUSE)]
    ).strip()


def sentence(place: Place) -> str:
    """Return the words of the sentence around a place."""
    return place.words(place.cursor.within("sentence").part)


def sentence_terminals(place: Place) -> set[str]:
    """Return the terminals of the words in the sentence around a place."""
    inside = tree_queries.leaves(place.cursor.within("sentence"))
    return {part.type for _, part in inside if type(part) is not Node}


def verbs(place: Place) -> list[Token]:
    """Return the verbs of the clause around a word, auxiliaries included.

    “can't” and “attack” of “Ysolde can't attack”.
    """
    return clauses.verbs_of(acting(place).child("predicate"))


def suffers(place: Place, doing: WordList) -> bool:
    """Tell whether a word is the object of one of these verbs."""
    return is_object(place) and any(doing.match(place.words(verb)) for verb in verbs(place))


def objects(place: Place) -> list[Token | None]:
    """Return the heads of the objects in the clause around a word.

    “creature” of “Destroy target creature.”.
    """
    clause = acting(place)
    around = [
        part
        for near in (clause, clause.child("predicate"))
        for part in near.children[: tree_queries.MAX_PARTS]
        if type(part) is Node and part.kind == "object"
    ]
    return [
        phrases.head_of(phrase)
        for thing in around
        for phrase in thing.children
        if type(phrase) is Node and phrase.kind == "np"
    ]


def acting(place: Place) -> Cursor:
    """Return the clause that says what its subject does, with an unlisted verb if need be.

    For “Ysolde or another creature enters” that is the clause after “or”, for a topic that a comma
    separates from its verb the one after the comma.
    """
    own = clause = place.cursor.within("clause", "relative")
    for _ in range(MAX_JOINED_SUBJECTS):
        if not clause or tree_queries.first_child(clause.part, "predicate") is not None:
            break
        clause = _following(clause)
    return clause or own


def _following(clause: Cursor) -> Cursor:
    """Return the clause that continues with the subject of one."""
    if clause.up.kind in ("trigger", "condition"):
        return _following(clause.up)
    following = clause.joined(1, "AND")
    if not following and tree_queries.first_child(clause.part, "topic") is not None:
        following = clause.joined(1, "COMMA")
    if following.kind in ("trigger", "condition"):
        return following.child("clause")
    return following if following.kind == "clause" else NOWHERE


def receiver_noun(reference: Reference, subject: Subject) -> str:
    """Return the noun for a permanent that precedes a quotation in its sentence.

    “Enchanted creature has "…"” gives “creature”. Empty if there is no quotation or noun.
    """
    place = place_of(subject, reference.start)
    if place is None:
        return ""
    quotes = [each for each in place.cursor.upward() if each.kind == "quote"]
    for word in quotes[-1].before() if quotes else ():
        said = is_said(Place(word, place.paragraph, place.begin))  # “is an enchantment and”
        words = place.words(word.part)
        if phrases.is_head(word) and not said and (listed := _listed(words, subject)):
            return listed
    return ""


def _listed(words: str, subject: Subject) -> str:
    """Return the noun for a permanent that words are, in any number; else ""."""
    nouns = subject.language.lexicon.permanent_nouns
    return next((noun for noun in nouns if words in (noun, f"{noun}s")), "")


# Terminals of what is said when an object becomes another face.
TURNING_TERMINALS = frozenset({"TURN", "TURNED_INTO"})


def in_play(place: Place, subject: Subject) -> bool:
    """Tell whether what a word denotes does, or becomes, what only an object in play can.

    It attacks; it dies or untaps, and does it to nothing. A spell may deal damage as well.

    “Ysolde attacks each combat.”, “When Ysolde dies, …” → True; “Ysolde deals 2 damage …” → False
    """
    if not is_subject(place):
        return False
    selves = lint_words(subject.language).selves
    acts = [verb.type for verb in verbs(place) if verb.type in clauses.VERBS]
    done = acts[-1] if acts else ""
    action = action_of(place)
    if done == "ACT" and not selves.dealt.search(action):
        return not _goes_on(place)
    if done in ("LEAVE", "AFFECT") and not objects(place):
        return not _goes_on(place)
    changed = amounts.CHANGE.search(action.translate(amounts.TO_HALF_WIDTH))
    return bool(changed or selves.in_play.search(action))


def _goes_on(place: Place) -> bool:
    """Tell whether another verb follows, with a zone: “leaves exile”."""
    parts = acting(place).children[: tree_queries.MAX_PARTS]
    return sum(tree_queries.kind_of(part) == "predicate" for part in parts) > 1


def gains(place: Place) -> bool:
    """Tell whether what a word denotes gets an ability, which is not a thing."""
    is_given = is_subject(place) and any(verb.type == "GIVE" for verb in verbs(place))
    heads = objects(place)
    return is_given and bool(heads) and all(head is None for head in heads)


# The sentence for which `turns` answered last: references come in order, so one long sentence is
# read once and not once for each of them. A pair, so that threads cannot mix two.
_last_answer: tuple[Node | None, bool] = (None, False)


def turns(place: Place, subject: Subject) -> bool:
    """Tell whether the sentence around a word says that something turns into another face.

    “Transform Ysolde.”.
    """
    global _last_answer
    node = place.cursor.within("sentence").node
    last_node, answer = _last_answer
    if last_node is not node:
        turning = lint_words(subject.language).selves.turning
        has_turn = not sentence_terminals(place).isdisjoint(TURNING_TERMINALS)
        answer = has_turn or bool(turning.search(sentence(place)))
        _last_answer = (node, answer)
    return answer
