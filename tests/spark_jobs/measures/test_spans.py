import math

import pytest

from include.spark_jobs.measures import spans
from include.spark_jobs.measures.event_times_and_rates import rate
from tests.spark_jobs.cells import MS, numbers


@pytest.mark.filterwarnings("error")
def test_latencies_are_in_milliseconds_and_rates_from_the_first_message_of_the_cell() -> None:
    statistics = spans.latency_statistics(numbers(70 * MS, 10 * MS, 20 * MS, 40 * MS, 30 * MS))
    expected = {"mean": 34.0, "p50": 30.0, "p90": 58.0, "p95": 64.0, "p99": 68.8, "p999": 69.88, "max": 70.0}
    assert statistics == pytest.approx(expected)
    nothing = spans.of_span(numbers(), numbers(), 0, 1024)
    assert {name for name, value in nothing.items() if not math.isnan(value)} == {"negative_latencies"}
    latencies = numbers(-2 * MS, 0, 5 * MS)
    assert spans.latency_statistics(latencies)["mean"] == 1.0
    assert rate(events=2048, seconds=0.5) == 4096.0
    created, seen = numbers(5 * MS, 7 * MS, 6 * MS), numbers(9 * MS, 6 * MS, 6 * MS)
    span = spans.of_span(created, seen, first_created=1 * MS, message_bytes=2 * 2**20)
    assert (span["total_time"], span["rate"], span["throughput"]) == pytest.approx((0.008, 375, 750))
    assert (span["latency_max"], span["negative_latencies"]) == (4.0, 1)
