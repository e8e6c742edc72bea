from collections.abc import Sequence

import pytest
from confluent_kafka import OFFSET_BEGINNING, KafkaError, KafkaException, Message

from include.load import group_consumer
from include.load.group_consumer import GroupConsumer
from tests.load.fakes import FakeConsumer, FakeSignals, events_of
from tests.load.messages import end_of_partition, failure, message


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeConsumer:
    fake = FakeConsumer(FakeSignals())
    monkeypatch.setattr(group_consumer, "Consumer", lambda _settings: fake)
    return fake


@pytest.fixture
def consumer(client: FakeConsumer) -> GroupConsumer:
    return GroupConsumer({}, "t")


def offsets(messages: Sequence[Message]) -> list[int | None]:
    return [message.offset() for message in messages]


def test_assigned_partitions_are_read_from_their_beginning_without_a_group(
    consumer: GroupConsumer, client: FakeConsumer, capsys: pytest.CaptureFixture[str]
) -> None:
    consumer.join([2, 0])
    assert client.calls == [f"assign 0:{OFFSET_BEGINNING} 2:{OFFSET_BEGINNING}"]
    assert [event["partitions"] for event in events_of(capsys, "assigned")] == [[0, 2]]


def test_every_rebalance_is_reported_with_all_partitions_that_are_owned_then(
    consumer: GroupConsumer, client: FakeConsumer, capsys: pytest.CaptureFixture[str]
) -> None:
    consumer.join()
    client.give(1, 0)
    client.give(4)
    client.take_away(1)
    assert [event["partitions"] for event in events_of(capsys, "assigned")] == [[0, 1], [0, 1, 4], [0, 4]]


def test_a_partition_that_was_taken_away_keeps_its_position(
    consumer: GroupConsumer, client: FakeConsumer
) -> None:
    consumer.join()
    client.give(0, 1, 2)
    client.read_up_to = {0: 7, 1: 3}
    client.take_away(1)
    client.read_up_to = {0: 9}
    assert consumer.read_positions() == {0: 9, 1: 3}


def test_a_batch_is_at_most_what_is_fetched(consumer: GroupConsumer, client: FakeConsumer) -> None:
    client.steps = [[message(id) for id in range(5)], lambda: None]
    assert offsets(consumer.receive(0.02, 3)) == [0, 1, 2]
    assert offsets(consumer.receive(0.02, 3)) == [3, 4]
    assert consumer.receive(0.02, 3) == []


def test_a_partition_is_at_its_end_until_a_message(consumer: GroupConsumer, client: FakeConsumer) -> None:
    client.steps = [[message(0), end_of_partition(0, 1)], [end_of_partition(1, 0)], [message(1)]]
    assert offsets(consumer.receive(0, 9)) == [0]
    assert consumer.receive(0, 9) == []
    assert consumer.at_end == {0: 1, 1: 0}
    consumer.receive(0, 9)
    assert consumer.at_end == {1: 0}


def test_a_revoked_or_rewound_partition_is_no_longer_at_its_end_and_only_owned_ones_are_rewound(
    consumer: GroupConsumer, client: FakeConsumer
) -> None:
    consumer.join()
    client.give(0, 1, 2)
    client.steps = [[end_of_partition(0, 7), end_of_partition(1, 8), end_of_partition(2, 9)]]
    consumer.receive(0, 9)
    client.take_away(2)
    assert consumer.at_end == {0: 7, 1: 8}
    consumer.rewind(MESSAGES)
    assert client.calls == ["subscribe t", "seek 0:5"]
    assert consumer.at_end == {1: 8}


MESSAGES = [message(0, 0, 5), message(1, 2, 7), message(2, 0, 6)]


def test_errors_are_no_messages_and_may_be_raised(consumer: GroupConsumer, client: FakeConsumer) -> None:
    client.steps = [[failure(KafkaError(KafkaError._TRANSPORT, "down", False, True)), message(3)]]
    assert offsets(consumer.receive(0, 9)) == [3]
    client.steps = [[message(4), failure(KafkaError(KafkaError.TOPIC_AUTHORIZATION_FAILED))]]
    with pytest.raises(KafkaException, match="TOPIC_AUTHORIZATION_FAILED"):
        consumer.receive(0, 9)


def commit(consumer: GroupConsumer, give_up: bool = False, wait: bool = True) -> bool:
    return consumer.commit(MESSAGES, lambda: give_up, wait)


def test_offsets_behind_last_messages_are_committed(consumer: GroupConsumer, client: FakeConsumer) -> None:
    assert commit(consumer)
    assert commit(consumer, wait=False)
    assert client.calls == ["commit 0:7 2:8", "commit 0:7 2:8 without waiting"]


@pytest.mark.parametrize(
    ("code", "gives_up", "commits"),
    [
        pytest.param(KafkaError.NOT_COORDINATOR, False, 3, id="a transient error"),
        pytest.param(KafkaError._TIMED_OUT, False, 3, id="no answer"),
        pytest.param(KafkaError.NOT_COORDINATOR, True, 1, id="a transient error, and the program stops"),
        pytest.param(KafkaError.ILLEGAL_GENERATION, False, 1, id="the partitions are lost"),
        pytest.param(KafkaError._ASSIGNMENT_LOST, False, 1, id="the assignment is lost"),
    ],
)
def test_a_commit_is_repeated_only_after_a_transient_error(
    consumer: GroupConsumer, client: FakeConsumer, code: int, gives_up: bool, commits: int
) -> None:
    client.errors["commit"] = [KafkaError(code), KafkaError(code)]
    assert commit(consumer, gives_up) is (commits == 3)
    assert len(client.calls) == commits


def test_any_other_error_of_a_commit_is_raised(consumer: GroupConsumer, client: FakeConsumer) -> None:
    client.errors["commit"] = [KafkaError(KafkaError.GROUP_AUTHORIZATION_FAILED)]
    with pytest.raises(KafkaException, match="GROUP_AUTHORIZATION_FAILED"):
        commit(consumer)
