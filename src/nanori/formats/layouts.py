"""The shape or stylesheet of a card, in a program's own words, to the word for its layout."""

from __future__ import annotations

import re

_LAYOUTS = (
    # Of several faces; by words of the stylesheet's name.
    (r"mdfc|modal", "modal_dfc", True),
    (r"aftermath", "aftermath", True),
    (r"adventure|omen\b", "adventure", True),
    (r"split|fuse|rooms?\b", "split", True),
    (r"flip", "flip", True),
    (r"dfc|double(?:.?faced?)?\b|transform|battle|siege", "transform", True),
    # Of one face.
    (r"meld", "meld", False),
    (r"saga", "saga", False),
    (r"class\b", "class", False),
    (r"case\b", "case", False),
    (r"level(?:er|up)?", "leveler", False),
    (r"token", "token", False),
    (r"emblem", "emblem", False),
    (r"scheme|archenemy", "scheme", False),
    (r"plane(?:s|chase| card)?\b|planar|phenomenon", "planar", False),
    (r"vanguard", "vanguard", False),
    (r"mutate", "mutate", False),
    (r"prototype", "prototype", False),
)


def of_shape(style: str, several: bool) -> str:
    """Return the layout that words of a shape or a stylesheet's name tell; empty if none does."""
    for words, layout, of_several in _LAYOUTS:
        if of_several == several and re.search(words, style):
            return layout
    return ""
