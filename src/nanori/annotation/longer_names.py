"""Other cards' names that no list has: a piece of the own name goes on, or a bracket says them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.annotation import name_rules
from nanori.annotation.name_rules import Candidate
from nanori.annotation.own_names import Surface
from nanori.annotation.surroundings import Surroundings
from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.model.values import Token

# How many code points before a place are looked at for a word.
NEAR = 48
# Letters by which a misprint differs from the own name at most.
SLIPS = 2
# Words that a name has at most beyond a piece of it.
MOST = 6
# A keyword with what it says, and the bracket that explains it.
HEAD = re.compile(r"(?m)^(\w[^\n(.,:;{}“”\"—]{3,80}) \(([^()\n]+)\)")


def around(piece: Candidate, own: str, taken: bytearray) -> Candidate | None:
    """Return the longer name that a piece of the own name is a part of; None if it is of none.

    “Visionary of the Future” on Visionary of the North, “House Sigil” on Rook Sigil. One that is
    near to the own name is a misprint of it. `taken` is 1 where another name stands.
    """
    beside = piece.beside
    if not beside.divided or not piece.is_in_longer_name():
        return None
    text, start, end = piece.text, piece.start, piece.end
    for _ in range(MOST):
        further = _behind(text, end, beside)
        if further == end:
            break
        end = further
    if end == piece.end:
        start = _before(text, start, beside)
    if (start, end) == (piece.start, piece.end) or taken.find(1, start, end) >= 0:
        return None
    if _is_misprint(text[start:end], own):
        return None
    surface = Surface(text[start:end], "KNOWN_NAME", sure=False, part=True)
    return Candidate(text, start, end, surface, beside)


def _is_misprint(words: str, own: str) -> bool:
    """Tell whether words are nearly the own name, or as many words of it: its short name, too."""
    from rapidfuzz.distance import OSA  # a tenth of a start, and few texts come here

    parts = own.replace(",", "").split()
    count = len(words.split())
    pieces = (" ".join(parts[place : place + count]) for place in range(len(parts) - count + 1))
    said = words.replace(",", "")
    return any(OSA.distance(said, piece, score_cutoff=SLIPS) <= SLIPS for piece in (own, *pieces))


def _behind(text: str, end: int, beside: Surroundings) -> int:
    """Return where the next word of a name ends; where the name does, if there is none."""
    terminal, last = beside.behind(text, end)
    # Behind a colon is an effect: “Sacrifice Orsa: You gain …”.
    ties = (*(divider for divider in beside.dividers if ":" not in divider), " ")
    places = [end + len(tie) for tie in ties if text.startswith(tie, end)]
    if terminal == "POSSESSIVE":
        places.append(last + 1)
    for place in places:
        word = beside.lexical.word.match(text, place)
        if word is None or not word[0][0].isupper() or word[0].isupper():
            continue
        kind = beside.grammar.nameless.at(text, place)[0]
        if kind not in VERBS and kind not in AUXILIARIES:
            return word.end()
    return end


def _before(text: str, start: int, beside: Surroundings) -> int:
    """Return where the word of a name before it begins; where the name does, if there is none."""
    blank = text.rfind(" ", max(0, start - NEAR), max(0, start - 1))
    within = blank > 0 and text[blank - 1].isalpha()
    word = text[blank + 1 : start - 1]
    named = within and word[:1].isupper() and word.isalpha()
    # Not “by Evolving Fox”: what is done with a name is none of it.
    done = named and beside.before(text, blank + 1)[0] in VERBS
    return blank + 1 if done else start


def explained(text: str, names: Sequence[Token], beside: Surroundings) -> list[Token]:
    """Return the names of other cards that a keyword of no list says, and its bracket again.

    “Master of Salt Shaman (When this enters, you may put Salt Shaman into your hand …)”.
    """
    if not beside.divided or " (" not in text:
        return []
    names_said: list[Token] = []
    for line in HEAD.finditer(text):
        words = line[1].split(" ")
        for number in range(1, len(words) - 1):
            name = " ".join(words[number:])
            if not (words[number][0].isupper() and words[-1][0].isupper() and name in line[2]):
                continue
            places = [line.end(1) - len(name), line.start(2) + line[2].index(name)]
            if _are_names(text, places, name, names, beside):
                names_said += [Token("KNOWN_NAME", place, place + len(name)) for place in places]
            break
    return names_said


def _are_names(
    text: str, places: Sequence[int], name: str, names: Sequence[Token], beside: Surroundings
) -> bool:
    """Tell whether nothing else stands at those places, and the last is read as a name."""
    end = places[-1] + len(name)
    for token in names:
        weak = token.type in ("SHORT_NAME", "KNOWN_NAME")
        if not weak and any(
            token.start < place + len(name) and place < token.end for place in places
        ):
            return False
    surface = Surface(name, "KNOWN_NAME", sure=False)
    candidate = Candidate(text, places[-1], end, surface, beside)
    return name_rules.reading(candidate, name_rules.RULES)[0] == "KNOWN_NAME"
