"""A table of the results that holds rows of every cell."""

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa

from include.spark_jobs.rawcell import RawCell


@dataclass(frozen=True)
class ResultTable:
    """The schema of a table, and what makes the rows of a cell."""

    schema: pa.Schema
    rows: Callable[[RawCell], pa.Table]
    """The cell's rows, of that schema; none where the table does not apply to the cell."""
