"""Measure the messages and bytes in the clients' requests."""

from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    return {
        "produced_per_request": _ratio(cell, "produce_messages", "produce_requests"),
        "fetched_per_request": _ratio(cell, "fetch_messages", "fetch_requests"),
        "transmitted_bytes": _ratio(cell, "produce_bytes", "produce_messages"),
    }


def _ratio(cell: RawCell, numerator: str, denominator: str) -> float | None:
    """The ratio of two counts, each summed over all programs; None if no program counted the denominator."""
    divisor = cell.manifest.counted(denominator)
    return (cell.manifest.counted(numerator) or 0) / divisor if divisor else None
