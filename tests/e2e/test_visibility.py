"""An observer of how far consumers can read, on real brokers."""

from pathlib import Path

import pytest

from include.clusters.cluster import Cluster
from include.metrics.stages import STAGES, column_of
from include.spark_jobs.job.cell import measure_cell
from tests.e2e.cells import plan_of, run_only_cell

pytestmark = [pytest.mark.brokers, pytest.mark.uses("embedded_cluster")]


def test_the_stages_of_a_message_in_a_transaction_are_all_known_and_add_up(
    tmp_path: Path, embedded_cluster: Cluster
) -> None:
    levels: dict[str, list[object]] = {"semantics": ["exactly-once"], "transaction_ms": [50]}
    plan = plan_of(tmp_path / "run", levels, rate=1_000, visibility_ms=5)
    metrics = measure_cell(run_only_cell(tmp_path / "run", plan, embedded_cluster)).metrics
    means = [metrics[column_of(stage, "mean")] for stage in STAGES]
    assert None not in means
    assert sum(mean or 0 for mean in means) == pytest.approx(metrics["producer_consumer_latency_mean"])
    assert metrics["stage_commit_p50"]
    assert metrics["visibility_resolution"]
