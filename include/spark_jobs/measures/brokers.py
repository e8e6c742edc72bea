"""Measure what the brokers used, and how busy the machine was."""

import numpy as np

from include.rawlog.manifest import Manifest
from include.spark_jobs.rawcell import Metrics, RawCell


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; none where the brokers' processes were not visible."""
    seconds, messages = _used(cell)
    used = {"broker_cpu_time": seconds * 1e6 / messages} if seconds and messages else {}
    return {**used, "cores_busy": _busy_share(cell.manifest)}


def _busy_share(manifest: Manifest) -> float | None:
    under_load = manifest.machine.under_load
    if under_load is None or under_load.cpu_busy is None:
        return None
    seconds = (under_load.ended_ns - under_load.began_ns) / 1e9
    return under_load.cpu_busy / (seconds * manifest.host.cores)


def _used(cell: RawCell) -> tuple[float, int]:
    """The CPU time of the brokers in seconds, and the number of sends in the same time."""
    machine = cell.manifest.machine
    if not cell.settings.lead_in_seconds or cell.settings.has_backlog:
        return machine.cpu_brokers, cell.sent.num_rows
    if machine.under_load is None:
        return 0.0, 0
    began_ns, ended_ns = machine.under_load.began_ns, machine.under_load.ended_ns
    is_sent = (cell.created_ns >= began_ns) & (cell.created_ns <= ended_ns)
    return machine.under_load.cpu_brokers, int(np.count_nonzero(is_sent))
