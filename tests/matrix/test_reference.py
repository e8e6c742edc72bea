from typing import Any

from include.matrix.experiment import Arm
from include.matrix.reference import references
from tests.report.synthetic import make_plan

SEMANTICS = ["at-most-once", "at-least-once", "exactly-once"]


def compared(factors: dict[str, list[Any]], **changes: Any) -> dict[str, str]:
    reference_of = references(make_plan(factors, **changes))
    return {treatment: reference.id for treatment, reference in reference_of.items()}


def test_the_reference_is_at_least_once_whatever_the_transaction_time() -> None:
    assert compared({"semantics": SEMANTICS, "transaction_ms": [10, 100]}) == {
        "at-most-once": "at-least-once",
        "exactly-once.tx10ms": "at-least-once",
        "exactly-once.tx100ms": "at-least-once",
    }


def test_everything_else_is_equal() -> None:
    assert compared({"semantics": SEMANTICS[1:], "message_bytes": [128, 1024]}) == {
        "exactly-once.128B": "at-least-once.128B",
        "exactly-once.1024B": "at-least-once.1024B",
    }


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
    assert compared(factors, constants=constants, reference={"linger_ms": 5}) == {
        "linger0ms": "linger5ms",
        "linger50ms": "linger5ms",
    }


def test_arms_are_compared_with_one_another() -> None:
    assert compared({"semantics": SEMANTICS}, arms={"baseline": Arm(), "candidate": Arm()}) == {}
