import math

import pytest

from include.spark_jobs.measures import spans
from include.spark_jobs.measures.event_times_and_rates import rate
from include.spark_jobs.measures.transactions import measures, median_time
from tests.spark_jobs.cells import MS, numbers, raw_cell


@pytest.mark.filterwarnings("error")
def test_latencies_are_in_milliseconds_and_rates_from_the_first_message_of_the_cell() -> None:
    statistics = spans.latency_statistics(numbers(70 * MS, 10 * MS, 20 * MS, 40 * MS, 30 * MS))
    expected = {"mean": 34.0, "p50": 30.0, "p90": 58.0, "p95": 64.0, "p99": 68.8, "p999": 69.88, "max": 70.0}
    assert statistics == pytest.approx(expected)
    nothing = spans.of_span(numbers(), numbers(), 0, 1024)
    assert {name for name, value in nothing.items() if not math.isnan(value)} == {"negative_latencies"}
    assert spans.latency_statistics(numbers(-2 * MS, 0, 5 * MS))["mean"] == 1.0
    assert rate(events=2048, seconds=0.5) == 4096.0
    created, seen = numbers(5 * MS, 7 * MS, 6 * MS), numbers(9 * MS, 6 * MS, 6 * MS)
    span = spans.of_span(created, seen, first_created=1 * MS, message_bytes=2 * 2**20)
    assert (span["total_time"], span["rate"], span["throughput"]) == pytest.approx((0.008, 375, 750))
    assert (span["latency_max"], span["negative_latencies"]) == (4.0, 1)


TRANSACTIONS = [
    (0, 0, 10 * MS, 13 * MS, 500, "committed"),
    (1, 1000 * MS, 1020 * MS, 1025 * MS, 700, "committed"),
    (2, 1050 * MS, None, 1090 * MS, 5, "aborted"),
    (3, 1100 * MS, 1130 * MS, None, 6, "unknown"),
]


@pytest.mark.filterwarnings("error")
def test_times_are_medians_of_committed_transactions_and_every_transaction_is_counted() -> None:
    assert median_time(numbers(0, 10 * MS), numbers(4 * MS, 20 * MS)) == 7.0
    assert math.isnan(median_time(numbers(), numbers()))
    assert measures(raw_cell(transactions=TRANSACTIONS)) == {
        "transactions": 4,
        "transactions_aborted": 1,
        "transaction_time": 15.0,
        "transaction_size": 600.0,
        "commit_latency": 4.0,
    }
