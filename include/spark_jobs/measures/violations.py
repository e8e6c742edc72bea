"""Count the violations of a cell."""

from include.spark_jobs.rawcell import Metrics, RawCell
from include.spark_jobs.violations import violations_of


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    found = vars(violations_of(cell))
    return {name: None if indices is None else indices.size for name, indices in found.items()}
