"""Divides a text into parts with a card each, even if one of them is broken.

A format reads a file as a stream and stops where that is broken. An editor's text is broken at
every second keystroke, so the rest is read as a file that begins like this one and continues with
the next card. The result depends only on the text, not on what it was before.
"""

import re
from typing import NamedTuple

from nanori.formats import catalogue
from nanori.formats.detection import head_of
from nanori.formats.entries import Element
from nanori.formats.io.streams import HEAD_BYTES, Content, opened
from nanori.linting import discovery
from nanori.model.errors import NanoriError

# Broken places of a text after which reading continues.
MAX_BREAKS = 20

_OBJECT = r"(?=\{)"
_CARD = re.compile(r"(?=<card[ >])")
_LINE = re.compile(r"^(?=.)", re.MULTILINE)

# Suffixes of texts that are card records, even while the first of them is being typed.
_OWN = (".jsonl", ".ndjson")


class TextKind(NamedTuple):
    """What a text was recognised as."""

    format: str = ""
    """Name of its format; empty if it is in none."""
    rules: bool = False
    """Whether it is a rules document."""
    newline: str = "\n"


def content(path: str, text: str) -> Content:
    """Return a text, which has no byte order mark, as a file with that name."""
    return Content(path, b"\xef\xbb\xbf" + text.encode(errors="surrogatepass"))


def kind_of(path: str, text: str) -> TextKind:
    """Return what a text is, by its content and its file's suffix.

    A text that merely may be card records, as any JSON may, is in no format.
    """
    with opened(content(path, text)) as source:
        head = head_of(source)
        if discovery.is_rules(head):
            return TextKind(rules=True, newline=head.newline)
        if not any(module.recognises(head) for module in catalogue.listed().values()):
            own = head.raw.strip() and head.suffix in _OWN
            return TextKind(catalogue.OWN if own else "", newline=head.newline)
        name = catalogue.recognised(head)
        module = catalogue.listed().get(name)
        unread = module is None or module.lacking(head)
        return TextKind("" if unread else name, newline=head.newline)


def is_certain(path: str, text: str, format_name: str) -> bool:
    """Tell whether a text is in its format beyond doubt, so that it may be changed."""
    module = catalogue.listed()[format_name]
    with opened(content(path, text[:HEAD_BYTES])) as source:
        return catalogue.is_certain(module, head_of(source))


def split(path: str, text: str, format_name: str) -> tuple[list[Element], NanoriError | None]:
    """Return the cards of a text in that format, in order, and the first thing broken in it."""
    elements: list[Element] = []
    error = first = _read(content(path, text), format_name, elements, 0)
    offset = 0
    for _ in range(MAX_BREAKS):
        following = _following(text, elements, offset) if error else None
        if following is None:
            break
        head, offset = following
        rest = content(path, text[:head] + text[offset:])
        error = _read(rest, format_name, elements, offset - head)
    return elements, first


def _read(
    file: Content, format_name: str, elements: list[Element], further: int
) -> NanoriError | None:
    """Add the cards of a file, which begins so much further on; return what it stops at.

    Cards in files that it includes do not belong to the text.
    """
    try:
        with opened(file) as source:
            card_file = catalogue.card_file_of(source, format_name)
            for element in card_file.module.elements(card_file.source, card_file.head):
                if not element.member:
                    elements.append(element._replace(start=element.start + further))
    except NanoriError as error:
        return error
    return None


def _following(text: str, elements: list[Element], offset: int) -> tuple[int, int] | None:
    """Return where what precedes all cards ends, and where the card after a broken one is.

        [ {card} {card} {broken… {card} ]      text[:head] + text[offset:] is read next
          ^head                  ^offset
    Reading resumed at `offset` before. None if no other card begins.
    """
    end = max(offset, end_of(elements[-1]) if elements else 0)
    begins = _begins(text, elements).finditer(text, end)
    broken, following = next(begins, None), next(begins, None)
    if broken is None or following is None:
        return None
    return (elements[0].start if elements else broken.start()), following.start()


def _begins(text: str, elements: list[Element]) -> re.Pattern[str]:
    """Return the pattern of where a card may begin, like the first one of the text."""
    match text.lstrip()[:1]:
        case "<":
            return _CARD
        case "[" | "{" if elements:
            start = elements[0].start
            indent = text[text.rfind("\n", 0, start) + 1 : start]
            blank = re.escape(indent) if not indent.strip() else r"[ \t]*+"
            return re.compile(rf"^{blank}{_OBJECT}", re.MULTILINE)
        case "[" | "{":
            return re.compile(rf"^[ \t]*+{_OBJECT}", re.MULTILINE)
        case _:
            return _LINE


def end_of(element: Element) -> int:
    """Return one past the last code point of an element in its file."""
    text = element.text
    return element.start + (
        len(text) if text.isascii() else len(text.decode(errors="surrogatepass"))
    )
