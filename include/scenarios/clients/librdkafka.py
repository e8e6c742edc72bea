"""librdkafka, by its Python client: the default."""

from include.scenarios.clients.client import Client
from include.scenarios.kafka_clients import consumer_settings, producer_settings

RECORD = Client(
    name="librdkafka",
    producer_settings=producer_settings,
    consumer_settings=consumer_settings,
    producer="include.producers.delivery",
    consumer="include.consumers.delivery",
    processing_consumer="include.consumers.processing",
    copier="include.consumers.copy",
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
