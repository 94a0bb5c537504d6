"""Objects to the names they have: none, one or several."""

from collections.abc import Iterable, Sequence

from nanori.game.objects import DOUBLE_FACED, FaceText, Name, Object, Values
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon import Lexicon
from nanori.names.database import Database
from nanori.names.model import is_official

# The layout of cards with a second name upside down (CR 710).
FLIP = "flip"


def names(thing: Object) -> tuple[Name, ...]:
    """Return the names that an object has, none for a nameless one, each once.

    CR 201.2, 708.2a, 709.4, 709.5, 710, 712; Duel Masters 202.4, 202.5.
    """
    own = own_names(thing) if thing.renamed is None else (thing.renamed,)
    return tuple(dict.fromkeys((*own, *thing.linked, *thing.added)))


def own_names(thing: Object) -> tuple[Name, ...]:
    """Return the names in an object's copiable values, before effects that set or add names."""
    every = thing.values.names
    return tuple(every[offset] for offset in places(thing)) if every else ()


def places(thing: Object) -> tuple[int, ...]:
    """Return the numbers of the faces or halves whose names and text an object has now."""
    values = thing.values
    if thing.face_down:
        return ()
    if not values.names:
        return tuple(range(len(values.texts)))
    if values.split:
        return _halves(thing, values)
    return (_face(thing, values),)


def texts(thing: Object) -> tuple[FaceText, ...]:
    """Return what those faces or halves say."""
    return tuple(map(thing.values.text, places(thing)))


def _halves(thing: Object, values: Values) -> tuple[int, ...]:
    """CR 709.4, 709.5. Both halves; on the stack those cast, of a Room in play those unlocked."""
    every = range(len(values.names))
    up: Iterable[int] = every
    if thing.zone == "stack":
        up = thing.up
    elif values.room and thing.zone == "battlefield":
        up = sorted(thing.unlocked)
    return tuple(half for half in up if half in every)


def _face(thing: Object, values: Values) -> int:
    """CR 710, 712. The number of the one name it has: the front's everywhere except in play."""
    last = len(values.names) - 1
    if values.layout == FLIP:
        return min(int(thing.flipped and thing.zone == "battlefield"), last)
    # What is cast as another face or as an adventure has that name on the stack (CR 712, 715).
    lying = thing.zone == "stack" or (thing.zone == "battlefield" and values.layout in DOUBLE_FACED)
    return min(thing.up[0] if lying and thing.up else 0, last)


def identities(thing: Object) -> frozenset[str]:
    """Return the English names of an object, interchangeable ones included."""
    return frozenset[str]().union(*(name.identities for name in names(thing)))


def shown(thing: Object) -> tuple[str, ...]:
    """Return an object's names as its print has them."""
    return tuple(name.printed for name in names(thing))


def named(
    english: str, register: Database | None = None, *, shown: str = "", reading: str = ""
) -> Name:
    """Return the name of that English name, with its interchangeable names. CR 201.3."""
    entry = register.entry(english) if register is not None else None
    return Name(english, shown, entry.interchangeable if entry else (), reading)


def official(name: str, lang: str, register: Database | None) -> str:
    """Return the one English name that a name belongs to, officially if several had it, else ""."""
    if register is None:
        return ""
    hits = {hit.name_en for hit in register.exact(name, lang or None)}
    if len(hits) > 1:
        entries = (register.entry(english) for english in hits)
        hits = {entry.face for entry in entries if entry and is_official(name, entry)}
    return hits.pop() if len(hits) == 1 else ""


def token(
    subtypes: Sequence[str], language: Language, *, name: Name | None = None, id: str = ""
) -> Object:
    """Return a new token, named as given or by its subtypes and “Token”. CR 111.4.

    Subtypes are words of that language; later changes to them change no name.
    """
    own_name = name or default_name(subtypes, language)
    return Object(id=id, lang=language.code, printed=Values((own_name,), "token"))


def default_name(subtypes: Sequence[str], language: Language) -> Name:
    """Return the name of a token that nothing names, as prints in that language have it."""
    own = language.lexicon
    reference = languages.load(languages.reference_language()).lexicon
    translated = [own.subtypes.get(subtype, subtype) for subtype in subtypes]
    english = _token_name(translated, reference)
    printed = _token_name(subtypes, own)
    return Name(english, "" if printed == english else printed)


def _token_name(subtypes: Sequence[str], lexicon: Lexicon) -> str:
    joint = lexicon.subtype_joint
    return lexicon.token_name.format(joint.join(subtypes)).strip(f" {joint}")


def creature_names(register: Database) -> tuple[Name, ...]:
    """Return the names of all nonlegendary creature cards, which an effect may add (CR 201.2a).

    A card has its front's characteristics, so backs, melded faces and adventures do not count.
    """
    creatures: dict[str, Name] = {}
    for form in register.names(languages.reference_language()):
        if form.face in creatures or form.card.split(" // ")[0] != form.face:
            continue
        entry = register.entry(form.face)
        if entry and not entry.token and not entry.funny and entry.side in ("", "a"):
            legendary = "Legendary" in entry.supertypes
            if "Creature" in entry.types and not legendary:
                creatures[form.face] = Name(form.face, also=entry.interchangeable)
    return tuple(creatures.values())
