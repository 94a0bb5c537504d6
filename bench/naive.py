"""The naive but fair peer: a list of regular expressions, as the existing tools are."""

from __future__ import annotations

import re

TYPES = (
    "creature|artifact|enchantment|land|planeswalker|battle|aura|equipment|"
    "saga|vehicle|class|case|room|siege|permanent|spell|card"
)


def naive(face_name: str, text: str, *, legendary: bool) -> str:
    """Return the text with what the peer takes for self-references replaced by `~`."""
    forms = _forms(face_name, legendary=legendary)
    for form in sorted(forms, key=len, reverse=True):
        text = re.sub(r"\b" + re.escape(form) + r"\b", "~", text)
    text = re.sub(rf"\b[Tt]his ({TYPES})\b", "~", text)
    return text.replace("named ~", "named " + face_name)


def _forms(face_name: str, *, legendary: bool) -> list[str]:
    forms = [face_name]
    if legendary and ", " in face_name:
        forms.append(face_name.split(", ")[0])
    elif legendary:
        match = re.match(r"(.+?) (?:of|the) ", face_name)
        if match:
            forms.append(match[1])
    return forms


def references(face_name: str, text: str, *, legendary: bool) -> set[tuple[int, int, str, str]]:
    """Return what the peer replaces as start, end, form and target, so that it can be scored."""
    found: set[tuple[int, int, str, str]] = set()
    taken: list[tuple[int, int]] = []
    forms = sorted(_forms(face_name, legendary=legendary), key=len, reverse=True)
    patterns = [
        (r"\b" + re.escape(form) + r"\b", "full" if form == face_name else "short")
        for form in forms
    ]
    for pattern, form in [*patterns, (rf"\b[Tt]his ({TYPES})\b", "this")]:
        for match in re.finditer(pattern, text):
            start, end = match.span()
            if any(start < last and first < end for first, last in taken):
                continue
            taken.append((start, end))
            named = form != "this" and text.endswith("named ", 0, start)
            found.add((start, end, "named" if named else form, "name" if named else "self"))
    return found
