"""A message that arrives after its transaction was aborted, on brokers of several releases."""

import os
from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded.startup import start
from include.processes.identity import ProcessIdentity
from include.spark_jobs.cell import MeasuredCell, measure_cell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import plan_of, run_only_cell

pytestmark = pytest.mark.releases

BETWEEN: dict[str, Any] = {"answered": "EndTxn", "delay_ms": 200}
WITHIN_THE_NEXT: dict[str, Any] = {"answered": "AddPartitionsToTxn"}

SETTINGS: dict[str, Any] = {
    "rate": 40,
    "messages": 160,
    "partitions": 2,
    "transaction_messages": 2,
    "partitioning": "round-robin",
    "linger_ms": 0,
    "abort_percent": 50,
    "abort_unacknowledged": True,
    "fault": "strike-request",
    "fault_after": 0.2,
    "fault_until": 0.8,
}


def struck(folder: Path, release: str, until: dict[str, Any]) -> MeasuredCell:
    """A cell in which the first message of three aborted transactions is held until an event."""
    strike = {"request": "Produce", "where": {"after": "commit"}, "act": "hold", "client": "cut"}
    strikes = [{**strike, "until": until}] * 3
    plan = plan_of(folder / "run", {"semantics": ["exactly-once"]}, strike=strikes, **SETTINGS)
    cluster = start(folder / "cluster", release, owner=ProcessIdentity.of(os.getpid()), proxied=True)
    try:
        return measure_cell(run_only_cell(folder / "run", plan, cluster))
    finally:
        cluster.stop()


@pytest.mark.parametrize(("release", "verdict"), [("3.5.2", Verdict.BROKEN), ("3.6.2", Verdict.KEPT)])
def test_brokers_refuse_a_message_between_transactions_since_3_6(
    tmp_path: Path, release: str, verdict: Verdict
) -> None:
    assert struck(tmp_path, release, BETWEEN).guarantee is verdict
