"""A Spark DataFrame with cards to the same DataFrame with their references.

Goes in: a DataFrame. Comes out: the same, lazily, with the columns of `nanori.arrow.SCHEMA`, by
`mapInArrow`: Spark divides it, and repeats what fails; the workers process each batch with
`nanori.arrow`. Needs the extra `nanori[spark]`, and nanori in the workers' Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from nanori.annotation.known_names import KnownNames
from nanori.model import extras
from nanori.surfaces.arrow import RecordBatch, TableAnnotator

# A Spark DataFrame, classic or Connect.
DataFrame: TypeAlias = Any
# What a worker does to its batches.
Work: TypeAlias = Callable[[Iterable[RecordBatch]], Iterator[RecordBatch]]


def annotate(
    data: DataFrame,
    *,
    columns: Mapping[str, str] | None = None,
    names: KnownNames | None = None,
    lang: str = "",
) -> DataFrame:
    """Return a DataFrame of cards with the columns of `nanori.arrow.SCHEMA`: a row for each row.

    Arguments are those of `nanori.arrow.annotate`; `names` are sent to each worker once. Without
    them Spark gathers those of all rows at once, as `names_of` does; of a stream, which has no end,
    it cannot. What is wrong with a row stands in its column `error`. Nothing else is computed
    before Spark is asked for it. NanoriError where there is no column for the text or the name, or
    one without words; a job fails, naming the Python of its workers, where that one has no nanori.
    """
    types = extras.load("pyspark.sql.pandas.types", "spark")
    schema = TableAnnotator(types.to_arrow_schema(data.schema), columns, names, lang).schema
    if names is None and not data.isStreaming:
        names = names_of(data, columns=columns, lang=lang)
    work = _work("annotated", columns, lang, _shared(data, names))
    return data.mapInArrow(work, types.from_arrow_schema(schema))


def names_of(
    data: DataFrame, *, columns: Mapping[str, str] | None = None, lang: str = ""
) -> KnownNames:
    """Return the names that a DataFrame gives to cards, their faces, and the tokens that they make.

    It is a job of its own with a small result, which may be kept and passed with every part.
    Arguments and errors are those of `annotate`.
    """
    types = extras.load("pyspark.sql.pandas.types", "spark")
    annotator = TableAnnotator(types.to_arrow_schema(data.schema), columns, None, lang)
    work = _work("names", columns, lang, lambda: None)
    needed = data.select(*annotator.columns.values())
    rows = needed.mapInArrow(work, "name string").distinct().collect()
    return KnownNames(sorted(row.name for row in rows))


def _shared(data: DataFrame, names: KnownNames | None) -> Callable[[], KnownNames | None]:
    """Return what gives a worker the names: by broadcast if there are any."""
    if names is None or not hasattr(data, "_sc"):  # a Connect DataFrame has no broadcasts
        return lambda: names
    broadcast = data.sparkSession.sparkContext.broadcast(names)
    return lambda: broadcast.value


def _work(
    what: str,
    columns: Mapping[str, str] | None,
    lang: str,
    names: Callable[[], KnownNames | None],
) -> Work:
    """Return what each worker does; it is sent whole, in case nanori is missing there."""
    chosen = dict(columns or {})

    def work(batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
        try:
            from nanori.surfaces.arrow import TableAnnotator, pa
        except ImportError as error:
            reason = f"{error}: set PYSPARK_PYTHON to a Python that has nanori[spark]"
            raise RuntimeError(f"the workers run {sys.executable}; {reason}") from None
        annotator = None
        for batch in batches:
            annotator = annotator or TableAnnotator(batch.schema, chosen, names(), lang)
            if what == "names":
                found = pa.array([*annotator.names_in([batch])], pa.string())
                yield pa.record_batch({"name": found})
            else:
                yield from annotator.all([batch])

    return work
