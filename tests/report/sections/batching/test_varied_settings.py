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
from tests.report.sections.batching.runs import batching_plan
from tests.report.synthetic import QUICK, Levels, make_plan

CODEC: Levels = {"compression": ["none", "lz4"]}
ONE: dict[str, Any] = {"semantics": "at-least-once"}


def test_the_experiment_about_batches_varies_batches() -> None:
    assert varies_batches(plan_of(load("batching"), "run"))


@pytest.mark.parametrize("name", ["thesis", "guarantees-quick", "releases", "regression"])
def test_other_experiments_do_not(name: str) -> None:
    assert not varies_batches(plan_of(load(name), "run"))


def test_an_experiment_with_a_question_of_its_own_is_about_that() -> None:
    assert varies_batches(make_plan(CODEC, constants=ONE))
    assert not varies_batches(make_plan(QUICK | CODEC))
    assert not varies_batches(make_plan(CODEC, constants={**ONE, "fault": "kill-leader", "rate": 100}))
    assert not varies_batches(make_plan(CODEC, constants=ONE, arms={"a": Arm(), "b": Arm()}))
    assert not varies_batches(make_plan({"consumers": [1, 3]}, constants=ONE))


def test_treatments_stand_together_that_differ_in_the_topic_only() -> None:
    found = treatment_groups(BATCHES, BATCHES.treatments(batching_plan()))
    assert [own.name.replace("\N{NO-BREAK SPACE}", " ") for own in found] == [
        "message 200 B, acks 0",
        "message 200 B, acks all",
        "message 1,024 B, acks 0",
        "message 1,024 B, acks all",
    ]
    assert {len(own.treatments) for own in found} == {3}


def test_a_constant_of_a_part_tells_its_treatments_from_those_of_another() -> None:
    plan = plan_of(load("batching"), "run")
    besides = [own.name for own in treatment_groups(FETCHES, FETCHES.treatments(plan))]
    assert [("backlog on" in beside, "rate 5,000" in beside) for beside in besides] == [
        (True, False),
        (False, True),
    ]


def test_columns_are_for_what_is_varied() -> None:
    plan = plan_of(load("batching"), "run")
    assert varied_names(CODECS, CODECS.treatments(plan)) == ["compression"]
    assert varied_names(CODECS, CODECS.treatments(plan)[:1]) == ["compression"]
    assert len(varied_names(FETCHES, FETCHES.treatments(plan))) == 3


def test_a_number_of_messages_sets_no_treatment_apart() -> None:
    plan = plan_of(load("batching"), "run")
    found = treatment_groups(BATCHES, BATCHES.treatments(plan))
    assert [len(own.treatments) for own in found] == [3] * 6
