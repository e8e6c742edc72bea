"""The verdict on a whole run, as its results and its experiment decide it."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from include.matrix.experiment import Arm, Expectation, ExperimentPart
from include.matrix.plan import Treatment
from include.report.machine_readable import junit, read_verdict
from include.report.measured_run import read_measured_run
from include.report.publish import publish
from include.report.run_verdict import Result, RunVerdict, verdict_of
from tests.report.blocks import plain
from tests.report.sections.test_comparison import compared, value
from tests.report.synthetic import ARMS, Value, make_plan, measured_run, plain_value, where, write_run

BROKEN = (
    "exactly-once broke its guarantee in 1 of 3 attempts (95% interval 0.84\N{NO-BREAK SPACE}% to "
    "91\N{NO-BREAK SPACE}%): 2 lost."
)

SEMANTICS = {"semantics": ["at-least-once", "exactly-once"]}


def with_lost(treatment: str) -> Value:
    """Two messages are lost in the second cell of a treatment."""
    return where("lost", 2, treatment, block=2)


def verdict(folder: Path, value: Value = plain_value, **changes: Any) -> RunVerdict:
    return verdict_of(measured_run(folder, make_plan(SEMANTICS), value, **changes))


def expecting(folder: Path, expectation: Expectation, value: Value) -> RunVerdict:
    """Judge a run in which the part with exactly-once has this expectation."""
    parts = [
        ExperimentPart(factors={"semantics": ["at-least-once"]}),
        ExperimentPart(factors={"semantics": ["exactly-once"]}, expect=expectation),
    ]
    return verdict_of(measured_run(folder, make_plan({}, parts=parts), value))


def test_a_run_that_kept_its_promises_is_good(tmp_path: Path) -> None:
    judged = verdict(tmp_path)
    assert (judged.result, judged.reasons) == (Result.GOOD, [])
    found = {treatment.treatment: treatment.found for treatment in judged.treatments}
    assert found == {"at-least-once": "kept", "exactly-once": "kept"}


def test_one_broken_promise_makes_a_run_broken(tmp_path: Path) -> None:
    judged = verdict(tmp_path, with_lost("exactly-once"))
    assert (judged.result, judged.reasons) == (Result.BROKEN, [BROKEN])
    assert judged.treatments[1].violations == {"lost": 2}


def test_a_control_that_shows_no_violation_leaves_a_run_inconclusive(tmp_path: Path) -> None:
    judged = expecting(tmp_path, Expectation.BROKEN, plain_value)
    assert judged.result is Result.INCONCLUSIVE
    (reason,) = judged.reasons
    assert reason.startswith("exactly-once is expected to break its guarantee, and no violation was found")


@pytest.mark.parametrize(
    ("expectation", "value"),
    [
        (Expectation.BROKEN, with_lost("exactly-once")),
        (Expectation.EITHER, with_lost("exactly-once")),
        (Expectation.EITHER, plain_value),
    ],
)
def test_a_promise_may_be_broken_where_the_experiment_expects_it_and_where_chance_decides(
    tmp_path: Path, expectation: Expectation, value: Value
) -> None:
    judged = expecting(tmp_path, expectation, value)
    assert (judged.result, judged.reasons) == (Result.GOOD, [])


def test_an_expectation_does_not_excuse_other_treatments(tmp_path: Path) -> None:
    judged = expecting(tmp_path, Expectation.EITHER, with_lost("at-least-once"))
    assert judged.reasons == [BROKEN.replace("exactly-once", "at-least-once")]


def test_a_worse_candidate_makes_a_run_worse(tmp_path: Path) -> None:
    judged = verdict_of(compared(tmp_path, 0.8))
    assert judged.result is Result.WORSE
    assert [arm.is_worse for arm in judged.arms] == [True]
    assert judged.reasons == [judged.arms[0].sentence]


@pytest.mark.parametrize(
    ("candidate", "result", "reasons"),
    [
        (0.8, Result.GOOD, []),
        (1.0, Result.INCONCLUSIVE, ["Candidate is worse on purpose, and was not found to be worse."]),
    ],
)
def test_a_candidate_that_is_worse_on_purpose_is_a_control(
    tmp_path: Path, candidate: float, result: Result, reasons: list[str]
) -> None:
    arms = {"baseline": Arm(), "candidate": Arm(release="4.2.0", expect="worse")}
    plan = make_plan(SEMANTICS, 10, arms=arms)
    judged = verdict_of(measured_run(tmp_path, plan, value(candidate)))
    assert (judged.result, judged.reasons, judged.acceptable) == (result, reasons, [])
    assert [arm.is_worse for arm in judged.arms] == [candidate < 1]


def test_a_candidate_that_breaks_its_guarantee_as_expected_is_not_worse(tmp_path: Path) -> None:
    parts = [ExperimentPart(factors=SEMANTICS, expect=Expectation.EITHER)]
    plan = make_plan({}, 10, parts=parts, arms=ARMS)
    run = measured_run(tmp_path, plan, with_lost("candidate.exactly-once"))
    assert [arm.is_worse for arm in verdict_of(run).arms] == [False]


def test_a_missing_cell_makes_a_run_incomplete(tmp_path: Path) -> None:
    judged = verdict(tmp_path, without=("at-least-once.r02",))
    assert (judged.result, judged.missing) == (Result.INCOMPLETE, ["at-least-once.r02"])
    assert judged.reasons[0].startswith("1 of 6 cells have no sealed raw log: at-least-once.r02.")


def test_a_cell_whose_manifest_cannot_be_read_is_rejected_and_not_missing(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SEMANTICS), without=("at-least-once.r02",))
    manifest = run / "cells" / "at-least-once.r02" / "manifest.json"
    manifest.parent.mkdir()
    manifest.write_text('{"version": 1}')
    judged = verdict_of(read_measured_run(run))
    assert (judged.result, judged.missing, judged.rejected) == (Result.INCOMPLETE, [], ["at-least-once.r02"])
    assert "the manifest cannot be read: version: 1 is not the version that" in judged.reasons[0]
    assert "0 cells have no sealed raw log, and 1 were rejected." in junit(judged)


def test_what_is_broken_counts_before_what_is_missing(tmp_path: Path) -> None:
    judged = verdict(tmp_path, with_lost("exactly-once"), without=("at-least-once.r02",))
    assert judged.result is Result.BROKEN
    assert len(judged.reasons) == 2


@pytest.mark.parametrize(("invalid", "result"), [(1, Result.GOOD), (2, Result.INCONCLUSIVE)])
def test_more_invalid_cells_than_a_fifth_leave_a_run_inconclusive(
    tmp_path: Path, invalid: int, result: Result
) -> None:
    cells = ("at-least-once.r01", "exactly-once.r01")[:invalid]
    judged = verdict(tmp_path, invalid=cells)
    assert (judged.result, set(judged.inconclusive)) == (result, set(cells))


def test_unproven_promises_leave_a_run_inconclusive(tmp_path: Path) -> None:
    judged = verdict(tmp_path, where("acked", 0, "exactly-once"))
    assert judged.result is Result.INCONCLUSIVE
    unproven, too_many = map(plain, judged.reasons)
    assert unproven.startswith("exactly-once leaves its guarantee unproven in one cell or more")
    assert too_many.startswith("3 of 6 cells are invalid or leave their guarantees unproven")
    assert "`most_inconclusive` of the experiment allows 20 %" in too_many


def test_one_unproven_cell_is_not_said_of_all_cells(tmp_path: Path) -> None:
    judged = verdict(tmp_path, where("acked", 0, "exactly-once", block=2))
    assert judged.inconclusive == ["exactly-once.r02"]
    (reason,) = judged.reasons
    assert reason.startswith("exactly-once leaves its guarantee unproven in one cell or more")


def compared_with_must_detect(folder: Path, share: str, pairs: int = 10, noise: float = 0.0) -> RunVerdict:
    """Judge a run with two equal arms whose pairs differ by the noise."""

    def noisy(treatment: Treatment, column: str, block: int) -> float | None:
        if column != "broker_cpu_time":
            return plain_value(treatment, column, block)
        return 100 * (1 + noise * (-1) ** block) if treatment.arm == "candidate" else 100

    plan = make_plan(SEMANTICS, pairs, arms=ARMS, must_detect={"broker_cpu_time": share})
    return verdict_of(measured_run(folder, plan, noisy))


def test_a_comparison_that_is_narrow_enough_decides(tmp_path: Path) -> None:
    assert compared_with_must_detect(tmp_path, "11 %").result is Result.GOOD


def test_a_comparison_that_could_not_show_what_it_must_detect_is_inconclusive(tmp_path: Path) -> None:
    judged = compared_with_must_detect(tmp_path, "11 %", noise=0.3)
    assert judged.result is Result.INCONCLUSIVE
    assert judged.reasons[0].startswith(
        "Candidate is not decided in CPU time of the brokers of at-least-once"
    )
    assert plain(judged.reasons[0]).endswith("to either side where 11 % must be detected.")
    cases = {case.get("name"): [element.tag for element in case] for case in suite_of(judged)}
    assert cases["candidate is not worse than the baseline"] == ["skipped"]
    assert cases["no cell is missing or rejected, and enough is decided"] == ["failure"]


def test_too_few_pairs_decide_nothing(tmp_path: Path) -> None:
    judged = compared_with_must_detect(tmp_path, "50 %", pairs=5)
    assert judged.result is Result.INCONCLUSIVE
    assert "which has 5 pairs of valid cells where 6 are needed" in judged.reasons[0]


def test_arms_that_nobody_set_decide_nothing(tmp_path: Path) -> None:
    plan = make_plan(SEMANTICS, 10, arms={"baseline": Arm(), "candidate": Arm()})
    judged = verdict_of(measured_run(tmp_path, plan))
    assert judged.result is Result.INCONCLUSIVE
    (reason,) = judged.reasons
    assert reason.startswith("Baseline and candidate are the same, because no arm was given settings")


def test_a_cell_that_was_sealed_after_the_measuring_makes_a_run_incomplete(tmp_path: Path) -> None:
    run = measured_run(tmp_path, make_plan(SEMANTICS))
    judged = verdict_of(replace(run, cells=run.cells[run.cells["cell"] != "exactly-once.r03"]))
    assert judged.result is Result.INCOMPLETE
    assert "exactly-once.r03" in judged.reasons[0]


def test_the_verdict_is_published_with_the_report(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SEMANTICS), with_lost("exactly-once"))
    publish(run)
    assert read_verdict(run) == verdict_of(read_measured_run(run))
    assert (run / "results" / "junit.xml").read_text() == junit(read_verdict(run))


def suite_of(run_verdict: RunVerdict) -> ElementTree.Element:
    (suite,) = ElementTree.fromstring(junit(run_verdict))  # noqa: S314 - our own text
    return suite


def test_a_build_server_sees_a_test_case_for_each_promise(tmp_path: Path) -> None:
    suite = suite_of(verdict(tmp_path, with_lost("exactly-once")))
    counts = {"failures": "1", "errors": "0", "skipped": "0", "tests": "3"}
    assert suite.attrib == {"name": "quick (run-1)", **counts}
    assert [(case.get("name"), [element.tag for element in case]) for case in suite] == [
        ("guarantee of at-least-once: kept", []),
        ("guarantee of exactly-once: kept", ["failure"]),
        ("no cell is missing or rejected, and enough is decided", []),
    ]


def test_a_build_server_sees_missing_cells_as_an_error(tmp_path: Path) -> None:
    suite = suite_of(verdict(tmp_path, without=("at-least-once.r02",)))
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")
