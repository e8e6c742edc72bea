"""The client Java: its record, whose functions import the other modules of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.clients.java.settings import (
    ASSIGNORS,
    FIRST_WITH_FENCED_MEMBERS,
    FIRST_WITH_RENEWALS,
    FIRST_WITH_SHARE_GROUPS,
    WARM_UP_MESSAGES,
    consumer_settings,
    newest_release,
    own_defaults,
    producer_settings,
    refuses,
    releases,
)
from include.kinds.client import Client

if TYPE_CHECKING:
    from include.clients.client_adapters import Launcher
    from include.plan.judging.judged_client import JudgedClient


def _launcher() -> Launcher:
    from include.clients.java import launch

    return launch


def _judged() -> JudgedClient:
    from include.clients.java.judged import JUDGED

    return JUDGED


RECORD = Client(
    name="java",
    library="Kafka's Java client",
    language="Java",
    producer_settings=producer_settings,
    consumer_settings=consumer_settings,
    producer="kerran.DeliveryProducer",
    consumer="kerran.DeliveryConsumer",
    processing_consumer="kerran.ProcessingConsumer",
    copier="kerran.Copier",
    share_member="kerran.ShareMember",
    launcher=_launcher,
    judged=_judged,
    settings_of_programs=frozenset(
        {"allow.auto.create.topics", "auto.offset.reset", "bootstrap.servers", "group.id", "transactional.id"}
    ),
    own_defaults=own_defaults,
    refuses=refuses,
    warm_up_messages=WARM_UP_MESSAGES,
    counts_retries=False,
    oldest_brokers_of_transactional_copier=FIRST_WITH_FENCED_MEMBERS,
    needs_every_answer=True,
    first_with_version_2=(4, 0),
    first_with_consumer_protocol=(3, 9),
    first_with_share_groups=FIRST_WITH_SHARE_GROUPS,
    first_with_renewals=FIRST_WITH_RENEWALS,
    assignors=ASSIGNORS,
    first_without_old_brokers=(4, 0),
    releases=releases,
    has_unlisted_releases=True,
    default_release=newest_release,
)
