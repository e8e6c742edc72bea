import pytest

from include.kinds.metrics.registry import COLUMNS
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import DASH
from include.report.sections import stages
from include.report.sections.stages import mean_stages, stage_chart
from tests.report.blocks import rows, table, texts
from tests.report.pages.svg import names, titles, written
from tests.report.synthetic import Levels, Value, make_plan, measured_run, plain_value, values

MEANS = {
    "at-least-once": {"hand_over": 1, "acknowledgement": 12, "receipt": 3},
    "exactly-once": dict(hand_over=5, acknowledgement=11, open_transaction=40, commit=20, receipt=4),
}
"""Mean stages in ms in the first block; in every further block each is one ms longer."""


def value(treatment: Treatment, column: str, block: int) -> float | None:
    if not column.startswith("stage_"):
        return plain_value(treatment, column, block)
    stage, _, statistic = column.removeprefix("stage_").rpartition("_")
    mean = MEANS[treatment.settings.semantics].get(stage)
    return None if mean is None else (mean + block - 1) * (1 if statistic == "mean" else 10)


def run_of(values: Value = value) -> MeasuredRun:
    levels: Levels = {"semantics": list(MEANS), "transaction_ms": [100]}
    return measured_run(make_plan(levels, 7, constants={"messages": 1000, "rate": 500}), values)


@pytest.fixture
def run() -> MeasuredRun:
    return run_of()


def test_means_are_over_the_cells_and_the_longest_stage_of_each_treatment_is_named(run: MeasuredRun) -> None:
    means = mean_stages(run, run.plan.treatments[0])
    assert means
    assert means.means == {"hand_over": 4.0, "acknowledgement": 15.0, "receipt": 6.0}
    assert means.whole == 25.0
    (text,) = texts(stages.RECORD.build(run))
    assert "acknowledgement with at-least-once (60.0 %, 95% interval 52.9 to 75.0, of 25.0 ms)" in text
    assert "open transaction with exactly-once 100 ms (45.3 %, 95% interval 41.8 to 50.0, of 95.0 ms)" in text


def test_the_table_has_means_and_medians_of_the_stages_that_occur(run: MeasuredRun) -> None:
    first = rows(table(stages.RECORD.build(run), "stages-table"))[0]
    assert first[:7] == ["at-least-once", "4.00", "40.0", "40.0", "15.0", "150", "150"]
    assert first[7:13] == [DASH] * 6
    assert first[13:] == ["6.00", "60.0", "60.0", "25.0"]


@pytest.mark.usefixtures("drawn")
def test_the_bars_of_a_treatment_have_its_stages_in_order_and_its_length_behind(run: MeasuredRun) -> None:
    means = [mean for treatment in run.plan.treatments if (mean := mean_stages(run, treatment))]
    chart = stage_chart({"": means})
    assert names(chart) == ["hand-over", "acknowledgement", "open transaction", "commit", "receipt"]
    assert titles(chart)[:3] == ["hand-over: 4.00 ms", "acknowledgement: 15.0 ms", "receipt: 6.00 ms"]
    assert len(titles(chart)) == 8
    assert {"25.0", "95.0"} <= set(written(chart))


def test_cells_without_a_recorded_hand_over_have_no_section() -> None:
    first_stages = ("stage_hand_over", "stage_acknowledgement")
    unknown = dict.fromkeys(column for column in COLUMNS if column.startswith(first_stages))
    assert not stages.RECORD.applies(run_of(values(value, **unknown)))
