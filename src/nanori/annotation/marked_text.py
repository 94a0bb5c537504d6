"""A card's text with its references marked: with special brackets, or as HTML."""

from collections.abc import Sequence

from nanori.annotation.pipeline import annotate
from nanori.model import arguments
from nanori.model.values import Card, Reference


def marked(text: str, references: Sequence[Reference]) -> str:
    """Return the text with each reference as ⟦form>target|words⟧, otherwise unchanged."""
    pieces: list[str] = []
    end = 0
    for reference in references:
        pieces += (
            text[end : reference.start],
            f"⟦{reference.form}>{reference.target}|{reference.text}⟧",
        )
        end = reference.end
    return "".join([*pieces, text[end:]])


# What HTML reads differently from how it is written, and what it cannot write.
_UNSPEAKABLE_IN_HTML = {"\r": "&#13;", "\0": "\ufffd"}


def to_html(card: Card, references: Sequence[Reference] | None = None) -> str:
    r"""Return a card's text as HTML with a `span` around each reference, and all else escaped.

    A span has the classes `nanori`, `nanori-FORM`, `nanori-TARGET` and `nanori-SCOPE`, the rule
    that decides as `data-rule`, and for a name `data-refers-to`, in English `data-refers-to-en`.
    There is no other markup, and the text of the HTML is the text of the card, so line ends are
    its own: show it with `white-space: pre-line`. `references` are those of the card, found here
    if none are given. ValueError if they overlap or are beyond the text; else errors are those of
    `annotate`.

        >>> shown = nanori.to_html(nanori.Card(name="Fire & Ice", text="Exile Fire & Ice."))
        >>> print(shown.replace("span ", "span\n  ").replace(">", ">\n"))
        Exile <span
          class="nanori nanori-full nanori-self nanori-rules" data-rule="201.5">
        Fire &amp; Ice</span>
        .
    """
    arguments.prove("card", card, Card)
    pieces: list[str] = []
    last = 0
    for reference in annotate(card) if references is None else references:
        if not last <= reference.start <= reference.end <= len(card.text):
            raise ValueError(
                f"reference {reference.start}–{reference.end} overlaps, or is beyond the text"
            )
        words = _as_html(card.text[reference.start : reference.end])
        pieces += (
            _as_html(card.text[last : reference.start]),
            f"<span {_html_attributes(reference)}>{words}</span>",
        )
        last = reference.end
    return "".join([*pieces, _as_html(card.text[last:])])


def _html_attributes(reference: Reference) -> str:
    classes = " ".join(
        [
            "nanori",
            *(f"nanori-{word}" for word in (reference.form, reference.target, reference.scope)),
        ]
    )
    attributes = {
        "class": classes,
        "data-rule": reference.rule,
        "data-refers-to": reference.refers_to,
        "data-refers-to-en": reference.refers_to_en,
    }
    return " ".join(f'{key}="{_as_html(value)}"' for key, value in attributes.items() if value)


def _as_html(text: str) -> str:
    from html import escape  # no start-up needs it

    escaped = escape(text)
    for sign, written in _UNSPEAKABLE_IN_HTML.items():
        escaped = escaped.replace(sign, written)
    return escaped
