from pathlib import Path

import pytest

from include.clusters.cluster import Cluster
from include.metrics.stages import STAGES, column_of
from tests.e2e.cells import measured

pytestmark = [pytest.mark.brokers, pytest.mark.uses("embedded_cluster")]


def test_the_stages_of_a_transactional_message_add_up(run: Path, embedded: Cluster) -> None:
    levels: dict[str, list[object]] = {"semantics": ["exactly-once"], "transaction_ms": [50]}
    metrics = measured(run, embedded, levels, rate=1_000, visibility_ms=5).metrics
    means = [metrics[column_of(stage, "mean")] for stage in STAGES]
    assert None not in means
    assert sum(mean or 0 for mean in means) == pytest.approx(metrics["producer_consumer_latency_mean"])
    assert metrics["stage_commit_p50"]
    assert metrics["visibility_resolution"]
