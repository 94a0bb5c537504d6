"""What texts call an object, and references by name to the edits that make them that object's."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from nanori.annotation import quotations
from nanori.annotation.name_fields import without_noise
from nanori.annotation.own_names import language_of, own_names, short_of
from nanori.annotation.pipeline import annotate
from nanori.grammar import languages, tree_queries
from nanori.grammar.languages import Language
from nanori.model.values import NAMES, Card, Edit, Node, Reference, Token
from nanori.rewriting import articles, inflecting

# How many designations are remembered: one is needed each time its object gains something.
CACHED_DESIGNATIONS = 4096


class Designation(Struct, frozen=True):
    """What texts of one language call an object."""

    full: str
    """Its name in that language; its English name if it has none."""
    short: str = ""
    """A legend's short name (CR 201.5c); empty if texts always use the full name."""
    english: str = ""
    """The English name beside a name in another language; empty if `full` is all there is."""


@lru_cache(CACHED_DESIGNATIONS)
def designation(
    name: str,
    language: Language,
    *,
    legend: bool,
    english: str = "",
    type: str = "",
    text: str = "",
) -> Designation:
    """Return what texts of a language call an object of that name (CR 201.5b, 201.5c).

    `name` is its name in that language, or empty; `english` its English name. For “A // B” the
    first half counts. `type` is its type line, `text` its own rules text, which tells what a legend
    is called whose name has no epithet after a comma; both may be in any language and may be
    missing.
    """
    foreign = _single(english, language)
    printed = "" if language.lexicon.default and foreign else _single(name, language)
    full = printed or foreign
    short = _short(full, type, text, language_of(full, language)) if legend else ""
    return Designation(full, "" if short == full else short, "" if full == foreign else foreign)


def _single(name: str, language: Language) -> str:
    """Return the name without what data files add to it; of a split card's two, the first."""
    halves = own_names(Card(text="", name=name), language)
    return halves[0] if halves else without_noise(name, language)


def _short(name: str, type_line: str, text: str, language: Language) -> str:
    """Return a legend's short name: up to its comma, else as in its own text, else by form."""
    rules = language.lexicon.short
    if any(divider in name for divider in rules.split if divider not in rules.epithets):
        return short_of(name, language)
    in_text = _in_text(name, type_line, text, language) if text else None
    if in_text is not None:
        return in_text
    person = not type_line or any(word in type_line.casefold() for word in _persons())
    titled = rules.article and name.startswith(rules.article)
    return short_of(name, language) if person and not titled else ""


@cache
def _persons() -> tuple[str, ...]:
    return tuple(
        word for code in languages.codes() for word in languages.load(code).lexicon.persons
    )


def _in_text(name: str, type_line: str, text: str, language: Language) -> str | None:
    """Return the short name in a legend's own text, "" if it has only the full one, repeatedly.

    None if the text does not tell: the first mention may be full in any case.
    """
    references = annotate(Card(text=text, name=name, type=type_line, lang=language.code))
    whole = name.removeprefix(language.lexicon.short.article)
    shorts = {
        reference.text
        for reference in references
        if reference.form == "short" and reference.text != whole
    }
    if shorts:
        return max(sorted(shorts), key=len)
    return "" if sum(reference.form == "full" for reference in references) > 1 else None


def rewrite(
    text: str,
    references: Sequence[Reference],
    to: Designation,
    language: Language,
    *,
    alternates: Collection[str] = (),
    old: Collection[str] = (),
) -> tuple[Edit, ...]:
    """Return the edits after which these references call another object (CR 201.5b).

    Full names become its full name, short ones its short name if it has one. `references` are in
    order and only those that are to mean it; demonstratives, placeholders and names that say what
    something is called stay. `alternates` are the old object's full alternate names (CR 201.6), so
    that parts of them count as short. `old` are its uninflected names, by which the case of their
    forms in the text is told; without them a name is written as it is. What is around a name
    changes only with it: a possessive mark, an article, a particle, a full stop.
    """
    edits: list[Edit] = []
    for reference in references:
        old_words = text[reference.start : reference.end]
        # “Bastion of ~” has words of the old name beside its sign; no sign alone has a blank.
        named = reference.form in NAMES or (reference.form == "placeholder" and " " in old_words)
        if named and old_words:
            own_edits = list(_renamed(text, reference, to, language, alternates, old))
            edits += own_edits
            had_comma = own_edits and "," in old_words
            without = had_comma and not any("," in edit.text for edit in own_edits)
            if without and _closes_apposition(text, reference, references, language):
                edits.append(Edit(reference.end, reference.end + 1, ""))
    return tuple(edits)


def lacking_case(
    text: str, span: Reference, to: Designation, names: Collection[str], language: Language
) -> str:
    """Return the grammatical case of a new name whose form in it is not known, or "".

    „des Grafen Harn“ (genitive) → a name whose genitive nobody can tell. `names` are uninflected.
    """
    base = inflecting.base(text[span.start : span.end], names, language)
    new = (to.short or to.full) if span.form == "short" else to.full
    return inflecting.placed(text, span.start, span.end, base, new, language).case if base else ""


def _renamed(
    text: str,
    reference: Reference,
    to: Designation,
    language: Language,
    alternates: Collection[str],
    names: Collection[str],
) -> Iterator[Edit]:
    """Yield the edits that replace one name, and whatever around it depends on it."""
    start, end = reference.start, reference.end
    old = text[start:end]
    partial = bool(alternates) and old not in alternates
    short = reference.form == "short" or (reference.form == "alternate" and partial)
    new = (to.short or to.full) if short else _full(old, to, language)
    if language.lexicon.articles.forms:
        changed = articles.edit(text, start, end, new, language, named=True)
        if changed.text != text[changed.start : changed.end]:
            yield changed
            yield from _behind(text, end, old, new, language)
        return
    if base := inflecting.base(old, names, language):
        edits = inflecting.placed(text, start, end, base, new, language).edits
        yield from edits
        if edits:
            yield from _behind(text, end, old, edits[-1].text, language)
        return
    article = _article_before(text, start, new, language)
    if article:
        yield Edit(start - len(article), start, "")
    new = _with_article(article or old, new, to, language)
    if new != old:
        yield Edit(start, end, new)
        yield from _behind(text, end, old, new, language)


def _closes_apposition(
    text: str, reference: Reference, references: Sequence[Reference], language: Language
) -> bool:
    """Tell whether a comma after a name belongs to it: “Orsolya, die letzte Fähre, kommt …”.

    It does if the verb of which the name is the subject follows: at once, or after “wenn” somewhere
    in what follows. Before “wenn” it separates two clauses.
    """
    if not text.startswith(",", reference.end):
        return False
    tree = quotations.tree(text, language, references)
    cursor = tree_queries.leaf_at(tree, reference.start).within("clause")
    if _kinds(cursor.part) != ["subject"]:
        return False
    if cursor.part.start != reference.start:  # “for each Aura attached to X, create …”
        return False
    introduced = cursor.up.kind in ("trigger", "condition")
    while cursor and not cursor.beside(1):  # the clause after “wenn” ends with its trigger
        cursor = cursor.up
    comma, following = cursor.beside(1).part, cursor.beside(2).part
    if type(comma) is Node or comma.start != reference.end:
        return False
    if introduced:
        return "predicate" in _kinds(following) or tree_queries.kind_of(following) == "AND"
    return _kinds(following)[:1] == ["predicate"]


def _kinds(part: Node | Token | None) -> list[str]:
    children = part.children if type(part) is Node else ()
    return [child.kind for child in children if type(child) is Node]


def _full(old: str, to: Designation, language: Language) -> str:
    """Return the full name, with the English beside it if the old one had that."""
    native, _, foreign = old.partition("/")
    if not (to.english and foreign):
        return to.full
    in_both = language_of(native, language) is language is not language_of(foreign, language)
    return f"{to.full}/{to.english}" if in_both else to.full


def _article_before(text: str, start: int, new: str, language: Language) -> str:
    """Return the article before a name if the new name brings its own: “the” and “The X”."""
    article = language.lexicon.short.article
    if not article or not new.startswith(article) or start < len(article):
        return ""
    word_before = text[start - len(article) : start]
    alone = start == len(article) or not text[start - len(article) - 1].isalnum()
    return word_before if alone and word_before.lower() == article.lower() else ""


def _with_article(old: str, new: str, to: Designation, language: Language) -> str:
    """Return a full new name with its article in lower case if the old words had theirs so."""
    article = language.lexicon.short.article
    small = article and old.startswith(article.lower()) and new.startswith(article)
    return article.lower() + new[len(article) :] if small and new == to.full else new


def possessive_edit(text: str, end: int, old: str, new: str, language: Language) -> Edit | None:
    """Return the edit that completes a possessive, if any: “Maros' power” → “Ysolde's power”."""
    rules = language.lexicon.wording
    if not rules.possessive or not old.endswith(rules.possessive) or new.endswith(rules.possessive):
        return None
    mark = rules.bare_possessive.match(text, end)
    return Edit(mark.end(), mark.end(), rules.possessive) if mark else None


def _behind(text: str, end: int, old: str, new: str, language: Language) -> Iterator[Edit]:
    """Yield the edits of what follows a name and depends on how the name ends."""
    rules = language.lexicon.wording
    if changed := inflecting.particle_edit(text, end, old, new, language):
        yield changed
    if completed := possessive_edit(text, end, old, new, language):
        yield completed
    if rules.stop and old.endswith(rules.stop) != new.endswith(rules.stop):
        single = text.startswith(rules.stop, end) and not text.startswith(rules.stop * 2, end)
        if new.endswith(rules.stop) and single:
            yield Edit(end, end + len(rules.stop), "")
        elif old.endswith(rules.stop) and rules.sentence_end.match(text, end):
            yield Edit(end, end, rules.stop)
