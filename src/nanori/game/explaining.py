"""A scenario told in sentences: what happens, by which rules, and which words changed."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import accumulate
from typing import cast

import msgspec

from nanori.game.door import kind_of
from nanori.game.events import PLAYED
from nanori.game.plain_values import Plain
from nanori.game.scenarios import Scenario
from nanori.model import messages

# Words of answers, and where an ability comes from.
WORDS: Mapping[str, str] = {
    "no_name": "no name",
    "no_object": "no object",
    "nobody": "nobody yet",
    "before": "before",
    "now": "now",
    "from": "{origin} from {giver}",
    "yes": "yes",
    "no": "no",
    "steps": "What happens",
    "printed": "printed",
    "copied": "copied",
    "gained": "gained",
    "granted": "granted",
    "created": "created",
    "predefined": "by the rules",
    "spliced": "spliced",
    "merged": "merged",
}
# A sentence for each kind of event, with its fields in braces.
STEPS: Mapping[str, str] = {
    "gain": "{object} gains abilities of {from}.",
    "lose": "{object} loses abilities.",
    "grant": "{source} grants {to} what it quotes.",
    "create": "{source} creates {ids}.",
    "copy": "{object} becomes a copy of {of}.",
    "end_copy": "{object} stops being a copy.",
    "splice": "{card} is spliced onto {onto}.",
    "transform": "{object} turns over.",
    "flip": "{object} is flipped.",
    "meld": "{objects} meld into {into}.",
    "mutate": "{card} mutates onto {onto}.",
    "merge": "{card} merges with {onto}.",
    "face_down": "{object} is turned face down.",
    "face_up": "{object} is turned face up.",
    "unlock": "The {half} door of {object} is unlocked.",
    "lock": "The {half} door of {object} is locked.",
    "rename": "{object} is called {name} now.",
    "add_names": "{object} has more names: {names}.",
    "change_text": "In the text of {object}, {from} becomes {to}.",
    "link": "{objects} are linked.",
    "cast": "{object} is cast.",
    "move": "{object} moves to another zone.",
}
# What the rules cited in answers say.
RULES: Mapping[str, str] = {
    "111.3": "The effect that creates a token says which abilities it has.",
    "111.4": "A token has the name it is given, else that of its subtypes and “Token”.",
    "114.1": "An emblem has the abilities that its effect says, and no name.",
    "201.2": "A card's name is its English name, whatever the language of its print.",
    "201.2a": "Objects have the same name if they have at least one name in common.",
    "201.2b": "Objects have different names if each has one and no two have one in common.",
    "201.2c": "An object has a different name if it has one, and none that the others have.",
    "201.3": "Interchangeable names count as one name everywhere.",
    "201.4": "Only the name of a card that exists can be chosen.",
    "201.4a": "The card of that name must have the characteristics that are asked for.",
    "201.5": "Text that names its own object means just that object, even under another name.",
    "201.5a": "A name in a granted ability means the very object that granted it.",
    "201.5b": "On an object that gained an ability, the old owner's name reads as its own.",
    "201.5c": "A legend's shortened name means the whole name.",
    "201.6": "An alternate name means the card that it is printed on.",
    "202.2": "A name is chosen if it exists; of several variants the variant must be said.",
    "202.3": "A name contains a word if it has the word in it unbroken.",
    "202.3a": "A whole name is meant together with its ruby.",
    "202.5": "Linked cards have the names of all of them.",
    "400.7": "An object that moves to another zone becomes a new object.",
    "601.2a": "A card that is cast becomes a spell on the stack.",
    "612.2": "Words of types and colours change, names never.",
    "613.1f": "Effects add abilities to an object, or take them away.",
    "613.2a": "What is no copy any more has its own values again.",
    "701.28": "A double-faced permanent is turned over; what has one face stays as it is.",
    "702.140e": "A mutated permanent has the abilities of all its cards; names in them read as its"
    " own.",
    "702.47": "The text of the spliced card is added to the spell.",
    "707.2": "A copy has what is printed on the original, with the copy's exceptions.",
    "700.7": "“This creature” means just that object, even if it is no creature any more.",
    "708.2a": "A face-down permanent has neither name nor text.",
    "708.8": "A permanent that is turned face up has its own name and text again.",
    "709.5f": "A Room has the name and text of a half that is unlocked.",
    "709.5g": "A Room has neither name nor text of a half that is locked.",
    "710.4": "A flipped card has its other name and text.",
    "712.1": "The name of a face or of a melded card means no object by itself.",
    "712.4": "Melded cards are one object with the melded face's name and text.",
    "730.2": "A merged permanent is what its topmost card is.",
}
# Their context in the catalogues: “no” alone would be translated within messages.
CONTEXT = "scenario"


def translated(words: str, lang: str = "") -> str:
    """Return words of this module in a language; English where its catalogue lacks them."""
    return messages.catalogue(lang or messages.source()).pgettext(CONTEXT, words)


def words(lang: str = "") -> dict[str, str]:
    """Return the words of answers in a language."""
    return {key: translated(word, lang) for key, word in WORDS.items()}


def sentence(rule: str, lang: str = "") -> str:
    """Return what a rule says; for an unlisted one, what the rule above it says."""
    number = rule
    while number and number not in RULES:
        number = number[:-1]
    return translated(RULES[number], lang) if number else ""


def steps(scenario: Scenario, lang: str = "") -> Iterator[tuple[str, str]]:
    """Yield for each event a sentence in that language, and the number of its rule."""
    names = {thing.id: _called(cast("Plain", thing.card)) for thing in scenario.objects}
    for event in scenario.events:
        fields: dict[str, Plain] = msgspec.to_builtins(event)
        shown = {key: _shown(value, names) or "…" for key, value in fields.items()}
        kind = kind_of(event)
        step = translated(STEPS[kind], lang).format_map(defaultdict(lambda: "…", shown))
        yield step, PLAYED[kind].rule


def _called(card: Plain) -> str:
    """Return the name of a card: itself, in its record, or in that of its first face."""
    if isinstance(card, list):
        return _called(card[0]) if card else ""
    if isinstance(card, dict):
        return _called(card.get("name") or card.get("faces"))
    return card.strip() if isinstance(card, str) else ""


def _shown(value: Plain, names: Mapping[str, str]) -> str:
    """Return a field as in a sentence: objects by name and id, lists with commas."""
    if isinstance(value, list):
        return ", ".join(_shown(item, names) for item in value)
    word = _called(value)
    name = names.get(word) or word
    return name if name == word else f"{name} ({word})"


# Pieces of a text from which changed words are not looked for: that takes quadratic time.
MAX_COMPARED_PIECES = 2_000
# A word, blanks, or a sign.
_PIECE = re.compile(r"[A-Za-z0-9'’]+|\s+|.", re.DOTALL)
# Code points, in the old text or the new one.
WordSpan = tuple[int, int]


def changed_words(old: str, new: str) -> list[tuple[WordSpan, WordSpan]]:
    """Return where two texts differ, each place in both; everything if they are long.

    Words with one piece between them are one change, such as a name of several words.
    """
    pieces: list[list[str]] = [_PIECE.findall(text) for text in (old, new)]
    if max(map(len, pieces)) > MAX_COMPARED_PIECES:
        return [((0, len(old)), (0, len(new)))]
    before, after = (list(accumulate(map(len, text), initial=0)) for text in pieces)
    changed: list[tuple[WordSpan, WordSpan]] = []
    end = -2  # of the last change, in pieces of the old text
    matcher = SequenceMatcher(None, *pieces, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind != "equal":
            starts = (before[first], after[new_first])
            if first - end <= 1:
                starts = tuple(span[0] for span in changed.pop())
            changed.append(((starts[0], before[last]), (starts[1], after[new_last])))
            end = last
    return changed
