"""librdkafka, by its Python client: the default."""

from include.scenarios.clients.client import Client, Refusal
from include.scenarios.common_client_settings import delivery_timeout_ms
from include.scenarios.kafka_client_settings import KafkaClientSettings
from include.scenarios.kafka_clients import consumer_settings, producer_settings


def refuses(settings: KafkaClientSettings) -> Refusal | None:
    """Return the first setting that librdkafka does not accept beside the others."""
    if settings.linger_ms < delivery_timeout_ms(settings):
        return None
    return Refusal(
        "delivery_timeout_ms",
        f"{delivery_timeout_ms(settings)} is not above linger_ms ({settings.linger_ms:g}), as librdkafka "
        "requires of message.timeout.ms",
    )


RECORD = Client(
    name="librdkafka",
    producer_settings=producer_settings,
    consumer_settings=consumer_settings,
    producer="include.producers.delivery",
    consumer="include.consumers.delivery",
    processing_consumer="include.consumers.processing",
    copier="include.consumers.copy",
    refuses=refuses,
    settings_of_programs=frozenset(
        {
            "allow.auto.create.topics",
            "auto.offset.reset",
            "bootstrap.servers",
            "enable.partition.eof",
            "group.id",
            "log_level",
            "statistics.interval.ms",
            "transactional.id",
        }
    ),
)
