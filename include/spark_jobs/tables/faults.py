"""``results/faults``: when each fault began and ended."""

from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.schemas import TableRows


def window_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/faults`` for a cell."""
    return [
        {**row, "began": cell.seconds(row["began_ns"]), "ended": cell.seconds(row["ended_ns"])}
        for row in cell.faults.to_pylist()
    ]
