"""The partitions that messages take in turn."""

from include.scenarios.delivery.settings import Partitioning


def test_the_client_chooses_sticky_partitions() -> None:
    assert Partitioning.STICKY.cycle(3) == []


def test_partitions_take_turns_round_robin() -> None:
    assert Partitioning.ROUND_ROBIN.cycle(3) == [0, 1, 2]


def test_a_skewed_partition_gets_its_share_of_the_first_ones_messages_in_spread_turns() -> None:
    cycle = Partitioning.SKEWED.cycle(6)
    assert [cycle.count(partition) for partition in range(6)] == [6, 3, 2, 2, 1, 1]
    assert all(cycle[place : place + 3] != [0, 0, 0] for place in range(len(cycle)))


def test_every_partition_gets_messages_however_skewed() -> None:
    assert set(Partitioning.SKEWED.cycle(1000)) == set(range(1000))
