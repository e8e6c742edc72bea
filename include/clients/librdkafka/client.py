"""The client librdkafka: its record, whose functions import the other modules of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.clients.librdkafka.settings import (
    consumer_settings,
    own_defaults,
    producer_settings,
    refuses,
    releases,
)
from include.kinds.client import Client
from include.kinds.fault import Capability
from include.load.client_choice import DEFAULT_CLIENT

if TYPE_CHECKING:
    from include.clients.client_adapters import Launcher
    from include.plan.judging.judged_client import JudgedClient


def _launcher() -> Launcher:
    from include.clients.librdkafka import launch

    return launch


def _judged() -> JudgedClient:
    from include.clients.librdkafka.judged import JUDGED

    return JUDGED


RECORD = Client(
    name=DEFAULT_CLIENT.name,
    library="librdkafka",
    language="Python",
    producer_settings=producer_settings,
    consumer_settings=consumer_settings,
    producer="include.producers.delivery_producer",
    consumer="include.consumers.delivery_consumer",
    processing_consumer="include.consumers.processing",
    copier="include.consumers.copy",
    share_member="include.scenarios.share_group.programs.share_member",
    launcher=_launcher,
    judged=_judged,
    own_defaults=own_defaults,
    refuses=refuses,
    releases=releases,
    needed_by_release=Capability.LIBRARY,
    first_with_consumer_protocol=(2, 12),
    first_with_share_groups=(2, 16),
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
