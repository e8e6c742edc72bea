"""Manifests of cells that were never run, for benchmarks and tests."""

from include.rawlog.host_records import ClockRecord, HostRecord, MachineRecord
from include.rawlog.manifest import CellRecord, ClusterRecord, Manifest

HOST = HostRecord(
    name="none", system="none", kernel="none", processor="none", cores=2, memory_bytes=0, versions={}
)

WEEK_NS = 7 * 86_400_000_000_000

CLOCK = ClockRecord(
    name="monotonic", began_ns=-WEEK_NS, began_wall_ns=0, ended_ns=WEEK_NS, ended_wall_ns=2 * WEEK_NS
)
"""The clock of a cell that lasts so long that every time in a benchmark or test is within the cell."""

MACHINE = MachineRecord(
    seconds=0,
    cpu_brokers=0,
    cpu_programs=0,
    cpu_others=0,
    cpu_steal=0,
    memory_available_bytes=0,
    load_before=0,
)


def cell_record(**changes: object) -> CellRecord:
    """The record of the only cell of a treatment without factors, with the given fields changed."""
    fields: dict[str, object] = {
        "id": "a",
        "treatment": "a",
        "block": 1,
        "order": 0,
        "factors": {},
        "settings": {},
    }
    return CellRecord.model_validate({**fields, **changes})


def manifest_of(cell: CellRecord, **changes: object) -> Manifest:
    """The manifest of a cell on an unknown machine, with the given fields changed."""
    fields: dict[str, object] = {
        "cell": cell,
        "run_id": "run",
        "attempt": 1,
        "topic": {},
        "cluster": ClusterRecord(kind="generated", release="4.3.1", brokers=3, settings={}),
        "host": HOST,
        "clock": CLOCK,
        "timings": {},
        "machine": MACHINE,
        "programs": [],
        "files": {},
    }
    return Manifest.model_validate({**fields, **changes})
