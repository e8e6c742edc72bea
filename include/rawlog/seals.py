"""Which cells of a run are sealed. This module is quick to import: it reads no raw log."""

from collections.abc import Iterator

from include.rawlog.manifest import MANIFEST_FILE
from include.storage.path import AnyPath

CELLS_FOLDER = "cells"


def is_sealed(cell: AnyPath) -> bool:
    """Whether the cell's folder holds a manifest."""
    return (cell / MANIFEST_FILE).is_file()


def sealed_cells(run: AnyPath) -> Iterator[AnyPath]:
    """The folders of a run's sealed cells, by name."""
    manifests = (run / CELLS_FOLDER).glob(f"*/{MANIFEST_FILE}")
    return iter(sorted((manifest.parent for manifest in manifests), key=lambda cell: cell.name))


def sealed_ids(run: AnyPath) -> set[str]:
    """The ids of a run's sealed cells."""
    return {cell.name for cell in sealed_cells(run)}
