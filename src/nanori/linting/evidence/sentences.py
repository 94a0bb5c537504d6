"""A paragraph's tree to where its sentences end, and which of its lines are of keywords."""

from collections.abc import Sequence

from nanori.grammar import clauses, tree_queries
from nanori.grammar.languages import Language
from nanori.linting.lexicon import lint_words
from nanori.model.values import Node, Token

# The terminal that a line of keywords begins with: “Enchant creature you control”.
KEYWORD = "KEYWORD"
# The sign between a keyword and a cost in words.
DASH = "DASH"
# What a cost may begin with.
SYMBOL = "SYMBOL"
# What ends a sentence.
STOP = "STOP"
# What is between words.
BLANK = "BLANK"
# Tokens, spaces among them, of a keyword that is an order; a sentence has more.
MAX_TOKENS_OF_KEYWORD = 3


def is_sentence(tree: Node) -> bool:
    """Tell whether a line says what something does, outside of brackets, and is no keyword's.

    A keyword's is what stands behind its dash.

    “Draw a card.”, “Ysolde attacks” → True; “Flying”, “Equip {2} (Attach it.)” → False
    """
    tokens = _tokens(tree)
    if not tokens or tokens[0].type != KEYWORD:
        return bool(tokens) and _predicates(tree)
    done = clauses.VERBS.intersection(token.type for token in tokens)
    return _is_no_keyword(tokens) and (bool(done) or _predicates(tree))


def is_said_before(tree: Node, end: int) -> bool:
    """Tell whether the last sentence up to a place says what something does, and is no keyword."""
    tokens: list[Token] = []
    for _, part in tree_queries.leaves(tree):
        if part.start >= end:
            break
        if type(part) is not Node:
            tokens = [] if part.type == STOP else [*tokens, part]
    done = clauses.VERBS.union(clauses.AUXILIARIES).intersection(token.type for token in tokens)
    return len(tokens) > MAX_TOKENS_OF_KEYWORD and bool(done) and _is_no_keyword(tokens)


def ends_in_verb(tree: Node) -> bool:
    """Tell whether the last word is a verb: what it is done to may have been lost.

    “You may sacrifice”.
    """
    tokens = _tokens(tree)
    return bool(tokens) and tokens[-1].type in clauses.VERBS | clauses.AUXILIARIES


def is_cut_off(line: str, language: Language) -> bool:
    """Tell whether a line ends in what ends no sentence: a stem without its ending, a particle.

    Of a language that divides words it is not known.
    """
    checks = lint_words(language)
    if language.lexicon.spaces or not checks.particle.pattern:
        return False
    return bool(checks.stem.fullmatch(line[-1]) or checks.particle.fullmatch(line[-1]))


def _is_no_keyword(tokens: Sequence[Token]) -> bool:
    """Tell whether words are no keyword's, or have a cost in words behind its dash."""
    if tokens[0].type != KEYWORD:
        return True
    behind = [token.type for token in tokens if token.type != BLANK][1:3]
    return len(behind) > 1 and behind[0] == DASH and behind[1] in {*clauses.VERBS, SYMBOL}


def _tokens(tree: Node) -> list[Token]:
    return [part for _, part in tree_queries.leaves(tree) if type(part) is not Node]


def _predicates(tree: Node) -> bool:
    return any(
        cursor.kind == "predicate" and not cursor.within(*tree_queries.BRACKETS)
        for cursor, _ in tree_queries.leaves(tree)
    )
