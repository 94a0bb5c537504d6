"""The names that prose mentions, each checked against the name database."""

import re
from itertools import product

from msgspec.structs import replace

from nanori.documents import lookups, pairs, source
from nanori.documents.lexicon import document_words
from nanori.documents.lookups import Lookups, forms, is_alternate, likeness, official, said_of
from nanori.documents.source import Document, game_of
from nanori.documents.values import FINDINGS, MEANINGS, CardMention, Status, mention_in
from nanori.grammar import language_detection, languages
from nanori.grammar.bilingual_headings import NamePlace, scripts
from nanori.grammar.languages import Language, reference_language
from nanori.model.diagnostics import Diagnostic, Edit, Fix
from nanori.names.database import Database
from nanori.names.model import FaceEntry, Standing

# Where a name may end: after a word, or after a mark that belongs to it.
WORD_END = re.compile(r"(?<=\w)(?!\w)[.!?'’]*|(?<=[\w.!?])[)\"”]")

# Code points before marks in which words say what the marks hold.
WINDOW = 16

# Words of a name in the reference language, at most.
MAX_WORDS = 12


class Resolver:
    """The names of one document, checked as they are found."""

    def __init__(self, text: str, register: Database, language: Language, game: str) -> None:
        self._text = text
        self._names = Lookups(register)
        self._language = language
        self._lang = language.code
        self._unchecked = game != "magic"

    def mention(self, pair: NamePlace) -> CardMention | None:
        """Return the mention that a pair is; None if its words name no card and no term."""
        if pair.slash is None:
            return self._single(pair)
        if pair.reversed and pair.where == "bare":
            return self._turned(pair)
        text = self._text
        if pair.reversed:
            second = (pair.start, pair.slash[0])
            first = (pair.slash[1], pair.end)
        else:
            first = (pair.start, pair.slash[0])
            second = self._reference_name(pair.slash[1], pair.end, whole=pair.where != "bare")
        name_en = text[slice(*second)]
        entry = self._names.entry(name_en)
        if entry is None and (folded := self._names.folded(name_en)) is not None:
            # Words without capitals are a name only if the other side says so.
            named = text[slice(*first)].endswith(tuple(forms(folded, self._lang)))
            entry = folded if named or name_en[:1].isupper() else None
        if entry is not None:
            return self._of_card(pair, first, second, entry)
        return self._of_none(pair, first, second)

    # ── one language ───────────────────────────────────────────────────────────────────────────

    def _single(self, pair: NamePlace) -> CardMention | None:
        start, end = pair.start, pair.end
        name = self._text[start:end]
        lang = self._lang if scripts().search(name) else reference_language()
        if name in document_words(self._language).no_names:
            return None
        native = lang != reference_language()
        whole = mention_in(self._text, (start, end), pair.where, lang, "unchecked")
        if self._unchecked:
            return whole
        entries = self._names.exact(name, lang) or self._names.halves(name, lang)
        if not entries and self._is_of_set(pair):
            return replace(whole, status="term")
        if not entries:
            return replace(
                whole,
                status="unknown",
                message=f"no card is named “{name}”" + self._names.hint(name),
            )
        card = entries[0].face if len({entry.face for entry in entries}) == 1 else None
        if not native:
            return replace(whole, status="right", card=card)
        standings: list[Standing] = [forms(entry, lang).get(name, "official") for entry in entries]
        if "official" in standings or "/" in name:
            return replace(whole, status="right", card=card)
        now = official(entries[0], lang)
        status, message = said_of(entries[0], standings[0], now)
        return replace(whole, status=status, card=card, official=now, message=message)

    def _is_of_set(self, pair: NamePlace) -> bool:
        text_before = self._text[max(0, pair.start - WINDOW) : pair.start]
        around = f"{text_before}~{self._text[pair.end : pair.end + 2 * WINDOW]}"
        return any(words.search(around) for words in document_words(self._language).of_set)

    # ── two languages ──────────────────────────────────────────────────────────────────────────

    def _turned(self, pair: NamePlace) -> CardMention | None:
        """Return a mention with the English name first, if the database has just this pair."""
        text = self._text
        slash = pair.slash or (pair.end, pair.end)
        starts = re.compile(r"(?<![\w'’])[\w\"“]").finditer(text, pair.start, slash[0])
        for start in [match.start() for match in starts][-MAX_WORDS:]:
            entry = self._names.entry(text[start : slash[0]])
            names = forms(entry, self._lang) if entry else {}
            for name in sorted(names, key=len, reverse=True):
                if entry and text.startswith(name, slash[1], pair.end):
                    first = (slash[1], slash[1] + len(name))
                    return self._native(pair, first, (start, slash[0]), entry, names[name])
        return None

    def _reference_name(self, start: int, end: int, *, whole: bool) -> tuple[int, int]:
        text = self._text
        if whole:
            return start, end
        stops = [match.end() for match in WORD_END.finditer(text, start, end)]
        for stop in reversed(stops):
            if self._names.entry(text[start:stop]) is not None:
                rest = text[stop:end]
                if not re.match(r"[ ,]*(?:of |the |and )*[A-Z]", rest):
                    return start, stop
        small = "|".join(languages.load(reference_language()).lexicon.short.small)
        plain = re.compile(rf" [-–—] |[:;] ?| \(|[,.]? (?=(?!(?:{small})\b)[a-z]+ [a-z]+ )")
        cut = plain.search(text, start, end)
        stop = cut.start() if cut else end
        return start, start + len(text[start:stop].rstrip(" ,.;:!?()-–—\"'“”‘’&+"))

    def _of_card(
        self, pair: NamePlace, first: tuple[int, int], second: tuple[int, int], entry: FaceEntry
    ) -> CardMention:
        text, lang = self._text, self._lang
        names = self._joined(text[slice(*second)]) | forms(entry, lang)
        begin, end = first
        strict = pair.where in ("title", "heading")
        for form in sorted(names, key=len, reverse=True):
            fits = text[begin:end] == form if strict else text.endswith(form, begin, end)
            if fits:
                return self._native(pair, (end - len(form), end), second, entry, names[form])
        span = self._wrong_span(pair, first, list(names))
        name = text[slice(*span)]
        others = [entry.face for entry in self._names.exact(name, lang)]
        now = official(entry, lang)
        mention = self._native(pair, span, second, entry, "official")
        if not others and (not names or is_alternate(entry, mention.name_en)):
            return replace(mention, status="untranslated", card=entry.face)
        of_other = f"“{name}” is the name of “{others[0]}”, " if others else ""
        official_name = f"“{entry.face}” is “{now}”" if now else f"not of “{entry.face}”"
        no_name = "" if others else f"“{name}” is no name of this card, "
        message = f"{of_other}{no_name}{official_name}"
        return replace(mention, status="wrong", card=entry.face, official=now, message=message)

    def _joined(self, name_en: str) -> dict[str, Standing]:
        """Return how a split card may be written with both names at once, as its English is."""
        halves = self._names.halves(name_en, reference_language())
        if len(halves) != 2:
            return {}
        first, second = (forms(half, self._lang) for half in halves)
        joined: dict[str, Standing] = {}
        for native, other in product(first, second):
            standing = second[other] if first[native] == "official" else first[native]
            joined |= {
                f"{native}{sign}{other}": standing for sign in ("+", "＋", "/", "／", " // ")
            }
        return joined

    def _native(
        self,
        pair: NamePlace,
        first: tuple[int, int],
        second: tuple[int, int],
        entry: FaceEntry,
        standing: Standing,
    ) -> CardMention:
        mention = self._in_both(pair, first, second, status="right", card=entry.face, span=first)
        if (mention.start, mention.end) != (pair.start, pair.end):
            mention = replace(mention, where="bare")
        now = official(entry, self._lang)
        status, message = said_of(entry, standing, now)
        if status == "right":
            return mention
        return replace(mention, status=status, card=entry.face, official=now, message=message)

    def _in_both(
        self,
        pair: NamePlace,
        first: tuple[int, int],
        second: tuple[int, int],
        *,
        status: Status,
        span: tuple[int, int],
        card: str | None = None,
    ) -> CardMention:
        """Return the mention that names in two languages are; `first` is not that of reference."""
        return CardMention(
            start=min(first[0], second[0]),
            end=max(first[1], second[1]),
            where=pair.where,
            name=self._text[slice(*first)],
            name_en=self._text[slice(*second)],
            lang=self._lang,
            status=status,
            card=card,
            span=span,
        )

    def _wrong_span(
        self, pair: NamePlace, first: tuple[int, int], forms: list[str]
    ) -> tuple[int, int]:
        """Return the span before a slash where the name should be: “draw Ashwolf|/灰の狼”."""
        begin, end = first
        if pair.where in ("title", "heading"):
            return first
        text = self._text
        plain = first_word(text, begin, end, self._language)
        words = document_words(self._language)
        starts = [
            start
            for start in range(begin, end)
            if start == begin or not words.inside_word.match(text[start - 1 : start + 1])
        ]
        near, alike = max(
            (
                (likeness(text[start:end], form), start)
                for form in forms
                for start in range(max(begin, end - len(form) - 3), end)
                if start == begin or not words.no_beginning.match(text[start - 1 : start + 1])
            ),
            default=(0.0, plain),
        )
        best = next(
            (start for start in starts if self._names.exact(text[start:end], self._lang)), None
        )
        if near >= lookups.MIN_LIKENESS and (best is None or alike < best):
            return alike, end
        return (plain if best is None else best), end

    def _of_none(
        self, pair: NamePlace, first: tuple[int, int], second: tuple[int, int]
    ) -> CardMention:
        """Return the mention of a pair whose words in the reference language name no card."""
        text, lang = self._text, self._lang
        if pair.where == "bare":
            first = self._wrong_span(pair, first, [])
        name, name_en = text[slice(*first)], text[slice(*second)]
        mention = self._in_both(pair, first, second, status="term", span=second)
        if pair.where == "title" and self._unchecked:
            return replace(mention, status="unchecked")
        reference = languages.load(reference_language())
        if is_token(name, self._language) and is_token(name_en, reference):
            return replace(mention, status="token")
        if (short := self._short(pair, first, name_en)) is not None:
            begin, face = short
            return replace(mention, start=begin, status="short", card=face)
        titled = pair.where == "title"
        for entry in self._names.exact(name, lang):
            near = likeness(name_en.lower(), entry.face.lower())
            if titled or (near >= lookups.MIN_LIKENESS and name_en[:1].isupper()):
                message = f"no card is named “{name_en}”, “{name}” is “{entry.face}”"
                return replace(
                    mention, status="wrong", card=entry.face, official=entry.face, message=message
                )
        if pair.where == "bare" and document_words(self._language).person.search(name):
            return mention
        if titled or not (is_term(name, self._language) or is_term(name_en, reference)):
            message = f"no card is named “{name_en}”{self._names.hint(name_en)}"
            return replace(mention, status="unknown", message=message)
        return mention

    def _short(
        self, pair: NamePlace, first: tuple[int, int], name_en: str
    ) -> tuple[int, str] | None:
        """Return where a legend's short name begins before the slash, and the legend."""
        if len(name_en.split()) > 3 or not name_en[:1].isupper():
            return None
        for entry in self._names.legends(name_en):
            for form in forms(entry, self._lang):
                for start in range(*first) if pair.where == "bare" else first[:1]:
                    words = self._text[start : first[1]]
                    if len(words) > 1 and words in form:
                        return start, entry.face
        return None


def first_word(text: str, begin: int, end: int, language: Language) -> int:
    """Return where the last words before a slash begin, judging by what cannot be in a name."""
    words = document_words(language)
    joint = words.joint.match(text, begin, end) if words.boundary else None
    if joint and re.match(r"[A-Za-z'!?]", text[max(0, begin - 1) : begin]):
        begin = joint.end()  # what joins it to the name before
    ends = [match.end() for match in words.boundary.finditer(text, begin, end)]
    return next((offset for offset in reversed(ends) if offset < end), begin)


def is_token(name: str, language: Language) -> bool:
    """Tell whether a name is a token's, which its ending says."""
    return name.lower().endswith(language.lexicon.third_object.tokens)


def is_term(name: str, language: Language) -> bool:
    """Tell whether words in two languages are a phrase or a word of the rules, not a name."""
    lexicon = language.lexicon
    keywords = lexicon.words.get("keyword_name", ())
    # “Draw a card”, unlike “Fire and Ice”.
    lower = lexicon.default and not all(
        word[:1].isupper() or word in lexicon.short.small or len(word) < 4
        for word in re.findall(r"[^\W\d_][\w'’-]*", name)
    )
    if lower or name in keywords or (lexicon.spaces and len(name.split()) == 1):
        return True
    words = document_words(language)
    ends = (match.end() for match in words.terms.finditer(name))
    return len(name) in ends or bool(words.no_beginnings.match(name))


# The checks of `lint` that report a status, where their names differ from it.
RULES: dict[Status, str] = {"misprint": "superseded", "unknown": "unjudged"}


def find(document: Document, register: Database, *, game: str = "") -> list[CardMention]:
    """Return the mentions of a document in order; bilingual terms are among them.

    `game` is detected from the words of the text if not given; only `magic` has a database. Starts
    and ends are code points of the document. Source: spec/names.md F1.
    """
    language = languages.load(language_detection.of_any_letter(document.text))
    game = game or game_of(document.text, language)
    resolver = Resolver(document.text, register, language, game)
    resolved = (resolver.mention(pair) for pair in pairs.find(document))
    return [mention for mention in resolved if mention is not None]


def diagnosed(document: Document, mention: CardMention) -> Diagnostic:
    """Return a mention as a diagnostic at its place in the document."""
    fix = None
    if mention.official and mention.status in FINDINGS:
        # Prose may use an older name on purpose.
        fix = Fix(False, (Edit(*mention.span, mention.official),))
    # In running text, an unknown name may be the name of something other than a card.
    mild = mention.status == "unknown" and mention.where != "title"
    return source.diagnostic_at(
        document,
        (mention.start, mention.end),
        f"named-card/{RULES.get(mention.status, mention.status)}",
        "warning" if mention.status in FINDINGS and not mild else "info",
        mention.message or f"“{mention.name or mention.name_en}”: {MEANINGS[mention.status]}",
        card=mention.card,
        lang=mention.lang,
        fix=fix,
    )


def record(mention: CardMention) -> dict[str, object]:
    """Return what a mention says beyond its diagnostic, for JSON."""
    keys = ("where", "status", "name", "name_en", "official")
    return {key: getattr(mention, key) for key in keys}
