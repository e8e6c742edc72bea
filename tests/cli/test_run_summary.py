from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from include.cli.errors_and_exit_codes import ExitCode
from include.cli.failed_tasks import FailedTask
from include.cli.run_summary import (
    CHECK,
    MAX_NAMED,
    MAX_TREATMENTS,
    figure,
    invalid_sentence,
    medians_table,
    print_summary,
    run_before,
)
from include.machine.storage.atomic_write import put
from include.plan.plan import Plan
from include.report.machine_readable import Answer, read_verdict, write_verdict
from include.report.measured_run import read_measured_run
from include.report.run_verdict import Result, verdict_of
from tests.report.synthetic import make_plan, plain_value, where, write_run

TWO = {"semantics": ["at-least-once", "exactly-once"]}
LOST = where("lost", 2, "exactly-once")
INCOMPLETE = "To run the missing cells: make sweep RUN=run-1"
VERDICT_FAILED = [FailedTask(CHECK, "said by the log", Path("check.log"))]


def published(runs: Path, plan: Plan, question: str = "cost", broken: bool = False) -> Plan:
    run = write_run(runs, plan, LOST if broken else plain_value)
    write_verdict(run, verdict_of(read_measured_run(run)))
    answer = Answer.model_validate({"question": question, "sentences": ["What was found."]})
    put(run / "report" / "answer.json", answer.model_dump_json())
    put(run / "report" / "index.html", "")
    return plan


def closing(plan: Plan, failed: list[FailedTask] | None = None) -> tuple[list[str], ExitCode]:
    output = StringIO()
    code = print_summary(plan, failed, Console(file=output, width=90), "make sweep RUN=run-1")
    return output.getvalue().splitlines(), code


@pytest.mark.parametrize("question", ["cost", "guarantees"])
def test_a_run_ends_with_its_answer_its_report_and_the_medians_of_costs(runs: Path, question: str) -> None:
    lines, code = closing(published(runs, make_plan(TWO), question))
    assert lines[-2:] == ["What was found.", f"Report: {runs}/run-1/report/index.html"]
    assert lines[0].startswith("median of" if question == "cost" else "What was found.")
    assert code is ExitCode.GOOD


def test_what_was_broken_is_one_line_and_the_violating_messages_are_named(runs: Path) -> None:
    lines, code = closing(published(runs, make_plan(TWO), "guarantees", broken=True), VERDICT_FAILED)
    assert (
        "exactly-once broke its guarantee in 3 of 3 attempts (95% interval 29\N{NO-BREAK SPACE}% to "
        "100\N{NO-BREAK SPACE}%): 6 lost."
    ) in lines
    assert f"Violating messages: {runs}/run-1/results/violations.csv" in lines
    assert code is ExitCode.BROKEN


def test_a_control_that_was_broken_is_named_and_good(runs: Path) -> None:
    parts = [{"factors": {"semantics": ["exactly-once"]}, "expect": "broken"}]
    out, code = closing(published(runs, make_plan({}, parts=parts), "guarantees", broken=True))
    assert "Treatments that broke their guarantees, as the experiment expects or allows: exactly-once." in out
    assert code is ExitCode.GOOD


@pytest.mark.parametrize("name", ["WORSE", "INCONCLUSIVE"])
def test_a_command_ends_with_the_code_of_the_result(runs: Path, name: str) -> None:
    run = published(runs, make_plan(TWO)).run_id
    write_verdict(runs / run, read_verdict(runs / run).model_copy(update={"result": Result[name]}))
    assert closing(make_plan(TWO), VERDICT_FAILED)[1] is ExitCode[name]


def test_a_failed_task_is_printed_with_its_log_and_the_command_that_completes_the_run(runs: Path) -> None:
    lines, code = closing(make_plan(TWO), [FailedTask("plan", "no room", Path("task.log"))])
    assert lines == ["plan failed: no room", "  log: task.log", INCOMPLETE]
    assert code is ExitCode.FAILED
    failed = [FailedTask("exactly-once.r01", "broker 2 is gone", Path("task.log"))]
    lines, code = closing(published(runs, make_plan(TWO)), failed)
    assert "exactly-once.r01 failed: broker 2 is gone" in lines
    assert lines[-1] == INCOMPLETE
    assert code is ExitCode.FAILED


def of_time(stamp: str) -> Plan:
    return make_plan(TWO).model_copy(update={"run_id": f"quick-{stamp}"})


def test_the_run_before_is_the_one_to_compare_with(runs: Path) -> None:
    published(runs, of_time("29990101T000000"))
    assert run_before(make_plan(TWO)) is None
    for stamp in ("20250101T000000", "20250102T000000"):
        published(runs, of_time(stamp))
    (runs / "quick-20250103T000000").mkdir()  # it has no results
    other = of_time("20250104T000000")
    published(
        runs, other.model_copy(update={"experiment": other.experiment.model_copy(update={"title": "Other"})})
    )
    lines, _ = closing(published(runs, make_plan(TWO)))
    assert lines[-1] == (
        "To compare this run with the previous run: "
        ".venv/bin/kerran compare --baseline quick-20250102T000000 --candidate run-1"
    )


def summary(folder: Path, treatments: int) -> Path:
    path = folder / "summary.csv"
    rows = [f"t{number},producer-broker,throughput,MiB/s,12.345,,,1" for number in range(treatments)]
    path.write_text("\n".join(["treatment,span,metric,unit,median,low,high,n", *rows]))
    return path


def test_invalid_cells_are_named_with_their_reasons_and_many_counted(tmp_path: Path) -> None:
    assert not invalid_sentence(tmp_path / "cells.csv")
    (tmp_path / "cells.csv").write_text("cell,validity,invalid_because\na,valid,\nb,invalid,cold brokers\n")
    assert invalid_sentence(tmp_path / "cells.csv") == (
        "1 of 2 measured cells is invalid, and excluded from all medians (b: cold brokers)."
    )
    rows = [f"c{number},invalid,cold" for number in range(MAX_NAMED + 2)]
    (tmp_path / "cells.csv").write_text("\n".join(["cell,validity,invalid_because", *rows]))
    assert "; the report lists 2 more)." in invalid_sentence(tmp_path / "cells.csv")


def test_the_medians_of_each_treatment_are_a_line_if_not_too_many_for_a_table(tmp_path: Path) -> None:
    output = StringIO()
    Console(file=output, width=80).print(medians_table(summary(tmp_path, 1)))
    assert output.getvalue().splitlines()[-1].split() == ["t0", "12.3", "-", "-", "-"]
    numbers = (0, MAX_TREATMENTS, MAX_TREATMENTS + 1)
    tables = [medians_table(summary(tmp_path, treatments)) for treatments in numbers]
    assert [table is not None for table in tables] == [False, True, False]
    figures = [figure(value) for value in ("12.345", "1234.5", "0.0123", "3.0", "")]
    assert figures == ["12.3", "1234", "0.0123", "3", "-"]
