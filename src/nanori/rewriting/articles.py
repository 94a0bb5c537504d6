"""The article before a name and before the words that replace it, contracted or elided.

“du Cœur de Braise” becomes “de ce véhicule”, “l'Épée de Sel” “la Lance de Sel”. An article is not
part of a reference, but belongs to the words after it, and so it comes and goes with them.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import DefiniteArticle
from nanori.model.values import Edit

# Code points of the longest particle that touches a name, with its blank: “jusqu'à la ”.
MAX_ARTICLE_LENGTH = 16
# Texts whose article before a name is remembered: each of their references asks for it.
CACHED_TEXTS = 8
_WORD = re.compile(r"(?:[^\W\d_]+ |[^\W\d_]+['’])$")


# What is before the first word of a sentence.
BEGINNINGS = (".", "\n", ":", "—", "•", "“", '"', "«")


class Particle(NamedTuple):
    """What is right before a name, taken apart."""

    start: int
    preposition: str
    """Its preposition, in full: “de” for “du”; "" if none."""
    article: str
    capital: bool


def before(text: str, start: int, language: Language) -> Particle:
    """Return what is right before `start`: an article, a preposition, or both in one word.

    “le pouvoir du |Phare” → (11, “de”, “le”), “de la |Garde” → (0, “de”, “la”)
    """
    nothing = Particle(start, "", "", capital=False)
    touching = _WORD.search(text[max(0, start - MAX_ARTICLE_LENGTH) : start])
    if touching is None:
        return nothing
    lexicon = language.lexicon
    offset, word = start - len(touching[0]), touching[0].replace("’", "'").strip()
    small, capital = word.lower(), word[:1].isupper()
    if small in lexicon.contractions:
        return Particle(offset, *lexicon.contractions[small], capital=capital)
    if any(article.form == small for article in lexicon.articles.forms):
        inner = before(text, offset, language)
        if inner.preposition and not inner.article:  # “de la”, “de l'”
            return inner._replace(article=small)
        return Particle(offset, "", small, capital=capital)
    whole = lexicon.articles.elided.get(small, "")
    if whole or small in lexicon.articles.elided.values():
        return Particle(offset, whole or small, "", capital=capital)
    return nothing


def edit(
    text: str,
    start: int,
    end: int,
    words: str,
    language: Language,
    *,
    named: bool,
    article: str = "",
) -> Edit:
    """Return the edit that replaces words by others, with what they need before them.

        le pouvoir du Phare      “Aube” → Edit(11, 19, "de l'Aube")
                   ^particle.start            “cette créature” → "de cette créature"
    `named` says that they are a name, which keeps the article of the name that was there, or gets
    `article` if there was none; a demonstrative has none.
    """
    rules = language.lexicon.articles
    particle = before(text, start, language)
    if not rules.forms or (
        named and not particle.article and not article and not particle.preposition
    ):
        return Edit(start, end, words)
    own = _own_article(words, language)
    if named and own:
        article = own if rules.contracts_names and particle.preposition else ""
        words = words[len(own) :].lstrip() if article else words
        article = article.lower()
    elif named:
        article = particle.article or article
        article = _form(article, words, rules.forms) if article else ""
    else:
        article = ""
    written = _joined(particle.preposition, article, words, language)
    if "’" in text and "'" not in text:  # as the text writes it; a name keeps its own
        written = written[: len(written) - len(words)].replace("'", "’") + words
    large = particle.capital or _is_first(text, particle.start, written)
    first = written[:1].upper() if large else written[:1]
    return Edit(particle.start, end, first + written[1:])


@lru_cache(CACHED_TEXTS)
def article_of(text: str, name: str, language: Language) -> str:
    """Return the article that a text has before a name anywhere; "" if none."""
    if not language.lexicon.articles.forms:
        return ""
    offset = text.find(name)
    while offset >= 0:
        if article := before(text, offset, language).article:
            return article
        offset = text.find(name, offset + 1)
    return ""


def is_unknown(article: str, name: str, language: Language) -> bool:
    """Tell whether a name needs an article, and nothing says which."""
    return bool(language.lexicon.articles.forms) and not (article or _own_article(name, language))


def _is_first(text: str, start: int, written: str) -> bool:
    """Tell whether words are where the text had a capital that is not a name's."""
    end = start
    while text.startswith(" ", end - 1, end):
        end -= 1
    begins = start == 0 or text.endswith(BEGINNINGS, 0, end)
    return begins and written[:1].islower() and text[start : start + 1].isupper()


def _own_article(words: str, language: Language) -> str:
    return next((head for head in language.lexicon.short.articles if words.startswith(head)), "")


def _form(article: str, words: str, forms: tuple[DefiniteArticle, ...]) -> str:
    """Return the form of an article that goes before these words.

    Its gender and number stay, unless the words can only be of the other gender.
    """
    groups = [each.group for each in forms if each.form == article.replace("’", "'")]
    head = words.partition(" ")[0]
    sure = {each.group: each.sure.search(head) for each in forms if each.sure}
    if groups and groups[0] in sure:
        groups = [group for group, match in sure.items() if match] or groups
    if len(groups) > 1:  # “l'” is of either gender: the name's ending usually tells
        likely = [each.group for each in forms if each.ending and each.ending.search(head)]
        groups = [group for group in groups if group in likely] or groups
    fitting = (each for each in forms if groups and each.group == groups[0])
    return next(
        (each.form for each in fitting if not each.before or each.before.match(words)), article
    )


def contracted(preposition: str, article: str, language: Language) -> str:
    """Return the contraction of a preposition and an article, “vom”; "" if there is none."""
    both = language.lexicon.contractions.items()
    return next((word for word, parts in both if parts == (preposition, article)), "")


def _joined(preposition: str, article: str, words: str, language: Language) -> str:
    lexicon = language.lexicon
    rules = lexicon.articles
    if joined := rules.joined.get(f"{preposition} {words.partition(' ')[0]}"):
        return f"{joined} {words.partition(' ')[2]}"
    if preposition and article and (word := contracted(preposition, article, language)):
        preposition, article = "", word
    if not article and preposition and rules.vowel.match(words):
        short = (short for short, whole in rules.elided.items() if whole == preposition)
        preposition = next(short, preposition)
    pieces = [piece for piece in (preposition, article) if piece]
    return "".join(piece if piece.endswith("'") else f"{piece} " for piece in pieces) + words
