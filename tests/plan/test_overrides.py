import pytest

from include.plan.conditions import Conditions
from include.plan.load import load
from include.plan.override_values import form_schema, read_overrides, with_conditions_of_environment
from include.plan.overrides import OVERRIDE_NAMES, Overrides, override_of
from include.plan.planning import make_plan
from include.plan.validation_errors import ExperimentError


def test_only_what_is_given_counts_even_if_it_is_the_default() -> None:
    assert read_overrides({"seed": None, "release": "", "attempts": 3}).values == {"attempts": 3}


def test_every_override_is_described_for_a_person() -> None:
    for name in OVERRIDE_NAMES:
        schema = form_schema(name)
        assert schema["description"].endswith(".")
        assert {"title", "examples", "type"} <= schema.keys()
        assert override_of(name).default


def test_a_form_knows_type_limits_and_choices() -> None:
    assert form_schema("messages")["type"] == "integer"
    assert form_schema("messages")["minimum"] == 1
    assert form_schema("load_cpus")["exclusiveMinimum"] == 0
    assert form_schema("runner")["enum"] == ["process", "container"]


def test_conditions_that_are_not_given_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERRAN_ATTEMPTS", "1")
    monkeypatch.setenv("KERRAN_LOAD_CPUS", "1.5")
    monkeypatch.setenv("KERRAN_SEED", "5")
    assert with_conditions_of_environment(Overrides(attempts=2)).values == {"attempts": 2, "load_cpus": 1.5}


def test_a_bad_condition_in_the_environment_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERRAN_ATTEMPTS", "many")
    with pytest.raises(ExperimentError, match="KERRAN_ATTEMPTS: 'many' should be a whole number"):
        with_conditions_of_environment(Overrides())


def test_a_plan_has_the_conditions_that_were_given_and_the_defaults_of_the_others() -> None:
    conditions = Overrides(load_cpus=1.5, kafka_image="mine:1").conditions
    plan = make_plan(load("quick"), "run", conditions=conditions)
    assert plan.conditions == Conditions(load_cpus=1.5, kafka_image="mine:1", attempts=2)
