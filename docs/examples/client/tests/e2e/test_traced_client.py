"""A cell with the client on real brokers."""

from pathlib import Path

import pytest

from include.cells.process_runner import ProcessRunner
from include.cells.run_cell import run_cell
from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.job.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import plan_of

pytestmark = pytest.mark.brokers


def test_the_log_of_a_cell_has_the_requests_of_its_producer(
    tmp_path: Path, embedded_cluster: EmbeddedCluster
) -> None:
    factors = {"client": ["traced"]}
    plan = plan_of(tmp_path / "run", factors, semantics="at-least-once", messages=300, rate=300, partitions=3)
    cell = plan.cells[0]
    assert run_cell(tmp_path / "run", plan, cell, embedded_cluster, ProcessRunner(embedded_cluster.access))
    folder = tmp_path / "run" / "cells" / cell.id
    assert measure_cell(folder).guarantee is Verdict.KEPT
    assert "Sent ProduceRequest" in (folder / "producer.log").read_text(encoding="utf-8")
