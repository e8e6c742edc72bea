"""Is a candidate worse than its baseline? Both are measured in the same blocks of one run, every night.

The form says what they are, or for the schedule the environment (KERRAN_BASELINE, KERRAN_CANDIDATE): a
release, settings, or settings of the brokers. A candidate that is worse fails the DAG run once its report is
out, and is told to the address that the connection kerran_alerts holds. Every comparison is an event of the
asset kerran_comparison, with what was found, for whoever wants to act on it.
"""

from datetime import UTC, datetime
from typing import Any

from airflow.sdk import Asset, dag, task

from dags.wiring import parameters
from dags.wiring.notify import Alert
from dags.wiring.planned import plan, run_planned
from include import settings
from include.tasks import pools

COMPARED = Asset(name="kerran_comparison", uri="kerran://comparison")

PARAMETERS = {
    "experiment": parameters.experiment("regression"),
    "run": parameters.RUN,
    **parameters.overrides(),
    "cluster": parameters.own_cluster(),
    "baseline": parameters.override("baseline", settings.BASELINE.read() or None),
    "candidate": parameters.override("candidate", settings.CANDIDATE.read() or None),
}


@task(outlets=[COMPARED])
def compare(run: str, *, outlet_events: Any = None) -> list[str]:  # noqa: ANN401 - Airflow hides its type
    """Say what was found of each candidate, here and in the asset's event."""
    from include.tasks import comparison

    found = comparison.comparison_sentences(run)
    outlet_events[COMPARED].extra = {"run": run, "found": found}
    return found


@task(on_failure_callback=Alert("compare"))
def check_no_regression(run: str) -> None:
    """Fail where a candidate is worse."""
    from include.tasks import comparison

    comparison.check_no_regression(run)


@dag(
    schedule=settings.REGRESSION_SCHEDULE.read(),
    start_date=datetime(2026, 1, 1, tzinfo=UTC),
    catchup=False,
    is_paused_upon_creation=True,  # else whoever starts Airflow would at once have last night's run
    max_active_runs=1,
    params=PARAMETERS,
    tags=["kerran"],
    doc_md=__doc__,
)
def regression_sweep() -> None:
    """Wire it."""
    planned = plan()
    run = planned["run"]  # type: ignore[index]  # it is a PlainXComArg
    run_planned(planned, pools.OWN) >> compare(run) >> check_no_regression(run)


regression_sweep()
