from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from include.kinds.semantics.registry import SEMANTICS, transactional_semantics
from include.plan.treatment import Treatment
from tests.report.synthetic import make_plan


def treatments(semantics_everywhere: str = "at-least-once", **factors: Any) -> list[Treatment]:
    """The treatments of these factors; one semantics everywhere where it is none of them."""
    constants = {} if "semantics" in factors else {"semantics": semantics_everywhere}
    return make_plan(factors, 1, constants=constants).treatments


def test_a_factor_multiplies_what_it_applies_to_whatever_the_order_of_the_factors() -> None:
    collapsed = treatments(transaction_ms=[10, 100], semantics=["at-most-once", "exactly-once"])
    assert [t.id for t in collapsed] == ["at-most-once", "tx10ms.exactly-once", "tx100ms.exactly-once"]
    assert [t.id for t in treatments("exactly-once", transaction_ms=[10, 100])] == ["tx10ms", "tx100ms"]
    assert [t.id for t in treatments()] == ["delivery"]


FACTORS = {
    "semantics": st.sampled_from(list(SEMANTICS)),
    "transaction_ms": st.integers(1, 10_000),
    "message_bytes": st.integers(28, 100_000),
    "rate": st.one_of(st.just("unthrottled"), st.floats(0.1, 1e6)),
    "linger_ms": st.floats(0, 1000),
    "compression": st.sampled_from(["none", "gzip", "zstd"]),
    "partitions": st.integers(1, 100),
}
CHOSEN = st.lists(st.sampled_from(list(FACTORS)), unique=True, max_size=4).flatmap(
    lambda names: st.fixed_dictionaries(
        {name: st.lists(FACTORS[name], unique=True, min_size=1, max_size=3) for name in names}
    )
)


@given(CHOSEN)
def test_no_two_treatments_are_the_same(factors: dict[str, Any]) -> None:
    resolved = treatments(**factors)
    assert len({treatment.id for treatment in resolved}) == len(resolved)
    assert len({repr(treatment.factors) for treatment in resolved}) == len(resolved)


@given(CHOSEN)
def test_collapsing_loses_no_combination_that_means_something(factors: dict[str, Any]) -> None:
    semantics = factors.get("semantics", ["at-least-once"])
    transactional = sum(level in transactional_semantics() for level in semantics)
    times = len(factors.get("transaction_ms", [0]))
    expected = len(semantics) - transactional + transactional * times
    for name in factors.keys() - {"semantics", "transaction_ms"}:
        expected *= len(factors[name])
    assert len(treatments(**factors)) == expected
