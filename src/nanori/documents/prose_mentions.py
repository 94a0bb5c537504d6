"""Every name that prose mentions: in marks, in two languages, in double brackets, and plain."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from rapidfuzz import distance, process

from nanori.documents import mentions as pairs_of_names
from nanori.documents import prose_parts
from nanori.documents.lexicon import document_words
from nanori.documents.plain_names import PlainNames
from nanori.documents.prose_parts import NO_PROSE, Bracketed, ProseParts
from nanori.documents.source import Document, covered, game_of
from nanori.documents.values import CardMention, Status, mention_in
from nanori.documents.written_names import MisspelledNames
from nanori.grammar import language_detection, languages
from nanori.grammar.bilingual_headings import scripts
from nanori.grammar.languages import Language
from nanori.model import arguments
from nanori.names.database import Database

# The game that has a database.
CHECKED = "magic"

# How a name in double brackets may be written.
CERTAIN_SPELLINGS = ("exact", "folded", "short")

# Letters from which a slip in a name in brackets is reported; shorter names resemble many.
MIN_LETTERS = 4
# Those in quotation marks, which hold other words as well.
MIN_LETTERS_QUOTED = 6
# Those of one word between blanks: a shorter one may be a newer card, as “Reprieve” is.
MIN_LETTERS_OF_WORD = 9
# Close names that are looked at.
MAX_CLOSE_NAMES = 3
# Names of a document that are looked up, as each takes a moment.
MAX_NAMES = 500
# A line of a list of cards, and a name of one word that is long enough to have a slip.
LISTED = re.compile(r"(?m)^[ \t]*\d{1,2}x? (?P<name>\S[^\n]*?)[ \t]*$")
ONE_WORD = re.compile(r"[^\W\d_][\w'’-]{6,}")


def mentions(text: str, names: Database | None = None, *, game: str = "") -> list[CardMention]:
    """Return each name of a card that an article has, in order, and what is wrong with it.

    `names` is the database that it is looked up in, as `Names.open` gives it; without one, the
    user's, or the small one of nanori. `game` is the game, if the words don't tell.

        >>> text = "The Ashen Couriers met 《静かな灯、アル》."
        >>> for each in nanori.mentions(text):
        ...     print(text[each.start : each.end], each.status, each.card)
        Ashen Couriers right Ashen Courier
        静かな灯、アル right Aru, the Quiet Lamp
    """
    arguments.prove("text", text, str)
    if names is not None:
        arguments.prove("names", names, Database)
        return find(Document(text), names, game=game)
    with Database.open(None) as register:
        return find(Document(text), register, game=game)


def find(document: Document, register: Database, *, game: str = "") -> list[CardMention]:
    """Return the mentions of a document in order: those of `mentions.find`, and more.

    These are names that nothing marks (`where` is `plain`) and names in `[[…]]` (`brackets`). Code,
    tags and addresses are not prose.
    """
    parts = prose_parts.find(document)
    masked = Document(parts.masked, document.path)
    marked = [
        each for each in pairs_of_names.find(masked, register, game=game) if _is_whole(each, parts)
    ]
    language = languages.load(language_detection.of_any_letter(document.text))
    if (game or game_of(document.text, language)) != CHECKED:
        return marked
    bracketed = [
        mention
        for each in parts.bracketed
        if (mention := _in_brackets(document.text, each, register)) is not None
    ]
    bracketed += _among_marks(document.text, parts, (*marked, *bracketed), register)
    cards = [(each.start, each.card) for each in (*marked, *bracketed) if each.card]
    occupied = _taken(document.text, (*marked, *bracketed, *parts.bracketed))
    paired = {each.card for each in marked if each.card}
    plain = PlainNames(register).find(parts.masked, cards, paired)
    free = [each for each in plain if occupied.find(1, each.start, each.end) < 0]
    certain = [each for each in (*marked, *bracketed) if each.status != "unjudged"]
    judged = [*certain, *(each for each in free if each.status != "unjudged")]
    slips = list(_misspelled(parts.masked, certain, register))
    # “Mora” is short for a legend, and in “Mora of the Viel” a part of a misspelled name.
    part = covered(document.text, *((each.start, each.end - 1) for each in slips))
    judged = [each for each in judged if " " in each.name_en or not part[each.end - 1]]
    judged_text = _taken(document.text, judged)
    judged += (slip for slip in slips if judged_text.find(1, slip.start, slip.end) < 0)
    judged += _in_list(document.text, parts, judged, register)
    judged_text = _taken(document.text, judged)
    left = [each for each in bracketed if each.status == "unjudged"]
    left = [each for each in left if judged_text.find(1, each.start, each.end) < 0]
    return sorted((*judged, *left), key=lambda mention: mention.start)


def _misspelled(text: str, settled: list[CardMention], register: Database) -> Iterator[CardMention]:
    """Yield the misspelled names, where nothing else is known to be mentioned."""
    occupied = _taken(text, settled)
    for start, end, official in MisspelledNames(register).find(text):
        if occupied.find(1, start, end) < 0:
            message = f"no card is named “{text[start:end]}”, but one is named “{official}”"
            lang = languages.reference_language()
            yield mention_in(
                text, (start, end), "plain", lang, "misspelled", official=official, message=message
            )


def _in_list(
    text: str, parts: ProseParts, settled: Sequence[CardMention], register: Database
) -> Iterator[CardMention]:
    """Yield the slips of one word in a list of cards, most lines of which are names: “4 Tarm”."""
    occupied = _taken(text, settled)
    lines = [match.span("name") for match in LISTED.finditer(parts.masked)]
    free = [span for span in lines if occupied.find(1, *span) < 0]
    near_names = _NearNames(register, languages.load(languages.reference_language()))
    if 2 * len(free) > len(lines):
        return  # a list of something else
    for span in free:
        name = text[slice(*span)]
        near = near_names.of(name) if ONE_WORD.fullmatch(name) else []
        if len(near) == 1 and name not in near:
            yield _marked(text, span, "misspelled", near, register)


def _among_marks(
    text: str, parts: ProseParts, settled: Sequence[CardMention], register: Database
) -> Iterator[CardMention]:
    """Yield what is in the marks that some people use for names: a name, a slip of one, or neither.

    In quotation marks, which hold all sorts of words, only a slip. Languages that divide words have
    `MisspelledNames` for it, and `[[…]]` where most of them are names.
    """
    linked = 2 * sum(each.where == "brackets" for each in settled) > len(parts.bracketed)
    occupied = _taken(text, settled)
    language = languages.load(language_detection.of_any_letter(text))
    spans = [(*bracketed.name, True) for bracketed in parts.bracketed]
    spans += prose_parts.in_marks(parts.masked, language)
    near_names = _NearNames(register, language)
    for start, end, of_names in spans:
        name = text[start:end]
        if occupied.find(1, start, end) >= 0 or NO_PROSE in parts.masked[start:end]:
            continue
        near = near_names.of(name)
        least = MIN_LETTERS if of_names else MIN_LETTERS_QUOTED
        status: Status = "unjudged"
        if name in near:
            status = "right"
        elif len(near) == 1 and len(name) >= least:
            long = " " in name or len(name) >= MIN_LETTERS_OF_WORD
            told = scripts().search(name) or (of_names and linked and long)
            status = "misspelled" if told else status
        if status == "misspelled" and not of_names and near[0] in _line(text, start):
            continue  # the text discusses a slip
        if of_names or status == "misspelled":
            yield _marked(text, (start, end), status, near, register)


def _taken(text: str, settled: Iterable[CardMention | Bracketed]) -> bytearray:
    return covered(text, *((mention.start, mention.end) for mention in settled))


def _line(text: str, offset: int) -> str:
    end = text.find("\n", offset)
    return text[text.rfind("\n", 0, offset) + 1 : end if end >= 0 else len(text)]


class _NearNames:
    """The names of a language and of the reference language, to find those close to others."""

    def __init__(self, register: Database, language: Language) -> None:
        self._register = register
        self._language = language
        self._near: dict[str, list[str]] = {}
        self._asked = 0

    def of(self, name: str) -> list[str]:
        """Return the name that some words are, otherwise those one slip away."""
        if name not in self._near:
            self._near[name] = self._find(name)
        return self._near[name]

    def _find(self, name: str) -> list[str]:
        if hits := self._register.exact(name):
            return [hits[0].name]
        if len(name) < MIN_LETTERS or name.lower() in document_words(self._language).no_names:
            return []
        self._asked += 1
        if self._asked > MAX_NAMES:
            return []
        near = process.extract(
            name, self._names, scorer=distance.OSA.distance, score_cutoff=1, limit=MAX_CLOSE_NAMES
        )
        return [words for words, _, _ in near]

    @cached_property
    def _names(self) -> list[str]:
        codes = {self._language.code, languages.reference_language()}
        return list({form.name for code in codes for form in self._register.names(code)})


def _marked(
    text: str, span: tuple[int, int], status: Status, near: list[str], register: Database
) -> CardMention:
    name = text[slice(*span)]
    native = bool(scripts().search(name))
    hits = register.exact(near[0]) if near and status != "unjudged" else []
    message = f"no card is named “{name}”, but one is named “{near[0]}”" if near else ""
    return mention_in(
        text,
        span,
        "brackets",
        language_detection.of_any_letter(text) if native else languages.reference_language(),
        status,
        card=hits[0].name_en if hits and status == "right" else None,
        official=near[0] if status == "misspelled" else "",
        message=message if status == "misspelled" else "",
    )


def _is_whole(mention: CardMention, parts: ProseParts) -> bool:
    """Tell whether all of a mention is prose; a link in marks is found as plain words."""
    words = parts.masked[mention.start : mention.end]
    return NO_PROSE not in words and not words.startswith("[")


def _in_brackets(text: str, bracketed: Bracketed, register: Database) -> CardMention | None:
    start, end = bracketed.name
    name = text[start:end]
    hits = [hit for hit in register.find(name.strip(), limit=2) if hit.how in CERTAIN_SPELLINGS]
    if not hits or (len(hits) > 1 and hits[0].score == hits[1].score):
        return None
    status: Status = "short" if hits[0].how == "short" else "right"
    face = hits[0].name_en
    return mention_in(text, bracketed.name, "brackets", hits[0].lang, status, card=face)
