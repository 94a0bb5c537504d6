"""A DataFrame to one with references, by `mapInArrow`: Spark divides it, and repeats what fails."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from nanori.annotation.known_names import KnownNames
from nanori.model import extras

DataFrame: TypeAlias = Any
"""A DataFrame of Spark, classic or Connect."""
Batches: TypeAlias = Iterable[Any]
"""Record batches of pyarrow."""


def annotate(
    data: DataFrame,
    *,
    columns: Mapping[str, str] | None = None,
    names: KnownNames | None = None,
    lang: str = "",
    keep: Sequence[str] | None = None,
) -> DataFrame:
    """Return a DataFrame of cards with the columns of `nanori.arrow.SCHEMA`: a row for each row.

    Arguments are those of `nanori.arrow.annotate`; `names` are sent to each worker once. What is
    wrong with a row stands in its column `error`. Nothing is computed before Spark is asked for
    it. NanoriError where there is no column for the text or the name, or one without words;
    a job fails, naming the Python of its workers, where that one has no nanori.
    """
    from nanori.arrow.annotating import AnnotationPlan

    types = extras.load("pyspark.sql.pandas.types", "spark")
    given = types.to_arrow_schema(data.schema)
    plan = AnnotationPlan(given, columns, None, lang, keep)
    schema = types.from_arrow_schema(plain(plan.schema))
    known = _shared(data, names)
    told = (dict(columns or {}), lang, None if keep is None else [*keep])
    return data.mapInArrow(_task(told, known), schema)


def plain(schema: Any) -> Any:  # noqa: ANN401 — a schema of pyarrow
    """Return a schema without dictionaries, which Spark does not read."""
    import pyarrow as pa  # pyright: ignore

    fields = [field.with_type(_decoded(field.type)) for field in schema]
    return pa.schema(fields)


def _decoded(kind: Any) -> Any:  # noqa: ANN401 — a type of pyarrow
    import pyarrow as pa  # pyright: ignore

    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(_decoded(kind.value_type))
    if pa.types.is_struct(kind):
        inner = [kind.field(place) for place in range(kind.num_fields)]
        return pa.struct([field.with_type(_decoded(field.type)) for field in inner])
    return kind


def _shared(data: DataFrame, names: KnownNames | None) -> Callable[[], KnownNames | None]:
    """Return what gives a worker the names: by a broadcast where there are any."""
    if names is None or not hasattr(data, "_sc"):  # a Connect DataFrame has no broadcasts
        return lambda: names
    broadcast = data.sparkSession.sparkContext.broadcast(names)
    return lambda: broadcast.value


def _task(
    told: tuple[dict[str, str], str, list[str] | None], known: Callable[[], KnownNames | None]
) -> Callable[[Batches], Batches]:
    """Return what each worker does to its batches; it is sent whole, so nanori may lack there."""

    def work(batches: Batches) -> Batches:
        try:
            from nanori.spark import annotating
        except ImportError as error:
            reason = f"{error}: set PYSPARK_PYTHON to a Python that has nanori[spark]"
            raise RuntimeError(f"the workers run {sys.executable}; {reason}") from None
        return annotating.annotated(batches, told, known())

    return work


def annotated(
    batches: Batches,
    told: tuple[dict[str, str], str, list[str] | None],
    names: KnownNames | None,
) -> Iterator[Any]:
    """Yield the batches of a partition with their references."""
    from nanori.arrow.annotating import AnnotationPlan

    columns, lang, keep = told
    plan = schema = None
    row = 0
    for batch in batches:
        if plan is None:
            plan = AnnotationPlan(batch.schema, columns, names, lang, keep)
            schema = plain(plan.schema)
        for made in plan.all([batch]):
            yield made.cast(schema)
            row += made.num_rows
