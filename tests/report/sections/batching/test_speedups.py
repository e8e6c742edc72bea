from pathlib import Path

import pytest

from include.matrix.plan import Treatment
from include.report.run import Run
from include.report.sections.batching.published import published_rates
from include.report.sections.batching.speedups import gain_table, gains, headline
from tests.report.sections.batching.runs import PARTS, batching_plan, batching_run, value

RATES = published_rates()
LIMITS = PARTS[:1]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return batching_run(tmp_path_factory.mktemp("runs"), batching_plan(LIMITS))


def without_one_at_a_time(folder: Path, blocks: int) -> Run:
    """Small messages one at a time were measured in the later blocks only."""
    plan = batching_plan(LIMITS, repetitions=3)
    early = [cell.id for cell in plan.cells if cell.block <= blocks]
    gone = tuple(cell for cell in early if cell.startswith("1-per-request.200B"))
    return batching_run(folder, plan, without=gone)


def test_every_limit_is_set_against_the_lowest_beside_it(run: Run) -> None:
    found = gains(run, RATES)
    assert [gain.name for gain in found] == ["50 against 1", "unlimited against 1"] * 4
    assert [round(gain.sent.median, 3) for gain in found] == [6, 12] * 4


def test_the_gain_that_was_published_is_the_headline(run: Run) -> None:
    gain = headline(gains(run, RATES))
    assert gain is not None
    assert (gain.conditions, gain.published) == ("message 200\N{NO-BREAK SPACE}B, acks 0", 8.0)


def test_without_a_published_one_it_is_the_first(tmp_path: Path) -> None:
    plan = batching_plan([{"messages_per_request": [1, 50], "acks": ["all"]}], repetitions=1)
    gain = headline(gains(batching_run(tmp_path, plan), RATES))
    assert gain is not None
    assert (gain.beside, gain.published) == ("", None)


def test_a_gain_is_told_of_blocks_that_have_both(tmp_path: Path) -> None:
    found = gains(without_one_at_a_time(tmp_path, blocks=2), RATES)
    assert {(gain.fewer.settings.message_bytes, gain.sent.n) for gain in found} == {(200, 1), (1024, 3)}


def test_where_the_lowest_was_not_measured_nothing_is_gained(tmp_path: Path) -> None:
    found = gains(without_one_at_a_time(tmp_path, blocks=3), RATES)
    assert {gain.fewer.settings.message_bytes for gain in found} == {1024}


def test_sizes_in_bytes_are_not_mixed_with_limits(tmp_path: Path) -> None:
    part = {"messages_per_request": [1, 50], "batch_bytes": [16_384, 1_000_000]}
    found = gains(batching_run(tmp_path, batching_plan([part], repetitions=1)), RATES)
    assert [gain.beside for gain in found] == [
        f"batch {size}\N{NO-BREAK SPACE}B" for size in ("16,384", "1,000,000")
    ]


def test_what_has_no_rate_gains_nothing(tmp_path: Path) -> None:
    def unknown(treatment: Treatment, column: str, block: int) -> float | None:
        return None if column == "producer_broker_rate" else value(treatment, column, block)

    run = batching_run(tmp_path, batching_plan(LIMITS, repetitions=1), values=unknown)
    assert gains(run, RATES) == []
    assert headline([]) is None
    assert not gain_table([]).has_rows
