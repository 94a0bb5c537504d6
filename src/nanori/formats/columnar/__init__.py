"""Columnar files, Parquet and Arrow's own, to records: a row is a card. They are read-only."""
