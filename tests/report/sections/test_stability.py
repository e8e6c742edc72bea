"""A system that was not steady is shown, and none of its cells is left out."""

import pytest

from include.report.measured_run import MeasuredRun
from include.report.sections.stability import stability_sentences, stability_table
from tests.report.blocks import plain
from tests.report.synthetic import Value, make_plan, measured_run, plain_value, values, where

PACED = {"messages": 12_000, "rate": 2000.0}


def odd(column: str, value: float) -> Value:
    """In block 2 of at-least-once, a column has this value."""
    return where(column, value, "at-least-once", block=2)


def test_only_with_acks_all_may_acknowledgements_have_waited_for_fewer_replicas() -> None:
    plan = make_plan({"semantics": ["at-most-once", "at-least-once"]}, 3, constants=PACED)
    of_none, of_all = stability_sentences(measured_run(plan, where("fewest_in_sync", 2)))
    assert of_none.endswith("a replica was out of sync when the state of the replicas was checked.")
    assert of_all.endswith("checked: acknowledgements may have waited for fewer replicas.")


def run_with(value: Value = plain_value, **constants: object) -> MeasuredRun:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 3, constants={**PACED, **constants})
    return measured_run(plan, value)


def test_a_rate_that_was_not_held_is_a_finding_and_its_cell_is_valid() -> None:
    run = run_with(odd("producer_broker_rate_held", 88.4))
    (text,) = map(plain, stability_sentences(run))
    assert text.startswith(
        "The rate of at-least-once, 1,024 B was not held in 1 of 3 cells; "
        "in the median, these cells reached 88.4"
    )
    assert len(run.valid_cells) == 6


@pytest.mark.parametrize(
    ("column", "value", "places", "is_said"),
    [
        ("producer_broker_rate_held", 90.0, {1: "3", 2: "90.0", 3: "1"}, True),
        ("producer_consumer_rate_held", 90.0, {1: "3", 2: "90.0", 3: "1"}, True),
        ("reassignments", 4, {5: "4"}, False),
        ("connections_lost", 4, {6: "4"}, False),
    ],
)
def test_what_was_not_steady_is_in_the_table_and_what_moves_no_figure_is_there_alone(
    column: str, value: float, places: dict[int, str], is_said: bool
) -> None:
    run = run_with(odd(column, value))
    cells = stability_table(run).groups[0].rows[0].cells
    assert {place: cells[place] for place in places} == places
    assert bool(list(stability_sentences(run))) is is_said


def test_a_busy_producer_is_an_outcome_with_the_part_of_its_client_library() -> None:
    cpu = {("at-least-once", 1): 0.95, ("at-least-once", 2): 1.4}
    python = odd("generator_python_cpu", 0.2)
    run = run_with(values(python, generator_cpu=lambda of, block: cpu.get((of.id, block), 0)))
    (row,) = stability_table(run).groups[0].rows
    assert (row.cells[0], *row.cells[7:]) == ("at-least-once", "140", "120", "2")
    assert len(run.valid_cells) == 6
    assert not list(stability_sentences(run))


def test_neither_a_steady_system_nor_an_unthrottled_busy_producer_has_a_row() -> None:
    assert not stability_table(run_with())
    plan = make_plan({"semantics": ["at-least-once"]})
    assert not stability_table(measured_run(plan, odd("generator_cpu", 1.4)))


def test_the_client_library_has_no_part_where_the_client_does_not_record_it() -> None:
    (row, _) = stability_table(run_with(values(generator_python_cpu=None, generator_cpu=1.4))).groups[0].rows
    assert row.cells[7:] == ("140", "–", "3")  # noqa: RUF001


def test_what_a_fault_does_is_no_finding() -> None:
    run = run_with(odd("producer_broker_rate_held", 50.0), fault="freeze-leader")
    assert not list(stability_sentences(run))
    assert not stability_table(run)
