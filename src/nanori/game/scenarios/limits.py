"""How large a scenario and what it comes to may be: bounds that no real one comes near."""

from __future__ import annotations

from nanori.model.limits import LONGEST_NAME

LARGEST = 64_000_000
"""Bytes of a file."""
NAME = LONGEST_NAME
"""Code points of a name."""
ABILITY = 100_000
"""Code points of one ability, as it is given or as it reads later."""
ABILITIES = 10_000
"""How many abilities an object may be given."""
GAINED = 1_000_000
"""Code points of all that an object is given."""
REPEATED = 1_000_000
"""What aliases of YAML may repeat of a small file, in code points, all in all."""
TIMES = 10
"""How many times its own length aliases of a larger file may repeat."""
ANSWER = 20_000_000
"""Code points of all answers, a reference counted as a hundred."""
REFERENCE = 100
"""What a reference counts for in an answer."""
