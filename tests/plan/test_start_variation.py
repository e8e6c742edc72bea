import csv
import math
from pathlib import Path
from typing import Any

import pytest

from include.plan.cluster_and_runner import Placement
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.planning import make_plan, write_plan
from include.plan.start_variation import (
    FILE,
    EarlierStart,
    comparison_of,
    learned,
    published_starts,
    starts_of_run,
    with_start_variation,
)

PLAN = make_plan(load("cost"), "cost-20261128T200000")


def start(estimate: float, error: float, *, is_ratio: bool = False) -> EarlierStart:
    identity = comparison_of(
        PLAN, PLAN.treatments[-1], PLAN.treatments[1], "latency_p50", "producer-consumer"
    )
    known: dict[str, Any] = {"run": "a", "hypervisor_share": 0, "others_share": 0}
    return EarlierStart(**known, **identity.model_dump(), is_ratio=is_ratio, estimate=estimate, error=error)


def test_what_runs_vary_beyond_their_own_error_is_between_starts() -> None:
    exact = [start(value, 0) for value in (60, 70, 80)]
    assert learned(exact) == pytest.approx(10)
    assert learned([start(value, 6) for value in (60, 70, 80)]) == pytest.approx(8)
    assert learned([start(value, 20) for value in (60, 70, 80)]) == 0
    assert learned([start(value, 0, is_ratio=True) for value in (1, math.e, math.e**2)]) == pytest.approx(1)
    assert learned(exact[:2]) is None


def test_a_variation_does_not_vanish_at_zero() -> None:
    assert learned([start(value, 0) for value in (-10, 0, 10)]) == pytest.approx(10)


def test_a_plan_knows_the_variation_of_the_published_runs(tmp_path: Path) -> None:
    known = {(of.treatment, of.metric): of for of in with_start_variation(PLAN, tmp_path).start_variation}
    assert len(known) == 8
    assert len(known["exactly-once.tx100ms", "latency_p50"].runs) >= 9


@pytest.mark.parametrize("changes", [{"release": "4.3.1"}, {"release": "3.9.1"}])
def test_another_release_is_not_known(tmp_path: Path, changes: dict[str, Any]) -> None:
    other = make_plan(load("cost", Overrides(**changes)), "run")
    assert with_start_variation(other, tmp_path).start_variation == []


def test_runs_of_several_starts_and_of_other_clusters_learn_nothing(tmp_path: Path) -> None:
    starts = make_plan(load("cost", Overrides(starts=3)), "run")
    assert with_start_variation(starts, tmp_path).start_variation == []
    elsewhere = make_plan(load("cost"), "run", Placement(cluster="external:prod"))
    assert with_start_variation(elsewhere, tmp_path).start_variation == []


def write_earlier(runs: Path, name: str, estimate: float) -> None:
    """A run of this machine on a release without published runs."""
    plan = make_plan(load("cost", Overrides(release="4.3.1")), name)
    write_plan(runs / name, plan)
    (runs / name / "results").mkdir()
    row = {
        "treatment": "exactly-once.tx100ms", "reference": "at-least-once", "metric": "latency_p50",
        "span": "producer-consumer", "kind": "difference", "estimate": estimate, "error": 0,
    }  # fmt: skip
    for table, rows in {"differences": [row, {**row, "estimate": ""}], "summary": []}.items():
        with (runs / name / "results" / f"{table}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            writer.writerows(rows)


def test_runs_of_this_machine_are_learned_from(tmp_path: Path) -> None:
    for second, estimate in enumerate((60, 70, 80)):
        write_earlier(tmp_path, f"cost-20261127T00000{second}", estimate)
    (tmp_path / "cost-20261127T000009").mkdir()
    new = make_plan(load("cost", Overrides(release="4.3.1")), "cost-20261128T000000")
    (of,) = with_start_variation(new, tmp_path).start_variation
    assert (of.treatment, of.deviation, len(of.runs)) == ("exactly-once.tx100ms", 10, 3)
    assert len(list(starts_of_run(tmp_path / "cost-20261127T000000"))) == 1


def test_published_starts_are_of_this_method() -> None:
    from docs.earlier_starts import content

    assert content() == FILE.read_text(encoding="utf-8")
    assert all(of.error >= 0 for of in published_starts())
