import numpy as np

from include.matrix.treatment import Treatment
from include.report.cell_order_effects import corrected_level, quantities_by_order
from include.report.measured_run import MeasuredRun
from include.report.sections.order_effects import RECORD, order_sentences
from tests.report.blocks import rows, table
from tests.report.synthetic import make_plan, measured_run, plain_value

SEMANTICS = {"semantics": ["at-least-once", "idempotent", "exactly-once"]}


def run_with(drift: float = 0.0, after: float = 0.0, blocks: int = 10) -> MeasuredRun:
    """CPU time that grows by ``drift`` with each position, and by ``after`` after exactly-once."""
    plan = make_plan(SEMANTICS, blocks, constants={"messages": 12_000, "rate": 2000.0})
    orders = {(cell.treatment, cell.block): cell.order for cell in plan.cells}
    treatments = {cell.order: cell.treatment for cell in plan.cells}

    def value(treatment: Treatment, column: str, block: int) -> float | None:
        order = orders[treatment.id, block]
        noise = np.random.default_rng([order, len(column)]).normal(0, 0.01)
        if column != "broker_cpu_time":
            return float((plain_value(treatment, column, block) or 0) * np.exp(noise))
        disturbed = after if treatments.get(order - 1, "").startswith("exactly-once") else 0
        return float(300 * np.exp(noise + drift * (order % 3) + disturbed))

    return measured_run(plan, value)


def sentences(run: MeasuredRun) -> list[str]:
    measured = quantities_by_order(run)
    return list(order_sentences(measured, corrected_level(measured)))


def test_a_drift_within_the_blocks_is_told_with_its_size() -> None:
    run = run_with(drift=0.05)
    (sentence,) = sentences(run)
    assert "in its block: by a linear fit, in the last position it was 1.1" in sentence
    effects = rows(table(RECORD.build(run), "order-effects"))
    assert len(effects) == 4
    assert all(float(row[column]) > 0 for row in effects for column in (1, 4))


def test_a_treatment_that_disturbs_the_next_cell_is_told() -> None:
    texts = sentences(run_with(after=0.1))
    assert any("depended on the treatment of the previous cell" in sentence for sentence in texts)


def test_an_order_without_an_effect_says_nothing_and_five_blocks_are_too_few_to_tell() -> None:
    run = run_with()
    assert RECORD.applies(run)
    assert sentences(run) == []
    assert not RECORD.applies(run_with(blocks=5))
