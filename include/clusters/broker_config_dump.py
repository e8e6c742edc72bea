"""Every setting that brokers really have: what was set, and the release's default for everything else.

What is set stands in each manifest. Defaults change between releases, and often explain a difference between
two of them: they are kept once for a run, beside the brokers' logs.
"""

import json
import logging
from pathlib import Path

from confluent_kafka import KafkaException
from confluent_kafka.admin import ConfigResource  # type: ignore[attr-defined]

from include.clusters.cluster import Access
from include.clusters.topics import admin

log = logging.getLogger("kerran")

FILE = "broker_settings.json"

ANSWER = 10.0
"""Seconds within which each broker must answer."""


def keep_effective_settings(access: Access, folder: Path) -> None:
    """Write the settings of all brokers to ``broker_settings.json`` in the folder, by broker and name.

    Secrets are left out by the brokers themselves. A cluster that doesn't say is measured all the same.
    """
    try:
        settings = _settings(access)
    except KafkaException as error:
        log.warning("The brokers' effective settings aren't known: %s", error.args[0].str())
        settings = {}
    (folder / FILE).write_text(json.dumps(settings, indent=2), encoding="utf-8")


def _settings(access: Access) -> dict[str, dict[str, str | None]]:
    client = admin(access)
    brokers = sorted(client.list_topics(timeout=ANSWER).brokers)
    asked = {broker: ConfigResource(ConfigResource.Type.BROKER, str(broker)) for broker in brokers}
    told = {
        broker: client.describe_configs([resource], request_timeout=ANSWER)[resource].result()
        for broker, resource in asked.items()  # a call takes one broker
    }
    return {
        str(broker): {name: found[name].value for name in sorted(found)} for broker, found in told.items()
    }
