"""A calibration that never ran, of 40 pairs: equal arms, and arms slower by what was planted."""

import re
from pathlib import Path

import numpy as np
import pytest

from include.matrix.experiment import Arm
from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun, read_measured_run
from include.report.publish import publish
from include.report.sections.calibration import RECORD
from include.report.sections.calibration.calibration_tables import calibration_tables
from include.report.sections.calibration.sentences import calibration_sentences
from tests.report.synthetic import make_plan, plain_value, write_run

ARMS = {
    "baseline": Arm(),
    "equal": Arm(),
    "another-start": Arm(own_brokers=True),
    "slower-10": Arm(slowed=10),
    "slower-20": Arm(slowed=20),
}
FACTOR = {"baseline": 1.0, "equal": 1.0, "another-start": 1.08, "slower-10": 0.9, "slower-20": 0.8}


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Throughput with noise of 8 %; the brokers' CPU time is the same for all."""
    noise = np.random.default_rng([block, list(ARMS).index(treatment.arm)]).normal(0, 0.08)
    if column == "producer_consumer_throughput":
        return float(20 * FACTOR[treatment.arm] * np.exp(noise))
    return float(30 * np.exp(noise)) if column == "broker_cpu_time" else plain_value(treatment, column, block)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> MeasuredRun:
    plan = make_plan({"semantics": ["at-least-once"]}, 40, arms=ARMS)
    return read_measured_run(write_run(tmp_path_factory.mktemp("calibration"), plan, value))


def cells(run: MeasuredRun, table: str) -> list[tuple[str, ...]]:
    (found,) = [one for one in calibration_tables(run) if one.id == f"calibration-{table}"]
    return [row.cells for row in found.groups[0].rows]


def test_the_sentences_say_how_many_repetitions_detect_a_slow_down(run: MeasuredRun) -> None:
    ten, twenty, alarms = calibration_sentences(run)
    told = re.match(r"Brokers that are paused for 10.% of the time are detected .* of (\d+) repetitions", ten)
    assert told
    assert 10 < int(told[1]) < 30
    assert "by end-to-end throughput of at-least-once" in ten
    assert "detected in nine of ten runs of 6 repetitions" in twenty
    assert "of 8 comparisons of 10 pairs" in alarms


def test_two_starts_of_the_same_brokers_are_compared(run: MeasuredRun) -> None:
    name, ratio, _, pairs = cells(run, "starts")[0]
    assert (name, pairs) == ("end-to-end throughput of at-least-once", "40")
    assert 1.04 < float(ratio) < 1.12


def test_equal_arms_are_compared_in_groups_and_with_names_assigned_by_chance(run: MeasuredRun) -> None:
    name, ratio, _, groups, ten, forty = cells(run, "alarms")[0]
    assert name == "end-to-end throughput of at-least-once"
    assert 0.95 < float(ratio) < 1.05
    assert groups.endswith("of 4")
    assert all(float(share.split("\N{NO-BREAK SPACE}")[0]) < 9 for share in (ten, forty))


def test_a_quantity_that_was_not_slowed_is_not_detected(run: MeasuredRun) -> None:
    rows = {(row[0], row[1]): row for row in cells(run, "planted")}
    needed = rows["CPU time of the brokers of at-least-once", "10\N{NO-BREAK SPACE}%"][-1]
    assert needed == "more than 200" or int(needed) > 40


def test_every_estimator_is_tried(run: MeasuredRun) -> None:
    assert len(cells(run, "estimators")[0]) == 1 + 4


def test_intervals_narrow_with_repetitions(run: MeasuredRun) -> None:
    widths = [float(cell[2:].split("\N{NO-BREAK SPACE}")[0]) for cell in cells(run, "narrowing")[0][1:]]
    assert widths == sorted(widths, reverse=True)


def test_a_run_without_slowed_arms_is_no_calibration(tmp_path: Path) -> None:
    plan = make_plan({"semantics": ["at-least-once"]}, 8, arms={"baseline": Arm(), "candidate": Arm()})
    shown = read_measured_run(write_run(tmp_path, plan))
    assert not RECORD.applies(shown)


def test_the_page_has_the_section(run: MeasuredRun) -> None:
    page = Path(str(publish(run.folder))).read_text()
    assert "Equal arms" in page
