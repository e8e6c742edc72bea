from itertools import islice

from include.producers.sticky import batch_messages, batches


def test_a_batch_of_16_kib_takes_15_messages_of_1024_bytes() -> None:
    assert batch_messages(16_384, 1024) == 15


def test_a_message_larger_than_a_batch_is_a_batch_of_its_own() -> None:
    assert batch_messages(100, 1024) == 1


def test_every_partition_gets_as_many_batches_as_the_others() -> None:
    partitions = list(islice(batches(9, seed=1), 90))
    assert {partitions.count(partition) for partition in range(9)} == {10}


def test_the_order_of_partitions_changes_from_round_to_round() -> None:
    partitions = list(islice(batches(9, seed=1), 18))
    assert partitions[:9] != partitions[9:]
