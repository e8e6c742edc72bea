from pathlib import Path

import pytest

from include.cells.run import run_cell
from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from include.verdicts.held_rate import CellRate, Limit
from tests.report.synthetic import make_plan
from tests.session.load_programs import runner_on

pytestmark = pytest.mark.brokers

SECONDS_AT_RATE = {500: 5.0, 300_000: 0.4}
"""In a shorter time, a few milliseconds for which another test takes the CPU are a percent of a low rate."""


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


def measured_at(run: Path, cluster: EmbeddedCluster, rate: int, seconds: float) -> MeasuredCell:
    constants = {"semantics": "idempotent", "message_bytes": 256, "seconds": seconds, "lead_in_seconds": 0.2}
    plan = make_plan({"rate": [rate]}, 1, constants=constants)
    (cell,) = plan.cells
    run_cell(run, plan, cell, cluster, runner_on(cluster))
    return measure_cell(run / "cells" / cell.id)


def test_a_rate_that_is_too_high_is_not_held_and_makes_no_cell_invalid_because_of_its_producer(
    tmp_path: Path, embedded: EmbeddedCluster
) -> None:
    low, high = (measured_at(tmp_path, embedded, rate, seconds) for rate, seconds in SECONDS_AT_RATE.items())
    assert (low.metrics["sent"], high.metrics["sent"]) == (2600, 180_000)
    assert rate_of(low).is_held
    assert not rate_of(high).is_held
    assert rate_of(high).limit in (Limit.GENERATOR, Limit.CORES)
    assert 0 < (high.metrics["cores_busy"] or 0) < 1.1
    assert not any("producer" in reason for reason in high.invalid_because)
    assert {low.guarantee, high.guarantee} == {Verdict.KEPT}
