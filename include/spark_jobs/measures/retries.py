"""Count what clients and supervisors repeated."""

from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column: counts of the load programs with the same names."""
    return {name: cell.manifest.counted(name) or 0 for name in ("requests_retried", "replaced")}
