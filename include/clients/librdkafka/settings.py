"""librdkafka with its Python client, the default client.

The defaults of librdkafka differ from those of the Java client. A setting that the published experiment did
not set has the default of the Java client 3.4, which that experiment used.

Source: https://github.com/confluentinc/librdkafka/blob/master/CONFIGURATION.md.
"""

from include.clients.common_settings import (
    common_consumer_settings,
    common_producer_settings,
    delivery_timeout_ms,
)
from include.kinds.semantics.registry import DeliveryConfig
from include.load.client_choice import DEFAULT_CLIENT, ClientChoice
from include.machine.releases.versions import numbers_of
from include.settings.producer import KafkaClientSettings
from include.settings.topic import property_text

CONNECTION_SETTINGS = {
    "socket.nagle.disable": "true",
    "socket.keepalive.enable": "false",
    "log_level": "6",  # the client logs lost connections at this level
    # Otherwise, the brokers of an external cluster may create a topic again that is being deleted.
    "allow.auto.create.topics": "false",
}

PRODUCER_SETTINGS = {
    "queue.buffering.max.kbytes": "1048576",  # never reached: the program waits at BUFFER_BYTES
    "queue.buffering.max.messages": "10000000",  # the Java client limits bytes only
    "message.max.bytes": "1048576",  # the Java client's max.request.size
}

STATISTICS_SETTINGS = {"statistics.interval.ms": "250"}
"""The setting that makes a client report how many requests it sent and repeated, and how many messages and
bytes its requests contained."""

CONSUMER_SETTINGS = {
    "partition.assignment.strategy": "range",
    # How much the library reads ahead, and how soon it continues after it has read enough. By default it
    # continues after 1 s, which would appear as latency.
    "queued.min.messages": "100000",
    "queued.max.messages.kbytes": "65536",
    "fetch.queue.backoff.ms": "10",
}


def own_defaults(_client: ClientChoice) -> dict[str, str]:
    """The defaults of the settings that decide on the semantics, which are the same in all releases."""
    return {"acks": "all", "enable.idempotence": "false", "isolation.level": "read_committed"}


def producer_settings(
    settings: KafkaClientSettings, config: DeliveryConfig, bootstrap: str, transactional_id: str
) -> dict[str, str]:
    """The settings of a producer; see ``common_producer_settings``."""
    timeout_ms = delivery_timeout_ms(settings)
    if config.transactional:  # librdkafka requires at most the transaction timeout
        timeout_ms = min(timeout_ms, settings.transaction_timeout_ms)
    fixed_settings = {
        **common_producer_settings(settings, config, bootstrap, transactional_id),
        **CONNECTION_SETTINGS,
        **PRODUCER_SETTINGS,
        "batch.num.messages": str(settings.request_limit),
        "message.timeout.ms": str(timeout_ms),
    }
    if settings.socket_timeout_ms is not None:
        fixed_settings["socket.timeout.ms"] = str(settings.socket_timeout_ms)
    if settings.traits.disturbance.is_injected or settings.request_counts:
        fixed_settings |= STATISTICS_SETTINGS
    return _known(settings.traits.delivery.client, fixed_settings)


def consumer_settings(settings: KafkaClientSettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of every consumer of a group."""
    fixed_settings = {
        **common_consumer_settings(settings, bootstrap, group),
        **CONNECTION_SETTINGS,
        **CONSUMER_SETTINGS,
        "enable.partition.eof": property_text(settings.traits.flow.reads_to_the_end),
        "fetch.wait.max.ms": str(settings.fetch_wait_ms),
        **(STATISTICS_SETTINGS if settings.request_counts else {}),
    }
    return _known(settings.traits.delivery.client, fixed_settings)


FIRST_RELEASES = {"fetch.queue.backoff.ms": (2, 2), "retry.backoff.max.ms": (2, 3)}
"""For each setting that some releases do not have, the release that introduced it."""


def _known(client: ClientChoice | None, fixed_settings: dict[str, str]) -> dict[str, str]:
    """The fixed settings that the chosen release of librdkafka supports."""
    if client is None or client.name != DEFAULT_CLIENT.name or client.release is None:
        return fixed_settings
    release = numbers_of(client.release)
    return {
        name: value for name, value in fixed_settings.items() if release >= FIRST_RELEASES.get(name, release)
    }


def refuses(settings: KafkaClientSettings) -> str | None:
    """The reason why librdkafka refuses the combination of these settings; None if it accepts them."""
    if settings.linger_ms >= delivery_timeout_ms(settings):
        return (
            f"delivery_timeout_ms: {delivery_timeout_ms(settings)} is not above linger_ms "
            f"({settings.linger_ms:g}), as librdkafka requires of message.timeout.ms"
        )
    return None


RELEASES = (
    *("2.0.2", "2.1.0", "2.1.1", "2.2.0", "2.3.0"),
    *("2.4.0", "2.5.0", "2.5.3", "2.6.0", "2.6.1", "2.7.0", "2.8.0", "2.8.2", "2.9.0"),
    *("2.10.0", "2.10.1", "2.11.0", "2.11.1", "2.12.0", "2.12.1", "2.12.2", "2.13.0", "2.13.2", "2.14.0"),
    *("2.14.2", "2.15.0", "2.15.1", "2.16.0", "2.16.1"),
)
"""The releases of confluent-kafka that have wheels for Python 3.11. Each release of confluent-kafka contains
a release of librdkafka."""


def releases() -> list[str]:
    """The releases of confluent-kafka that can be chosen, from the oldest to the newest."""
    return list(RELEASES)
