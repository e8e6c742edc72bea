"""Dump the effective configuration of brokers: the settings that were set, and the defaults of the release.

The manifest of each cell records only the settings that were set. Defaults change between releases, and often
explain a difference between two releases. So this module records the defaults once per run.
"""

import json
import logging
from pathlib import Path

from confluent_kafka import KafkaException
from confluent_kafka.admin import ConfigResource  # type: ignore[attr-defined]

from include.clusters.admin_client import admin
from include.clusters.cluster import Access

log = logging.getLogger("kerran")

FILE = "broker_settings.json"

TIMEOUT_SECONDS = 10.0
"""Time within which each broker must answer."""


def dump_broker_config(access: Access, folder: Path) -> None:
    """Write the settings of all brokers to ``broker_settings.json``, by broker id and setting name.

    The values of secret settings are null, because brokers do not report them. If a broker does not answer, a
    warning is logged and the file is empty.
    """
    try:
        settings = _settings(access)
    except KafkaException as error:
        log.warning("The effective settings of the brokers cannot be read: %s", error.args[0].str())
        settings = {}
    (folder / FILE).write_text(json.dumps(settings, indent=2), encoding="utf-8")


def _settings(access: Access) -> dict[str, dict[str, str | None]]:
    client = admin(access)
    brokers = sorted(client.list_topics(timeout=TIMEOUT_SECONDS).brokers)
    resources = {broker: ConfigResource(ConfigResource.Type.BROKER, str(broker)) for broker in brokers}
    answers = {
        broker: client.describe_configs([resource], request_timeout=TIMEOUT_SECONDS)[resource].result()
        for broker, resource in resources.items()  # a request can name only one broker
    }
    return {
        str(broker): {name: settings[name].value for name in sorted(settings)}
        for broker, settings in answers.items()
    }
