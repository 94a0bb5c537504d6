"""Terminals by what they tell of the words that they stand beside."""

from __future__ import annotations

from nanori.grammar.clauses import AUXILIARIES, VERBS

PREDICATES = VERBS | AUXILIARIES | {"POSSESSIVE", "INFLECTED"}
"""Terminals behind what a sentence is about, or whose something is."""
PARTICLES = frozenset({"TOPIC", "NOMINATIVE", "ACCUSATIVE", "GENITIVE", "POSTPOSITION", "FROM"})
"""Terminals behind a phrase, where languages mark them so."""
MARKS = frozenset({"COMMA", "COLON", "QUOTE_CLOSE"})
"""Terminals behind a phrase where nothing else divides words."""
ORDINARY = frozenset({"DETERMINER", "INDEFINITE", "THIS", "ADJECTIVE", "ENCHANTED"})
"""Terminals that make the next words a common noun."""
NOUNS = frozenset({"OBJECT_NOUN", "NOUN", "TOKEN"})
"""Terminals of nouns that make the words before them one with them."""
ACTED_ON = frozenset(
    {"COMMA", "DETERMINER", "DEFINITE", "INDEFINITE", "ADJECTIVE", "THIS", "THAT", "PRONOUN",
     "PLAYER", "WITH"}
)  # fmt: skip
"""Terminals behind a verb that begins a sentence."""
GOVERNING = VERBS | {"PREPOSITION", "FROM", "WITH", "TRIGGER", "IF", "EXCEPT"}
"""Terminals before what is done to, where something is, or what is so."""
ACTS = frozenset({"ACT", "TURN", "LEAVE", "GIVE", "BE"})
"""Terminals of what only objects do."""
EVIDENT = frozenset(
    {("NOMINATIVE", "BATTLEFIELD"), ("NOMINATIVE", "ACT"), ("NOMINATIVE", "LEAVE"),
     ("ACCUSATIVE", "CAST"), ("ACCUSATIVE", "AFFECT"), ("ACCUSATIVE", "MOVE"),
     ("GENITIVE", "THING")}
)  # fmt: skip
"""Pairs of terminals behind names alone."""
