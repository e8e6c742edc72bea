"""Set the brokers' settings of a consumer group or a share group."""

from collections.abc import Mapping

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import (  # type: ignore[attr-defined]
    AlterConfigOpType,
    ConfigEntry,
    ConfigResource,
)

from include.clusters.admin_client import admin, request_until_answered
from include.clusters.cluster import Access
from include.machine.errors import PlatformError

DEADLINE_SECONDS = 30.0


def set_group_settings(access: Access, group: str, settings: Mapping[str, str]) -> None:
    """Set dynamic settings of a group, which need not exist yet.

    Raises:
        PlatformError: The brokers refuse a setting, or do not answer.
    """
    entries = [
        ConfigEntry(name, value, incremental_operation=AlterConfigOpType.SET)
        for name, value in settings.items()
    ]

    def alter(seconds: float) -> None:
        resource = ConfigResource(ConfigResource.Type.GROUP, group, incremental_configs=entries)
        client = admin(access)  # kept until the result arrives, since the request ends with the client
        client.incremental_alter_configs([resource], request_timeout=seconds)[resource].result()

    try:
        request_until_answered(alter, KafkaError.NO_ERROR, DEADLINE_SECONDS)
    except KafkaException as error:
        raise PlatformError(f"the settings of group {group} were refused: {error.args[0].str()}") from error
