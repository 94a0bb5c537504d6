"""Arrow's own files (Feather) and streams: a row is a card, as in Parquet. Read with pyarrow."""

from nanori.formats.columnar.rows import Columnar, about


class Arrow(Columnar):
    """Arrow files and streams, Feather."""

    KIND = "arrow"
    ABOUT = about("Arrow files and streams, Feather", (".arrow", ".feather", ".arrows", ".ipc"))


FORMAT = Arrow()
