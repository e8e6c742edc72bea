from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from include.plan.cluster_and_runner import Placement
from include.plan.experiment import StopRule
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.plan import Plan, read_plan
from include.plan.planning import make_plan as resolve
from include.plan.planning import with_bearable_rate, write_plan
from include.plan.run_id import RunIdError
from tests.report.synthetic import Levels, make_plan


def planned(repetitions: int = 2, sizes: int = 5, **changes: Any) -> Plan:
    factors: Levels = {"message_bytes": [100 + size for size in range(sizes)], "rate": ["unthrottled", 1000]}
    return make_plan(factors, repetitions, constants={"semantics": "idempotent"}, **changes)


@given(repetitions=st.integers(1, 12), seed=st.integers(), sizes=st.integers(1, 6))
def test_every_block_is_a_permutation_of_all_treatments(repetitions: int, seed: int, sizes: int) -> None:
    plan = planned(repetitions, sizes, seed=seed)
    blocks = [list(cells) for _, cells in groupby(plan.cells, key=lambda cell: cell.block)]
    assert [block[0].block for block in blocks] == list(range(1, repetitions + 1))
    for block in blocks:
        assert Counter(cell.treatment for cell in block) == Counter(t.id for t in plan.treatments)


def test_more_repetitions_only_add_blocks_and_are_padded_to_one_width() -> None:
    short, long = planned(repetitions=2), planned(repetitions=5)
    assert short.cells == long.cells[: len(short.cells)]
    assert {len(cell.id.rpartition(".r")[2]) for cell in planned(repetitions=100, sizes=1).cells} == {3}


@given(repetitions=st.integers(1, 20), starts=st.integers(1, 20))
def test_every_start_of_the_brokers_has_an_equal_share_of_blocks(repetitions: int, starts: int) -> None:
    assume(starts <= repetitions)
    blocks = dict.fromkeys((cell.start, cell.block) for cell in planned(repetitions, starts=starts).cells)
    assert list(blocks) == sorted(blocks)
    shares = Counter(start for start, _ in blocks)
    assert list(shares) == list(range(1, starts + 1))
    assert max(shares.values()) - min(shares.values()) <= 1


def test_a_runs_plan_is_never_replaced(tmp_path: Path) -> None:
    write_plan(tmp_path, planned(seed=1))
    with pytest.raises(FileExistsError, match="has a plan already"):
        write_plan(tmp_path, planned(seed=2))
    assert read_plan(tmp_path).experiment.seed == 1


def test_a_plan_needs_a_run_id_that_can_be_a_folder() -> None:
    with pytest.raises(RunIdError):
        resolve(planned().experiment, "a/b")


def test_a_plan_read_back_is_the_plan_written_with_the_placement_under_its_old_key(tmp_path: Path) -> None:
    plan = resolve(planned().experiment, "run", Placement(cluster="compose"))
    write_plan(tmp_path / "run", plan)
    assert read_plan(tmp_path / "run") == plan
    (file,) = (tmp_path / "run").iterdir()
    assert '"where": {\n    "cluster": "compose",' in file.read_text()


def test_blocks_that_may_be_needed_are_planned_on_the_same_start() -> None:
    until = StopRule(precision={"broker_cpu_time": "12 %"}, minutes=5, repetitions=12)
    experiment = load("cost").model_copy(update={"until": until})
    cells = resolve(experiment, "run").cells
    assert {(cell.block, cell.start) for cell in cells} == {(block, 1) for block in range(1, 13)}
    fixed = resolve(load("cost", Overrides(repetitions=6)), "run").cells
    assert [cell.id for cell in fixed] == [cell.id for cell in cells if cell.block <= 6]


@pytest.mark.parametrize(
    ("sustained", "rate"), [(5000, 1000), (4999, 500), (2500, 500), (2400, 250), (1000, 100), (10, 100)]
)
def test_the_rate_is_lowered_to_what_the_machine_bears(sustained: float, rate: float) -> None:
    plan = resolve(load("cost"), "run")
    bearable = with_bearable_rate(plan, sustained)
    assert {cell.settings.traits.pace.messages_per_second for cell in bearable.cells} == {rate}
    assert [(cell.id, cell.order) for cell in bearable.cells] == [
        (cell.id, cell.order) for cell in plan.cells
    ]
    assert bearable.created == plan.created
    assert (bearable.lowered_rate is None) == (rate == 1000)


def test_a_rate_is_not_lowered_unasked() -> None:
    plan = resolve(load("thesis-paced"), "run")
    assert with_bearable_rate(plan, 10) is plan
