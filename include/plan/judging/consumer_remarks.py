"""Remarks on the settings of a consumer that determine or contradict the promise.

Source: https://kafka.apache.org/documentation/#consumerconfigs, librdkafka's CONFIGURATION.md, and
KIP-345 for ``group.instance.id``.
"""

from collections.abc import Iterator

from include.load.job import Isolation, Processing
from include.plan.judging.judged_client import judged_client
from include.plan.judging.left_out import STATIC_MEMBERSHIP
from include.plan.judging.promise import JudgedPromise
from include.plan.judging.role_settings import END_OF_PARTITION, OFFSET_RESET, RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, remark, seconds_text, value_of
from include.plan.user_client_settings import Remark

POLL_INTERVAL, POLL_RECORDS = "max.poll.interval.ms", "max.poll.records"

HEARTBEAT = "heartbeat.interval.ms"

REMOVED_BETWEEN_HEARTBEATS = (
    "It contradicts session.timeout.ms: the group removes the consumer before its next heartbeat is due, and "
    "its messages are processed again. Use at most a third of session.timeout.ms. (Kafka's Java client "
    "refuses this value.)"
)

WITHOUT_OFFSET = (
    "If its group has no committed offset, or if the log no longer contains this offset, the consumer"
)

OFFSET_RESET_TEXTS = {
    "earliest": f"{WITHOUT_OFFSET} begins with the oldest message that the log has.",
    "latest": f"{WITHOUT_OFFSET} begins after the newest message, and skips all earlier messages.",
    "none": f"{WITHOUT_OFFSET} ends with an error, and skips no message.",
}

RESET_BY_DURATION = f"{WITHOUT_OFFSET} skips all messages that are older than this duration."

RESET_SKIPS_MESSAGES = (
    "It contradicts “no loss”: if the group has no committed offset, or if the log no longer contains this "
    "offset, the consumer may skip messages, acknowledged or not, that were produced before its first fetch. "
    "This can happen with a new group, partitions that are added to the topic, offsets that have expired "
    "(offsets.retention.minutes), and offsets whose messages were deleted before they were read. "
    "auto.offset.reset=earliest skips no message that the log still contains. No cell shows such a loss, "
    "because the consumers of the cells read every topic from its beginning."
)

PROCESSED = (
    "offsets of processed messages only: after a failure, messages are processed again, and none is lost."
)

ISOLATION_TEXTS = {
    Isolation.READ_COMMITTED: "The consumer reads messages of committed transactions only.",
    Isolation.READ_UNCOMMITTED: "The consumer reads messages before their transactions are committed.",
}


def deciding_settings(promise: JudgedPromise) -> list[Remark]:
    """A remark on each consumer setting that determines the promise, with the meaning of its value."""
    return [remark(promise.consumer, name, text) for name, text in _meanings(promise)]


def contradicting_settings(promise: JudgedPromise) -> list[Remark]:
    """A remark on each consumer setting that contradicts the promise, with a remedy."""
    return [remark(promise.consumer, name, text) for name, text in _contradictions(promise)]


def _meanings(promise: JudgedPromise) -> Iterator[tuple[str, str]]:
    if promise.is_transactional or (promise.consumer.file and not promise.producer.file):
        yield "isolation.level", ISOLATION_TEXTS[promise.isolation]
    if not promise.consumer.file:
        return
    if any(is_given(promise.consumer, name) for name in (POLL_INTERVAL, POLL_RECORDS)):
        yield POLL_INTERVAL, _meaning_of_poll_interval(promise.consumer)
    if promise.processing is Processing.AUTO_COMMIT:
        interval_ms = int(value_of(promise.consumer.effective, "auto.commit.interval.ms"))
        yield "enable.auto.commit", judged_client(promise.client).moment_of_auto_commit(interval_ms)
    elif value_of(promise.consumer.effective, "enable.auto.commit") == "true":
        yield (
            "enable.auto.offset.store",
            "The client commits the offsets that the application stores. Kerran assumes that the application "
            f"stores {PROCESSED}",
        )
    else:
        yield (
            "enable.auto.commit",
            "The client does not commit. Kerran assumes that the application, or its framework, commits "
            f"{PROCESSED}",
        )
    yield OFFSET_RESET, OFFSET_RESET_TEXTS.get(_offset_reset(promise), RESET_BY_DURATION)
    if not promise.client.release and (doubt := _doubt_of_positions(promise)):
        yield END_OF_PARTITION, doubt
    if is_given(promise.consumer, STATIC_MEMBERSHIP):
        yield STATIC_MEMBERSHIP, _meaning_of_static_membership(promise.consumer)


def _contradictions(promise: JudgedPromise) -> Iterator[tuple[str, str]]:
    if promise.is_transactional and promise.isolation is Isolation.READ_UNCOMMITTED:
        yield (
            "isolation.level",
            "It contradicts the producer's transactions: the consumer also reads messages whose transactions "
            "are aborted. When such a message is sent again, the consumer reads it twice. "
            "isolation.level=read_committed keeps the promise.",
        )
    if promise.consumer.file and _is_removed_between_heartbeats(promise.consumer):
        yield HEARTBEAT, REMOVED_BETWEEN_HEARTBEATS
    if not promise.consumer.file or not promise.promises_no_loss:
        return
    if promise.processing is Processing.AUTO_COMMIT:
        yield "enable.auto.commit", judged_client(promise.client).auto_commit
    if promise.client.release and (doubt := _doubt_of_positions(promise)):
        yield END_OF_PARTITION, f"It contradicts “no loss”. {doubt}"
    reset = _offset_reset(promise)
    if reset == "latest" or reset.startswith("by_duration"):
        yield OFFSET_RESET, RESET_SKIPS_MESSAGES


def _is_removed_between_heartbeats(consumer: RoleSettings) -> bool:
    """Whether a heartbeat comes only after the session is over. With the new protocol, brokers set both."""
    if value_of(consumer.effective, "group.protocol") == "consumer":
        return False
    heartbeat, session = (
        int(value_of(consumer.effective, name)) for name in (HEARTBEAT, "session.timeout.ms")
    )
    return heartbeat >= session


def _doubt_of_positions(promise: JudgedPromise) -> str:
    return judged_client(promise.client).doubt_of_positions(promise.client, promise.consumer)


def _offset_reset(promise: JudgedPromise) -> str:
    return value_of(promise.consumer.effective, OFFSET_RESET)


def _meaning_of_static_membership(consumer: RoleSettings) -> str:
    return (
        "The consumer is a static member of its group: when it crashes or is stopped, its partitions wait "
        f"until a consumer with the same id returns, or until {_session(consumer)} is over. The messages of "
        "these partitions are not lost, but processed later; a shorter time-out shortens the wait. The cells "
        "do not show this wait, because their consumers are dynamic members."
    )


def _meaning_of_poll_interval(consumer: RoleSettings) -> str:
    interval = seconds_text(int(value_of(consumer.effective, POLL_INTERVAL)))
    records = value_of(consumer.effective, POLL_RECORDS)
    batch = f"A poll returns up to {int(records):,} messages. If" if records else "If"
    return (
        f"{batch} the application does not poll again within {interval}, the consumer leaves its group, and "
        "another one gets the messages that are not committed. If their processing always takes longer, "
        "they are processed again and again, endlessly. Fewer messages in a poll, or a longer interval, "
        "prevent it."
    )


def _session(consumer: RoleSettings) -> str:
    if value_of(consumer.effective, "group.protocol") == "consumer":
        return "group.consumer.session.timeout.ms of the brokers"
    timeout = seconds_text(int(value_of(consumer.effective, "session.timeout.ms")))
    return f"session.timeout.ms ({timeout})"
