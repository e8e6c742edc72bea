"""Count the violations of a cell."""

from include.spark_jobs.rawcell import Metrics, RawCell
from include.spark_jobs.violations import violations_of


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    return {name: found.size for name, found in vars(violations_of(cell)).items()}
