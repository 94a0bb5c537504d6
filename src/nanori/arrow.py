"""The public face of `nanori.surfaces.arrow`: Arrow tables with the references of their cards.

Needs the extra `nanori[arrow]`; docs/columns.md shows it with pandas, polars, DuckDB and Spark.
"""

from __future__ import annotations

from nanori.surfaces.arrow import REFERENCE, SCHEMA, annotate, names_of

__all__ = ["REFERENCE", "SCHEMA", "annotate", "names_of"]
