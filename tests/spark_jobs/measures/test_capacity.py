from pathlib import Path

import pytest

from include.producers.load_steps import LoadStep, load_steps_table
from include.rawlog.schemas import LOAD_STEPS_FILE
from include.rawlog.table_writer import write_table
from include.spark_jobs.cell import MeasuredCell, measure_cell
from tests.rawlog.sealing import seal_again, seal_rows


def step(rate: float | None, held_percent: float) -> LoadStep:
    return LoadStep(rate, 1_000_000_000, 3_500_000_000, 0, 10, 900.0, held_percent, 0.5)


@pytest.fixture
def cell(tmp_path: Path) -> MeasuredCell:
    """A cell that searched its capacity: 1,000 and 1,050 messages/s were sustained, 1,100 were not.

    1,020 were missed by chance.
    """
    folder = seal_rows(
        tmp_path / "cell", sent=[(0, 0, 0, 5, 9, "acked", None, 6)], received=[(0, 0, 0, 8, 0, None)]
    )
    steps = [step(None, 0), step(1000, 100), step(1020, 90), step(1100, 98), step(1050, 99.5)]
    write_table(folder / LOAD_STEPS_FILE, load_steps_table(steps))
    return measure_cell(seal_again(folder, message_bytes=1024, load="capacity"))


def test_the_capacity_is_the_highest_rate_that_was_sustained(cell: MeasuredCell) -> None:
    found = cell.metrics
    assert (found["capacity"], found["capacity_limit"], found["capacity_steps"]) == (1050, 1100, 4)


def test_a_search_times_no_message_and_counts_all(cell: MeasuredCell) -> None:
    found = cell.metrics
    assert (found["sent"], found["acked"], found["received"], found["lost"]) == (1, 1, 1, 0)
    timed = ("producer_broker_latency_p50", "producer_consumer_throughput", "sending_rate", "broker_cpu_time")
    assert [found[name] for name in timed] == [None] * 4


def test_the_steps_of_a_search_are_rows_of_the_results(cell: MeasuredCell) -> None:
    rows = cell.tables["load_steps"].to_pylist()
    assert [row["rate"] for row in rows] == [None, 1000, 1020, 1100, 1050]
    assert (rows[0]["cell"], rows[0]["seconds"]) == (cell.cell, 2.5)
