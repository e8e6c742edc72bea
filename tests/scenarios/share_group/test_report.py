from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.scenarios.share_group.report import SECTION
from tests.report.blocks import plain, tables
from tests.report.synthetic import make_plan, measured_run, plain_value

FACTORS = {"semantics": ["idempotent"], "fault": ["no-fault", "freeze-consumer"]}


def titles(run: MeasuredRun) -> list[str]:
    """The titles of the columns between *unsettled* and *archived*."""
    [table] = tables(SECTION.build(run))
    found = [plain(column.title) for column in table.columns]
    return found[found.index("unsettled") + 1 : found.index("archived")]


def run_with(**counts: float) -> MeasuredRun:
    def value(treatment: Treatment, column: str, block: int) -> float | None:
        if column.startswith("again_after_") or column == "unexplained":
            return counts.get(column, 0) if treatment.traits.disturbance.faults else 0
        return plain_value(treatment, column, block)

    constants = {"rate": 100, "messages": 1000, "consumers": 2}
    return measured_run(make_plan(FACTORS, 2, constants=constants, scenario="share_group"), value)


def test_the_table_has_the_causes_that_a_treatment_has_and_what_has_none() -> None:
    assert titles(run_with()) == ["unexplained"]
    found = titles(run_with(again_after_lock=3, again_after_reset=1))
    assert found == ["lock ended", "set back", "unexplained"]
