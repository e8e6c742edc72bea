from dataclasses import replace
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree

import pytest

from include.plan.experiment import Arm, Expectation
from include.rawlog.cells_and_results_of_run import Failure
from include.report.machine_readable import junit, read_verdict
from include.report.measured_run import read_measured_run
from include.report.publish import publish
from include.report.run_verdict import Result, RunVerdict, verdict_of
from tests.report.blocks import plain
from tests.report.sections.test_comparison import value
from tests.report.synthetic import ARMS, Value, make_plan, measured_run, plain_value, values, where, write_run

SEMANTICS = {"semantics": ["at-least-once", "exactly-once"]}
KEPT, CONTROL, EITHER = Expectation.KEPT, Expectation.BROKEN, Expectation.EITHER
CELL, OTHER = "at-least-once.r02", "exactly-once.r01"
LOST, LOST_BESIDE = (where("lost", 2, treatment, block=2) for treatment in ("exactly-once", "at-least-once"))
NONE_ACKED, ONE_UNACKED = (where("acked", 0, "exactly-once", block=block) for block in (0, 2))

BROKEN = (
    "exactly-once broke its guarantee in 1 of 3 attempts (95% interval 0.84\N{NO-BREAK SPACE}% to "
    "91\N{NO-BREAK SPACE}%): 2 lost."
)
BROKEN_BESIDE = BROKEN.replace("exactly-once", "at-least-once")
UNBROKEN = "exactly-once is expected to break its guarantee, but no violation was found"
MISSING = f"1 of 6 cells have no sealed raw log: {CELL}."
ALMOST_ALL = (OTHER, *(f"at-least-once.r0{block}" for block in (1, 2, 3)))
MORE_MISSING = f"4 of 6 cells have no sealed raw log: {', '.join(ALMOST_ALL[:3])} and 1 more."
UNPROVEN = "exactly-once leaves its guarantee unproven in one cell or more"
INVALID = "2 of 6 cells are invalid"
TOO_MANY = (
    "3 of 6 cells leave their guarantees unproven, and `most_inconclusive` of the experiment allows 20 %"
)


def verdict(value: Value = plain_value, **changes: Any) -> RunVerdict:
    return verdict_of(measured_run(make_plan(SEMANTICS), value, **changes))


CASES: dict[str, tuple[Expectation, Value, dict[str, Any], Result, list[str]]] = {
    "every promise was kept": (KEPT, plain_value, {}, Result.GOOD, []),
    "a promise was broken": (KEPT, LOST, {}, Result.BROKEN, [BROKEN]),
    "a control shows no violation": (CONTROL, plain_value, {}, Result.INCONCLUSIVE, [UNBROKEN]),
    "a control shows a violation": (CONTROL, LOST, {}, Result.GOOD, []),
    "chance decided to break it": (EITHER, LOST, {}, Result.GOOD, []),
    "chance decided to keep it": (EITHER, plain_value, {}, Result.GOOD, []),
    "chance, and nothing acknowledged": (EITHER, NONE_ACKED, {}, Result.GOOD, []),
    "another treatment is not excused": (EITHER, LOST_BESIDE, {}, Result.BROKEN, [BROKEN_BESIDE]),
    "a cell is missing": (KEPT, plain_value, {"without": (CELL,)}, Result.INCOMPLETE, [MISSING]),
    "four cells are missing": (KEPT, plain_value, {"without": ALMOST_ALL}, Result.INCOMPLETE, [MORE_MISSING]),
    "what is broken counts first": (KEPT, LOST, {"without": (CELL,)}, Result.BROKEN, [BROKEN, MISSING]),
    "a sixth is invalid": (KEPT, plain_value, {"invalid": (CELL,)}, Result.GOOD, []),
    "invalid cells change no verdict": (KEPT, plain_value, {"invalid": (CELL, OTHER)}, Result.GOOD, []),
    "nothing was acknowledged": (KEPT, NONE_ACKED, {}, Result.INCONCLUSIVE, [UNPROVEN, TOO_MANY]),
    "one cell acknowledged nothing": (KEPT, ONE_UNACKED, {}, Result.INCONCLUSIVE, [UNPROVEN]),
}
"""The expectation of the part with exactly-once, the values, further changes, the result and its reasons."""


@pytest.mark.parametrize("case", CASES)
def test_the_result_follows_from_what_happened_and_what_was_expected(case: str) -> None:
    expectation, value, changes, result, reasons = CASES[case]
    strongest = {"factors": {"semantics": ["exactly-once"]}, "expect": expectation}
    parts = [{"factors": {"semantics": ["at-least-once"]}}, strongest]
    judged = verdict_of(measured_run(make_plan({}, parts=parts), value, **changes))
    assert judged.result is result
    for reason, begin in zip(judged.reasons, reasons, strict=True):
        assert plain(reason).startswith(plain(begin))


def test_a_verdict_names_what_was_found_and_the_cells_that_decided() -> None:
    judged = verdict(LOST, without=(CELL,), invalid=(OTHER,))
    assert [(of.found, of.violations) for of in judged.treatments] == [("kept", {}), ("broken", {"lost": 2})]
    assert (judged.missing, judged.inconclusive) == ([CELL], [])
    assert (suite_of(judged).get("errors"), suite_of(judged).get("failures")) == ("1", "1")


NOT_FOUND = "Candidate is expected to be worse, but was not found to be worse."
WORSE = "Candidate (4.2.0) is worse (lower) in end-to-end throughput of at-least-once by 20"


@pytest.mark.parametrize(
    ("expect", "candidate", "result", "reasons"),
    [
        (None, 0.8, Result.WORSE, [WORSE]),
        ("worse", 0.8, Result.GOOD, []),
        ("worse", 1.0, Result.INCONCLUSIVE, [NOT_FOUND]),
    ],
)
def test_a_worse_candidate_makes_a_run_worse_unless_it_is_worse_on_purpose(
    expect: Literal["worse"] | None, candidate: float, result: Result, reasons: list[str]
) -> None:
    arms = {"baseline": Arm(), "candidate": Arm(release="4.2.0", expect=expect)}
    judged = verdict_of(measured_run(make_plan(SEMANTICS, 10, arms=arms), value(candidate)))
    assert judged.result is result
    for reason, begin in zip(judged.reasons, reasons, strict=True):
        assert plain(reason).startswith(begin)
    assert judged.acceptable == [arm.sentence for arm in judged.arms if result is Result.WORSE]
    assert [arm.is_worse for arm in judged.arms] == [candidate < 1]


def test_a_candidate_that_breaks_its_guarantee_as_expected_is_not_worse() -> None:
    plan = make_plan({}, 10, parts=[{"factors": SEMANTICS, "expect": EITHER}], arms=ARMS)
    run = measured_run(plan, where("lost", 2, "candidate.exactly-once", block=2))
    assert [arm.is_worse for arm in verdict_of(run).arms] == [False]


def test_a_cell_whose_manifest_cannot_be_read_is_rejected_and_not_missing(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SEMANTICS), without=("at-least-once.r02",))
    manifest = run / "cells" / "at-least-once.r02" / "manifest.json"
    manifest.parent.mkdir()
    manifest.write_text('{"version": 1}')
    judged = verdict_of(read_measured_run(run))
    assert (judged.result, judged.missing, judged.rejected) == (Result.INCOMPLETE, [], ["at-least-once.r02"])
    assert "the manifest cannot be read: version: 1 should be 2, the version that" in judged.reasons[0]
    assert "0 cells have no sealed raw log, and 1 were rejected." in junit(judged)


def test_a_build_server_is_told_why_cells_failed(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SEMANTICS), without=("at-least-once.r01", "at-least-once.r02"))
    for cell in ("at-least-once.r01", "at-least-once.r02"):
        file = run / "cells" / cell / "failure.json"
        file.parent.mkdir()
        file.write_text(
            Failure(cell=cell, attempt=1, reason="the application <ends> at once").model_dump_json()
        )
    judged = verdict_of(read_measured_run(run))
    assert judged.failures == ["the application <ends> at once"]
    error = suite_of(judged).find("testcase/error")
    assert error is not None
    assert error.text == "the application <ends> at once"


def compared_with_must_detect(share: str, pairs: int = 10, noise: float = 0.0) -> RunVerdict:
    """Judge a run with two equal arms whose pairs differ by the noise."""
    noises = {"baseline": 0.0, "candidate": noise}
    cpu_time = values(broker_cpu_time=lambda of, block: 100 * (1 + noises[of.arm] * (-1) ** block))
    plan = make_plan(SEMANTICS, pairs, arms=ARMS, must_detect={"broker_cpu_time": share})
    return verdict_of(measured_run(plan, cpu_time))


def test_a_comparison_that_could_not_show_what_it_must_detect_is_inconclusive() -> None:
    assert compared_with_must_detect("11 %").result is Result.GOOD
    few = compared_with_must_detect("50 %", pairs=2)
    assert few.result is Result.INCONCLUSIVE
    assert "which has 2 of the 3 pairs of valid cells that are needed" in few.reasons[0]
    noisy = compared_with_must_detect("11 %", noise=0.3)
    assert noisy.result is Result.INCONCLUSIVE
    assert noisy.reasons[0].startswith("Candidate is not decided in CPU time of the brokers of at-least-once")
    assert plain(noisy.reasons[0]).endswith(", larger than the difference of 11 % that must be detected.")
    cases = {case.get("name"): [element.tag for element in case] for case in suite_of(noisy)}
    assert cases["candidate is not worse than the baseline"] == ["skipped"]
    assert cases["no cell is missing or rejected, and no required decision is missing"] == ["failure"]


def test_arms_that_nobody_set_decide_nothing() -> None:
    judged = verdict_of(measured_run(make_plan(SEMANTICS, 10, arms={"baseline": Arm(), "candidate": Arm()})))
    assert judged.result is Result.INCONCLUSIVE
    (reason,) = judged.reasons
    assert reason.startswith("Baseline and candidate are the same, because no arm was given settings")


def test_a_cell_that_was_sealed_after_the_measuring_makes_a_run_incomplete() -> None:
    run = measured_run(make_plan(SEMANTICS))
    cells = run.cells[run.cells["cell"] != "exactly-once.r03"]
    judged = verdict_of(replace(run, tables={"cells": cells}))
    assert judged.result is Result.INCOMPLETE
    assert "exactly-once.r03" in judged.reasons[0]


def test_the_verdict_is_published_with_the_report(tmp_path: Path) -> None:
    run = write_run(tmp_path, make_plan(SEMANTICS), LOST)
    publish(run)
    assert read_verdict(run) == verdict_of(read_measured_run(run))
    assert (run / "results" / "junit.xml").read_text() == junit(read_verdict(run))


def suite_of(run_verdict: RunVerdict) -> ElementTree.Element:
    (suite,) = ElementTree.fromstring(junit(run_verdict))  # noqa: S314 - our own text
    return suite


def test_a_build_server_sees_a_test_case_for_each_promise() -> None:
    suite = suite_of(verdict(LOST))
    counts = {"failures": "1", "errors": "0", "skipped": "0", "tests": "3"}
    assert suite.attrib == {"name": "quick (run-1)", **counts}
    assert [(case.get("name"), [element.tag for element in case]) for case in suite] == [
        ("guarantee of at-least-once: kept", []),
        ("guarantee of exactly-once: kept", ["failure"]),
        ("no cell is missing or rejected, and no required decision is missing", []),
    ]
