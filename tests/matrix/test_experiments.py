"""The experiments that come with the project."""

import pytest

from include.matrix.load import load, names
from include.matrix.overrides import Overrides
from include.matrix.planning import make_plan
from include.matrix.treatments import treatments


@pytest.mark.parametrize("name", names())
def test_every_experiment_can_be_planned(name: str) -> None:
    # Only embedded brokers can be throttled and have queue servers beside them.
    cluster = "compose" if name == "guarantees-network" else "embedded"
    assert make_plan(load(name, Overrides(cluster=cluster)), "run").cells


def test_a_calibration_has_forty_repetitions() -> None:
    assert load("calibration").repetitions == 40


def test_the_thesis_has_its_150_cells() -> None:
    assert len(make_plan(load("thesis"), "run").cells) == 150


def test_the_thesis_has_five_treatments_of_each_size() -> None:
    ids = [treatment.id for treatment in treatments(load("thesis")) if treatment.id.endswith(".512B")]
    assert ids == [
        "at-most-once.512B",
        "at-least-once.512B",
        "exactly-once.tx10ms.512B",
        "exactly-once.tx100ms.512B",
        "exactly-once.tx1000ms.512B",
    ]


def test_quick_has_the_thesis_treatments_of_one_size() -> None:
    thesis = {treatment.id for treatment in treatments(load("thesis"))}
    quick = {treatment.id for treatment in treatments(load("quick"))}
    assert quick == {name for name in thesis if name.endswith(".1024B")}


def test_quick_sends_ten_thousand_messages_three_times() -> None:
    quick = load("quick")
    assert (quick.constants["messages"], quick.repetitions) == (10_000, 3)


def test_thesis_and_quick_name_the_published_figures() -> None:
    assert load("thesis").published == load("quick").published == "thesis"
