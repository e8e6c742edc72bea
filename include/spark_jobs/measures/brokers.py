"""Measure what the brokers used."""

import numpy as np

from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; none where the brokers' processes were not visible."""
    seconds, messages = _used(cell)
    return {"broker_cpu_time": seconds * 1e6 / messages} if seconds and messages else {}


def _used(cell: RawCell) -> tuple[float, int]:
    """The CPU time of the brokers in seconds, and the number of sends in the same time."""
    machine = cell.manifest.machine
    if cell.settings.searches_capacity:
        return 0.0, 0
    if not cell.settings.lead_in_seconds or cell.settings.has_backlog:
        return machine.cpu_brokers, cell.sent.num_rows
    if machine.under_load is None:
        return 0.0, 0
    began_ns, ended_ns = machine.under_load.began_ns, machine.under_load.ended_ns
    is_sent = (cell.created_ns >= began_ns) & (cell.created_ns <= ended_ns)
    return machine.under_load.cpu_brokers, int(np.count_nonzero(is_sent))
