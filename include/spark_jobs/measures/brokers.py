"""Measure what the brokers used."""

from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; none where the brokers' processes were not visible."""
    seconds, messages = cell.manifest.machine.cpu_brokers, cell.sent.num_rows
    return {"broker_cpu_time": seconds * 1e6 / messages} if seconds and messages else {}
