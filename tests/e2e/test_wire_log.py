from pathlib import Path
from typing import Any

import pytest

from bench.raw_logs import read_table
from include.clusters.embedded.cluster import EmbeddedCluster
from include.rawlog.schemas import REQUESTS_FILE
from include.spark_jobs.job.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import JAVA, plan_of, run_only_cell

pytestmark = pytest.mark.brokers

RETRIABLE = {14, 15, 16, 51}
"""The coordinator loads its log, is not there yet, is another broker, or completes a transaction."""


@pytest.mark.parametrize("settings", [{}, pytest.param(JAVA, marks=pytest.mark.clients)])
def test_every_committed_transaction_has_a_request_to_end_it_that_was_answered_without_an_error(
    run: Path, embedded: EmbeddedCluster, settings: dict[str, Any]
) -> None:
    load: dict[str, Any] = {"rate": 1000, "partitions": 3, "transaction_messages": 100, "wire_log": True}
    plan = plan_of(run, {"semantics": ["exactly-once"]}, **load, **settings)
    folder = run_only_cell(run, plan, embedded)
    cell = measure_cell(folder)
    assert cell.guarantee is Verdict.KEPT
    requests = read_table(folder, REQUESTS_FILE).to_pylist()
    ends = [row for row in requests if row["request"] == "EndTxn"]
    transactions = read_table(folder, "transactions.parquet").to_pylist()
    committed = [row for row in transactions if row["outcome"] == "committed" and row["messages"]]
    assert len(committed) == plan.cells[0].settings.messages // 100
    for transaction in committed:
        called, ended = transaction["commit_called_ns"], transaction["ended_ns"]
        codes = [row["error_code"] for row in ends if called <= row["sent_ns"] <= ended]
        assert codes.count(0) == 1
        assert set(codes) <= {0, *RETRIABLE}
    assert all(row["sent_ns"] < row["answered_ns"] for row in ends)
    if settings != JAVA:  # version 1 of transactions, which adds partitions by requests whose errors are read
        added = {row["error_code"] for row in requests if row["request"] == "AddPartitionsToTxn"}
        assert 0 in added
        assert added <= {0, *RETRIABLE}
    measured = cell.tables["requests"].to_pylist()
    assert {"Produce", "EndTxn"} <= {row["request"] for row in measured}
    assert all(row["median_ms"] > 0 for row in measured if row["request"] in ("Produce", "EndTxn"))
