"""Instructions to complete the run, to repeat the experiment, and to publish the report again."""

from include.plan.judging.experiment_for_settings import EXPERIMENT as JUDGE
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Command
from include.report.sections.section import ReportSection, SectionRecord, always, section

PLAN = (
    "The run's `plan.json` has the settings of every cell, the order of the cells, and the random seed of "
    "this order. The `manifest.json` of each cell has the settings that the clients had in effect."
)


def _build(run: MeasuredRun) -> ReportSection:
    experiment, run_id = run.plan.experiment, run.plan.run_id
    repeat = f"make sweep EXPERIMENT={experiment.name}"
    if settings := experiment.judged:
        files = " ".join(f"{purpose.upper()}={name}" for purpose, name in settings.files.items())
        repeat = (
            f"make judge {files} CLIENT={settings.client} MIN_INSYNC_REPLICAS={settings.min_insync_replicas}"
        )
    elif experiment.name == JUDGE:
        repeat = ".venv/bin/kerran judge --application …"
    return section(
        "repeat",
        "Repeat this run",
        "Complete this run and measure it again; sealed cells are not run again:",
        Command(f"make sweep RUN={run_id}"),
        "Measure the same again as a new run. For a file of your own, give its path. Add the options of this "
        "run, such as RELEASE; `plan.json` has their values:",
        Command(repeat),
        "Compute the results again from the raw logs of the run, and publish this report again:",
        Command(f".venv/bin/kerran measure {run_id}"),
        PLAN,
    )


RECORD = SectionRecord("how_to_repeat", always, _build, needs_cells=False)
