"""The types of what the library's functions return, public as `nanori.results`.

>>> card = nanori.Card(name="Ash Wolf", text="Untap Ash Wolf.")
>>> isinstance(nanori.annotate(card)[0], nanori.results.Reference)
True
"""

from nanori.documents.values import CardMention
from nanori.formats.entries import Entry, Location
from nanori.game.card_abilities import AbilityReference, CardAbility
from nanori.model.diagnostics import Diagnostic, Elsewhere, Fix
from nanori.model.values import Node, Reference, Token
from nanori.names.choosing import Choice
from nanori.names.model import FaceEntry, Hit, NameForm, Printing
from nanori.rewriting.renaming import FieldChange, Leftover, Plan

__all__ = [
    "AbilityReference",
    "CardAbility",
    "CardMention",
    "Choice",
    "Diagnostic",
    "Elsewhere",
    "Entry",
    "FaceEntry",
    "FieldChange",
    "Fix",
    "Hit",
    "Leftover",
    "Location",
    "NameForm",
    "Node",
    "Plan",
    "Printing",
    "Reference",
    "Token",
]
