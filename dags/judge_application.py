"""Judge an application: does it lose or repeat messages when it, or a broker, dies?

The form describes the application, as the options of `kerran judge --application` do. The ready-made
applications can be judged everywhere; a command or an image of yours only with KERRAN_OPEN_FORMS=yes. The DAG
run fails if the promise was broken, after the report was published.
"""

from functools import partial

from airflow.sdk import dag, get_current_context, task

from dags.wiring import parameters
from dags.wiring.application_fields import PROMISE, application_fields
from dags.wiring.failures import fails_plainly
from dags.wiring.run_tasks import plan_and_push, run_planned
from dags.wiring.task_settings import DEFAULTS, ONE_TASK, RETRIES, RETRY_DELAY

PARAMETERS = {
    **application_fields(),
    "promise": PROMISE,
    "run": parameters.RUN,
    **parameters.overrides("messages", "baseline", "candidate"),
    "cluster": parameters.own_cluster(),
}


@task(task_display_name="Plan the cells", retries=RETRIES, retry_delay=RETRY_DELAY)
@fails_plainly
def plan() -> list[str]:
    """Plan the run that judges the application."""
    from include.tasks.judged_application import experiment_of_form

    context = get_current_context()
    form = context["params"]
    return plan_and_push(form["run"] or context["run_id"], partial(experiment_of_form, form), form)


@dag(
    dag_display_name="Judge an application",
    default_args=DEFAULTS,
    schedule=None,
    catchup=False,
    max_active_runs=1,
    max_active_tasks=ONE_TASK,
    params=PARAMETERS,
    tags=["kerran"],
    doc_md=__doc__,
)
def judge_application() -> None:
    """Wire the tasks."""
    run_planned(plan())


judge_application()
