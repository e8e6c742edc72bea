"""Measure the CPU time of the brokers, and the load of the machine."""

import numpy as np

from include.rawlog.manifest import Manifest
from include.spark_jobs.measures.rawcell import Metrics, RawCell, numbers


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column; without CPU times if they were not recorded."""
    usage = _used(cell)
    return {**(_times_of_a_message(*usage) if usage else {}), "cores_busy": _busy_share(cell.manifest)}


def _times_of_a_message(brokers: float, compilers: float, messages: int) -> Metrics:
    if not brokers or not messages:
        return {}
    return {
        "broker_cpu_time": (brokers - compilers) * 1e6 / messages,
        "broker_compiler_time": compilers * 1e6 / messages,
    }


def _busy_share(manifest: Manifest) -> float | None:
    under_load = manifest.machine.under_load
    if under_load is None or under_load.cpu_busy is None:
        return None
    seconds = (under_load.ended_ns - under_load.began_ns) / 1e9
    return under_load.cpu_busy / (seconds * manifest.host.cores)


def _used(cell: RawCell) -> tuple[float, float, int] | None:
    """The brokers' CPU time in s, the compilers' part of it, and the number of messages sent meanwhile.

    None if the cell has a lead-in, but its time under load was not recorded.
    """
    machine = cell.manifest.machine
    if not cell.settings.lead_in_seconds or cell.settings.traits.flow.has_backlog:
        return machine.cpu_brokers, machine.cpu_compilers or 0.0, cell.sent.num_rows
    if machine.under_load is None:
        return None
    under_load = machine.under_load
    sent_ns = numbers(cell.sent["handed_over_ns"])  # not the due time: a late producer sends a message later
    is_sent = (sent_ns >= under_load.began_ns) & (sent_ns <= under_load.ended_ns)
    return under_load.cpu_brokers, under_load.cpu_compilers, int(np.count_nonzero(is_sent))
