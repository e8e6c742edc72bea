from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import measured, rows, with_each_client

pytestmark = pytest.mark.brokers

SETTINGS: dict[str, Any] = {
    "semantics": "idempotent", "rate": 200, "seconds": 5, "lead_in_seconds": 1, "partitions": 3,
    "consumers": 2, "fault_after": 0.4, "fault_until": 0.6, "lock_ms": 3000, "session_timeout_ms": 6000,
}  # fmt: skip


def cell(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    return measured(run, cluster, "share_group", **{**SETTINGS, **settings})


def of(client: dict[str, Any]) -> dict[str, Any]:
    """The setting that chooses one of ``with_each_client``."""
    return {"client": client.get("client", "librdkafka")}


@with_each_client
def test_every_message_is_accepted_rejected_or_archived_at_the_limit(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    metrics = cell(
        run, embedded, **of(client), acknowledgement="explicit", released_percent=10, rejected_percent=5,
        poison_percent=2, delivery_limit=3,
    ).metrics  # fmt: skip
    assert (metrics["acked"], metrics["lost"]) == (1200, 0)
    assert (metrics["unsettled"], metrics["unexplained"]) == (0, 0)
    assert metrics["archived"] == 24
    assert metrics["again_after_release"] == 120 + 2 * 24
    assert {row["decision"] for row in rows(run, "share_deliveries")} == {"accept", "release", "reject"}
    stored = rows(run, "share_state")
    assert {"acknowledged", "archived"} <= {row["state"] for row in stored}
    starts = [max(row["start_offset"] or 0 for row in stored if row["partition"] == of) for of in range(3)]
    assert 600 < sum(starts) <= 1200  # every message before them is settled


@with_each_client
def test_what_is_rejected_or_archived_is_in_the_dead_letter_topic(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(
        run, embedded, **of(client), acknowledgement="explicit", dead_letter_topic=True, rejected_percent=5,
        poison_percent=2, delivery_limit=3,
    )  # fmt: skip
    assert judged.guarantee is Verdict.KEPT
    assert judged.metrics["dead_letters_missing"] == 0
    assert {row["id"] for row in rows(run, "dead_letters")} == {id for id in range(1200) if id % 100 < 7}


@with_each_client
def test_what_a_dead_member_has_not_acknowledged_is_delivered_to_another(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(run, embedded, acknowledgement="implicit", fault="kill-before-commit", **of(client))
    assert judged.guarantee is Verdict.KEPT
    metrics = judged.metrics
    assert metrics["again_after_member"] or metrics["again_after_lock"]
    assert (metrics["lost"], metrics["unexplained"], metrics["archived"]) == (0, 0, 0)
    deliveries = rows(run, "share_deliveries")
    held = {row["id"] for row in deliveries if not row["is_attempted"]}
    assert held <= {row["id"] for row in deliveries if row["is_attempted"]}
    assert {row["attempt"] for row in deliveries if not row["is_attempted"]} == {1}


@with_each_client
def test_a_member_that_dies_again_and_again_loses_no_message_below_the_limit(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    # A single member: otherwise another one may take what the dead one held, and its successor gets nothing.
    alone = {"consumers": 1, "partitions": 1, "kills": 2}
    judged = cell(
        run, embedded, acknowledgement="explicit", fault="kill-repeatedly", **{**of(client), **alone}
    )
    assert judged.guarantee is Verdict.KEPT
    deliveries = rows(run, "share_deliveries")
    assert {row["attempt"] for row in deliveries} == {1, 2, 3}
    assert {row["attempt"] for row in deliveries if not row["is_attempted"]} == {1, 2}


@with_each_client
def test_what_a_frozen_member_holds_is_delivered_again(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(run, embedded, acknowledgement="explicit", fault="freeze-consumer", **of(client))
    assert judged.guarantee is Verdict.KEPT
    # If a partition is assigned to the frozen member alone, nobody gets its messages before it is resumed,
    # and the acknowledgements that it then sends are refused.
    causes = ("again_after_lock", "again_after_member", "again_after_refusal")
    assert judged.metrics["duplicated"]
    assert sum(judged.metrics[cause] or 0 for cause in causes) == judged.metrics["duplicated"]


@with_each_client
def test_what_is_written_to_an_added_partition_at_once_is_delivered(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(run, embedded, fault="add-partitions", partitions=1, consumers=1, **of(client))
    assert judged.guarantee is Verdict.KEPT  # not before Kafka 4.4 (KAFKA-20742)
    sent, added = rows(run, "sent"), {1, 2}
    assert {row["partition"] for row in sent} == {0, 1, 2}
    in_log = {row["id"] for row in rows(run, "audit") if row["partition"] in added}
    assert in_log == {row["id"] for row in sent if row["partition"] in added}
    assert in_log == {row["id"] for row in rows(run, "share_deliveries") if row["partition"] in added}
    assert [row["target"] for row in rows(run, "faults")] == ["partition 1 and 2"]


@with_each_client
def test_a_group_that_is_set_back_gets_every_message_again(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(run, embedded, acknowledgement="explicit", fault="alter-offsets", **of(client))
    assert judged.guarantee is Verdict.KEPT
    assert judged.metrics["not_again"] == judged.metrics["unexplained"] == 0
    [fault], deliveries = rows(run, "faults"), rows(run, "share_deliveries")
    accepted = [row for row in deliveries if row["is_accepted"]]
    before = {row["id"] for row in accepted if row["received_ns"] < fault["began_ns"]}
    assert before
    assert before <= {row["id"] for row in accepted if row["received_ns"] > fault["began_ns"]}
    assert judged.metrics["again_after_reset"]
    assert "altered" in {row["state"] for row in rows(run, "share_state")}


@with_each_client
def test_a_new_leader_delivers_only_what_was_not_acknowledged(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(
        run, embedded, **of(client), fault="kill-leader-of-held", partitions=1, linger_ms=200, lock_ms=30_000,
        commit_messages=5, seconds=10,
    )  # fmt: skip
    assert judged.guarantee is Verdict.KEPT  # not before Kafka 4.2 (KAFKA-19954)
    held = [row for row in rows(run, "share_deliveries") if row["answered_ns"] and not row["is_accepted"]]
    assert judged.metrics["unexplained"] == 0
    assert held or judged.metrics["duplicated"]


@with_each_client
def test_acknowledgements_survive_a_killed_share_coordinator(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    judged = cell(run, embedded, acknowledgement="explicit", fault="kill-share-coordinator", **of(client))
    assert (judged.metrics["lost"], judged.metrics["unsettled"]) == (0, 0)
    assert judged.guarantee is Verdict.KEPT


STRUCK: dict[str, Any] = {
    "fault": "strike-request", "acknowledgement": "explicit", "seconds": 7, "partitions": 1,
    "fault_after": 0.7, "fault_until": 0.8,
}  # fmt: skip
"""Two members share a partition, and have done so for some time when a request of one of them is struck."""


@with_each_client
def test_what_a_lost_acknowledgement_was_about_is_delivered_again(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    lost = {"request": "ShareAcknowledge", "act": "drop", "client": "cut"}
    judged = cell(run, embedded, **STRUCK, strike=[lost], **of(client))
    assert judged.guarantee is Verdict.KEPT
    (strike,) = rows(run, "strikes")
    assert strike["partitions"] == "0"
    assert judged.metrics["again_after_strike"] >= strike["messages"] > 0


@with_each_client
def test_a_lost_answer_is_no_refusal(run: Path, embedded: EmbeddedCluster, client: dict[str, Any]) -> None:
    answer_lost = {"request": "ShareAcknowledge", "act": "pass", "answer": "drop", "client": "cut"}
    judged = cell(run, embedded, **STRUCK, strike=[answer_lost], **of(client))
    assert judged.guarantee is Verdict.KEPT
    (strike,) = rows(run, "strikes")
    assert strike["error_code"] == 0
    unanswered = [row for row in rows(run, "share_deliveries") if row["answered_ns"] is None]
    assert len(unanswered) >= strike["messages"]


@with_each_client
@pytest.mark.parametrize("struck", ["ShareFetch", "ShareAcknowledge"])
def test_a_member_whose_session_is_not_found_goes_on(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any], struck: str
) -> None:
    refused = {"request": struck, "act": "drop", "answer": "SHARE_SESSION_NOT_FOUND", "client": "leave"}
    judged = cell(run, embedded, **STRUCK, strike=[refused], **of(client))
    assert judged.guarantee is Verdict.KEPT
    (strike,) = rows(run, "strikes")
    assert strike["error_code"] == 122


RENEWING: dict[str, Any] = {
    "client": "java", "acknowledgement": "explicit", "lock_ms": 5000, "renew_ms": 1000,
}  # fmt: skip


@pytest.mark.clients
@pytest.mark.parametrize("renew_ms", [None, 1000], ids=["lock ends", "lock is renewed"])
def test_nobody_else_gets_what_a_slow_member_renews(
    run: Path, embedded: EmbeddedCluster, renew_ms: int | None
) -> None:
    # Both members read the only partition.
    slow = {"fault": "slow-processing", "processing_ms": 8000, "partitions": 1}
    judged = cell(run, embedded, **{**RENEWING, **slow, "renew_ms": renew_ms})
    assert judged.guarantee is Verdict.KEPT
    assert bool(judged.metrics["duplicated"]) == (renew_ms is None)
    if renew_ms:
        times = Counter(row["id"] for row in rows(run, "share_renewals"))
        processed = [row for row in rows(run, "share_deliveries") if row["id"] in times]
        assert min(times.values()) > 1
        assert all(row["answered_ns"] - row["received_ns"] > 8e9 for row in processed)
        assert all(row["is_accepted"] for row in processed)


@pytest.mark.clients
def test_a_renewed_lock_of_a_frozen_member_ends(run: Path, embedded: EmbeddedCluster) -> None:
    judged = cell(run, embedded, fault="freeze-consumer", **RENEWING)
    assert judged.guarantee is Verdict.KEPT
    (fault,) = rows(run, "faults")
    before = [row for row in rows(run, "share_renewals") if row["begun_ns"] < fault["began_ns"]]
    renewed = {row["id"]: row["begun_ns"] for row in before}
    again_s = {
        row["id"]: (row["received_ns"] - renewed[row["id"]]) / 1e9
        for row in rows(run, "share_deliveries")
        if row["id"] in renewed and row["received_ns"] > renewed[row["id"]]
    }
    assert renewed.keys() == again_s.keys()
    assert min(again_s.values()) >= 5
