"""Compare a candidate with a baseline, by default nightly. Both are measured in the same blocks of one run.

Baseline and candidate are a release, settings of the experiment, or settings of the brokers. They are fields
of the form. For scheduled DAG runs, the defaults come from the variables KERRAN_BASELINE and KERRAN_CANDIDATE
in Airflow's environment. If the candidate is worse, the DAG run fails after its report is published, and an
alert is sent to the address of the Airflow connection kerran_alerts. If the form gives hours for an
acceptance, a person may accept the regression under Required Actions before the DAG run fails. The person
gives a reason. Every comparison is an event of the asset kerran_comparison, on which other DAGs can act.
"""

from datetime import UTC, datetime
from typing import Any

from airflow.sdk import dag, task

from dags.wiring import parameters
from dags.wiring.assets import COMPARISON
from dags.wiring.failures import fails_plainly
from dags.wiring.run_tasks import plan, run_planned
from dags.wiring.task_settings import DEFAULTS, ONE_TASK
from include.machine import settings

PARAMETERS = {
    "experiment": parameters.experiment("regression"),
    "run": parameters.RUN,
    **parameters.overrides(),
    "cluster": parameters.own_cluster(),
    "baseline": parameters.override("baseline", settings.BASELINE.read() or None),
    "candidate": parameters.override("candidate", settings.CANDIDATE.read() or None),
    parameters.ACCEPT_WITHIN_HOURS: parameters.accept_within_hours(),
}


@task(task_display_name="Compare the arms", outlets=[COMPARISON])
@fails_plainly
def compare(run: str, *, outlet_events: Any = None) -> list[str]:  # noqa: ANN401 - Airflow hides its type
    """Compare each arm with the baseline. The sentences are also part of the asset's event."""
    from include.tasks import verdict

    sentences = verdict.comparison_sentences(run)
    outlet_events[COMPARISON].extra = {"run": run, "found": sentences}
    return sentences


@dag(
    dag_display_name="Compare a candidate with a baseline",
    default_args=DEFAULTS,
    schedule=settings.REGRESSION_SCHEDULE.read(),
    start_date=datetime(2026, 1, 1, tzinfo=UTC),
    catchup=False,
    is_paused_upon_creation=True,  # otherwise the first start of Airflow would run last night's comparison
    max_active_runs=1,
    max_active_tasks=ONE_TASK,
    params=PARAMETERS,
    tags=["kerran"],
    doc_md=__doc__,
)
def compare_candidate() -> None:
    """Wire the tasks."""
    plan_output = plan()
    run = plan_output["run"]  # type: ignore[index]  # it is a PlainXComArg
    run_planned(plan_output, may_be_accepted=True) >> compare(run)


compare_candidate()
