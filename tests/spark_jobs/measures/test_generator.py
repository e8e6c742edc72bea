from pathlib import Path
from typing import Any

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.measures.generator import GENERATOR, worst
from tests.rawlog.sealing import seal_again, seal_rows

COUNTS = {
    "sending_ns": 2_000_000_000,
    "sending_cpu_ns": 500_000_000,
    "sending_python_cpu_ns": 200_000_000,
    "longest_poll_gap_ns": 3_000_000,
}


def measured(**counts: Any) -> dict[str, float]:
    return worst([ProgramRecord(name="producer", client_settings={}, counts=counts)], GENERATOR)


def test_times_of_the_producer_are_shares_of_its_time_of_sending_as_far_as_it_recorded_them() -> None:
    assert measured(**COUNTS) == {"generator_cpu": 0.25, "generator_python_cpu": 0.1, "longest_poll_gap": 3}
    assert measured(sent=5) == {}
    assert measured(sending_ns=200, sending_cpu_ns=190) == {"generator_cpu": 0.95}


def offered_rate(folder: Path, **settings: Any) -> float | None:
    seal_again(seal_rows(folder), message_bytes=1024, **settings)
    return measure_cell(folder).metrics["offered_rate"]


def test_the_offered_rate_is_that_at_which_messages_were_due_if_it_was_fixed(tmp_path: Path) -> None:
    assert offered_rate(tmp_path / "fixed", seconds=2, rate=2100) == 2100
    assert offered_rate(tmp_path / "none") is None
