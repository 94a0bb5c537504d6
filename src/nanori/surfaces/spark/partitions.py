"""A partition's batches to the same with references, in a Spark worker."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from nanori.annotation.known_names import KnownNames
from nanori.surfaces.arrow import cards
from nanori.surfaces.arrow.annotating import AnnotationPlan
from nanori.surfaces.arrow.schema import RecordBatch, Schema, Type, pa

# pyarrow record batches.
PartitionBatches: TypeAlias = Iterable[Any]
# The named columns, the language of rows that do not say theirs, the columns to keep.
TaskSettings: TypeAlias = tuple[dict[str, str], str, list[str] | None]


def annotated(
    batches: PartitionBatches,
    settings: TaskSettings,
    names: KnownNames | None,
) -> Iterator[RecordBatch]:
    """Yield the batches of a partition with their references."""
    given, lang, keep = settings
    plan = schema = None
    for batch in batches:
        if plan is None:
            plan = AnnotationPlan(batch.schema, given, names, lang, keep)
            schema = plain(plan.schema)
        for made in plan.all([batch]):
            yield made.cast(schema)


def named(batches: PartitionBatches, settings: TaskSettings) -> Iterator[RecordBatch]:
    """Yield the names that a partition's batches give to cards and tokens."""
    given, lang, _ = settings
    for batch in batches:
        names = cards.gathered([batch], cards.of_table(batch.schema, given), lang)
        yield pa.record_batch({"name": pa.array(names, pa.string())})


def plain(schema: Schema) -> Schema:
    """Return a schema without dictionaries, which Spark does not read."""
    fields = [field.with_type(_decoded(field.type)) for field in schema]
    return pa.schema(fields)


def _decoded(kind: Type) -> Type:
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_list(kind):
        return pa.list_(_decoded(kind.value_type))
    if pa.types.is_struct(kind):
        inner = [kind.field(place) for place in range(kind.num_fields)]
        return pa.struct([field.with_type(_decoded(field.type)) for field in inner])
    return kind
