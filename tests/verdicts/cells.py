"""Manifests of cells that never ran: a valid cell, and changes to it."""

from typing import Any

from bench.manifests import HOST, cell_record, manifest_of
from include.rawlog.host_records import ClockRecord, MachineRecord
from include.rawlog.manifest import ClusterRecord, InSyncRecord, Manifest, ProgramRecord
from include.rawlog.start_records import WarmUpRecord

FIT: dict[str, Any] = {
    "machine": {
        "seconds": 10.0, "cpu_brokers": 10.0, "cpu_programs": 4.0, "cpu_others": 2.0, "cpu_steal": 0.1,
        "memory_available_bytes": 4 * 2**30, "load_before": 8.0, "cpu_compilers": 1.0,
        "disk_free_bytes": 50 * 2**30,
    },
    "clock": {"name": "monotonic", "began_ns": 0, "began_wall_ns": 0, "ended_ns": 10, "ended_wall_ns": 10},
    "warm_up": {"seconds": 30.0, "steady": True, "longest": 180.0},
    "in_sync": {"looks": 10, "fewest": 3},
    "counts": {"reassigned": 0, "connections_lost": 0},
}  # fmt: skip


def manifest(settings: dict[str, Any] | None = None, kind: str = "embedded", **changes: Any) -> Manifest:
    """The manifest of a cell on a machine with two cores and 8 GiB; changes are facts by their part.

    A part that is given as None is missing; ``factors`` are those of the cell.
    """
    factors = changes.pop("factors", {})
    facts = {
        name: None if changes.get(name, {}) is None else {**fit, **changes.get(name, {})}
        for name, fit in FIT.items()
    }
    cell = cell_record(factors=factors, settings={"semantics": "at-least-once", **(settings or {})})
    return manifest_of(
        cell,
        cluster=ClusterRecord(kind=kind, release="4.3.1", brokers=3, settings={}),
        host=HOST.model_copy(update={"memory_bytes": 8 * 2**30}),
        clock=ClockRecord(**facts["clock"] or {}),
        machine=MachineRecord(**facts["machine"] or {}),
        warm_up=WarmUpRecord(**facts["warm_up"]) if facts["warm_up"] else None,
        in_sync=InSyncRecord(**facts["in_sync"]) if facts["in_sync"] else None,
        programs=[ProgramRecord(name="producer", client_settings={}, counts=facts["counts"] or {})],
    )
