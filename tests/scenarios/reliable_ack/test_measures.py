import pyarrow as pa

from include.rawlog.manifest import ProgramRecord
from include.scenarios.reliable_ack.measures import MEASURES
from include.scenarios.reliable_ack.programs.confirmations import CONFIRMATIONS, CONFIRMATIONS_FILE
from include.spark_jobs.measures.rawcell import Metrics
from tests.spark_jobs.cells import raw_cell

ROWS: list[dict[str, object]] = [
    {"id": 0, "confirmed_ns": 14, "confirmed_by": "receipt", "retransmitted": 0},
    {"id": 1, "confirmed_ns": 17, "confirmed_by": "retransmission", "retransmitted": 2},
    {"id": 2, "confirmed_ns": None, "confirmed_by": "nothing", "retransmitted": 1},
]


def measured(confirmed: list[dict[str, object]], **counts: int) -> Metrics:
    """The metrics of a cell whose monitor reported these counts."""
    monitor = ProgramRecord(name="monitor", client_settings={}, counts=counts)
    cell = raw_cell(settings={"scenario": "reliable_ack", "level": "reliable-ack"}, programs=[monitor])
    cell.files[CONFIRMATIONS_FILE] = pa.Table.from_pylist(confirmed, schema=CONFIRMATIONS)
    return MEASURES.metrics(cell)


def test_what_a_monitor_had_to_do_is_counted_as_far_as_it_reported_it() -> None:
    assert measured(ROWS, retransmitting_ns=2_500_000_000, left_to_monitor=4) == {
        "retransmitted": 3,
        "retransmission_time": 2.5,
        "unfinished": 1,
        "left_to_monitor": 4,
    }
    names = ("retransmitted", "retransmission_time", "unfinished", "left_to_monitor")
    assert measured([]) == dict(zip(names, (0, None, 0, 0), strict=True))
    assert MEASURES.metrics(raw_cell()) == {}
