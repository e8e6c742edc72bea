from typing import Any

from include.plan.experiment import Arm
from include.plan.load import load
from include.plan.planning import make_plan as plan_of
from include.scenarios.delivery.report.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    treatment_groups,
    varied_names,
    varies_batches,
)
from tests.report.blocks import plain
from tests.report.synthetic import QUICK, Levels, make_plan
from tests.scenarios.delivery.batching_runs import batching_plan

CODEC: Levels = {"compression": ["none", "lz4"]}
AT_LEAST_ONCE: dict[str, Any] = {"semantics": "at-least-once"}


def test_another_question_takes_precedence_over_batches() -> None:
    assert varies_batches(make_plan(CODEC, constants=AT_LEAST_ONCE))
    faulty = {**AT_LEAST_ONCE, "fault": "kill-leader", "rate": 100}
    for plan in (
        make_plan(QUICK | CODEC),
        make_plan(CODEC, constants=faulty),
        make_plan(CODEC, constants=AT_LEAST_ONCE, arms={"a": Arm(), "b": Arm()}),
        make_plan({"consumers": [1, 3]}, constants=AT_LEAST_ONCE),
    ):
        assert not varies_batches(plan)


def test_treatments_that_differ_only_in_the_varied_settings_form_a_group() -> None:
    groups = treatment_groups(BATCHES, BATCHES.treatments(batching_plan()))
    names = [f"message {size} B, acks {acks}" for size in ("200", "1,024") for acks in ("0", "all")]
    assert [plain(name) for name in groups] == names
    assert set(map(len, groups.values())) == {3}


def test_groups_and_columns_follow_from_what_the_parts_of_the_experiment_vary() -> None:
    plan = plan_of(load("batching"), "run")
    assert varies_batches(plan)
    reading, paced = treatment_groups(FETCHES, FETCHES.treatments(plan))
    assert ("backlog on" in reading, "rate 5,000" in reading) == (True, False)
    assert ("backlog on" in paced, "rate 5,000" in paced) == (False, True)
    assert len(varied_names(FETCHES, FETCHES.treatments(plan))) == 3
    assert varied_names(CODECS, CODECS.treatments(plan)) == ["compression"]
    assert varied_names(CODECS, CODECS.treatments(plan)[:1]) == ["compression"]
    groups = treatment_groups(BATCHES, BATCHES.treatments(plan))  # which differ in the number of messages
    assert list(map(len, groups.values())) == [3] * 6
