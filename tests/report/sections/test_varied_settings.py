from typing import Any

import pytest

from include.matrix.experiment import Arm
from include.matrix.load import load
from include.matrix.planning import make_plan as plan_of
from include.report.sections.batching.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    treatment_groups,
    varied_names,
    varies_batches,
)
from tests.report.blocks import plain
from tests.report.sections.batching_runs import batching_plan
from tests.report.synthetic import QUICK, Levels, make_plan

CODEC: Levels = {"compression": ["none", "lz4"]}
AT_LEAST_ONCE: dict[str, Any] = {"semantics": "at-least-once"}


@pytest.mark.parametrize("name", ["batching", "thesis", "guarantees-quick", "releases", "regression"])
def test_only_the_experiment_about_batches_varies_batches(name: str) -> None:
    assert varies_batches(plan_of(load(name), "run")) is (name == "batching")


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


def test_constants_of_parts_distinguish_their_treatments() -> None:
    plan = plan_of(load("batching"), "run")
    one, other = treatment_groups(FETCHES, FETCHES.treatments(plan))
    assert ("backlog on" in one, "rate 5,000" in one) == (True, False)
    assert ("backlog on" in other, "rate 5,000" in other) == (False, True)


def test_only_varied_settings_have_columns() -> None:
    plan = plan_of(load("batching"), "run")
    assert varied_names(CODECS, CODECS.treatments(plan)) == ["compression"]
    assert varied_names(CODECS, CODECS.treatments(plan)[:1]) == ["compression"]
    assert len(varied_names(FETCHES, FETCHES.treatments(plan))) == 3


def test_treatments_of_a_group_may_differ_in_the_number_of_messages() -> None:
    plan = plan_of(load("batching"), "run")
    groups = treatment_groups(BATCHES, BATCHES.treatments(plan))
    assert list(map(len, groups.values())) == [3] * 6
