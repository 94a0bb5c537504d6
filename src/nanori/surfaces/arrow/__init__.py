"""Arrow tables of cards to the same tables with their references, column by column.

Goes in: a pyarrow batch, table or reader. Comes out: the same with the columns of `SCHEMA`. Needs
the extra `nanori[arrow]`; docs/columns.md shows it with pandas, polars, DuckDB and Spark.
"""

from nanori.surfaces.arrow.annotating import annotate
from nanori.surfaces.arrow.cards import names_of
from nanori.surfaces.arrow.schema import LONG, REFERENCE, SCHEMA, long

__all__ = ["LONG", "REFERENCE", "SCHEMA", "annotate", "long", "names_of"]
