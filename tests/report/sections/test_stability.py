"""A system that was not steady is shown, and none of its cells is left out."""

from pathlib import Path

import pytest

from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun
from include.report.sections.stability import stability_sentences, stability_table
from tests.report.synthetic import Value, make_plan, measured_run, plain_value, where

PACED = {"messages": 12_000, "rate": 2000.0}


def odd(column: str, value: float) -> Value:
    """In block 2 of at-least-once, a column has this value."""
    return where(column, value, "at-least-once", block=2)


def test_only_with_acks_all_may_acknowledgements_have_waited_for_fewer_replicas(tmp_path: Path) -> None:
    plan = make_plan({"semantics": ["at-most-once", "at-least-once"]}, 3, constants=PACED)
    of_none, of_all = stability_sentences(measured_run(tmp_path, plan, where("fewest_in_sync", 2)))
    assert of_none.endswith("a replica was out of sync when the state of the replicas was looked at.")
    assert of_all.endswith("looked at: acknowledgements may have waited for fewer replicas.")


def run_with(folder: Path, value: Value = plain_value, **constants: object) -> MeasuredRun:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 3, constants={**PACED, **constants})
    return measured_run(folder, plan, value)


def test_a_rate_that_was_not_held_is_a_finding_and_its_cell_is_valid(tmp_path: Path) -> None:
    run = run_with(tmp_path, odd("producer_broker_rate_held", 88.4))
    assert list(stability_sentences(run)) == [
        "The rate of at-least-once, 1,024\N{NO-BREAK SPACE}B was not held in 1 of 3 cells, which held "
        "88.4\N{NO-BREAK SPACE}% of it in the median: latency grew within these cells, as with a queue that "
        "grows, or messages did not arrive."
    ]
    assert len(run.valid_cells) == 6


@pytest.mark.parametrize("span", ["producer_broker", "producer_consumer"])
def test_the_span_in_which_less_was_held_counts(tmp_path: Path, span: str) -> None:
    run = run_with(tmp_path, odd(f"{span}_rate_held", 90.0))
    assert stability_table(run).groups[0].rows[0].cells[1:4] == ("3", "90.0", "1")


@pytest.mark.parametrize(("column", "place"), [("reassignments", 5), ("connections_lost", 6)])
def test_what_moves_no_figure_is_in_the_table_alone(tmp_path: Path, column: str, place: int) -> None:
    run = run_with(tmp_path, odd(column, 4))
    assert stability_table(run).groups[0].rows[0].cells[place] == "4"
    assert not list(stability_sentences(run))


def test_a_producer_that_keeps_a_core_busy_is_an_outcome_with_the_part_of_its_client_library(
    tmp_path: Path,
) -> None:
    cpu = {("generator_cpu", 2): 1.4, ("generator_python_cpu", 2): 0.2, ("generator_cpu", 1): 0.95}

    def busy(treatment: Treatment, name: str, block: int) -> float | None:
        known = cpu.get((name, block)) if treatment.id == "at-least-once" else None
        return plain_value(treatment, name, block) if known is None else known

    run = run_with(tmp_path, busy)
    (row,) = stability_table(run).groups[0].rows
    assert (row.cells[0], *row.cells[7:]) == ("at-least-once", "140", "120", "2")
    assert len(run.valid_cells) == 6
    assert not list(stability_sentences(run))


def test_an_unthrottled_producer_may_keep_a_core_busy(tmp_path: Path) -> None:
    run = measured_run(tmp_path, make_plan({"semantics": ["at-least-once"]}), odd("generator_cpu", 1.4))
    assert not stability_table(run).has_rows


def test_the_client_library_has_no_part_where_the_client_does_not_record_it(tmp_path: Path) -> None:
    def busy(treatment: Treatment, name: str, block: int) -> float | None:
        if name == "generator_python_cpu":
            return None
        return 1.4 if name == "generator_cpu" else plain_value(treatment, name, block)

    (row, _) = stability_table(run_with(tmp_path, busy)).groups[0].rows
    assert row.cells[7:] == ("140", "–", "3")  # noqa: RUF001


def test_a_steady_system_has_no_row(tmp_path: Path) -> None:
    assert not stability_table(run_with(tmp_path)).has_rows


def test_what_a_fault_does_is_no_finding(tmp_path: Path) -> None:
    run = run_with(tmp_path, odd("producer_broker_rate_held", 50.0), fault="freeze-leader")
    assert not list(stability_sentences(run))
    assert not stability_table(run).has_rows
