"""Run an experiment: plan it, run its cells on a warm cluster, compute the results, publish the report.

To complete a run, give its name: sealed cells are not run again. To run a failed cell again, clear its task
together with the downstream tasks.
"""

from airflow.sdk import Param, dag

from dags.wiring import parameters
from dags.wiring.run_tasks import plan, run_planned
from dags.wiring.task_settings import DEFAULTS, ONE_TASK
from include.machine import settings

PARAMETERS = {
    "experiment": parameters.experiment("cost"),
    "run": parameters.RUN,
    **parameters.overrides(),
}


def sweep(name: str, display_name: str, cluster: Param) -> None:
    """Define a DAG of this name."""

    @dag(
        name,
        dag_display_name=display_name,
        default_args=DEFAULTS,
        schedule=None,
        catchup=False,
        max_active_runs=1,
        max_active_tasks=ONE_TASK,
        params={**PARAMETERS, "cluster": cluster},
        tags=["kerran"],
        doc_md=__doc__,
    )
    def wired() -> None:
        run_planned(plan())

    wired()


sweep("run_experiment", "Run an experiment", parameters.override("cluster"))

for connection in settings.CLUSTERS.read():
    sweep(
        f"run_experiment_{connection}",
        f"Run an experiment on {connection}",
        parameters.connected_cluster(connection),
    )
