from pathlib import Path
from typing import Any

import pytest

from bench.raw_logs import check
from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.job.cell import measure_cell
from tests.e2e.cells import plan_of, run_only_cell

pytestmark = pytest.mark.brokers


def counts_of(run: Path, cluster: EmbeddedCluster, **settings: Any) -> tuple[dict[str, int], dict[str, Any]]:
    """The counts of the clients' requests in a cell of 600 messages, and the metrics of the cell."""
    plan = plan_of(run, {"semantics": ["at-most-once"]}, messages=600, request_counts=True, **settings)
    cell = run_only_cell(run, plan, cluster)
    counts = {name: count for program in check(cell).programs for name, count in program.counts.items()}
    return counts, measure_cell(cell).metrics


@pytest.mark.parametrize("acks", [0, "all"])
def test_a_request_limited_to_one_message_carries_one_and_every_request_is_counted(
    run: Path, embedded: EmbeddedCluster, acks: object
) -> None:
    counts, metrics = counts_of(run, embedded, messages_per_request=1, acks=acks)
    assert (counts["produce_messages"], counts["produce_requests"]) == (600, 600)
    assert counts["fetch_messages"] == 600
    assert metrics["produced_per_request"] == 1
    assert metrics["transmitted_bytes"] > 256


def test_messages_wait_together_for_as_long_as_the_producer_lingers(
    run: Path, embedded: EmbeddedCluster
) -> None:
    _, metrics = counts_of(run, embedded, rate=1000, linger_ms=50, batch_bytes=1_000_000)
    assert 20 < metrics["produced_per_request"] < 80
