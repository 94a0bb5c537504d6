"""Every reference of a card file as a row, and what such a table answers.

Run it in the folder `examples`: `python self_references.py`. The cells (`# %%`) are those of
editors and notebooks. Nothing but nanori is needed; with polars or pandas installed,
`frame(rows)` is a data frame.
"""

# %% A row for each reference
from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import nanori

SET = Path(__file__).with_name("harbor.csv")


def references(path: Path) -> list[dict[str, Any]]:
    """Return a row for each reference in a card file, in the order of the file."""
    cards = [record.card for record in nanori.read(path)]
    return [
        {"lang": card.lang, "card": card.name, "type": card.type, **reference.as_dict()}
        for card, found in zip(cards, nanori.annotate_many(cards), strict=True)
        for reference in found
    ]


rows = references(SET)
for row in rows[:3]:
    print(row["lang"], row["card"], row["start"], row["end"], row["text"], row["form"], sep=" | ")

# %% How does this set call itself, in each language?
print()
for (lang, form), count in sorted(Counter((row["lang"], row["form"]) for row in rows).items()):
    print(f"{lang} {form:12}{count:3}")

# %% Which cards speak of an object that is not the card they are printed on?
print()
for row in rows:
    if row["target"] == "holder":
        print(f"{row['card']}: “{row['text']}” is whoever has the ability ({row['rule']})")


# %% The same as a data frame
def frame(rows: list[dict[str, Any]]) -> Any:  # noqa: ANN401 — of polars or of pandas
    """Return the rows as a data frame of polars, else of pandas; ImportError without both."""
    try:
        import polars
    except ImportError:
        import pandas

        return pandas.DataFrame(rows)
    return polars.DataFrame(rows)


# frame(rows).group_by("lang", "form").len()          # polars
# frame(rows).groupby(["lang", "form"]).size()        # pandas
