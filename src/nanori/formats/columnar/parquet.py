"""Parquet: a row is a card, its columns are recognised like any table's. Read with pyarrow."""

from nanori.formats.columnar.rows import Columnar, about


class Parquet(Columnar):
    """Parquet files."""

    KIND = "parquet"
    ABOUT = about("Parquet files", (".parquet", ".pq"))


FORMAT = Parquet()
