"""Rates of a ladder on real brokers: a low one, and one that nothing can hold."""

from pathlib import Path

import pytest

from include.cells.process_runner import ProcessRunner
from include.cells.run import run_cell
from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.cell import MeasuredCell, measure_cell
from include.verdicts.guarantee import Verdict
from include.verdicts.held_rate import CellRate, Limit
from tests.report.synthetic import make_plan

pytestmark = pytest.mark.brokers

LOW, TOO_HIGH = 500, 300_000


def rate_of(cell: MeasuredCell) -> CellRate:
    known = cell.metrics
    return CellRate(
        known["producer_broker_rate_held"],
        known["producer_consumer_rate_held"],
        known["generator_python_cpu"],
        known["lateness_p50"],
        known["cores_busy"],
        known["consumer_cpu"],
    )


def test_a_rate_that_is_too_high_is_not_held_and_makes_no_cell_invalid_because_of_its_producer(
    tmp_path: Path, embedded_cluster: EmbeddedCluster
) -> None:
    constants = {"semantics": "idempotent", "message_bytes": 256, "seconds": 0.6, "lead_in_seconds": 0.2}
    plan = make_plan({"rate": [LOW, TOO_HIGH]}, 1, constants=constants)
    runner = ProcessRunner(embedded_cluster.access)
    for cell in plan.cells:
        run_cell(tmp_path, plan, cell, embedded_cluster, runner)
    low, high = (measure_cell(tmp_path / "cells" / f"rate-{rate}.r01") for rate in (LOW, TOO_HIGH))
    assert (low.metrics["sent"], high.metrics["sent"]) == (0.8 * LOW, 0.8 * TOO_HIGH)
    # Whether even a low rate is held depends on what else runs on the machine.
    assert (rate_of(low).acknowledged_percent or 0) > (rate_of(high).acknowledged_percent or 100)
    assert not rate_of(high).is_held
    assert rate_of(high).limit in (Limit.GENERATOR, Limit.CORES)
    assert 0 < (high.metrics["cores_busy"] or 0) < 1.1
    assert not any("producer" in reason for reason in high.invalid_because)
    assert {low.guarantee, high.guarantee} == {Verdict.KEPT}
