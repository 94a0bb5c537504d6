"""Texts about cards: the places where they write names, rules and card blocks."""
