"""An experiment, from its file to its report: plan, cells one by one on a warm cluster, Spark, report."""

from airflow.sdk import Param, dag

from dags.wiring import parameters
from dags.wiring.planned import plan, run_planned
from include.tasks import pools

PARAMETERS = {
    "experiment": parameters.experiment("quick"),
    "run": parameters.RUN,
    **parameters.overrides(),
}


def sweep(name: str, pool: str, cluster: Param) -> None:
    """A DAG of that name; ``pool`` keeps the cells of its cluster apart."""

    @dag(
        name,
        schedule=None,
        catchup=False,
        max_active_runs=1,
        params={**PARAMETERS, "cluster": cluster},
        tags=["kerran"],
        doc_md=__doc__,
    )
    def wired() -> None:
        run_planned(plan(), pool)

    wired()


sweep("delivery_sweep", pools.OWN, parameters.override("cluster"))

for connection in pools.clusters():
    place = f"external:{connection}"
    only = Param(place, const=place, title="Cluster", description="What this DAG measures.")
    sweep(f"delivery_sweep_{connection}", connection, only)
