"""Remarks on those settings of a producer and its topic that determine or contradict the promise.

Source: https://kafka.apache.org/documentation/#producerconfigs and #topicconfigs_min.insync.replicas, and
librdkafka's CONFIGURATION.md and INTRODUCTION.md.
"""

from collections.abc import Iterator

from include.kinds.client_releases import speaks_version_2
from include.machine.releases.versions import Version
from include.plan.judging.deployment import REPLICAS, BrokerLimits, Deployment
from include.plan.judging.given_up_messages import LEAST_SAFE_MS, given_up_remarks, likely_losses
from include.plan.judging.judged_client import judged_client
from include.plan.judging.promise import JudgedPromise
from include.plan.judging.values_by_kafka_name import is_given, remark, seconds_text, value_of
from include.plan.user_client_settings import Remark

ACKS_TEXTS = {
    "all": (
        "A message is acknowledged when all in-sync replicas have it. At least min.insync.replicas of the "
        "topic's replicas must be in sync."
    ),
    "1": "The leader acknowledges a message when it has written it, without waiting for another replica.",
    "0": "Nothing is acknowledged: the producer does not notice that a message is lost.",
}

ASSUMED_MIN_INSYNC_REPLICAS = (
    "No value was given, so Kafka's default is judged; give the value of your topic with "
    "--min-insync-replicas."
)

REQUEST_SIZE = "max.request.size"

IN_FLIGHT = "max.in.flight.requests.per.connection"

LEADER_ALONE = (
    "It contradicts “no loss”: while the other replicas are out of sync, acks=all waits for the leader "
    "alone, and an acknowledged message is lost if this one broker loses its log. min.insync.replicas=2 on a "
    "topic with three replicas keeps the promise."
)


def deciding_settings(promise: JudgedPromise) -> list[Remark]:
    """A remark on each producer or topic setting that determines the promise, with the value's meaning."""
    remarks = [remark(promise.producer, name, text) for name, text in _meanings(promise)]
    return [*remarks, *_topic_and_limits(promise)]


def contradicting_settings(promise: JudgedPromise) -> list[Remark]:
    """A remark on each producer or topic setting that contradicts the promise, often with a remedy."""
    remarks = [remark(promise.producer, name, text) for name, text in _contradictions(promise)]
    return [*remarks, *_likely_losses(promise)]


def _topic_and_limits(promise: JudgedPromise) -> Iterator[Remark]:
    if not promise.producer.file or promise.acks == "0":
        return
    if promise.acks == "all":
        text = _meaning_of_min_insync_replicas(promise.deployment.min_insync_replicas)
        yield _topic_remark(promise.deployment, text)
    yield from given_up_remarks(promise.client, promise.producer)


def _likely_losses(promise: JudgedPromise) -> Iterator[Remark]:
    if not promise.producer.file or not promise.promises_no_loss:
        return
    if promise.acks == "all" and promise.deployment.min_insync_replicas == 1:
        yield _topic_remark(promise.deployment, LEADER_ALONE)
    yield from likely_losses(promise.client, promise.producer)


def _meaning_of_min_insync_replicas(number: int) -> str:
    if number == 1:
        return "The leader may acknowledge a message alone, while the other replicas are out of sync."
    text = f"When a message is acknowledged, at least {number} replicas have it."
    if number < REPLICAS:
        return f"{text} While fewer replicas are in sync, no message is acknowledged."
    return (
        f"{text} On a topic with three replicas, this means all replicas: while one replica is out of sync, "
        "no message is acknowledged, and the producer gives up messages whose time is over."
    )


def _topic_remark(deployment: Deployment, text: str) -> Remark:
    is_unset = deployment.given_min_insync_replicas is None
    return Remark(
        setting="min.insync.replicas",
        value=str(deployment.min_insync_replicas),
        is_unset=is_unset,
        text=f"{text} {ASSUMED_MIN_INSYNC_REPLICAS}" if is_unset else text,
    )


def _meanings(promise: JudgedPromise) -> Iterator[tuple[str, str]]:
    if promise.is_transactional:
        yield (
            "transactional.id",
            "Messages are sent in transactions. If a producer dies, the next producer with the same id "
            "aborts the open transaction.",
        )
        yield "transaction.timeout.ms", _meaning_of_transaction_timeout(promise)
    if promise.producer.has_empty_transactional_id:
        yield "transactional.id", "It is empty, so that the producer has no transactions."
    yield "acks", _joined(ACKS_TEXTS[promise.acks], _default_of_acks(promise))
    if promise.gives_up_at_once:
        yield "retries", _text_of_no_retries(promise)
    limits = promise.deployment.limits
    is_judged = is_given(promise.producer, REQUEST_SIZE) or (limits.is_of_cluster and promise.producer.file)
    if is_judged and _request_size(promise) > limits.max_message_bytes:
        yield REQUEST_SIZE, _refused_batches(limits)
    if _is_order_open(promise) and promise.acks != "0":
        yield (
            IN_FLIGHT,
            "Without idempotence, a message that is sent again is written after later ones that were in "
            "flight: the order changes. With one request in flight, it changes far less often "
            "(docs/questions.md).",
        )
    if promise.is_transactional or promise.acks == "0":
        return
    if promise.is_idempotent:
        yield (
            "enable.idempotence",
            _joined(
                "If the client sends a message again that the brokers already have, the brokers drop it.",
                _default_of_idempotence(promise),
            ),
        )
    elif not promise.gives_up_at_once:
        order = ", or another order" if _is_pipelined(promise) else ""
        yield (
            "enable.idempotence",
            f"A message whose acknowledgement is lost may be written again: duplicates{order}.",
        )


def _refused_batches(limits: BrokerLimits) -> str:
    begin = f"Brokers refuse batches above {limits.max_message_bytes:,} bytes"
    if limits.is_of_topic:
        return (
            f"{begin} for the topic (its max.message.bytes), although the producer accepts larger messages: "
            "these are lost unless the application handles the error."
        )
    return (
        f"{begin} ({limits.owner}, message.max.bytes), although the producer accepts larger messages; the "
        "topic's max.message.bytes changes this."
    )


def _meaning_of_transaction_timeout(promise: JudgedPromise) -> str:
    timeout = seconds_text(_transaction_timeout_ms(promise))
    return (
        f"Brokers abort a transaction that is open for longer than {timeout}: readers of committed messages "
        "see none of its messages. They are lost unless the application begins the transaction again."
    )


def _transaction_timeout_ms(promise: JudgedPromise) -> int:
    return int(value_of(promise.producer.effective, "transaction.timeout.ms"))


def _request_size(promise: JudgedPromise) -> int:
    return int(value_of(promise.producer.effective, REQUEST_SIZE))


def _is_order_open(promise: JudgedPromise) -> bool:
    """Whether a message that is sent again may be written after a later one."""
    return _is_pipelined(promise) and not promise.is_idempotent and not promise.gives_up_at_once


def _text_of_no_retries(promise: JudgedPromise) -> str:
    text = "A message that is not acknowledged at the first attempt is not sent again"
    if promise.acks == "0":
        return f"{text}."
    channel = judged_client(promise.client).error_channel
    return f"{text}: it is lost unless the application handles the error in {channel}."


def _default_of_acks(promise: JudgedPromise) -> str:
    """A sentence on how the default of ``acks`` depends on the client's release.

    The sentence is empty if the release is known, if there is no file, if the file sets ``acks`` or
    ``enable.idempotence``, or if the producer has transactions.
    """
    is_decided = promise.is_transactional or is_given(promise.producer, "enable.idempotence")
    if not promise.producer.file or is_decided or is_given(promise.producer, "acks"):
        return ""
    return "" if promise.deployment.is_release_known else judged_client(promise.client).default_of_acks


def _default_of_idempotence(promise: JudgedPromise) -> str:
    """A sentence about the default of ``enable.idempotence`` if the default is uncertain; otherwise empty."""
    if not promise.producer.file or is_given(promise.producer, "enable.idempotence"):
        return ""
    client, is_release_known = judged_client(promise.client), promise.deployment.is_release_known
    return (
        client.doubt_of_default_idempotence(promise.client)
        if is_release_known
        else client.default_of_idempotence
    )


FIRST_WITH_MARKED_VERSION: Version = (4, 2)
"""The first release whose requests between brokers say which version a transaction has (KIP-1228)."""


def _late_requests(promise: JudgedPromise) -> str:
    """What late requests do to the transactions of this client; empty if brokers refuse them."""
    if not speaks_version_2(promise.client):
        return (
            "One late request can break the promise. This client speaks the first version of the "
            "transaction protocol: if a request to end a transaction arrives late, it ends the next "
            "transaction. Without an error, committed messages can be lost, and aborted messages can be "
            "seen (KAFKA-17754). A late request between two brokers has the same effect (KAFKA-19446). "
            "Kafka's Java client 4.0 or newer prevents the first on brokers 4.0 or newer, and both on "
            "brokers 4.2 or newer. With this client, a partial remedy against the first is to replace a "
            "producer whose transaction has not ended in time by a new producer with the same "
            "transactional.id. This does not help if a connection breaks and the client sends the request "
            "again at once."
        )
    brokers = promise.deployment.brokers
    if brokers is not None and brokers < FIRST_WITH_MARKED_VERSION:
        return (
            "One late request between two brokers can break the promise on brokers before 4.2: it ends the "
            "next transaction. Without an error, committed messages can be lost, and aborted messages can be "
            "seen (KAFKA-19446). Brokers of 4.2 or newer refuse it with this client."
        )
    return ""


def _contradictions(promise: JudgedPromise) -> Iterator[tuple[str, str]]:
    if promise.is_transactional and (danger := _late_requests(promise)):
        yield "transactional.id", danger
    doubt = judged_client(promise.client).doubt_of_idempotence
    is_idempotent_only = promise.is_idempotent and not promise.is_transactional
    if doubt and promise.producer.file and is_idempotent_only and _is_pipelined(promise):
        yield "enable.idempotence", doubt
    if promise.promises_no_loss and promise.acks == "1":
        yield (
            "acks",
            "It contradicts “no loss”: if a leader fails before its followers have copied a message, an "
            "acknowledged message is lost. acks=all keeps the promise, if the topic's min.insync.replicas is "
            "2 or more.",
        )
    if not promise.promises_no_loss and promise.acks == "all":
        yield (
            "retries",
            "It contradicts acks=all: the producer waits for all replicas, but gives a message up at the "
            "first error, even if sending the message again would have helped. Leave retries out.",
        )
    if promise.acks == "0" and is_given(promise.producer, "retries") and not promise.gives_up_at_once:
        yield (
            "acks",
            "It makes retries nearly meaningless: without an acknowledgement the producer does not learn "
            "that a message was lost after it was written to the network.",
        )
    is_begun_again = "transaction.timeout.ms" in promise.producer.set_by  # by the framework
    if promise.is_transactional and not is_begun_again and _transaction_timeout_ms(promise) < LEAST_SAFE_MS:
        yield (
            "transaction.timeout.ms",
            "It contradicts “no loss” unless the application begins aborted transactions again: after a "
            "failure, brokers may need longer than this time, and then abort the transaction. Leave it out, "
            f"or use {LEAST_SAFE_MS} or more.",
        )
    if _has_lost_its_default_idempotence(promise):
        yield (
            "enable.idempotence",
            "Idempotence is on by default in this client, but another setting of the file turns it off "
            "without an error. Idempotence needs acks=all, retries above 0 and at most five requests in "
            "flight.",
        )


def _is_pipelined(promise: JudgedPromise) -> bool:
    return value_of(promise.producer.effective, IN_FLIGHT) != "1"


def _has_lost_its_default_idempotence(promise: JudgedPromise) -> bool:
    is_unset = bool(promise.producer.file) and not is_given(promise.producer, "enable.idempotence")
    return (
        judged_client(promise.client).is_idempotent_by_default(promise.client)
        and is_unset
        and not promise.is_idempotent
    )


def _joined(text: str, addition: str) -> str:
    return f"{text} {addition}" if addition else text
