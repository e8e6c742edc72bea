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
from tests.report.sections.batching_runs import batching_plan
from tests.report.synthetic import QUICK, Levels, make_plan

CODEC: Levels = {"compression": ["none", "lz4"]}
AT_LEAST_ONCE: dict[str, Any] = {"semantics": "at-least-once"}


def test_the_experiment_about_batches_varies_batches() -> None:
    assert varies_batches(plan_of(load("batching"), "run"))


@pytest.mark.parametrize("name", ["thesis", "guarantees-quick", "releases", "regression"])
def test_other_experiments_do_not(name: str) -> None:
    assert not varies_batches(plan_of(load(name), "run"))


def test_another_question_takes_precedence_over_batches() -> None:
    assert varies_batches(make_plan(CODEC, constants=AT_LEAST_ONCE))
    assert not varies_batches(make_plan(QUICK | CODEC))
    assert not varies_batches(
        make_plan(CODEC, constants={**AT_LEAST_ONCE, "fault": "kill-leader", "rate": 100})
    )
    assert not varies_batches(make_plan(CODEC, constants=AT_LEAST_ONCE, arms={"a": Arm(), "b": Arm()}))
    assert not varies_batches(make_plan({"consumers": [1, 3]}, constants=AT_LEAST_ONCE))


def test_treatments_that_differ_only_in_the_varied_settings_form_a_group() -> None:
    groups = treatment_groups(BATCHES, BATCHES.treatments(batching_plan()))
    assert [name.replace("\N{NO-BREAK SPACE}", " ") for name in groups] == [
        "message 200 B, acks 0",
        "message 200 B, acks all",
        "message 1,024 B, acks 0",
        "message 1,024 B, acks all",
    ]
    assert set(map(len, groups.values())) == {3}


def test_constants_of_parts_distinguish_their_treatments() -> None:
    plan = plan_of(load("batching"), "run")
    besides = treatment_groups(FETCHES, FETCHES.treatments(plan))
    assert [("backlog on" in beside, "rate 5,000" in beside) for beside in besides] == [
        (True, False),
        (False, True),
    ]


def test_only_varied_settings_have_columns() -> None:
    plan = plan_of(load("batching"), "run")
    assert varied_names(CODECS, CODECS.treatments(plan)) == ["compression"]
    assert varied_names(CODECS, CODECS.treatments(plan)[:1]) == ["compression"]
    assert len(varied_names(FETCHES, FETCHES.treatments(plan))) == 3


def test_treatments_of_a_group_may_differ_in_the_number_of_messages() -> None:
    plan = plan_of(load("batching"), "run")
    groups = treatment_groups(BATCHES, BATCHES.treatments(plan))
    assert list(map(len, groups.values())) == [3] * 6
