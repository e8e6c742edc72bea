import pytest

from include.plan.treatment import Treatment
from include.report.sections import clients
from tests.report.blocks import rows, tables
from tests.report.synthetic import Levels, make_plan, measured_run, plain_value

FACTORS: Levels = {"semantics": ["at-least-once"], "client": ["librdkafka", "java-4.4.0"]}
PACED = {"rate": 1000, "seconds": 3}
LATENCY, CPU = "median end-to-end latency (difference, ms)", "CPU time of the brokers (ratio)"


def shown(factor: float, held: float = 100.0) -> dict[str, str]:
    """What a run shows of each quantity, in which Java's values are so many times those of librdkafka."""

    def value(treatment: Treatment, column: str, block: int) -> float | None:
        if column.endswith("rate_held"):
            return held
        plain = 30.0 if column == "broker_cpu_time" else plain_value(treatment, column, block)
        is_java = treatment.traits.delivery.client and treatment.traits.delivery.client.name == "java"
        return plain and plain * (factor if is_java else 1) * (1 + block / 1000)

    [table] = tables(clients.RECORD.build(measured_run(make_plan(FACTORS, 6, constants=PACED), value)))
    assert all(reference == "java-4.4.0" for _, reference, *_ in rows(table))
    return {client: difference for client, _, difference, *_ in rows(table)}


@pytest.mark.parametrize(
    ("factor", "decision"),
    [(1.0, "equivalent within 10 %"), (1.05, "higher, but within 10 %"), (1.5, "higher"), (0.5, "lower")],
)
def test_clients_are_equal_within_a_tenth_or_differ(factor: float, decision: str) -> None:
    decisions = shown(factor)
    assert set(decisions) == {LATENCY, CPU}
    assert set(decisions.values()) == {decision}


def test_a_rate_that_a_client_did_not_hold_is_said() -> None:
    decisions = shown(1.0, held=50.0)
    assert decisions[LATENCY].endswith("(java-4.4.0's rate was not held in 6 of 6 cells)")
    assert decisions[CPU] == "equivalent within 10 %"


@pytest.mark.parametrize(("factors", "repetitions"), [({"semantics": ["at-least-once"]}, 6), (FACTORS, 2)])
def test_a_run_of_one_client_or_few_repetitions_has_no_section(factors: Levels, repetitions: int) -> None:
    assert not clients.RECORD.applies(measured_run(make_plan(factors, repetitions, constants=PACED)))
