from typing import Any

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.measures.generator import of_producer

COUNTS = {
    "sending_ns": 2_000_000_000,
    "sending_cpu_ns": 500_000_000,
    "sending_python_cpu_ns": 200_000_000,
    "longest_poll_gap_ns": 3_000_000,
}


def measured(**counts: Any) -> dict[str, float]:
    return of_producer(ProgramRecord(name="producer", client_settings={}, counts=counts))


def test_times_of_the_producer_are_shares_of_its_time_of_sending() -> None:
    assert measured(**COUNTS) == {
        "generator_cpu": 0.25,
        "generator_python_cpu": 0.1,
        "longest_poll_gap": 3,
    }


def test_lateness_is_in_milliseconds() -> None:
    assert measured(**COUNTS, lateness_p99_ns=1_500_000)["lateness_p99"] == 1.5


def test_a_program_that_recorded_nothing_has_no_metrics() -> None:
    assert measured(sent=5) == {}
