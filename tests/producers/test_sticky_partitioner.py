from itertools import count, islice

from include.load_runtime.job import ProducerJob
from include.producers.sticky_partitioner import (
    StickyPartitioner,
    messages_per_batch,
    partition_of_each_batch,
)
from tests.load_runtime.jobs import job_of

MS = 1_000_000


def test_a_batch_of_16_kib_takes_15_messages_of_1024_bytes() -> None:
    assert messages_per_batch(16_384, 1024, most=1000) == 15


def test_a_message_larger_than_a_batch_is_a_batch_of_its_own() -> None:
    assert messages_per_batch(100, 1024, most=1000) == 1


def test_a_batch_has_at_most_as_many_messages_as_its_request_may_carry() -> None:
    assert [messages_per_batch(16_384, 200, most) for most in (1, 50, 1000)] == [1, 50, 78]


def test_every_partition_receives_the_same_number_of_batches() -> None:
    partitions = list(islice(partition_of_each_batch(9, seed=1), 90))
    assert {partitions.count(partition) for partition in range(9)} == {10}


def test_the_order_of_partitions_changes_from_round_to_round() -> None:
    partitions = list(islice(partition_of_each_batch(9, seed=1), 18))
    assert partitions[:9] != partitions[9:]


def test_partitions_take_turns_message_by_message_if_the_job_says_so() -> None:
    job = job_of(ProducerJob, partition_cycle=[0, 1, 2])
    partitioner = StickyPartitioner.of(job)
    assert partitioner.batch_messages == 1
    assert [partitioner.partition_of(1, now_ns=0) for _ in range(4)] == [0, 1, 2, 0]


def test_a_batch_has_at_most_as_many_messages_as_may_wait_for_their_acknowledgement() -> None:
    assert StickyPartitioner.of(job_of(ProducerJob, unacknowledged_messages=1)).batch_messages == 1


def test_full_batches_go_to_one_partition_after_another() -> None:
    partitioner = StickyPartitioner(count(), batch_messages=10, linger_ns=50 * MS)
    assert [partitioner.partition_of(10, at * MS) for at in (1, 2, 3)] == [0, 1, 2]


def test_without_linger_no_message_joins_an_earlier_batch() -> None:
    partitioner = StickyPartitioner(count(), batch_messages=10, linger_ns=0)
    assert [partitioner.partition_of(1, at * MS) for at in (1, 1, 2)] == [0, 1, 2]


def test_messages_join_a_batch_whose_linger_time_is_not_over() -> None:
    partitioner = StickyPartitioner(count(), batch_messages=10, linger_ns=5 * MS)
    assert [partitioner.partition_of(1, at * MS) for at in (1, 3, 5, 6, 10, 11)] == [0, 0, 0, 1, 1, 2]


def test_messages_for_which_a_batch_has_no_room_begin_the_next_batch() -> None:
    partitioner = StickyPartitioner(count(), batch_messages=10, linger_ns=5 * MS)
    assert [partitioner.partition_of(messages, MS) for messages in (7, 3, 1, 9, 2)] == [0, 0, 1, 1, 2]
