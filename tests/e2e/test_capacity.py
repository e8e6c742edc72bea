"""The search of a capacity on real brokers, and a load that is a share of one."""

from pathlib import Path

import pytest

from include.cells.process_runner import ProcessRunner
from include.cells.run import run_cell
from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.cells.searches import seal_search
from tests.e2e.cells import plan_of, run_only_cell
from tests.report.synthetic import make_plan

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


def test_a_cell_has_its_share_of_the_capacity_that_an_earlier_cell_found(
    tmp_path: Path, embedded_cluster: EmbeddedCluster
) -> None:
    share = {"factors": {"capacity_percent": [50]}, "constants": {"seconds": 1, "lead_in_seconds": 0.2}}
    parts = [{"factors": {"load": ["capacity"]}}, share]
    plan = make_plan({}, 1, constants={"semantics": "idempotent"}, parts=parts)
    seal_search(tmp_path / "cells" / "capacity.r01", capacity=1000)
    cell = plan.cell("50percent.r01")
    manifest = run_cell(tmp_path, plan, cell, embedded_cluster, ProcessRunner(embedded_cluster.access))
    assert manifest
    assert (manifest.cell.settings["rate"], manifest.cell.settings["capacity_percent"]) == (500, 50)
    found = measure_cell(tmp_path / "cells" / cell.id)
    assert (found.metrics["offered_rate"], found.metrics["sent"]) == (500, 600)
    assert found.guarantee is Verdict.KEPT
