"""How to complete the run, to repeat the experiment, and to publish the report again."""

from include.rendering.blocks import Block, Command, Paragraph
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always

PLAN = (
    "The plan, with the settings of every cell, their order and its seed, is the run's `plan.json`. The "
    "`manifest.json` of each cell has the settings that the clients had in effect."
)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    experiment, run_id = run.plan.experiment.name, run.plan.run_id
    blocks: list[Block] = [
        Paragraph("Complete this run and measure it again; sealed cells are not run again:"),
        Command(f"make sweep EXPERIMENT={experiment} RUN={run_id}"),
        Paragraph("Run the same experiment in a new run:"),
        Command(f"make sweep EXPERIMENT={experiment}"),
        Paragraph("Publish this report again from the results of the run:"),
        Command(f"python -m include.report.publish runs/{run_id}"),
        Paragraph(PLAN),
    ]
    return ReportSection("repeat", "Repeat this run", blocks)


RECORD = SectionRecord("repeat", always, build)
