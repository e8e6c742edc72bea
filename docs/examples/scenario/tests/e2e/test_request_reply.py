"""A request-reply cell on real brokers: every request has a reply."""

from pathlib import Path
from typing import Any

import pytest

from bench.raw_logs import read_table
from include.cells.process_runner import ProcessRunner
from include.cells.run_cell import run_cell
from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.job.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import plan_of

pytestmark = pytest.mark.brokers


def test_every_request_of_a_cell_has_a_reply(tmp_path: Path, embedded_cluster: EmbeddedCluster) -> None:
    factors = {"semantics": ["at-least-once"]}
    small: dict[str, Any] = {"messages": 300, "rate": 300, "partitions": 3, "consumers": 2, "reply_bytes": 64}
    plan = plan_of(tmp_path / "run", factors, scenario="request_reply", **small)
    cell = plan.cells[0]
    assert run_cell(tmp_path / "run", plan, cell, embedded_cluster, ProcessRunner(embedded_cluster.access))
    folder = tmp_path / "run" / "cells" / cell.id
    assert sorted(read_table(folder, "replies.parquet")["id"].to_pylist()) == list(range(300))
    measured = measure_cell(folder)
    assert (measured.guarantee, measured.metrics["unanswered"]) == (Verdict.KEPT, 0)
    assert (measured.metrics["reply_latency"] or 0) > 0
