import math

import pytest

from include.spark_jobs.measures.transactions import measures, median_time
from tests.spark_jobs.cells import MS, numbers, raw_cell

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
