"""Who gets an ability that stands in quotation marks, or a keyword explained in brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from nanori.grammar import clauses, phrases, places
from nanori.grammar.places import Path, Step
from nanori.model.values import Node, Token


def is_chosen(path: Path) -> bool:
    """Tell whether a quotation is a choice or an effect, and no ability, by what is behind it."""
    return any(
        verb.type in ("CHOOSE", "DO") for verb in clauses.verbs_of(clauses.predicate_of(path))
    )


def creates(path: Path) -> bool:
    """Tell whether the sentence around a place creates something, by its verbs and tokens.

    So, too, the one before it, where it begins with the place: “Create a token. Its name is …”.
    """
    sentence = places.within(path, "sentence")
    node = places.at(sentence) if sentence else None
    if not isinstance(node, Node):
        return False
    types = _said(node)
    if "MAKE" in types or "TOKEN" in types:
        return True
    parent, number = sentence[-1]
    before = parent.children[number - 1] if number else None
    named = types.index("ITS_NAME") if "ITS_NAME" in types else len(types)
    return (
        isinstance(before, Node)
        and {"PRONOUN", "GENITIVE"}.issuperset(types[:named])
        and "MAKE" in _said(before)
    )


def _said(sentence: Node) -> list[str]:
    """Return the first terminals of a sentence outside of quotations and brackets."""
    types: list[str] = []
    waiting: list[Node | Token] = [sentence]
    for _ in range(places.PARTS):
        part = waiting.pop() if waiting else None
        if isinstance(part, Node) and part.kind not in places.BRACKETS:
            waiting += reversed(part.children[: places.PARTS])
        elif isinstance(part, Token):
            types.append(part.type)
    return types


# Terminals of nouns that denote an object, or all of a kind.
OBJECTS = ("OBJECT_NOUN", "NOUN", "TOKEN", "SUBTYPE", "CAPITAL", "INFLECTED")


def quote_is_granted(path: Path, *, verb_last: bool, inverts: bool = False) -> bool:
    """Tell whether a quoted ability goes to something other than the source (CR 201.5a).

    `verb_last` is for languages in which the verb that gives it stands behind it, `inverts` for
    those in which the subject does, where something else begins the clause.
    """
    giving = _giving(path) or _giving_beside(path, verb_last=verb_last)
    if inverts and (behind := _subject_behind(giving)):
        # What it gets stands in the same phrase: „hat der Salzwächter Eile und „…““.
        words = places.tokens(places.node_at(behind))
        return (
            not any(word.type in phrases.SOURCES for word in words)
            and _verdict(behind) is not False
        )
    return bool(giving) and _is_other(giving, default=True)


def _subject_behind(giving: Path) -> Path:
    """Return the phrase right behind a verb that gives whose clause has no subject before it.

    So, too, behind the verb that says what something becomes “with” an ability.
    """
    if giving and _type(giving) == "WITH":
        giving = clauses.complemented(giving[:-1] if giving[-1].node.kind == "pp" else giving)
    predicate = giving[:-1]
    if not predicate or _type(giving) not in ("GIVE", "BE"):
        return ()
    clause, child = predicate[-1]
    before = (part for part in clause.children[:child] if isinstance(part, Node))
    if clause.kind != "clause" or any(
        part.kind == "subject" and any(map(_is_noun_phrase, part.children)) for part in before
    ):
        return ()
    said = places.child_of(predicate, "object")
    inside = places.node_at(said) if said else None
    if inside is None or not inside.children or not _is_noun_phrase(inside.children[0]):
        return ()
    return (*said, Step(inside, 0))


def _is_noun_phrase(part: Node | Token) -> bool:
    """Tell whether a part is a noun phrase, and no adverb by itself."""
    if not isinstance(part, Node) or part.kind != "np":
        return False
    return any(not isinstance(word, Token) or word.type != "ADVERB" for word in part.children)


def receivers(quote: Path, *, verb_last: bool = False) -> Sequence[Path]:
    """Return the phrases that say who gets a quoted ability; none where the text does not say."""
    giving = _giving(quote) or _giving_beside(quote, verb_last=verb_last)
    return _recipients(giving) if giving else ()


def reminder_is_granted(path: Path) -> bool:
    """Tell whether reminder text explains a keyword that something other than the source gets."""
    said = list(_explained(path))
    if _begins_with_keyword(path) or any(_type(here) == "KEYWORD" for here in said):
        return False
    made = False
    for here in said:
        if _type(here) == "GIVE" or (_type(here) == "WITH" and not _is_with_one(here)):
            return made or _is_other(here, default=False)
        made = made or _type(here) in ("TOKEN", "MAKE")
    return made and _is_about_it(path)


def _is_with_one(path: Path) -> bool:
    """Tell whether what something is with is an object and no keyword: “a card with a Tale”."""
    behind = places.beside(path, 1)
    while isinstance(behind, Node) and behind.children:
        behind = behind.children[0]
    return isinstance(behind, Token) and behind.type == "INDEFINITE"


def _is_about_it(path: Path) -> bool:
    """Tell whether a bracket begins with what the thing just made is, or what it has.

    “(It's an artifact with “…”)”, or the quotation alone.
    """
    first: Node | Token | None = places.at(path)
    if isinstance(first, Node):
        first = first.children[1] if len(first.children) > 1 else None
    while isinstance(first, Node):
        first = first.children[0] if first.children else None
    return isinstance(first, Token) and first.type in ("PRONOUN", "QUOTE_OPEN")


def _begins_with_keyword(path: Path) -> bool:
    """Tell whether the ability that a bracket stands in begins with a keyword."""
    if any(_type(here) == "reminder" for here in places.before(path)):
        return False  # the keyword is explained already
    ability = next((step.node for step in reversed(path) if step.node.kind == "ability"), None)
    first: Node | Token | None = ability
    while isinstance(first, Node):
        first = first.children[0] if first.children else None
    return first is not None and first.type == "KEYWORD"


def _explained(path: Path) -> Iterator[Path]:
    """Yield the words of the sentence that reminder text explains, the last first.

    It is the one that the bracket stands in, or the one before where the bracket begins one.
    """
    begun = False
    for here in places.before(path, "named", "other"):
        if begun and (_type(here) in clauses.ENDS or _type(here) == "reminder"):
            return
        begun = begun or _type(here) not in clauses.ENDS
        yield here


def _type(path: Path) -> str:
    part = places.at(path)
    return part.type if isinstance(part, Token) else part.kind


def _giving(path: Path) -> Path:
    """Return the path to the word by which a quotation is given where it stands; () if none."""
    inside = places.within(path, "pp", "predicate", "relative", "clause")
    node = places.at(inside) if inside else None
    if isinstance(node, Node) and node.kind == "pp":
        giving = _word(inside, node, "WITH")
        return giving or _giving(inside)
    before = places.path_beside(path, -1)
    relative = places.at(before) if before else None
    if isinstance(relative, Node) and relative.kind == "relative":
        giving = _word(before, relative, "GIVE")
        if giving:
            return giving
    if isinstance(node, Node) and node.kind in ("clause", "relative"):
        giving = _of_clause(inside, node, path[len(inside)].child)
        return giving or (_giving(inside) if node.kind == "relative" else ())
    return _word(inside, node, "GIVE") if isinstance(node, Node) else ()


def _of_clause(clause: Path, node: Node, about: int = 0) -> Path:
    """Return the path to the verb of a clause that gives, near its child of that number."""
    first, last = max(0, about - places.NEAR), about + places.NEAR
    for number, part in enumerate(node.children[first:last], first):
        if isinstance(part, Node) and part.kind == "predicate":
            giving = _word((*clause, Step(node, number)), part, "GIVE")
            if giving:
                return giving
    return _word(clause, node, "GIVE", about)


def _word(path: Path, node: Node, terminal: str, about: int = 0) -> Path:
    """Return the path to a word of this terminal that a node has itself, near that child."""
    first, last = max(0, about - places.NEAR), about + places.NEAR
    for number, part in enumerate(node.children[first:last], first):
        if isinstance(part, Token) and part.type == terminal:
            return (*path, Step(node, number))
    return ()


def _giving_beside(path: Path, *, verb_last: bool) -> Path:
    """Return what gives a quotation that a joint divides from it: “has “…” and “…””."""
    clause = places.within(path, "clause")
    if not clause or places.child_of(clause, "predicate", path[len(clause)].child):
        return ()
    node, child = clause[-1]
    ahead = range(child + 1, min(len(node.children), child + places.NEAR))
    behind = range(child - 1, max(-1, child - places.NEAR), -1)
    for number in ahead if verb_last else behind:
        here = (*clause[:-1], Step(node, number))
        part = places.at(here)
        if isinstance(part, Node) and part.kind in ("trigger", "condition"):
            inner = len(part.children) - 1
            here, part = (*here, Step(part, inner)), part.children[inner]
        if isinstance(part, Node) and part.kind == "clause":
            giving = _of_clause(here, part) or _with(here)
            if giving or places.first_child(part, "predicate"):
                return giving
    return ()


def _with(clause: Path) -> Path:
    """Return the path to the last “with” in a clause."""
    for here, part in reversed(list(places.leaves(places.at(clause), clause))):  # type: ignore[arg-type]
        if isinstance(part, Token) and part.type == "WITH":
            return here
    return ()


def _is_other(giving: Path, *, default: bool) -> bool:
    """Tell whether what gets an ability by this word is something other than the source."""
    receiving = _recipients(giving)
    if not receiving and is_exception(giving):
        return bool(_of_copy(giving))
    if not receiving and _type(giving) == "GIVE" and _is_left_out(giving):
        return False
    verdicts = [_verdict(phrase) for phrase in receiving]
    told = [verdict for verdict in verdicts if verdict is not None]
    if any(map(_is_beside_source, receiving)):
        return True
    if not told and is_exception(giving):
        return bool(_of_copy(giving))
    return any(told) if told else default


def _is_left_out(giving: Path) -> bool:
    """Tell whether the subject of a verb is the source, not said again: “pon … sobre él y gana”."""
    if creates(giving) or _antecedent(giving) is not False:
        return False
    ends = 0
    for here in places.before(giving):
        ends += _type(here) in clauses.ENDS
        if ends > 1 or _type(here) == "TOKEN":
            return ends > 1
    return True


def _is_beside_source(path: Path) -> bool:
    """Tell whether a phrase is a pronoun beside the source, as in “this creature and it gain …”.

    What the two have is said of either.
    """
    head = phrases.head_of(places.node_at(path))
    if head is None or head.type != "PRONOUN":
        return False
    near = [*islice(places.before(path), 2)]
    if len(near) < 2 or _type(near[1]) not in phrases.SOURCES:
        return False
    joint, before = near
    if _type(joint) == "AND":
        return bool(places.within(before, "subject"))  # not “untap this creature and it gains …”
    return _type(joint) == "POSTPOSITION"


def _recipients(giving: Path) -> Sequence[Path]:
    """Return the phrases that say who gets an ability by “with” or by a verb.

    What something becomes “with” an ability is that thing itself.
    """
    if _type(giving) != "WITH":
        subjects = clauses.subjects_of(giving)
        for _ in range(places.NEAR):
            verb = clauses.complemented(subjects[0]) if len(subjects) == 1 else ()
            if not verb:
                break
            subjects = clauses.subjects_of(verb)
        return subjects
    phrase = giving[:-1] if giving[-1].node.kind == "pp" else giving
    if verb := clauses.complemented(phrase):
        return clauses.subjects_of(verb)
    node, child = phrase[-1]
    for number in range(child - 1, -1, -1):
        part = node.children[number]
        if isinstance(part, Node) and part.kind == "np":
            return [(*phrase[:-1], Step(node, number))]
    return clauses.subjects_of(phrase)


def _verdict(path: Path) -> bool | None:
    """Tell whether a phrase denotes something other than the source; None if it does not say."""
    phrase = places.at(path)
    assert isinstance(phrase, Node)
    if phrases.is_source(phrase):
        return False
    head = phrases.head_of(phrase)
    if head is not None and head.type == "PRONOUN":
        return _of_copy(path) if is_exception(path) else _antecedent(path)
    if head is None and is_exception(path):
        return _of_copy(path)
    if head is None:  # words of no list: with a determiner they are a noun
        return True if phrases.is_determined(phrase) else None
    return _of_owner(phrase, head) if head.type in ("PLAYER", "THING") else True


def _of_owner(phrase: Node, thing: Token) -> bool | None:
    """Tell whether a thing, “a creature's power”, is that of something other than the source."""
    owned = False
    for part in reversed(phrase.children[: phrase.children.index(thing)]):
        if isinstance(part, Node):
            return None
        if owned:
            return (
                None
                if part.type in ("PLAYER", "THING") or part.type in phrases.DETERMINERS
                else part.type not in phrases.SOURCES
            )
        # 「…すべてのパワー」: what says how many stands behind the owner and joins it to a thing.
        owned = part.type in ("GENITIVE", "POSSESSIVE") or part.type in phrases.DETERMINERS
    return None


def is_exception(path: Path) -> bool:
    """Tell whether a phrase stands behind “except” in its sentence."""
    sentence = places.within(path, "sentence")
    node = places.at(sentence) if sentence else None
    if isinstance(node, Node):
        for part in node.children[path[len(sentence)].child :]:
            if isinstance(part, Node) and part.kind == "condition" and _ends_in(part, "EXCEPT"):
                return True
    for here in places.before(path, "np"):
        if _type(here) == "EXCEPT":
            return True
        if _type(here) in clauses.ENDS:
            break
    return False


def _ends_in(node: Node, terminal: str) -> bool:
    last = node.children[-1]
    return len(node.children) > 1 and isinstance(last, Token) and last.type == terminal


def _of_copy(path: Path) -> bool | None:
    """Tell whether “it” of “a copy of that creature, except it has …” is not the source.

    What is created is not; what enters or becomes as a copy is what the sentence is about.
    """
    if creates(path):
        return True
    source: bool | None = None
    for here in places.before(path, "np"):
        part = places.at(here)
        if _type(here) in clauses.ENDS:
            break
        if _type(here) in ("MAKE", "TOKEN"):
            return True
        if isinstance(part, Node) and part.kind == "np":
            if phrases.is_source(part):
                source = False
            elif any(word.type == "TOKEN" for word in places.tokens(part)):
                return True
    return source


def _antecedent(path: Path) -> bool | None:
    """Tell whether the nearest object said before a pronoun is not the source.

    In “create a copy of … It gains …” it is the one created. A target said last in the sentence
    before is what the next one is about.
    """
    nearest: bool | None = None
    doubtful: bool | None = None
    on_source = False  # as a counter is put on it
    for here in places.before(path, "np"):
        part = places.at(here)
        if nearest is not None and _type(here) in clauses.ENDS:
            break
        if nearest is not None and _type(here) == "MAKE":
            return True
        if nearest is None and on_source and _type(here) in clauses.ENDS:
            break
        on_source = on_source or _type(here) in phrases.SOURCES
        if nearest is None and isinstance(part, Node) and part.kind == "np":
            is_said = clauses.complemented(here) or _is_said_of_subject(here)
            nearest = None if is_said else _nearest(part)
            if nearest:
                return True
            aside = places.within(here, "condition") and not places.within(here, "subject")
            if nearest is False and aside:
                nearest, doubtful = None, False  # “as long as you control Ysolde, it …”
    if nearest is None:
        return False if on_source else doubtful
    return nearest


def _is_said_of_subject(path: Path) -> bool:
    """Tell whether a phrase says what the one before it is: „falls er ein Engel ist“."""
    subject, child = path[-1]
    before = subject.children[child - 1] if subject.kind == "subject" and child else None
    verbs = clauses.verbs_of(clauses.predicate_of(path)) if before is not None else []
    named = isinstance(before, Node) and before.kind == "np"
    return named and bool(verbs) and all(verb.type == "BE" for verb in verbs)


def _nearest(phrase: Node) -> bool | None:
    """Tell whether a phrase is about another object; None if it is about none."""
    if phrases.is_source(phrase):
        return False
    head = phrases.head_of(phrase)
    return True if head is not None and head.type in OBJECTS else None
