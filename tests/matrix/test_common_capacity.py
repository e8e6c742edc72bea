"""Of which capacities the rate of a treatment is a share."""

from itertools import groupby
from typing import Any

from include.matrix.common_capacity import capacity_searches
from include.matrix.estimate import estimate
from include.matrix.experiment import Arm
from include.matrix.plan import Plan
from tests.matrix.conftest import Refusal
from tests.report.synthetic import make_plan

SEARCH = {"factors": {"load": ["capacity"]}}
SHARES = {"factors": {"capacity_percent": [10, 95]}, "constants": {"seconds": 2}}
SEMANTICS = {"semantics": ["at-least-once", "exactly-once"]}


def plan_of(factors: dict[str, list[Any]], **changes: Any) -> Plan:
    return make_plan(factors, **{"constants": {}, "parts": [SHARES, SEARCH], **changes})


def searches(plan: Plan, treatment: str) -> dict[str, str | None]:
    own = next(one for one in plan.treatments if one.id == treatment)
    found = capacity_searches(own, plan.treatments, plan.experiment)
    return {name: search.id if search else None for name, search in found.items()}


def test_the_common_capacity_is_that_of_a_treatment_its_reference_and_what_has_the_same_reference() -> None:
    plan = plan_of(SEMANTICS | {"transaction_ms": [10, 100]})
    expected = {
        "at-least-once.95percent": "at-least-once.capacity",
        "exactly-once.tx10ms.95percent": "exactly-once.tx10ms.capacity",
        "exactly-once.tx100ms.95percent": "exactly-once.tx100ms.capacity",
    }
    assert searches(plan, "exactly-once.tx10ms.95percent") == expected
    assert searches(plan, "at-least-once.95percent") == expected


def test_messages_of_another_size_have_another_common_capacity() -> None:
    plan = plan_of(SEMANTICS | {"message_bytes": [128, 1024]})
    assert searches(plan, "exactly-once.128B.10percent") == {
        "at-least-once.128B.10percent": "at-least-once.128B.capacity",
        "exactly-once.128B.10percent": "exactly-once.128B.capacity",
    }


def test_arms_have_a_common_capacity() -> None:
    arms = {"baseline": Arm(), "candidate": Arm(settings={"linger_ms": 5})}
    assert searches(plan_of(SEMANTICS, arms=arms), "candidate.exactly-once.10percent") == {
        "baseline.exactly-once.10percent": "baseline.exactly-once.capacity",
        "candidate.exactly-once.10percent": "candidate.exactly-once.capacity",
    }


def test_capacities_are_searched_first_in_each_block() -> None:
    for _, block in groupby(plan_of(SEMANTICS).cells, lambda cell: cell.block):
        loads = [cell.settings.needs_capacity for cell in block]
        assert loads == [False, False, True, True, True, True]


def test_a_cell_whose_rate_is_not_known_takes_its_seconds() -> None:
    cells = plan_of(SEMANTICS, repetitions=1, parts=[SHARES]).cells
    assert round(estimate(cells).total_seconds()) == 4 * (3 + 2)


FILE = """\
title: A title
question: A question?
scenario: delivery
factors:
  semantics: [at-least-once, exactly-once]
parts:
  - factors:
      load: [capacity]
  - factors:
      capacity_percent: [50]
    constants:
      seconds: 2
repetitions: 2
seed: 7
"""


def test_a_share_of_a_capacity_that_nothing_searches_is_refused(refusal: Refusal) -> None:
    other_linger = "load: [capacity]\n    constants:\n      linger_ms: 9"
    assert refusal("load: [capacity]", other_linger, FILE) == (
        "small.yaml:12: capacity_percent: no treatment searches the capacity of at-least-once.50percent, of "
        "which the rate may be a share; add a part with the factor `load: [capacity]` that is otherwise equal"
    )


def test_a_share_of_a_capacity_beside_a_rate_is_refused(refusal: Refusal) -> None:
    text = FILE.replace("seconds: 2", "seconds: 2\n      rate: 1000")
    assert refusal("", "", text).startswith(
        "small.yaml:10: capacity_percent: only has a meaning with rate: unthrottled and "
    )


def test_a_share_of_more_than_the_capacity_is_refused(refusal: Refusal) -> None:
    assert refusal("[50]", "[50, 110]", FILE).startswith("small.yaml:10: capacity_percent: ")
