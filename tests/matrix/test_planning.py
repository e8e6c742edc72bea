from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from include.matrix.experiment import Experiment
from include.matrix.placement import Placement
from include.matrix.plan import is_on_ladder, read_plan
from include.matrix.planning import make_plan, write_plan
from include.matrix.run_id import RunIdError
from include.scenarios.registry import settings_of


def experiment(repetitions: int = 2, seed: int = 7, sizes: int = 5) -> Experiment:
    return Experiment(
        name="small",
        title="A title",
        question="A question?",
        scenario="delivery",
        factors={"message_bytes": [100 + size for size in range(sizes)], "rate": ["unthrottled", 1000]},
        constants={"semantics": "idempotent"},
        repetitions=repetitions,
        seed=seed,
    )


@given(repetitions=st.integers(1, 12), seed=st.integers(), sizes=st.integers(1, 6))
def test_every_block_is_a_permutation_of_all_treatments(repetitions: int, seed: int, sizes: int) -> None:
    plan = make_plan(experiment(repetitions, seed, sizes), "run")
    blocks = [list(cells) for _, cells in groupby(plan.cells, key=lambda cell: cell.block)]
    assert [block[0].block for block in blocks] == list(range(1, repetitions + 1))
    for block in blocks:
        assert Counter(cell.treatment for cell in block) == Counter(t.id for t in plan.treatments)


def test_repetitions_are_padded_to_one_width() -> None:
    cells = make_plan(experiment(repetitions=100, sizes=1), "run").cells
    assert {len(cell.id.rpartition(".r")[2]) for cell in cells} == {3}


def test_more_repetitions_only_add_blocks() -> None:
    short, long = make_plan(experiment(repetitions=2), "run"), make_plan(experiment(repetitions=5), "run")
    assert short.cells == long.cells[: len(short.cells)]


@given(repetitions=st.integers(1, 20), starts=st.integers(1, 20))
def test_every_start_of_the_brokers_has_an_equal_share_of_blocks(repetitions: int, starts: int) -> None:
    assume(starts <= repetitions)
    planned = experiment(repetitions).model_copy(update={"starts": starts})
    blocks = dict.fromkeys((cell.start, cell.block) for cell in make_plan(planned, "run").cells)
    assert list(blocks) == sorted(blocks)
    shares = Counter(start for start, _ in blocks)
    assert list(shares) == list(range(1, starts + 1))
    assert max(shares.values()) - min(shares.values()) <= 1


def test_a_plan_read_back_is_the_plan_written(tmp_path: Path) -> None:
    plan = make_plan(experiment(), "run")
    write_plan(tmp_path / "run", plan)
    assert read_plan(tmp_path / "run") == plan
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["plan.json"]


def test_a_runs_plan_is_never_replaced(tmp_path: Path) -> None:
    write_plan(tmp_path, make_plan(experiment(seed=1), "run"))
    with pytest.raises(FileExistsError, match="has a plan already"):
        write_plan(tmp_path, make_plan(experiment(seed=2), "run"))
    assert read_plan(tmp_path).experiment.seed == 1


def test_a_plan_needs_a_run_id_that_can_be_a_folder() -> None:
    with pytest.raises(RunIdError):
        make_plan(experiment(), "a/b")


def test_a_plan_keeps_its_placement_under_the_key_of_earlier_plans(tmp_path: Path) -> None:
    plan = make_plan(experiment(), "run", Placement(cluster="compose"))
    write_plan(tmp_path, plan)
    assert '"where": {\n    "cluster": "compose",' in (tmp_path / "plan.json").read_text()
    assert read_plan(tmp_path).placement == plan.placement


@pytest.mark.parametrize(
    ("factors", "expected"),
    [
        ({"semantics": "at-least-once", "rate": 1000}, True),
        ({"semantics": "at-least-once"}, False),
        ({"rate": 1000, "arm": "candidate"}, False),
    ],
)
def test_a_rate_is_on_a_ladder_as_a_factor_without_arms(factors: dict[str, Any], expected: bool) -> None:
    assert is_on_ladder(factors, settings_of({"semantics": "at-least-once", "rate": 1000})) is expected


def test_an_unthrottled_load_is_on_no_ladder() -> None:
    settings = settings_of({"semantics": "at-least-once", "rate": "unthrottled"})
    assert not is_on_ladder({"rate": "unthrottled"}, settings)
