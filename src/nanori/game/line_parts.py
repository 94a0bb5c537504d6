"""Questions to the tree of a line: what introduces it, which keyword it is, whether it triggers."""

from collections.abc import Iterator

from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.grammar.phrases import NAMES
from nanori.grammar.tree_queries import BRACKETS, kind_of, leaves, tokens
from nanori.model.values import Node, Token

# Terminals that begin a line which is a part of the ability above it (CR 700.2, 706.3).
PARTS = frozenset({"MODE", "DIE_RESULT"})
# Terminals of the source of an ability.
SOURCE = frozenset({"OWN_NAME", "SHORT_NAME", "THIS_OBJECT"})
# Terminals behind a bracket with which a keyword goes on: its cost, or another keyword.
_GOES_ON = ("SYMBOL", "DASH", "COMMA")
# Terminals behind which a keyword's own words have ended.
_CUT = frozenset({"DASH", "COLON", "COMMA"})
# Terminals of a sentence, or of a name, that no keyword has in it.
_NO_KEYWORD = VERBS | AUXILIARIES | NAMES | {"STOP", "TOPIC", "NOMINATIVE", "ACCUSATIVE"}


def marks_of(tree: Node) -> frozenset[str]:
    """Return the terminals of what introduces a line: “+1: …” → LOYALTY_COST, “• …” → MODE."""
    first = next(iter(tree.children), None)
    if type(first) is Node and first.kind == "mode":
        tree = first
    return frozenset(part.type for part in tokens(tree))


def is_part(tree: Node) -> bool:
    """Tell whether a line is a part of the ability above it: a mode, a result of a die."""
    return bool(marks_of(tree) & PARTS)


def has_cost(tree: Node) -> bool:
    """Tell whether a line has a cost before a colon (CR 602.1): “{T}: Draw a card.”"""
    return any(kind_of(part) == "cost" for part in tree.children)


def has_trigger(tree: Node, *, verb_last: bool) -> bool:
    """Tell whether a line's first sentence begins with an event (CR 603.1): “When it dies, …”.

    Where verbs stand last, a topic or a place may go before: 「あなたのターンに、これが…たび」.
    """
    sentence = next((part for part in tree.children if type(part) is Node), None)
    if sentence is not None and sentence.kind == "mode":
        sentence = next((part for part in sentence.children if type(part) is Node), None)
    if sentence is None or sentence.kind != "sentence":
        return False
    parts = sentence.children if verb_last else sentence.children[:1]
    return any(kind_of(part) == "trigger" for part in parts)


def keyword_of(tree: Node, text: str) -> str:
    """Return a line's words before a symbol, a number, a dash or a bracket; "" for a sentence.

    “Equip {2}” → “Equip”, “Ward—Pay 2 life.” → “Ward”, “Draw a card.” → "": no keyword has a
    verb before its cost or number, nor a name.
    """
    end = tree.start
    cut = False
    for _, part in leaves(tree, but=BRACKETS):
        if type(part) is Node:
            if part.kind in (*BRACKETS, "mode"):
                break
            continue
        if part.type in _CUT or (cut and part.type == "STOP"):
            break
        if part.type in _NO_KEYWORD:
            return ""
        words = text[part.start : part.end]
        number = next((index for index, sign in enumerate(words) if sign.isdigit()), len(words))
        if not cut and part.type != "SYMBOL":
            end = part.start + number
        cut = cut or part.type == "SYMBOL" or number < len(words)
    return text[tree.start : end].strip()


def is_keyword_phrase(tree: Node) -> bool:
    """Tell whether a line is a keyword and what it is about, without a verb: “Enchant land”."""
    first = True
    for _, part in leaves(tree, but=BRACKETS):
        if type(part) is Node:
            if part.kind == "predicate":
                return False
        elif part.type == "STOP" or (first and part.type not in ("KEYWORD", "PARTNER")):
            return False
        else:
            first = False
    return not first


def introduced_by(tree: Node, text: str) -> str:
    """Return the ability word before a dash: “Threshold — Draw a card.” → “Threshold”, or ""."""
    mark = next((mark for mark in tokens(tree) if mark.type == "ABILITY_WORD"), None)
    return text[mark.start : mark.end].strip(" —―─-") if mark else ""


def whole_of(tree: Node, text: str) -> str:
    """Return what stands alone on a line: “Flying (It can't …)” → “Flying”.

    Of a line with an ability word it is that, “Threshold — Draw a card.” → “Threshold”.
    """
    if introduction := introduced_by(tree, text):
        return introduction
    bracket = next(
        (part.start for _, part in leaves(tree, but=BRACKETS) if _is_bracket(part)), None
    )
    return text[:bracket].strip()


def second(tree: Node, text: str) -> int | None:
    """Return where a second ability begins in a paragraph that runs some together (CR 113.2c).

    飛行（…）これが攻撃する。               ^ after a keyword with its brackets
    飛行 灰の急使が攻撃する。               ^ before the source's name after a keyword
    カードを１枚引く。{T}：カードを…       ^ at a cost, or a keyword alone, after a sentence
    """
    offsets = [*_behind_keyword(tree), *_behind_sentence(tree, text)]
    return min(offsets, default=None)


def _behind_sentence(tree: Node, text: str) -> Iterator[int]:
    """Yield where a sentence is followed by what begins an ability: “Draw a card. {T}: …”.

    One sign alone between them, such as the blank there, belongs to the ability.
    """
    ended = False
    sign: int | None = None
    for part in tree.children:
        if ended and _begins_ability(part, text):
            yield part.start if sign is None else sign
        ended = ended or kind_of(part) == "sentence"
        sign = part.start if type(part) is not Node and sign is None else None


def _begins_ability(part: Node | Token, text: str) -> bool:
    if type(part) is not Node or part.kind != "sentence":
        return kind_of(part) == "cost"
    first = next(iter(_pieces(part)), None)
    if first is None or type(first) is Node:
        return False
    return first.type == "KEYWORD" and bool(keyword_of(part, text))


def _behind_keyword(tree: Node) -> Iterator[int]:
    """Yield where a keyword that begins a paragraph ends: after “Equip {2} (…)”, or “Flying”."""
    previous: Node | Token | None = None
    costs = kind_of(tree.children[0]) == "cost" if tree.children else False
    for part in _pieces(tree):
        closed = type(previous) is Node  # a bracket: a remark, or what the keyword is about
        if previous is None and not _is(part, "KEYWORD"):
            return
        if previous is not None and _is(part, *SOURCE):
            yield part.start
            return
        if closed and type(part) is not Node and (costs or not _is(part, *_GOES_ON)):
            yield part.start
            return
        if type(part) is not Node and not _is(part, "KEYWORD", "SYMBOL", "WATER"):
            return
        previous = part


def _pieces(tree: Node) -> Iterator[Node | Token]:
    """Yield the tokens of a tree outside brackets and quotations, and these as they are."""
    for _, part in leaves(tree, but=BRACKETS):
        if type(part) is not Node or part.kind in BRACKETS:
            yield part


def _is(part: Node | Token, *types: str) -> bool:
    return type(part) is not Node and part.type in types


def _is_bracket(part: Node | Token) -> bool:
    return type(part) is Node and part.kind in BRACKETS
