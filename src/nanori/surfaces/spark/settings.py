"""What a worker is told, and what it is given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

# Record batches of pyarrow.
PartitionBatches: TypeAlias = Iterable[Any]
# The columns that are named, the language of rows that do not say theirs, the columns to keep.
TaskSettings: TypeAlias = tuple[dict[str, str], str, list[str] | None]
