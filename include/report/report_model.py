"""Everything that the templates show, worked out once for both of them."""

from dataclasses import dataclass

from include.rendering.chart import Chart
from include.rendering.estimate import FEWEST_FOR_AN_INTERVAL
from include.rendering.number_format import significant
from include.rendering.table import Table
from include.report.client_settings import client_table
from include.report.environment import clock_step_ms, facts, settings_table
from include.report.excluded_cells import omission_table
from include.report.metric_tables import interval_table, percentile_tables, transaction_table
from include.report.published import departures, read_published
from include.report.run import Run
from include.report.section import Section
from include.report.sections.calibration import calibration_tables
from include.report.sections.comparison import comparison_tables
from include.report.sections.cost.charts import charts
from include.report.sections.cost.cost import cost_table
from include.report.sections.cost.thesis_tables import thesis_tables
from include.report.sections.guarantees.fault_variants import has_faults
from include.report.sections.guarantees.matrix import Matrix, case_table, matrices, message_table
from include.report.sections.guarantees.recovery import recovery_table
from include.report.sections.guarantees.timelines import timelines
from include.report.sections.registry import sections
from include.report.summary_text import Paragraph, answer
from include.report.violations import negative_cells, violating_cells, violation_table

TOO_FEW_NOTE = (
    "Treatments with fewer than six repetitions have no distribution-free 95% interval of their median. For "
    "them this report says what was measured, which may be chance, and shows the single repetitions."
)

NO_TABLE = Table("none", "", (), ())


@dataclass(frozen=True)
class Contents:
    """A report before it is laid out. Notes are empty where there is nothing to note."""

    title: str
    question: str
    experiment: str
    run_id: str
    answer: list[Paragraph]
    interval_note: str
    published_note: str
    comparisons: list[Table]
    """Of arms with the baseline, one each."""
    calibration: list[Table]
    """Empty where the run wasn't made to find out what can be told apart."""
    sections: list[Section]
    """Of the kinds of experiment that have one of their own."""
    cost: Table
    facts: list[tuple[str, str]]
    settings: Table
    clients: Table
    thesis_tables: list[Table]
    charts: list[Chart]
    intervals: Table
    percentiles: list[Table]
    transactions: Table
    violations: Table
    violating_cells: Table
    negative_cells: Table
    omissions: Table
    clock_step_ms: str
    has_results: bool
    matrices: list[Matrix]
    """Empty, as the three below, where nothing was broken: then the question is what the guarantees cost."""
    cases: Table
    messages: Table
    recovery: Table
    timelines: list[Chart]


def contents(run: Run) -> Contents:
    """Work out the contents of a run's report.

    Raises:
        PublishedError: the experiment names published figures that there aren't.
    """
    published = read_published(run.plan.experiment.published)
    own = sections(run)
    is_about_cost = not own and not has_faults(run.plan) and not run.plan.experiment.arms
    return Contents(
        title=run.plan.experiment.title,
        question=run.plan.experiment.question.strip(),
        experiment=run.plan.experiment.name,
        run_id=run.plan.run_id,
        answer=answer(run, [sentence for section in own for sentence in section.answer]),
        interval_note=_interval_note(run),
        published_note=_published_note(run, published.source) if published else "",
        comparisons=comparison_tables(run),
        calibration=calibration_tables(run),
        sections=own,
        cost=cost_table(run) if is_about_cost else NO_TABLE,
        facts=facts(run),
        settings=settings_table(run),
        clients=client_table(run),
        thesis_tables=thesis_tables(run, published) if is_about_cost else [],
        charts=charts(run) if is_about_cost else [],
        intervals=interval_table(run),
        percentiles=percentile_tables(run),
        transactions=transaction_table(run),
        violations=violation_table(run),
        violating_cells=violating_cells(run),
        negative_cells=negative_cells(run),
        omissions=omission_table(run),
        clock_step_ms=significant(clock_step_ms(run)),
        has_results=not run.cells.empty,
        matrices=matrices(run),
        cases=case_table(run),
        messages=message_table(run),
        recovery=recovery_table(run),
        timelines=timelines(run),
    )


def _interval_note(run: Run) -> str:
    if run.compared.empty:
        return ""
    fewest = run.compared["treatment"].value_counts().min()
    return TOO_FEW_NOTE if fewest < FEWEST_FOR_AN_INTERVAL else ""


def _published_note(run: Run, source: str) -> str:
    differing = departures(run.plan)
    if not differing:
        return source
    return (
        f"{source} They are indicative only: this run departs from that experiment in {'; '.join(differing)}."
    )
