from pathlib import Path

import pytest

from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.speedups import (
    Speedup,
    limit_pairs,
    main_speedup,
    speedup_table,
    speedups,
)
from include.report.treatments.pairs import compare_pairs
from tests.report.sections.batching.runs import PARTS, batching_plan, batching_run, value

LIMITS = PARTS[:1]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> MeasuredRun:
    return batching_run(tmp_path_factory.mktemp("runs"), batching_plan(LIMITS))


def without_one_at_a_time(folder: Path, blocks: int) -> MeasuredRun:
    """Small messages one at a time were measured in the later blocks only."""
    plan = batching_plan(LIMITS, repetitions=3)
    early = [cell.id for cell in plan.cells if cell.block <= blocks]
    gone = tuple(cell for cell in early if cell.startswith("1-per-request.200B"))
    return batching_run(folder, plan, without=gone)


def found_in(run: MeasuredRun) -> list[Speedup]:
    return speedups(run.plan, compare_pairs(run, limit_pairs(run.plan)))


def test_every_limit_is_compared_with_the_lowest_of_its_group(run: MeasuredRun) -> None:
    gains = found_in(run)
    assert [speedup.name for speedup in gains] == ["50 against 1", "unlimited against 1"] * 4
    assert [round(speedup.sent.estimate or 0, 3) for speedup in gains] == [6, 12] * 4


def test_the_main_speedup_is_the_published_one(run: MeasuredRun) -> None:
    speedup = main_speedup(found_in(run))
    assert speedup is not None
    assert (speedup.conditions, speedup.published) == ("message 200\N{NO-BREAK SPACE}B, acks 0", 8.0)


def test_without_a_published_one_the_main_speedup_is_the_first(tmp_path: Path) -> None:
    plan = batching_plan([{"messages_per_request": [1, 50], "acks": ["all"]}], repetitions=1)
    speedup = main_speedup(found_in(batching_run(tmp_path, plan)))
    assert speedup is not None
    assert (speedup.group, speedup.published) == ("", None)


def test_a_speedup_is_that_of_the_blocks_that_have_both(tmp_path: Path) -> None:
    gains = found_in(without_one_at_a_time(tmp_path, blocks=2))
    assert {(gain.fewer.settings.message_bytes, gain.sent.pairs) for gain in gains} == {(200, 1), (1024, 3)}


def test_without_the_lowest_limit_there_is_no_speedup(tmp_path: Path) -> None:
    gains = found_in(without_one_at_a_time(tmp_path, blocks=3))
    assert {gain.fewer.settings.message_bytes for gain in gains} == {1024}


def test_sizes_in_bytes_are_not_mixed_with_limits(tmp_path: Path) -> None:
    part = {"messages_per_request": [1, 50], "batch_bytes": [16_384, 1_000_000]}
    gains = found_in(batching_run(tmp_path, batching_plan([part], repetitions=1)))
    assert [speedup.group for speedup in gains] == [
        f"batch {size}\N{NO-BREAK SPACE}B" for size in ("16,384", "1,000,000")
    ]


def test_without_rates_there_is_no_speedup(tmp_path: Path) -> None:
    def unknown(treatment: Treatment, column: str, block: int) -> float | None:
        return None if column == "producer_broker_rate" else value(treatment, column, block)

    run = batching_run(tmp_path, batching_plan(LIMITS, repetitions=1), values=unknown)
    assert found_in(run) == []
    assert main_speedup([]) is None
    assert not speedup_table([]).has_rows
