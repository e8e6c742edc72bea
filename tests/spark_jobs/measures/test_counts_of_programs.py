from math import nan
from typing import Any

import pytest

from include.rawlog.manifest import ProgramRecord
from include.spark_jobs.measures import client_requests, consumption, generator, retries
from tests.spark_jobs.cells import S, raw_cell


def programs(*counts: dict[str, int]) -> list[ProgramRecord]:
    return [
        ProgramRecord(name=f"program-{index}", client_settings={}, counts=of_program)
        for index, of_program in enumerate(counts)
    ]


def test_retries_and_replacements_are_summed_over_all_programs_that_count_them() -> None:
    counted = programs({"requests_retried": 2, "replaced": 1}, {"requests_retried": 3, "replaced": 1})
    assert retries.measures(raw_cell(programs=counted)) == {"requests_retried": 5, "replaced": 2}
    assert retries.measures(raw_cell()) == {"requests_retried": 0, "replaced": 0}
    assert retries.measures(raw_cell(settings={"client": "java", "lead_in_seconds": 2})) == {"replaced": 0}


def test_requests_are_divided_over_all_programs_if_there_are_any() -> None:
    producing = {"produce_messages": 60, "produce_requests": 4, "produce_bytes": 6600}
    fetching = {"fetch_messages": 30, "fetch_requests": 8}
    assert client_requests.measures(raw_cell(programs=programs(producing, fetching, fetching))) == {
        "produced_per_request": 15,
        "transmitted_bytes": 110,
        "fetched_per_request": 3.75,
    }
    idle = {"produce_requests": 0, "fetch_requests": 2}
    assert client_requests.measures(raw_cell(programs=programs(idle))) == {
        "produced_per_request": None,
        "transmitted_bytes": None,
        "fetched_per_request": 0,
    }


def test_of_several_producers_the_worst_is_the_instrument() -> None:
    counts: dict[str, Any] = {
        "sending_ns": 100,
        "sending_cpu_ns": 30,
        "sending_python_cpu_ns": 10,
        "longest_poll_gap_ns": 2_000_000,
        "lateness_p50_ns": 1_000_000,
        "lateness_p99_ns": 3_000_000,
    }
    worse = {**counts, "sending_cpu_ns": 60, "longest_poll_gap_ns": 1_000_000}
    assert generator.measures(raw_cell(programs=programs(counts, worse, {}))) == {
        "sending_rate": pytest.approx(nan, nan_ok=True),
        "generator_cpu": 0.6,
        "generator_python_cpu": 0.1,
        "longest_poll_gap": 2.0,
        "lateness_p50": 1.0,
        "lateness_p99": 3.0,
    }
    partly = programs({"sending_ns": 200, "sending_cpu_ns": 190})
    metrics = generator.measures(raw_cell(programs=partly, settings={"rate": 2100, "seconds": 2}))
    assert metrics.keys() == {"sending_rate", "offered_rate", "generator_cpu"}
    assert (metrics["offered_rate"], metrics["generator_cpu"]) == (2100, 0.95)


def test_of_several_consumers_the_busiest_and_the_latest_count() -> None:
    received = [(id, 0, id, S * id, 0) for id in range(5)]
    late = {"receipt_lateness_p50_ns": 2_500_000, "receipt_lateness_p99_ns": 3_000_000}
    later = {"receipt_lateness_p50_ns": 1_500_000, "receipt_lateness_p99_ns": 4_000_000}
    counted = programs(
        {"receiving_ns": 100, "receiving_cpu_ns": 20, **late},
        {"receiving_ns": 100, "receiving_cpu_ns": 95, **later},
        {"received": 5},
    )
    assert consumption.measures(raw_cell(received=received, programs=counted)) == {
        "consumption_rate": 1,
        "consumer_cpu": 0.95,
        "receipt_lateness_p50": 2.5,
        "receipt_lateness_p99": 4.0,
    }
    uncounted = raw_cell(received=received, programs=programs({"received": 5}))
    assert consumption.measures(uncounted) == {"consumption_rate": 1}
