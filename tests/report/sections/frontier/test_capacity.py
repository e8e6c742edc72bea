"""The capacity of a treatment, by the cells that held each rate."""

from include.rendering.palette import BLUE
from include.report.sections.frontier.ladders import Line, Rung
from include.verdicts.held_rate import CellRate

HELD, MISSED = CellRate(100, 100), CellRate(90, 90)
LATE, BEHIND = CellRate(90, 90, lateness_ms=50), CellRate(100, 90)


def rung(rate: float, *cells: CellRate) -> Rung:
    return Rung(rate, list(cells), latency=None, cost=None)


def capacity(*rungs: Rung) -> str:
    interval = Line("idempotent", "idempotent", BLUE, list(rungs)).capacity
    return interval.text if interval else ""


def test_a_capacity_is_between_the_highest_rate_that_most_cells_held_and_the_next() -> None:
    held, missed = [HELD, HELD, MISSED], [MISSED, MISSED, HELD]
    assert capacity(rung(10, *held), rung(20, *held), rung(30, *missed), rung(40, *missed)) == "20 to 30"


def test_a_rate_that_was_missed_below_a_higher_one_that_was_held_does_not_limit_the_capacity() -> None:
    assert capacity(rung(10, HELD), rung(20, MISSED), rung(30, HELD), rung(40, MISSED)) == "30 to 40"


def test_a_rate_without_a_measured_cell_is_no_end_of_the_interval() -> None:
    assert capacity(rung(10, HELD), rung(20), rung(30, MISSED)) == "10 to 30"
    assert capacity(rung(10, HELD), rung(20)) == "at least 10"
    assert capacity(rung(10)) == ""


def test_the_interval_is_open_if_the_generator_limited_most_cells_at_the_next_rate() -> None:
    assert capacity(rung(10, HELD), rung(20, LATE, LATE, MISSED)) == "at least 10"
    assert capacity(rung(10, HELD), rung(20, LATE, MISSED, MISSED)) == "10 to 20"


def test_every_limit_is_counted() -> None:
    assert rung(20, MISSED, BEHIND, MISSED, HELD).limit_counts == "brokers in 2, consumers in 1 of 4 cells"
    assert rung(20, HELD).limit_counts == "–"  # noqa: RUF001
