from typing import Any

import pandas as pd

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.sections.section import ReportSection
from include.scenarios.application.broken_episodes import broken_episodes, broken_inputs
from include.scenarios.application.report import SECTION
from tests.report.blocks import plain
from tests.report.synthetic import make_plan, measured_run, plain_value

CONSTANTS = {"rate": 100, "messages": 1000}


def run(*applications: str, lost_by: str = "", is_proven: bool = True, **factors: list[Any]) -> MeasuredRun:
    def value(treatment: Treatment, column: str, block: int) -> float | None:
        loses = treatment.settings.model_dump()["application"] == lost_by and column == "lost" and block == 1
        if treatment.traits.disturbance.faults and loses:
            return 7
        if treatment.traits.disturbance.faults and column == "acked" and not is_proven:
            return 0
        return plain_value(treatment, column, block)

    chosen = {"application": list(applications), "semantics": ["at-least-once"], **factors}
    return measured_run(make_plan(chosen, 2, constants=CONSTANTS, scenario="application"), value)


def answer(section: ReportSection) -> str:
    return " ".join(plain(paragraph.text) for paragraph in section.answer)


def test_of_one_application_the_answer_says_under_what_it_kept_its_promise() -> None:
    section = SECTION.build(run("plain-python", fault=["no-fault", "kill-application"]))
    promise = "it kept its promise without a fault and under kill-application"
    said = answer(section)
    assert said.startswith(f"plain-python, at-least-once: {promise}. Each fault struck 2 times")
    assert "up to 78 %" in said


def test_faults_without_an_episode_that_could_be_judged_have_no_bound() -> None:
    section = SECTION.build(run("plain-python", fault=["no-fault", "kill-application"], is_proven=False))
    said = answer(section)
    assert "left its promise unproven under kill-application" in said
    assert said.endswith("Not every fault struck it in an episode that could be judged.")


def test_an_application_that_stood_still_to_the_end_is_said_to_have_done_so() -> None:
    def value(treatment: Treatment, column: str, block: int) -> float | None:
        stood_still = column == "unreached" and treatment.traits.disturbance.faults and block == 1
        return 40 if stood_still else plain_value(treatment, column, block)

    factors = {"application": ["plain-python"], "semantics": ["at-least-once"], "fault": ["kill-application"]}
    plan = make_plan(factors, 2, constants=CONSTANTS, scenario="application")
    section = SECTION.build(measured_run(plan, value))
    assert "unproven under kill-application (it stood still to the end, before 40 messages)" in answer(
        section
    )


def test_of_several_it_counts_those_that_kept_theirs_and_says_how_others_broke_it() -> None:
    section = SECTION.build(
        run("plain-python", "auto-commit", lost_by="auto-commit", fault=["kill-application"])
    )
    text = answer(section)
    assert text.startswith("1 of 2 applications kept what they promise")
    assert "auto-commit, at-least-once broke its promise under kill-application in 1 of 2 episodes (7" in text


def test_each_broken_episode_has_its_strike_its_outage_and_its_messages() -> None:
    broken = run("plain-python", lost_by="plain-python", fault=["no-fault", "kill-application"])
    [cell] = broken.cells["cell"][broken.cells["lost"] == 7]
    struck = {"target": ["application-0"], "began": [2.2], "began_utc": ["2026-12-01 00:00:02"]}
    broken.tables["faults"] = pd.DataFrame({"cell": [cell], **struck})
    broken.tables["violations"] = pd.DataFrame(
        {"cell": [cell] * 7, "violation": ["lost"] * 7, "id": [3, 8, 9, 10, 40, 50, 51]}
    )
    [row] = broken_episodes(broken, broken.plan.treatments).groups[0].rows
    texts = [str(field) for field in row.cells]
    assert texts[:4] == [cell, "application-0", "2.20", "2026-12-01 00:00:02"]
    assert texts[-3:] == ["7", "0", "lost 3, 8 to 10, 40 and 2 others"]


def test_the_inputs_of_a_broken_promise_are_named_as_the_application_knows_them() -> None:
    broken = run("plain-python", lost_by="plain-python", fault=["kill-application"])
    [cell] = broken.cells["cell"][broken.cells["lost"] == 7]
    lost = {"cell": [cell], "violation": ["lost"], "id": [1203], "text": ["swQAAA=="], "sent": ["2026-12-01"]}
    broken.tables["broken_inputs"] = pd.DataFrame(lost)
    [row] = broken_inputs(broken).groups[0].rows
    assert [str(field) for field in row.cells] == [cell, "lost", "1,203", "2026-12-01", "swQAAA=="]
    assert not broken_inputs(run("plain-python"))


def test_without_a_broken_promise_there_is_no_such_table() -> None:
    kept = run("plain-python", fault=["kill-application"])
    assert not broken_episodes(kept, kept.plan.treatments)
