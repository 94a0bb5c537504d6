"""How large a scenario and what it comes to may be: bounds that no real one comes near."""

from __future__ import annotations

from nanori.model.limits import LONGEST_NAME

# Bytes of a file.
LARGEST = 64_000_000
# Code points of a name.
NAME = LONGEST_NAME
# Code points of one ability, as it is given or as it reads later.
ABILITY = 100_000
# How many abilities an object may be given.
ABILITIES = 10_000
# Code points of all that an object is given.
GAINED = 1_000_000
# What aliases of YAML may repeat of a small file, in code points, all in all.
REPEATED = 1_000_000
# How many times its own length aliases of a larger file may repeat.
TIMES = 10
# Code points of all answers, a reference counted as a hundred.
ANSWER = 20_000_000
# What a reference counts for in an answer.
REFERENCE = 100
