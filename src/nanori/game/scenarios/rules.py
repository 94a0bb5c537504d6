"""The rules that lead to an answer, each in a plain sentence."""

from __future__ import annotations

SENTENCES = {
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
    "702.47": "The text of the spliced card is added to the spell.",
    "707.2": "A copy has what is printed on the original, with the copy's exceptions.",
    "708.2a": "A face-down permanent has neither name nor text.",
    "708.8": "A permanent that is turned face up has its own name and text again.",
    "709.5f": "A Room has the name and text of a half that is unlocked.",
    "709.5g": "A Room has neither name nor text of a half that is locked.",
    "710.4": "A flipped card has its other name and text.",
    "712.1": "The name of a face or of a melded card means no object by itself.",
    "712.4": "Melded cards are one object with the melded face's name and text.",
}
"""What a rule says, for those that answers cite."""


def sentence(rule: str) -> str:
    """Return what a rule says; of one that is not listed, what the rule above it says."""
    number = rule
    while number and number not in SENTENCES:
        number = number[:-1]
    return SENTENCES.get(number, "")
