"""The effect of settings in librdkafka. Source: its CONFIGURATION.md."""

from include.clients.librdkafka.settings import RELEASES
from include.load.client_choice import ClientChoice
from include.plan.judging.judged_client import JudgedClient
from include.plan.judging.role_settings import END_OF_PARTITION, RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, seconds_text, value_of


def default_delivery_timeout_ms(producer: RoleSettings) -> int:
    """The default of ``delivery.timeout.ms``; with transactions, the value of ``transaction.timeout.ms``."""
    name = "transaction.timeout.ms" if is_given(producer, "transactional.id") else "delivery.timeout.ms"
    return int(value_of(producer.effective, name))


def moment_of_auto_commit(interval_ms: int) -> str:
    """A sentence on when automatic commits happen. An interval of 0 ends only those at intervals."""
    if interval_ms == 0:
        return (
            "With auto.commit.interval.ms=0, the client commits at no interval. Only when it closes or loses "
            "partitions, it commits the messages that the application has received."
        )
    return (
        f"Every {seconds_text(interval_ms)} (auto.commit.interval.ms), and when it closes or loses "
        "partitions, the client commits the messages that the application has received."
    )


FIRST_THAT_SKIPS, LAST_THAT_SKIPS = "2.2.0", "2.13.0"
"""The first and the last of ``RELEASES`` whose position is wrong at the end of a partition (number 4844)."""


def doubt_of_positions(client: ClientChoice, consumer: RoleSettings) -> str:
    """Why the consumer may skip a message; empty if it sees no ends of partitions or has another release."""
    if value_of(consumer.effective, END_OF_PARTITION) != "true":
        return ""
    first, last = map(RELEASES.index, (FIRST_THAT_SKIPS, LAST_THAT_SKIPS))
    if client.release and client.release not in RELEASES[first : last + 1]:
        return ""
    return (
        f"From librdkafka {FIRST_THAT_SKIPS} to 2.13.1, the end of a partition in a batch of messages moves "
        "the consumer's position by one (its issue 4844). The next consumer of the group then skips a "
        "message, or finds its offset behind the end of the log, and begins where auto.offset.reset says. "
        "enable.partition.eof=false and 2.13.2 or newer do not skip it. No cell shows it."
    )


ALIASES = {
    "acks": "request.required.acks",
    "bootstrap.servers": "metadata.broker.list",
    "compression.type": "compression.codec",
    "delivery.timeout.ms": "message.timeout.ms",
    "linger.ms": "queue.buffering.max.ms",
    "max.in.flight": "max.in.flight.requests.per.connection",
    "max.partition.fetch.bytes": "fetch.message.max.bytes",
    "retries": "message.send.max.retries",
    "sasl.mechanism": "sasl.mechanisms",
}
"""The settings with two names, which CONFIGURATION.md calls aliases."""

JUDGED = JudgedClient(
    error_channel="the delivery report (the callback of produce)",
    auto_commit=(
        "It contradicts “no loss”: a thread of the client commits the messages that the application has "
        "received, whether they are processed or not. Messages are lost if the consumer fails after the "
        "commit and before the processing. Two ways keep the promise: enable.auto.commit=false and a commit "
        "after the processing, or enable.auto.offset.store=false and storing offsets after the processing."
    ),
    moment_of_auto_commit=moment_of_auto_commit,
    doubt_of_idempotence=(
        "Two events together can break the promise. The connection to one broker breaks, so that the answer "
        "to a message is lost. Meanwhile another broker refuses a request, so that the request must be sent "
        "again, and this other broker also gets the request that follows. librdkafka 2.16 then writes the "
        "message whose answer was lost a second time (its issue 4953), without an error. Remedies are "
        "consumers that recognise duplicates, Kafka's Java client, or "
        "max.in.flight.requests.per.connection=1."
    ),
    default_delivery_timeout_ms=default_delivery_timeout_ms,
    is_endless_with_0=True,
    aliases={**ALIASES, **{name: alias for alias, name in ALIASES.items()}},
    doubt_of_positions=doubt_of_positions,
)
