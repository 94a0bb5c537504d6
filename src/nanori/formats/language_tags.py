"""A tag or word for a language, as files write it, to the code of its grammar."""

from __future__ import annotations

from nanori.grammar import languages


def language_of(tag: str) -> str:
    """Return the code of the language that a BCP 47 tag, a locale or a usual word means.

    Empty if there is no grammar of that language.
    """
    return languages.called(tag)
