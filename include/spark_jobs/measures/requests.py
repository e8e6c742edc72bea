"""Measure how much the clients' requests carried, and count what clients and supervisors repeated."""

from include.scenarios.clients.registry import client_of
from include.spark_jobs.measures.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column.

    A client that does not count the requests that it repeats has no count, and not a count of 0.
    """
    client = cell.settings.chosen_client
    repeated = ["requests_retried"] if client is None or client_of(client).counts_retries else []
    return {
        **{name: cell.manifest.counted(name) or 0 for name in [*repeated, "replaced"]},
        "produced_per_request": _ratio(cell, "produce_messages", "produce_requests"),
        "fetched_per_request": _ratio(cell, "fetch_messages", "fetch_requests"),
        "transmitted_bytes": _ratio(cell, "produce_bytes", "produce_messages"),
    }


def _ratio(cell: RawCell, numerator: str, denominator: str) -> float | None:
    """One count divided by another, each over all programs; None where no program counted."""
    divisor = cell.manifest.counted(denominator)
    return (cell.manifest.counted(numerator) or 0) / divisor if divisor else None
