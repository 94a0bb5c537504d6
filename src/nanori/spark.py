"""The public face of `nanori.surfaces.spark`: DataFrames with the references of their cards.

Needs the extra `nanori[spark]`, and nanori in the workers' Python; see docs/columns.md.
"""

from __future__ import annotations

from nanori.surfaces.spark import annotate, names_of

__all__ = ["annotate", "names_of"]
