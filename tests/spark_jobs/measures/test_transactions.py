import math

from include.spark_jobs.measures.transactions import median_messages, median_time
from tests.spark_jobs.arrays import MS, numbers


def test_transactions_give_medians() -> None:
    assert median_time(numbers(0, 10 * MS), numbers(4 * MS, 20 * MS)) == 7.0
    assert median_messages(numbers(1, 2, 9)) == 2.0
    assert math.isnan(median_time(numbers(), numbers()))
