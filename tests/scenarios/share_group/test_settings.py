from contextlib import nullcontext
from typing import Any

import pytest
from pydantic import ValidationError

from include.load.producer_job import ProducerJob
from include.plan.estimate import cell_seconds
from include.scenarios.share_group.settings import ShareGroupSettings
from include.scenarios.share_group.workload import ShareGroupWorkload
from include.settings.any_settings import settings_of
from include.settings.cell import ScenarioSettings
from tests.load_programs import ADDRESS, PROXY_ADDRESS, described_workload, programs_of

GROUP: dict[str, Any] = {"scenario": "share_group", "semantics": "idempotent", "rate": 100, "seconds": 10}


def share_group(**settings: Any) -> ScenarioSettings:
    return settings_of({**GROUP, **settings})


@pytest.mark.parametrize(
    ("client", "missing"),
    [
        ("java-4.4.0", None),
        ("java-4.2.2", None),
        ("librdkafka", None),
        ("java-4.1.2", "java 4.2 has"),
        ("java-2.8.2", "java 4.2 has"),
        ("librdkafka-2.15.0", "librdkafka 2.16 has"),
    ],
)
def test_clients_without_a_share_consumer_are_refused(client: str, missing: str | None) -> None:
    with pytest.raises(ValidationError, match=missing) if missing else nullcontext():
        share_group(client=client)


FAULTS_OF_SHARE_GROUPS = [
    "kill-share-coordinator",
    "kill-repeatedly",
    "add-partitions",
    "alter-offsets",
    "kill-leader-of-held",
]


@pytest.mark.parametrize("fault", FAULTS_OF_SHARE_GROUPS)
def test_faults_of_share_groups_are_refused_elsewhere(fault: str) -> None:
    of_delivery = {"scenario": "delivery", "processing": "process-first"}
    assert share_group(fault=fault, consumers=2)
    with pytest.raises(ValidationError, match=f"{fault} needs a share group"):
        share_group(fault=fault, **of_delivery)


def test_a_member_that_holds_messages_needs_another_that_goes_on() -> None:
    with pytest.raises(ValidationError, match="at least two members"):
        share_group(fault="kill-leader-of-held", consumers=1)
    with pytest.raises(ValidationError, match="the partitions are 0 to 0"):
        share_group(fault="kill-leader-of-held", fault_partition=1, partitions=1, consumers=2)


def test_a_group_that_is_set_back_promises_every_message_again() -> None:
    with pytest.raises(ValidationError, match="at least two members"):
        share_group(fault="alter-offsets", consumers=1)
    assert "not_again" in share_group(fault="alter-offsets", consumers=2).traits.delivery.promises
    assert "not_again" not in share_group(consumers=2).traits.delivery.promises


def test_a_share_coordinator_needs_the_partition_that_it_coordinates() -> None:
    with pytest.raises(ValidationError, match="the partitions are 0 to 2"):
        share_group(fault="kill-share-coordinator", fault_partition=3, partitions=3)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"visibility_ms": 10}, "visibility_ms does not observe"),
        ({"fault": "add-partitions+kill-producer"}, "kill-producer would stop them"),
    ],
)
def test_partitions_are_not_added_beside_what_would_not_know_of_them(
    changes: dict[str, Any], reason: str
) -> None:
    assert share_group(fault="add-partitions+kill-leader")
    with pytest.raises(ValidationError, match=reason):
        share_group(**{"fault": "add-partitions", **changes})


@pytest.mark.parametrize(("fault", "after_pause"), [("add-partitions", 4), ("kill-producer", None)])
def test_only_added_partitions_change_where_the_producer_writes(fault: str, after_pause: int | None) -> None:
    job = programs_of(**GROUP, fault=fault, partitions=1, added_partitions=3).producer.job
    assert isinstance(job, ProducerJob)
    assert (job.partitions, job.partitions_after_pause) == (1, after_pause)


def test_messages_are_archived_at_the_limit_of_the_group_or_else_of_the_brokers() -> None:
    brokers = {"group.share.delivery.count.limit": "7"}
    of_group, of_brokers = share_group(delivery_limit=3), share_group()
    assert isinstance(of_group, ShareGroupSettings)
    assert isinstance(of_brokers, ShareGroupSettings)
    assert (of_group.limit_on(brokers), of_brokers.limit_on(brokers), of_brokers.limit_on({})) == (3, 7, 5)


RENEWING: dict[str, Any] = {"renew_ms": 2_000, "client": "java", "fault": "freeze-consumer"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"client": "librdkafka"}, "renew_ms: librdkafka cannot renew locks"),
        ({"client": "java-4.1.2"}, "java-4.1.2 has no share consumer"),
        ({"acknowledgement": "implicit"}, "renew_ms: a member with implicit acknowledgement"),
        ({"lock_ms": 2_000}, "renew_ms: 2000 is not below lock_ms"),
    ],
)
def test_renewals_need_a_client_that_has_them_a_decision_and_a_longer_lock(
    changes: dict[str, Any], reason: str
) -> None:
    assert share_group(**RENEWING, lock_ms=2_001)
    with pytest.raises(ValidationError, match=reason):
        share_group(**{**RENEWING, **changes})


def test_renewals_need_brokers_that_have_them_also_where_share_groups_are_a_preview() -> None:
    preview = share_group(share_version=1)
    assert preview.traits.needs.release != ("renew_ms", (4, 2))
    renewing = share_group(**RENEWING, share_version=1)
    assert renewing.traits.needs.release == ("renew_ms", (4, 2))
    assert share_group(**RENEWING, delivery_limit=3).traits.needs.release == (
        "delivery_limit",
        (4, 4),
    )


def test_a_member_is_told_when_to_renew() -> None:
    jobs = [programs_of(**{**GROUP, **of}).consumers[0].job for of in ({"client": "java"}, RENEWING)]
    assert [job.model_dump()["renew_ms"] for job in jobs] == [None, 2_000]


def test_a_cell_with_messages_that_nobody_processes_takes_longer() -> None:
    settled, poisoned = share_group(lock_ms=20_000), share_group(lock_ms=20_000, poison_percent=1)
    assert cell_seconds(poisoned) == cell_seconds(settled) + 28


def test_a_group_with_a_dead_letter_topic_promises_that_nothing_is_missing_there() -> None:
    without, with_letters = share_group(), share_group(dead_letter_topic=True)
    assert with_letters.traits.delivery.promises - without.traits.delivery.promises == {
        "dead_letters_missing"
    }
    assert with_letters.traits.needs.release == ("dead_letter_topic", (4, 4))


def test_the_dead_letter_topic_is_one_more_topic_of_the_cell_and_allows_dead_letters() -> None:
    allows = "errors.deadletterqueue.group.enable"
    workload = described_workload(share_group(dead_letter_topic=True))
    assert isinstance(workload, ShareGroupWorkload)
    topic, dead_letters = workload.topics.all
    assert dead_letters == f"dlq.{topic}"
    assert workload.settings_of(dead_letters) == {**workload.settings_of(topic), allows: "true"}
    assert len(described_workload(share_group()).topics.all) == 1


LOST: dict[str, Any] = {"request": "ShareAcknowledge", "act": "drop", "client": "cut"}
GAP = {**LOST, "client": "leave", "synthetic": True}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"strike": [{**LOST, "request": "Produce"}]}, "names Produce; only requests of members"),
        (
            {"strike": [{**LOST, "act": "hold", "until": {"answered": "Fetch"}}]},
            "names Fetch; only requests of members",
        ),
        ({"strike": [LOST], "scenario": "delivery"}, "names ShareAcknowledge, which only a member"),
        ({"strike": [GAP], "client": "java"}, "needs an answer to every request"),
    ],
)
def test_only_requests_of_members_are_struck_and_in_ways_that_their_client_survives(
    changes: dict[str, Any], reason: str
) -> None:
    assert share_group(fault="strike-request", strike=[LOST], client="java")
    assert share_group(fault="strike-request", strike=[GAP])
    with pytest.raises(ValidationError, match=reason):
        share_group(fault="strike-request", **changes)


def test_the_members_and_not_the_producer_are_behind_the_proxy() -> None:
    struck = programs_of(**GROUP, strike=[LOST], socket_timeout_ms=3_000)
    assert struck.proxy
    assert struck.all[0] is struck.proxy
    addresses = [
        program.job.client_settings["bootstrap.servers"] for program in (struck.producer, *struck.consumers)
    ]
    assert addresses == [ADDRESS, PROXY_ADDRESS]
    assert struck.consumers[0].job.client_settings["socket.timeout.ms"] == "3000"
    assert programs_of(**GROUP).proxy is None


@pytest.mark.parametrize(
    ("strike", "socket_timeout_ms", "seconds"),
    [
        (LOST, None, 0),
        ({**LOST, "act": "delay", "delay_ms": 6_000}, None, 6),
        ({**LOST, "act": "hold", "until": {"answered": "ShareFetch", "delay_ms": 4_000}}, None, 4),
        (GAP, None, 60),
        (GAP, 3_000, 3),
    ],
)
def test_a_cell_waits_for_a_member_that_waits_for_an_answer(
    strike: dict[str, Any], socket_timeout_ms: int | None, seconds: int
) -> None:
    struck, free = share_group(strike=[strike], socket_timeout_ms=socket_timeout_ms), share_group()
    assert isinstance(struck, ShareGroupSettings)
    assert isinstance(free, ShareGroupSettings)
    assert struck.quiet_seconds - free.quiet_seconds == seconds


@pytest.mark.parametrize("client", ["librdkafka", "java"])
def test_members_have_no_settings_that_share_consumers_refuse(client: str) -> None:
    job = programs_of(**GROUP, client=client).consumers[0].job
    assert job.client_settings["share.acknowledgement.mode"] == "explicit"
    assert not {"auto.offset.reset", "session.timeout.ms", "isolation.level"} & job.client_settings.keys()
    assert job.warm_up_messages == 0
