"""What settings of delivery cells do on real brokers."""

from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.kinds.metrics.message_stages import STAGES, stage_metric
from include.report.sections.frontier.ladders import RATE_COLUMNS
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from include.verdicts.held_rate import CellRate, Limit
from tests.e2e.cells import TWIN, manifest_of, measured, rows

pytestmark = pytest.mark.brokers


def test_the_stages_of_a_transactional_message_add_up(run: Path, embedded: EmbeddedCluster) -> None:
    load: dict[str, Any] = {"rate": 1_000, "transaction_ms": 50, "visibility_ms": 5}
    metrics = measured(run, embedded, semantics="exactly-once", **load).metrics
    means = [metrics[stage_metric(stage, "mean")] for stage in STAGES]
    assert None not in means
    assert sum(mean or 0 for mean in means) == pytest.approx(metrics["producer_consumer_latency_mean"])
    assert metrics["stage_commit_p50"]
    assert metrics["visibility_resolution"]


@pytest.mark.parametrize("acks", [0, "all"])
def test_a_request_limited_to_one_message_carries_one_and_every_request_is_counted(
    run: Path, embedded: EmbeddedCluster, acks: object
) -> None:
    settings: dict[str, Any] = {"messages": 600, "request_counts": True, "messages_per_request": 1}
    metrics = measured(run, embedded, semantics="at-most-once", acks=acks, **settings).metrics
    counts = {name: count for program in manifest_of(run).programs for name, count in program.counts.items()}
    assert (counts["produce_messages"], counts["produce_requests"]) == (600, 600)
    assert counts["fetch_messages"] == 600
    assert metrics["produced_per_request"] == 1
    assert (metrics["transmitted_bytes"] or 0) > 256


@pytest.mark.parametrize("client", ["librdkafka", pytest.param("java", marks=TWIN)])
def test_producers_with_transactions_of_their_own_send_every_message_once_and_in_order(
    run: Path, embedded: EmbeddedCluster, client: str
) -> None:
    load: dict[str, Any] = {"producers": 3, "rate": 500, "partitions": 2, "lead_in_seconds": 2}
    cell = measured(run, embedded, semantics="exactly-once", transaction_ms=50, client=client, **load)
    assert cell.guarantee is Verdict.KEPT
    counts = [cell.metrics[name] for name in ("acked", "received", "duplicated", "out_of_order")]
    assert counts == [2000, 2000, 0, 0]
    sent = rows(run, "sent")
    assert all(row["id"] % 3 == row["transaction"] % 3 for row in sent)
    transactions = [row["transaction"] for row in rows(run, "transactions")]
    assert len(transactions) == len(set(transactions))
    assert {row["transaction"] for row in sent} <= set(transactions)


def rate_of(cell: MeasuredCell) -> CellRate:
    rates: dict[str, Any] = {name: cell.metrics[column] for name, column in RATE_COLUMNS.items()}
    return CellRate(**rates)


def test_a_rate_that_is_too_high_is_not_held_and_makes_no_cell_invalid_because_of_its_producer(
    tmp_path: Path, embedded: EmbeddedCluster
) -> None:
    load: dict[str, Any] = {"semantics": "idempotent", "message_bytes": 256, "lead_in_seconds": 0.2}
    # In a shorter time, a few milliseconds for which another test takes the CPU are a percent of a low rate.
    low = measured(tmp_path / "low", embedded, rate=500, seconds=5, **load)
    high = measured(tmp_path / "high", embedded, rate=300_000, seconds=0.4, **load)
    assert (low.metrics["sent"], high.metrics["sent"]) == (2600, 180_000)
    assert rate_of(low).is_held
    assert not rate_of(high).is_held
    assert rate_of(high).limit in (Limit.GENERATOR, Limit.CORES)
    assert 0 < (high.metrics["cores_busy"] or 0) < 1.1
    assert not any("producer" in reason for reason in high.invalid_because)
    assert {low.guarantee, high.guarantee} == {Verdict.KEPT}
