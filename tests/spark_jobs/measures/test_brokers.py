import pytest

from bench.manifests import MACHINE
from include.rawlog.host_records import MachineRecord, UnderLoadRecord
from include.spark_jobs.measures.brokers import measures
from include.spark_jobs.measures.rawcell import RawCell
from tests.spark_jobs.cells import raw_cell

SENT = [(id, 0, id, 100 * id, None, "unknown", None, 100 * id + 60) for id in range(8)]
"""Every message is handed over 60 ns after it was due; those of 260 to 460 ns are due twice, and handed over
three times."""

LEAD_IN = {"rate": 4, "messages": 8, "lead_in_seconds": 0.5}


def machine(under_load: tuple[int, int] | None = None) -> MachineRecord:
    """Brokers that used 3 s of CPU time, of which 1 s between two moments in ns, and none for compilers."""
    record = None
    if under_load:
        times = dict(zip(("began_ns", "ended_ns"), under_load, strict=True))
        record = UnderLoadRecord(**times, cpu_brokers=1.0, cpu_compilers=0.0, cpu_busy=None)
    return MACHINE.model_copy(update={"cpu_brokers": 3.0, "cpu_compilers": 0.0, "under_load": record})


def broker_cpu_time(cell: RawCell) -> float | None:
    return measures(cell).get("broker_cpu_time")


def test_the_cpu_time_of_a_message_is_that_of_the_cell_or_of_the_cpu_under_load_if_it_is_known() -> None:
    assert broker_cpu_time(raw_cell(SENT, machine=machine())) == 3e6 / 8
    cell = raw_cell(SENT, settings=LEAD_IN, machine=machine(under_load=(260, 460)))
    assert broker_cpu_time(cell) == pytest.approx(1e6 / 3)
    cell = raw_cell(SENT, settings={**LEAD_IN, "backlog": True}, machine=machine(under_load=(260, 460)))
    assert broker_cpu_time(cell) == pytest.approx(3e6 / 8)
    assert broker_cpu_time(raw_cell(SENT, settings=LEAD_IN, machine=machine())) is None
    assert broker_cpu_time(raw_cell(SENT)) is None
    assert broker_cpu_time(raw_cell(machine=machine())) is None
