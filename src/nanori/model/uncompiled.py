"""A way to import nanori's modules as Python source where compiled ones lie beside them."""

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """Finds the source of nanori's modules before any other finder looks."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the source of one of nanori's modules is; None for any other."""
        if not name.startswith("nanori."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
            if spec is not None:
                return spec
        return None


def prefer() -> None:
    """Import modules from source from now on, for whoever sets NANORI_PURE=1."""
    sys.meta_path.insert(0, SourceFinder)
