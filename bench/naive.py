"""The naive but fair peer: a list of regular expressions, as the existing tools are."""

from __future__ import annotations

import re

TYPES = (
    "creature|artifact|enchantment|land|planeswalker|battle|aura|equipment|"
    "saga|vehicle|class|case|room|siege|permanent|spell|card"
)


TYPES_JA = (
    "クリーチャー|アーティファクト|エンチャント|土地|プレインズウォーカー|オーラ|装備品|"
    "英雄譚|機体|クラス|パーマネント|呪文|カード"
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
    """Return what the peer replaces as start, end, form and target, so that it can be scored.

    In Japanese, where `\\b` finds nothing between a name and its particle, it goes without, and
    knows この… and これ: the fairest reading of the same idea.
    """
    edge = r"\b" if face_name.isascii() else ""
    patterns = [
        (edge + re.escape(form) + edge, "full" if form == face_name else "short")
        for form in sorted(_forms(face_name, legendary=legendary), key=len, reverse=True)
    ]
    words = [(rf"\b[Tt]his ({TYPES})\b|この({TYPES_JA})", "this"), ("これ(?!により|ら)", "bare")]
    found: set[tuple[int, int, str, str]] = set()
    taken: list[tuple[int, int]] = []
    for pattern, form in [*patterns, *words]:
        for match in re.finditer(pattern, text):
            start, end = match.span()
            if any(start < last and first < end for first, last in taken):
                continue
            taken.append((start, end))
            named = form in ("full", "short") and (
                text.endswith("named ", 0, start) or text.startswith("」という名前", end)
            )
            found.add((start, end, "named" if named else form, "name" if named else "self"))
    return found
