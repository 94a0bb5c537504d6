"""Questions about objects and their names to answers, each with the rule that decides it."""

from collections.abc import Sequence
from functools import reduce

from msgspec.structs import replace

from nanori.game import duel_masters, naming
from nanori.game.games import Game
from nanori.game.objects import Object
from nanori.game.scenarios import (
    ChooseName,
    DifferentNames,
    DiffersFrom,
    Matches,
    Question,
    SameName,
    SameNameAsNamed,
    Verdict,
)
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.names import choosing
from nanori.names.choosing import Choice
from nanori.names.database import Database

DUEL_MASTERS = "duelmasters"
# The rule of Duel Masters that compares whole names.
RUBY_RULE = "202.3a"
# Names as they are compared, each with its rubies, which tell names apart in Duel Masters alone.
_Compared = dict[str, set[str]]


def _of_duel_masters(*objects: Object) -> bool:
    return bool(objects) and all(thing.game == DUEL_MASTERS for thing in objects)


def _compared(objects: Sequence[Object]) -> list[_Compared]:
    """CR 201.3, Duel Masters 202.3a. Return the names of each object as they are compared."""
    if not _of_duel_masters(*objects):
        return [{english: {""} for english in naming.identities(thing)} for thing in objects]
    every: list[_Compared] = []
    for thing in objects:
        every.append({})
        for name in naming.names(thing):
            rubies = every[-1].setdefault(duel_masters.folded(name.printed), set())
            rubies.add(duel_masters.folded_reading(name.reading))
    return every


def _shared(names: _Compared, others: _Compared) -> _Compared:
    """Return the names that both have; a missing ruby tells nothing apart."""
    both = {
        name: {
            ruby or other
            for ruby in rubies
            for other in others[name]
            if ruby == other or not ruby or not other
        }
        for name, rubies in names.items()
        if name in others
    }
    return {name: rubies for name, rubies in both.items() if rubies}


def same_name(objects: Sequence[Object]) -> Verdict:
    """CR 201.2a, Duel Masters 202.3a. Whether some name is common to all the objects.

    An object without a name has none in common with anything, not even with another such object. In
    Duel Masters names are the same only if their ruby is.
    """
    common = reduce(_shared, _compared(objects) or [{}])
    if _of_duel_masters(*objects):
        return Verdict(bool(common), RUBY_RULE)
    plain = [{name.english for name in naming.names(thing)} for thing in objects]
    # Only names that count as one (CR 201.3) can be shared without being the same in English.
    joined = bool(common) and not set[str].intersection(*plain)
    return Verdict(bool(common), "201.3" if joined else "201.2a")


def different_names(objects: Sequence[Object]) -> Verdict:
    """CR 201.2b. Whether each object has a name and no two of them share any."""
    rule = RUBY_RULE if _of_duel_masters(*objects) else "201.2b"
    seen: _Compared = {}
    for names in _compared(objects):
        if not names or _shared(names, seen):
            return Verdict(False, rule)
        for name, rubies in names.items():
            seen[name] = seen.get(name, set()) | rubies
    return Verdict(True, rule)


def differs_from(thing: Object, others: Sequence[Object]) -> Verdict:
    """CR 201.2c. Whether an object has a name, and none that any of the others has.

    Others without a name do not matter.
    """
    own, *every = _compared([thing, *others])
    rule = RUBY_RULE if _of_duel_masters(thing, *others) else "201.2c"
    return Verdict(bool(own) and not any(_shared(own, names) for names in every), rule)


def same_name_as_named(thing: Object, name: str, register: Database | None = None) -> Verdict:
    """CR 201.2. Whether an object has that name, given in English or as its print has it.

    A printed name that is officially another card's means that card, whatever this print says. A
    Twinpact may be called by both its names, “A/B” (Duel Masters 205.1a).
    """
    names = naming.names(thing)
    if _of_duel_masters(thing):
        parts = duel_masters.halves(duel_masters.folded(name))
        is_exact = bool(parts) and all(duel_masters.exactly(names, part) for part in parts)
        return Verdict(is_exact, RUBY_RULE)
    if any(name in own.identities for own in names):
        plain = any(name == own.english for own in names)
        return Verdict(True, "201.2" if plain else "201.3")
    official = naming.official(name, thing.lang, register) or naming.official(name, "", register)
    if official:
        return Verdict(any(official in own.identities for own in names), "201.2")
    return Verdict(any(name == own.printed for own in names), "201.2")


def answer(question: Question, game: Game) -> Verdict | Choice:
    """Return the answer to a question about names; NanoriError if it cannot be asked."""
    match question:
        case SameName():
            return same_name([game.thing(id) for id in question.objects])
        case DifferentNames():
            return different_names([game.thing(id) for id in question.objects])
        case DiffersFrom():
            others = [game.thing(id) for id in question.others]
            return differs_from(game.thing(question.object), others)
        case SameNameAsNamed():
            name = game.glossary.english.get(question.name) or question.name
            return same_name_as_named(game.thing(question.object), name, game.register)
        case Matches():
            return _matches(question, game.thing(question.object))
        case ChooseName():
            choice = _choice(question, game)
            return replace(choice, answer="illegal") if choice.answer == "unknown" else choice
        case _:
            raise TypeError(f"no question about names: {question}")


def _matches(question: Matches, thing: Object) -> Verdict:
    """Duel Masters 202.3, 202.3a. `matches: {object, contains}` or `{object, exactly, reading}`."""
    keys = ("contains", "exactly", "race", "chosen_race", "text")
    asked = [(key, value) for key in keys if (value := getattr(question, key)) is not None]
    if len(asked) != 1:
        wanted = "contains, exactly, race, chosen_race or text was wanted"
        raise NanoriError(f"{'one of ' if asked else ''}{wanted}")
    ((key, words),) = asked
    names, texts = naming.names(thing), naming.texts(thing)
    races = [race for text in texts for race in duel_masters.races(text.type)]
    match key:
        case "contains":
            return Verdict(duel_masters.contains(names, words), "202.3")
        case "exactly":
            return Verdict(duel_masters.exactly(names, words, question.reading), "202.3a")
        case "race":
            return Verdict(duel_masters.has_race(races, words), "203.2")
        case "chosen_race":
            return Verdict(duel_masters.choose_race(words, races), "203.4")
        case _:
            rules_text = "\n".join(line.text for text in texts for line in text.lines)
            language = languages.load(thing.lang)
            return Verdict(duel_masters.says(rules_text, words, language), "205.1a")


def _choice(question: ChooseName, game: Game) -> Choice:
    """CR 201.4. `choose_name: {said, lang, with: {types, not_types, supertypes …}}`.

    What is not a card's name cannot be chosen.
    """
    if question.game == "duelmasters":
        names = [name for thing in game.objects.values() for name in naming.names(thing)]
        texts = [text for thing in game.objects.values() for text in naming.texts(thing)]
        above = [name for text in texts for name in text.alternates]
        return duel_masters.choose_name(question.said, names, above)
    if game.register is None:
        raise NanoriError("a database of names was wanted")
    choice = choosing.choose(
        game.register,
        question.said,
        question.lang,
        question.having,
        edition=question.edition,
        legal=question.legal,
    )
    return _with_alike(choice, question, game)


def _with_alike(choice: Choice, question: ChooseName, game: Game) -> Choice:
    """CR 201.4g. Return the choice along with the names that count as the chosen one."""
    alike = game.glossary.alike
    english = game.glossary.english.get(question.said) or question.said
    names = choice.names
    if choice.answer == "unknown" and question.having == choosing.ANYTHING and english in alike:
        names = (english,)
    others = (other for name in names for other in alike.get(name, ()))
    every = tuple(dict.fromkeys((*names, *others)))
    if every == choice.names:
        return choice
    return replace(choice, answer="chosen", names=every, rule="201.4g")
