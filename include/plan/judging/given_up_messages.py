"""Remarks on when and after how many attempts a producer gives a message up, and on what to do.

Source: https://kafka.apache.org/documentation/#producerconfigs and #brokerconfigs, and librdkafka's
CONFIGURATION.md.
"""

from collections.abc import Iterator

from include.load.client_choice import ClientChoice
from include.plan.judging.judged_client import judged_client
from include.plan.judging.role_settings import RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, remark, seconds_text, value_of
from include.plan.user_client_settings import Remark

LEAST_SAFE_MS = 30_000
"""The longest time that brokers with Kafka's defaults need to recover from the failure of one broker.

The controllers replace a leader that has sent no heartbeat for 9 s (``broker.session.timeout.ms``). A replica
that does not copy is out of sync after 30 s (``replica.lag.time.max.ms``).
"""

UNLIMITED_RETRIES = 2**31 - 1
"""The default of ``retries`` in librdkafka and in the Java client."""

MOST_DIFFERENT_WAITS = 64
"""The number of retries after which every wait is as long as the one before."""

UNLESS_SENT_AGAIN = "It contradicts “no loss” unless the application sends given-up messages again."


def delivery_timeout_ms(client: ClientChoice, producer: RoleSettings) -> int:
    """The time in ms after which the producer gives a message up.

    If ``delivery.timeout.ms`` is not set, the time is the client's default, which may depend on other
    settings.
    """
    if is_given(producer, "delivery.timeout.ms"):
        return int(value_of(producer.effective, "delivery.timeout.ms"))
    return judged_client(client).default_delivery_timeout_ms(producer)


def given_up_remarks(client: ClientChoice, producer: RoleSettings) -> Iterator[Remark]:
    """Yield remarks: when a message is given up, after how many attempts, and what an application must do."""
    timeout = delivery_timeout_ms(client, producer)
    yield remark(producer, "delivery.timeout.ms", _meaning(client, producer, timeout), str(timeout))
    retries = int(value_of(producer.effective, "retries"))
    if 0 < retries < UNLIMITED_RETRIES:
        yield remark(
            producer,
            "retries",
            f"A message is also given up after {_retries(retries)} without success, even if "
            "delivery.timeout.ms is not over. All waits between the attempts together take about "
            f"{seconds_text(wait_ms(producer, retries))} (each may be 20 % shorter or longer).",
        )


def likely_losses(client: ClientChoice, producer: RoleSettings) -> Iterator[Remark]:
    """Yield remarks about time limits that end before brokers have recovered from a failure."""
    timeout = delivery_timeout_ms(client, producer)
    if not _is_endless(client, timeout) and timeout < LEAST_SAFE_MS:
        yield remark(
            producer,
            "delivery.timeout.ms",
            f"{UNLESS_SENT_AGAIN} After a failure, brokers may need longer than this time: by default, 9 s "
            "to replace a dead leader (broker.session.timeout.ms), and 30 s to continue without a replica "
            f"that hangs (replica.lag.time.max.ms). {_longer(producer)}",
            str(timeout),
        )
    retries = int(value_of(producer.effective, "retries"))
    wait = wait_ms(producer, retries)
    if retries and wait < LEAST_SAFE_MS:
        yield remark(
            producer,
            "retries",
            f"{UNLESS_SENT_AGAIN} With their defaults, brokers need up to {seconds_text(LEAST_SAFE_MS)} to "
            f"recover from a failure. The client may give up earlier, after {_retries(retries)}: all waits "
            f"between the attempts together take about {seconds_text(wait)}. Leave retries out.",
        )


def wait_ms(producer: RoleSettings, retries: int) -> int:
    """The time in ms that a producer waits between its attempts, all waits together, without their jitter.

    A wait is twice as long as the wait before, up to a maximum. Old clients have no maximum, and always wait
    for the same time.
    """
    first = int(value_of(producer.effective, "retry.backoff.ms"))
    most = int(value_of(producer.effective, "retry.backoff.max.ms") or first)
    wait = total = 0
    for _ in range(min(retries, MOST_DIFFERENT_WAITS)):
        wait = min(max(2 * wait, first), max(most, first))
        total += wait
    return total + wait * max(0, retries - MOST_DIFFERENT_WAITS)


def _meaning(client: ClientChoice, producer: RoleSettings, timeout: int) -> str:
    if _is_endless(client, timeout):
        return "No message is given up because of its age."
    within = f"within {seconds_text(timeout)}"
    if is_given(producer, "transactional.id"):
        return (
            f"A message that is not acknowledged {within} is given up, and its transaction fails: all of its "
            "messages are lost unless the application aborts the transaction and sends them again."
        )
    return (
        f"A message that is not acknowledged {within} is given up: it is lost unless the application handles "
        f"the error in {judged_client(client).error_channel}."
    )


def _longer(producer: RoleSettings) -> str:
    if is_given(producer, "delivery.timeout.ms"):
        return f"Leave delivery.timeout.ms out, or use {LEAST_SAFE_MS} or more."
    return (
        f"This time follows from transaction.timeout.ms: set transaction.timeout.ms to {LEAST_SAFE_MS} or "
        "more."
    )


def _is_endless(client: ClientChoice, timeout: int) -> bool:
    return timeout == 0 and judged_client(client).is_endless_with_0


def _retries(number: int) -> str:
    return f"{number} {'retry' if number == 1 else 'retries'}"
