from pathlib import Path
from typing import Any

import pytest

from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.errors import CellError
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import TWIN, measured, measured_in_containers, rows

pytestmark = pytest.mark.brokers

LATE = {"request": "EndTxn", "act": "hold", "client": "cut", "until": {"answered": "Produce"}, "at_most_s": 5}
LATE_ABORT, LATE_COMMIT = ({**LATE, "where": {"outcome": outcome}} for outcome in ("abort", "commit"))
OF_JAVA: dict[str, Any] = {"lead_in_seconds": 2, "messages": 250, "fault_after": 0.5}
PRODUCE = {"request": "Produce", "where": {"partition": 1}}
LOAD: dict[str, Any] = {"rate": 50, "partitions": 2, "partitioning": "round-robin"}

SETTINGS: dict[str, Any] = {
    **LOAD, "messages": 100, "transaction_messages": 2, "unacknowledged_messages": 1, "abort_percent": 50,
    "fault_after": 0.3, "fault_until": 0.8,
}  # fmt: skip

TURNS: dict[str, Any] = {**LOAD, "linger_ms": 0, "semantics": "idempotent"}
"""Messages that go to two partitions in turn, each in a request of its own."""

REFUSED = {**PRODUCE, "act": "drop", "answer": "NOT_ENOUGH_REPLICAS", "client": "leave"}
COUNTED = ("lost", "aborted_seen", "torn")
"""A transaction of two messages, one of which is lost or seen, is torn."""


def struck(run: Path, cluster: EmbeddedCluster, *strikes: dict[str, Any], **settings: Any) -> MeasuredCell:
    terms: dict[str, Any] = {"strike": list(strikes), "fault": "strike-request"}
    return measured(run, cluster, semantics="exactly-once", **{**SETTINGS, **terms, **settings})


def test_a_late_abort_loses_a_committed_message_and_a_late_commit_shows_an_aborted_one(
    run: Path, embedded: EmbeddedCluster
) -> None:
    cell = struck(run, embedded, LATE_ABORT, LATE_COMMIT)
    assert cell.guarantee is Verdict.BROKEN
    assert [cell.metrics[name] for name in COUNTED] == [1, 1, 2]
    strikes = rows(run, "strikes")
    assert [(strike["request"], strike["error_code"]) for strike in strikes] == [("EndTxn", 0)] * 2
    assert {strike["outcome"] for strike in strikes} == {"abort", "commit"}
    for strike in strikes:
        order = [strike[f"{moment}_ns"] for moment in ("struck", "again_answered", "released", "answered")]
        assert order == sorted(set(order))


@pytest.mark.containers
def test_a_late_abort_loses_a_committed_message_of_brokers_and_programs_in_containers(
    run: Path, compose_cluster: ComposeCluster
) -> None:
    terms: dict[str, Any] = {"strike": [LATE_ABORT], "fault": "strike-request"}
    cell = measured_in_containers(run, compose_cluster, semantics="exactly-once", **SETTINGS, **terms)
    assert [cell.metrics[name] for name in COUNTED] == [1, 0, 1]


def test_a_late_abort_does_no_harm_to_a_replaced_producer(run: Path, embedded: EmbeddedCluster) -> None:
    late = {**LATE_ABORT, "client": "leave"}
    assert struck(run, embedded, late, socket_timeout_ms=2_000, end_timeout_ms=500).guarantee is Verdict.KEPT
    (strike,) = rows(run, "strikes")
    assert strike["error_code"] != 0


def test_a_lost_answer_and_a_lost_request_make_an_idempotent_producer_write_a_message_twice(
    run: Path, embedded: EmbeddedCluster
) -> None:
    of = {"request": "Produce", "client": "leave", "synthetic": True}
    answer = {**of, "where": {"partition": 0}, "act": "pass", "answer": "drop"}
    request = {**of, "where": {"partition": 1}, "act": "drop"}
    times = {"fault_after": 0.2, "fault_until": 0.8, "socket_timeout_ms": 3_000}
    constants = {**TURNS, **times, "messages": 400, "strike": [answer, request]}
    cell = measured(run, embedded, fault="strike-request", **constants)
    assert cell.guarantee is Verdict.BROKEN
    assert cell.metrics["duplicated"]
    strikes = [(strike["partitions"], strike["producer_epoch"]) for strike in rows(run, "strikes")]
    assert strikes == [("0", 0), ("1", 0)]


@pytest.mark.parametrize("client", ["librdkafka", pytest.param("java", marks=TWIN)])
def test_a_refused_request_is_sent_again(run: Path, embedded: EmbeddedCluster, client: str) -> None:
    constants: dict[str, Any] = {**TURNS, "client": client, "messages": 100, "strike": [REFUSED]}
    assert measured(run, embedded, fault="strike-request", **constants).guarantee is Verdict.KEPT
    (strike,) = rows(run, "strikes")
    assert (strike["act"], strike["answer"], strike["error_code"]) == ("drop", "NOT_ENOUGH_REPLICAS", 19)


@pytest.mark.clients
@pytest.mark.parametrize("client", ["java-2.8.2", "java-3.9.2", "java"])
def test_partitions_and_messages_of_java_are_read(run: Path, embedded: EmbeddedCluster, client: str) -> None:
    lost_answer = {**PRODUCE, "act": "pass", "answer": "drop", "client": "cut"}
    constants = {**TURNS, **OF_JAVA, "client": client, "strike": [lost_answer]}
    assert measured(run, embedded, fault="strike-request", **constants).guarantee is Verdict.KEPT
    (strike,) = rows(run, "strikes")
    assert "1" in strike["partitions"].split(", ")
    assert strike["messages"] == len(strike["partitions"].split(", "))


@pytest.mark.clients
@pytest.mark.parametrize(("client", "verdict"), [("java-3.9.2", Verdict.BROKEN), ("java", Verdict.KEPT)])
def test_version_2_of_transactions_refuses_the_late_request(
    run: Path, embedded: EmbeddedCluster, client: str, verdict: Verdict
) -> None:
    assert struck(run, embedded, LATE_ABORT, LATE_COMMIT, client=client, **OF_JAVA).guarantee is verdict


def test_a_cell_fails_whose_strike_met_no_request(run: Path, embedded: EmbeddedCluster) -> None:
    never = {**LATE, "where": {"nth": 1000}, "at_most_s": 1}
    with pytest.raises(CellError, match="no EndTxn request matched strike 1 within 1"):
        struck(run, embedded, never)


RETRIABLE = {14, 15, 16, 51}
"""The coordinator loads its log, is not there yet, is another broker, or completes a transaction."""


@pytest.mark.parametrize("client", ["librdkafka", pytest.param("java", marks=TWIN)])
def test_every_committed_transaction_has_a_request_to_end_it_that_was_answered_without_an_error(
    run: Path, embedded: EmbeddedCluster, client: str
) -> None:
    load: dict[str, Any] = {"rate": 1000, "partitions": 3, "transaction_messages": 100, "wire_log": True}
    cell = measured(run, embedded, semantics="exactly-once", client=client, **load)
    assert cell.guarantee is Verdict.KEPT
    requests = rows(run, "requests")
    ends = [row for row in requests if row["request"] == "EndTxn"]
    transactions = rows(run, "transactions")
    committed = [row for row in transactions if row["outcome"] == "committed" and row["messages"]]
    assert len(committed) == 2000 // 100
    for transaction in committed:
        called, ended = transaction["commit_called_ns"], transaction["ended_ns"]
        codes = [row["error_code"] for row in ends if called <= row["sent_ns"] <= ended]
        assert codes.count(0) == 1
        assert set(codes) <= {0, *RETRIABLE}
    assert all(row["sent_ns"] < row["answered_ns"] for row in ends)
    if client == "librdkafka":  # version 1 of transactions adds partitions by requests whose errors are read
        added = {row["error_code"] for row in requests if row["request"] == "AddPartitionsToTxn"}
        assert 0 in added
        assert added <= {0, *RETRIABLE}
    summary = cell.tables["requests"].to_pylist()
    assert {"Produce", "EndTxn"} <= {row["request"] for row in summary}
    assert all(row["median_ms"] > 0 for row in summary if row["request"] in ("Produce", "EndTxn"))
