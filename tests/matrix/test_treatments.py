from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from include.matrix.experiment import Experiment
from include.matrix.treatments import treatments
from include.scenarios.semantics.registry import SEMANTICS, transactional_semantics


def experiment(semantics_everywhere: str = "at-least-once", **factors: Any) -> Experiment:
    """An experiment with these factors; one semantics everywhere where it is none of them."""
    constants = {} if "semantics" in factors else {"semantics": semantics_everywhere}
    return Experiment(
        name="small",
        title="A title",
        question="A question?",
        scenario="delivery",
        factors=factors,
        constants=constants,
        repetitions=1,
        seed=7,
    )


def test_a_level_collapses_whatever_the_order_of_the_factors() -> None:
    resolved = treatments(experiment(transaction_ms=[10, 100], semantics=["at-most-once", "exactly-once"]))
    assert [t.id for t in resolved] == ["at-most-once", "tx10ms.exactly-once", "tx100ms.exactly-once"]


def test_a_transaction_time_applies_where_a_constant_says_exactly_once() -> None:
    resolved = treatments(experiment("exactly-once", transaction_ms=[10, 100]))
    assert [t.id for t in resolved] == ["tx10ms", "tx100ms"]


def test_without_factors_there_is_one_treatment_named_by_the_scenario() -> None:
    assert [t.id for t in treatments(experiment())] == ["delivery"]


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
    resolved = treatments(experiment(**factors))
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
    assert len(treatments(experiment(**factors))) == expected
