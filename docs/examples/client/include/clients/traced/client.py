"""librdkafka that logs every request and every response, to see what it sends; not to be measured."""

from dataclasses import replace

from include.clients.librdkafka.client import RECORD as LIBRDKAFKA  # shared: wraps it
from include.kinds.semantics.registry import DeliveryConfig
from include.settings.producer import KafkaClientSettings

LOG_SETTINGS = {"debug": "protocol", "log_level": "7"}


def producer_settings(
    settings: KafkaClientSettings, config: DeliveryConfig, bootstrap: str, transactional_id: str
) -> dict[str, str]:
    """The settings of a producer of librdkafka, which logs its requests."""
    return LIBRDKAFKA.producer_settings(settings, config, bootstrap, transactional_id) | LOG_SETTINGS


def consumer_settings(settings: KafkaClientSettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of a consumer of librdkafka, which logs its requests."""
    return LIBRDKAFKA.consumer_settings(settings, bootstrap, group) | LOG_SETTINGS


RECORD = replace(
    LIBRDKAFKA,
    name="traced",
    producer_settings=producer_settings,
    consumer_settings=consumer_settings,
    judged=None,  # its settings are judged as those of librdkafka
    releases=list,  # the installed release only
    settings_of_programs=LIBRDKAFKA.settings_of_programs | LOG_SETTINGS.keys(),
)
