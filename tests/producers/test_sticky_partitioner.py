from itertools import count, islice

import pytest

from include.load.producer_job import ProducerJob
from include.producers.sticky_partitioner import (
    StickyPartitioner,
    messages_per_batch,
    partition_of_each_batch,
)
from tests.load.jobs import job_of

MS = 1_000_000


@pytest.mark.parametrize(
    ("batch_bytes", "message_bytes", "most", "messages"),
    [(16_384, 1024, 1000, 15), (100, 1024, 1000, 1), (16_384, 200, 50, 50), (16_384, 200, 1000, 78)],
)
def test_a_batch_takes_what_fits_at_least_a_message_and_at_most_what_a_request_may_carry(
    batch_bytes: int, message_bytes: int, most: int, messages: int
) -> None:
    assert messages_per_batch(batch_bytes, message_bytes, most) == messages


def test_every_partition_receives_the_same_number_of_batches_in_an_order_that_changes() -> None:
    partitions = list(islice(partition_of_each_batch(9, seed=1), 90))
    assert {partitions.count(partition) for partition in range(9)} == {10}
    assert partitions[:9] != partitions[9:18]


def test_the_job_may_want_partitions_in_turn_or_few_unacknowledged_messages() -> None:
    partitioner = StickyPartitioner.of(job_of(ProducerJob, partition_cycle=[0, 1, 2]))
    assert partitioner.batch_messages == 1
    assert [partitioner.partition_of(1, now_ns=0) for _ in range(4)] == [0, 1, 2, 0]
    assert StickyPartitioner.of(job_of(ProducerJob, unacknowledged_messages=1)).batch_messages == 1


@pytest.mark.parametrize(
    ("messages", "linger_ms", "times", "partitions"),
    [
        pytest.param([10] * 3, 50, [1, 2, 3], [0, 1, 2], id="full batches go to one partition after another"),
        pytest.param([1] * 3, 0, [1, 1, 2], [0, 1, 2], id="without linger no message joins an earlier batch"),
        pytest.param([1] * 6, 5, [1, 3, 5, 6, 10, 11], [0, 0, 0, 1, 1, 2], id="messages join one in time"),
        pytest.param([7, 3, 1, 9, 2], 5, [1] * 5, [0, 0, 1, 1, 2], id="a batch without room is ended"),
    ],
)
def test_messages_join_a_batch_that_is_not_full_while_it_lingers(
    messages: list[int], linger_ms: int, times: list[int], partitions: list[int]
) -> None:
    partitioner = StickyPartitioner(count(), batch_messages=10, linger_ns=linger_ms * MS)
    batches = zip(messages, times, strict=True)
    assert [partitioner.partition_of(size, at * MS) for size, at in batches] == partitions
