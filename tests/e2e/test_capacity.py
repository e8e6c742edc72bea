"""The search of a capacity on real brokers."""

from pathlib import Path

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import plan_of, run_only_cell

pytestmark = pytest.mark.brokers


def test_a_search_offers_rates_until_its_time_is_over_and_loses_nothing(
    tmp_path: Path, embedded_cluster: EmbeddedCluster
) -> None:
    run = tmp_path / "run"
    plan = plan_of(run, {"semantics": ["exactly-once"]}, load="capacity", messages=500_000)
    cell = measure_cell(run_only_cell(run, plan, embedded_cluster))
    steps = cell.tables["load_steps"].to_pylist()
    assert (cell.metrics["capacity_steps"], steps[0]["rate"]) == (len(steps) - 1, None)
    assert all(step["messages"] > 0 and step["achieved"] > 0 for step in steps)
    assert sum(step["seconds"] for step in steps) < 16
    assert cell.guarantee is Verdict.KEPT
    assert cell.metrics["received"] == cell.metrics["acked"] == sum(step["messages"] for step in steps)
