"""A register in memory with the interface of nanori.register, for tests with a few names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct


class Form(Struct, frozen=True):
    card: str
    face: str
    name: str
    lang: str
    form: str
    official: bool


class Entry(Struct, frozen=True):
    face: str
    card: str
    layout: str
    side: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    forms: tuple[Form, ...]


class Hit(Struct, frozen=True):
    name: str
    name_en: str
    lang: str
    how: str
    score: float


class Register:
    def __init__(self, records: Iterable[dict[str, Any]]) -> None:
        self._entries: dict[str, Entry] = {}
        self._hits: dict[str, list[Hit]] = {}
        for one in records:
            face, card = one["name"], one.get("card", one["name"])
            first = min(
                (p.get("released", "") for n in one["ja"] for p in n.get("printings", ())),
                default="",
            )
            forms = [Form(card, face, face, "en", "oracle", True)]
            for number, other in enumerate(one["ja"]):
                dates = [p.get("released", "") for p in other.get("printings", ())]
                official = first in dates if dates else not number
                forms.append(Form(card, face, other["name"], "ja", "printed", official))
            self._entries[face] = Entry(
                face,
                card,
                one.get("layout", "normal"),
                one.get("side") or "",
                tuple(one.get("types", ())),
                tuple(one.get("subtypes", ())),
                tuple(forms),
            )
            for form in forms:
                hit = Hit(form.name, face, form.lang, "exact", 1.0)
                self._hits.setdefault(form.name, []).append(hit)
            short = face.split(", ")[0]
            if short != face:
                self._hits.setdefault(f"short {short}", []).append(
                    Hit(face, face, "en", "short", 0.9)
                )

    def entry(self, face: str) -> Entry | None:
        return self._entries.get(face)

    def exact(self, name: str, lang: str | None = None) -> list[Hit]:
        return [one for one in self._hits.get(name, ()) if lang in (None, one.lang)]

    def names(self) -> list[str]:
        return list(self._hits)

    def find(self, query: str, lang: str | None = None, limit: int = 10) -> list[Hit]:
        return (self.exact(query, lang) + self._hits.get(f"short {query}", []))[:limit]
