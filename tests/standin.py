"""A register in memory, until there is the database."""
from __future__ import annotations
import unicodedata
from rapidfuzz import fuzz
from nanori.register import Entry, Hit, NameForm, Printing, Register

def fold(s: str) -> str:
    s = unicodedata.normalize("NFKD", s).casefold()
    return "".join(c for c in s if not unicodedata.combining(c)).replace("’", "'")

class StandIn(Register):
    def __init__(self, entries):
        self.entries = {e.face: e for e in entries}
    def entry(self, face): return self.entries.get(face)
    def names(self, lang):
        return (f for e in self.entries.values() for f in e.forms if f.lang == lang)
    def _forms(self, lang): return [f for e in self.entries.values() for f in e.forms if lang in (None, f.lang)]
    def exact(self, name, lang=None):
        return [Hit(f.name, f.face, f.lang, "exact", 1.0) for f in self._forms(lang) if f.name == name]
    def find(self, query, lang=None, limit=10):
        best = {}
        for f in self._forms(lang):
            a, b = fold(query), fold(f.name)
            s = fuzz.ratio(a, b) / 100
            how = "folded" if a == b else "typo"
            if a != b and "Legendary" in self.entries[f.face].supertypes and a in b: how, s = "short", 0.9
            h = Hit(f.name, f.face, f.lang, how, s)
            if s > .5 and (f.face not in best or best[f.face].score < s): best[f.face] = h
        return sorted(best.values(), key=lambda h: -h.score)[:limit]
