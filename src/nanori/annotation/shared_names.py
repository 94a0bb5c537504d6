"""Many cards to their references, each card knowing the others' names."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache

from nanori.annotation import name_fields
from nanori.annotation.known_names import KnownNames
from nanori.annotation.pipeline import annotate
from nanori.grammar import language_detection, languages, parser, trees
from nanori.grammar.languages import Language
from nanori.model import arguments
from nanori.model.values import Card, Reference


def names_of_tokens(card: Card) -> list[str]:
    """Return the names that a text gives to tokens, each as often as it does. CR 111.4.

    Only a text with a word for tokens, and a paragraph that announces a name, are annotated.
    """
    text = card.text
    language = languages.load(card.lang or language_detection.of_text(text))
    for word in _words_for_tokens(language):
        if word in text:
            break
    else:
        return []
    grammar = parser.load(language)
    cues = grammar.cues(text)
    if not cues.announcements:
        return []
    paragraphs = (text[start:end] for start, end in trees.paragraphs(text))
    if not any(grammar.names_a_token(each, cues.within(each)) for each in paragraphs):
        return []
    return [reference.text for reference in annotate(card) if reference.form == "token"]


@cache
def _words_for_tokens(language: Language) -> tuple[str, ...]:
    words = language.lexicon.words.get("token", ())
    return tuple(word for word in words if not any(o in word for o in words if o != word))


# Cards of a stream that are held, so that a card knows the names of those after it.
MAX_HELD_CARDS = 10_000


def annotate_many(
    cards: Iterable[Card], names: KnownNames | None = None
) -> Iterator[list[Reference]]:
    """Yield what `annotate` returns for each card with the names of all, in the order of the cards.

    The cards know each other: the name of one in the text of another is found without a “named”
    before it, with the English name where a card says both. `names` are further names; they are
    not changed.

    What can be gone over again, as a list, is gone over twice: once for the names. A stream, which
    can not, is read 10,000 cards ahead, which are held: a card of it knows all cards before it and
    so many behind it. Where a stream breaks off with an error, the cards before it come first.
    WrongTypeError for what is no card; else errors are those of `annotate`. CR 201.2.

        >>> cards = [
        ...     nanori.Card(name="Ashen Courier", text="When this creature dies, tap Salt Quay."),
        ...     nanori.Card(name="Salt Quay", text="{T}: Untap Ashen Courier."),
        ... ]
        >>> for card, references in zip(cards, nanori.annotate_many(cards)):
        ...     print(card.name, [(ref.text, ref.form) for ref in references])
        Ashen Courier [('this creature', 'this'), ('Salt Quay', 'other')]
        Salt Quay [('Ashen Courier', 'other')]
    """
    arguments.prove_iterable("cards", cards, Card)
    if names is not None:
        arguments.prove("names", names, KnownNames)
    known_names = KnownNames(names or (), names.english if names is not None else None)
    if isinstance(cards, Iterator):
        return _of_stream(cards, known_names)
    return _of_sequence(cards, known_names)


def _of_sequence(cards: Iterable[Card], known_names: KnownNames) -> Iterator[list[Reference]]:
    learn(cards, known_names)
    for card in cards:
        yield annotate(card, known_names)


def learn(cards: Iterable[Card], known_names: KnownNames) -> None:
    """Add the names that cards are known by, and those that they give to tokens."""
    for number, card in enumerate(cards):
        _learn(card, number, known_names)


def _of_stream(cards: Iterator[Card], known_names: KnownNames) -> Iterator[list[Reference]]:
    waiting: deque[Card] = deque()
    late: Exception | None = None
    try:
        for number, card in enumerate(cards):
            _learn(card, number, known_names)
            waiting.append(card)
            if len(waiting) > MAX_HELD_CARDS:
                yield annotate(waiting.popleft(), known_names)
    except Exception as error:  # of any kind: what came before it is not lost
        late = error
    for card in waiting:
        yield annotate(card, known_names)
    if late is not None:
        raise late


def _learn(card: Card, number: int, known_names: KnownNames) -> None:
    arguments.prove(f"cards[{number}]", card, Card)
    english = {card.name: card.name_en} if card.name_en and card.name_en != card.name else {}
    known_names.add(unmistakable(given((card,))), english)


def given(cards: Iterable[Card]) -> list[str]:
    """Return the names of cards, of their faces, and those that their texts give to tokens."""
    names: list[str] = []
    for card in cards:
        names.append(card.name)
        if (bare := _bare(card)) != card.name:
            names.append(bare)
        if card.name_en:
            names.append(card.name_en)
        names += card.alternate
        names += card.faces
        names += names_of_tokens(card)
    return names


def _bare(card: Card) -> str:
    return name_fields.bare(
        card, languages.load(card.lang or language_detection.of_text(card.text))
    )


def unmistakable(names: Iterable[str]) -> list[str]:
    """Return the names that are not words of the rules language, whatever language they are in."""
    plain = languages.every().plain_words
    return [name for name in names if name not in plain]
