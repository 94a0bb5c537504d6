"""A DataFrame of Spark with cards to the same DataFrame with their references.

Goes in: a DataFrame. Comes out: the same, lazily, with the columns of `nanori.arrow.SCHEMA`; what
the workers do to each batch is `nanori.arrow`. Needs the extra `nanori[spark]`, and nanori in the
Python of the workers.
"""

from __future__ import annotations

from nanori.surfaces.spark.annotating import annotate, names_of

__all__ = ["annotate", "names_of"]
