from itertools import product
from typing import Any

from include.plan.experiment import Arm
from include.plan.reference import references
from tests.report.synthetic import Levels, make_plan

SEMANTICS = ["at-most-once", "at-least-once", "exactly-once"]


def compared(factors: Levels, **changes: Any) -> dict[str, str]:
    reference_of = references(make_plan(factors, **changes))
    return {treatment: reference.id for treatment, reference in reference_of.items()}


def test_the_reference_is_at_least_once_where_everything_else_is_equal_and_arms_have_none() -> None:
    factors: Levels = {"semantics": SEMANTICS, "message_bytes": [128, 1024]}
    pairs = product(("at-most-once", "exactly-once"), ("128B", "1024B"))
    assert compared(factors) == {f"{name}.{size}": f"at-least-once.{size}" for name, size in pairs}
    assert compared(factors, arms={"baseline": Arm(), "candidate": Arm()}) == {}


def test_a_treatment_with_other_constants_is_no_reference() -> None:
    parts = [
        {"factors": {"semantics": ["at-least-once"]}, "constants": {"messages": 5}},
        {"factors": {"semantics": ["exactly-once"]}, "constants": {"messages": 7}},
    ]
    assert compared({}, constants={}, parts=parts) == {}


def test_an_experiment_may_name_the_reference() -> None:
    factors = {"linger_ms": [0, 5, 50]}
    constants = {"semantics": "idempotent"}
    assert compared(factors, constants=constants) == {}
    named = compared(factors, constants=constants, reference={"linger_ms": 5})
    assert named == {"linger0ms": "linger5ms", "linger50ms": "linger5ms"}


def test_the_scenario_of_a_part_may_be_the_reference() -> None:
    parts = [{"scenario": "delivery", "factors": {"processing": ["process-first"]}}, {"factors": {}}]
    constants = {"semantics": "idempotent", "rate": 100}
    changes = {"scenario": "share_group", "constants": constants, "parts": parts}
    factors = {"client": ["librdkafka", "java"]}
    assert compared(factors, reference={"scenario": "delivery"}, **changes) == {
        client: f"delivery.{client}.process-first" for client in factors["client"]
    }


def test_a_setting_may_have_the_name_of_a_method_of_mappings() -> None:
    constants = {"semantics": "at-least-once", "keys": 9, "messages": 1_000, "rate": 100}
    changes = {"scenario": "group_rebalance", "reference": {"assignor": "range"}, "constants": constants}
    assert compared({"assignor": ["range", "roundrobin"]}, **changes) == {"roundrobin": "range"}
