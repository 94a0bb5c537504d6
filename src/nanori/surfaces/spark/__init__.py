"""A Spark DataFrame with cards to the same DataFrame with their references.

Goes in: a DataFrame. Comes out: the same, lazily, with the columns of `nanori.arrow.SCHEMA`, by
`mapInArrow`: Spark divides it, and repeats what fails; the workers process each batch with
`nanori.arrow`. Needs the extra `nanori[spark]`, and nanori in the workers' Python.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from nanori.annotation.known_names import KnownNames
from nanori.model import extras
from nanori.surfaces.arrow.annotating import AnnotationPlan
from nanori.surfaces.arrow.cards import of_table
from nanori.surfaces.spark.partitions import PartitionBatches, TaskSettings, plain

# A Spark DataFrame, classic or Connect.
DataFrame: TypeAlias = Any


def annotate(
    data: DataFrame,
    *,
    columns: Mapping[str, str] | None = None,
    names: KnownNames | None = None,
    lang: str = "",
    keep: Sequence[str] | None = None,
) -> DataFrame:
    """Return a DataFrame of cards with the columns of `nanori.arrow.SCHEMA`: a row for each row.

    Arguments are those of `nanori.arrow.annotate`; `names` are sent to each worker once. Without
    them Spark gathers those of all rows at once, as `names_of` does; of a stream, which has no end,
    it cannot. What is wrong with a row stands in its column `error`. Nothing else is computed
    before Spark is asked for it. NanoriError where there is no column for the text or the name, or
    one without words; a job fails, naming the Python of its workers, where that one has no nanori.
    """
    types = extras.load("pyspark.sql.pandas.types", "spark")
    given = types.to_arrow_schema(data.schema)
    plan = AnnotationPlan(given, columns, None, lang, keep)
    schema = types.from_arrow_schema(plain(plan.schema))
    if names is None and not data.isStreaming:
        names = names_of(data, columns=columns, lang=lang)
    known = _shared(data, names)
    settings = (dict(columns or {}), lang, None if keep is None else [*keep])
    return data.mapInArrow(_task(settings, known), schema)


def names_of(
    data: DataFrame, *, columns: Mapping[str, str] | None = None, lang: str = ""
) -> KnownNames:
    """Return the names that a DataFrame gives to cards, their faces, and the tokens that they make.

    It is a job of its own with a small result, which may be kept and passed with every part.
    Arguments and errors are those of `annotate`.
    """
    types = extras.load("pyspark.sql.pandas.types", "spark")
    known = of_table(types.to_arrow_schema(data.schema), columns)
    needed = data.select(*known.every())
    settings = (dict(columns or {}), lang, None)
    rows = needed.mapInArrow(_task(settings, None), "name string").distinct().collect()
    return KnownNames(sorted(row.name for row in rows))


def _shared(data: DataFrame, names: KnownNames | None) -> Callable[[], KnownNames | None]:
    """Return what gives a worker the names: by broadcast if there are any."""
    if names is None or not hasattr(data, "_sc"):  # a Connect DataFrame has no broadcasts
        return lambda: names
    broadcast = data.sparkSession.sparkContext.broadcast(names)
    return lambda: broadcast.value


def _task(
    settings: TaskSettings, known: Callable[[], KnownNames | None] | None
) -> Callable[[PartitionBatches], PartitionBatches]:
    """Return what each worker does to its batches; it is sent whole, in case nanori is missing.

    Without `known` it gathers the names in them.
    """

    def work(batches: PartitionBatches) -> PartitionBatches:
        try:
            from nanori.surfaces.spark import partitions
        except ImportError as error:
            reason = f"{error}: set PYSPARK_PYTHON to a Python that has nanori[spark]"
            raise RuntimeError(f"the workers run {sys.executable}; {reason}") from None
        if known is None:
            return partitions.named(batches, settings)
        return partitions.annotated(batches, settings, known())

    return work
