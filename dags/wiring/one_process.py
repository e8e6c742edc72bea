"""Run one DAG run for a command, in this process: ``python -m dags.wiring.one_process``.

A command measures on the machine on which its Airflow runs. There, a scheduler, a DAG processor and an API
server need half a minute to start, and a tenth of two cores while cells run. This process needs six seconds
and, while a task runs, next to nothing: it decides what to run when a task has ended.

Its calls are those of Airflow itself: for decisions, those of the scheduler (``DagRun.update_state``, as in
``DAG.test``); for tasks, those of the LocalExecutor (see ``task_process``). So each task has a process, a
log, a time limit and retries, and ``make up`` shows the DAG run later. Only one process at a time may use
Airflow's database in this way; commands exclude each other and ``make up``.

Tasks run one at a time, in the scheduler's order: by their weights, and mapped tasks by their indices, which
is the planned order of cells. (``DAG.test`` runs mapped tasks in any order.)
"""

import gc
import os
import select
import signal
from contextlib import suppress
from datetime import UTC, datetime

from airflow.dag_processing.bundles.manager import DagBundlesManager
from airflow.dag_processing.dagbag import BundleDagBag, sync_bag_to_db
from airflow.executors.workloads import ExecuteTask
from airflow.models.dagbag import DBDagBag
from airflow.models.dagrun import DagRun
from airflow.models.taskinstance import TaskInstance
from airflow.models.taskreschedule import TaskReschedule
from airflow.sdk.api.client import Client
from airflow.serialization.definitions.dag import SerializedDAG
from airflow.utils.session import create_session
from airflow.utils.state import DagRunState, State, TaskInstanceState
from airflow.utils.types import DagRunTriggeredByType, DagRunType
from sqlalchemy import select as select_rows
from sqlalchemy.orm import Session

from dags.wiring.task_process import api_client, run_task
from include.cli.local_airflow.dag_run import (
    DagRunOutcome,
    DagRunRequest,
    FailedTaskRun,
    read_request,
    write_outcome,
)
from include.cli.local_airflow.environment import USER
from include.machine.processes.parent_death import end_with_parent

UNDER_WAY = (TaskInstanceState.QUEUED, TaskInstanceState.RUNNING)


class EndRequest:
    """The request to end this process (SIGTERM).

    A usual handler would not do: while a task runs, Airflow replaces it by its own, which only passes the
    signal on to the task. The next task would then begin.
    """

    def __init__(self) -> None:
        self._request, written = os.pipe()
        for end in (self._request, written):
            os.set_blocking(end, False)
        signal.signal(signal.SIGTERM, lambda *_: None)
        signal.set_wakeup_fd(written)
        os.register_at_fork(after_in_child=_prepare_fork)

    def came_within(self, seconds: float) -> bool:
        """Whether the request has come, or comes within this time."""
        return bool(select.select([self._request], [], [], seconds)[0])


def _prepare_fork() -> None:
    """Let the process of a task end with this process, and keep its signals to itself."""
    signal.set_wakeup_fd(-1)
    end_with_parent()


def main() -> None:
    """Run the DAG run that the command has requested, and write its outcome."""
    end_with_parent()
    end_request = EndRequest()
    os.environ["_AIRFLOW_PROCESS_CONTEXT"] = "server"  # connections are also in the database
    request = read_request()
    with create_session() as session:
        dag = _current_dag(request.dag, session)
        _fail_interrupted_runs(dag, session)
        run = _new_run(dag, request, session)
        _prepare_for_forks(request.name)
        try:
            _run_tasks(run, api_client(), end_request, session)
        finally:
            if run.state == DagRunState.RUNNING:
                _fail(run, session)
        if not end_request.came_within(0):
            write_outcome(_outcome(run, session))


def _current_dag(name: str, session: Session) -> SerializedDAG:
    """The DAG of the file of the same name. Its present version is stored in the database.

    Raises:
        ImportError: The file cannot be imported, or has no such DAG.
    """
    manager = DagBundlesManager()  # type: ignore[no-untyped-call]
    manager.sync_bundles_to_db(session=session)
    session.commit()
    (bundle,) = manager.get_all_dag_bundles()
    bundle.initialize()
    file = bundle.path / f"{name}.py"
    bag = BundleDagBag(dag_folder=file, bundle_path=bundle.path, bundle_name=bundle.name)
    if name not in bag.dags:
        raise ImportError(f"{file} has no DAG {name}. {' '.join(bag.import_errors.values())}")
    sync_bag_to_db(bag, bundle.name, bundle.version, session=session)
    session.commit()
    dag = DBDagBag().get_latest_version_of_dag(name, session=session)
    assert dag  # noqa: S101 - just stored
    return dag


def _fail_interrupted_runs(dag: SerializedDAG, session: Session) -> None:
    """Fail the DAG runs that a killed process left running. The scheduler of ``make up`` would run them."""
    is_running = DagRun.state == DagRunState.RUNNING
    for run in session.scalars(select_rows(DagRun).where(DagRun.dag_id == dag.dag_id, is_running)).all():
        _fail(run, session)


def _fail(run: DagRun, session: Session) -> None:
    """Fail a DAG run. Not even a teardown is left to run: the guardian has ended what was started."""
    for task in run.get_task_instances(state=State.unfinished, session=session):
        state = TaskInstanceState.FAILED if task.state in UNDER_WAY else TaskInstanceState.SKIPPED
        task.set_state(state, session=session)
    run.set_state(DagRunState.FAILED)
    session.commit()


def _new_run(dag: SerializedDAG, request: DagRunRequest, session: Session) -> DagRun:
    """A new DAG run, with the requested name or, if it is taken, ``<name>.2`` and so on."""
    names = set(session.scalars(select_rows(DagRun.run_id).where(DagRun.dag_id == dag.dag_id)))
    name, count = request.name, 1
    while name in names:
        count += 1
        name = f"{request.name}.{count}"
    now = datetime.now(UTC)
    run = dag.create_dagrun(
        run_id=name,
        run_after=now,
        start_date=now,
        conf=dict(request.parameters),
        run_type=DagRunType.MANUAL,
        triggered_by=DagRunTriggeredByType.CLI,
        triggering_user_name=USER,
        state=DagRunState.RUNNING,
        session=session,
    )
    session.commit()
    return run


def _prepare_for_forks(run: str) -> None:
    """Import what the cells of a planned run need; the process of each cell would take half a second for it.

    The commands write the plan of a run before its DAG run.
    """
    from include.machine import folders
    from include.plan.plan import read_plan
    from include.tasks.cell import import_modules_for

    with suppress(FileNotFoundError):
        import_modules_for(read_plan(folders.RUNS / run))
    gc.freeze()  # otherwise, garbage collection in forks would copy the memory that they share


def _run_tasks(run: DagRun, client: Client, end_request: EndRequest, session: Session) -> None:
    """Run the tasks of a DAG run until it ends, or until this process is asked to end."""
    unfinished: set[str] = set()
    while not end_request.came_within(0):
        session.expire_all()
        _retry_or_fail_lost_tasks(run, session)
        ready, _ = run.update_state(session=session, execute_callbacks=False)  # the DAGs have no callbacks
        run.schedule_tis(ready, session=session)
        session.commit()
        session.expire_all()  # tasks are scheduled in the database only
        if run.state != DagRunState.RUNNING:
            return
        if tasks := run.get_task_instances(state=TaskInstanceState.SCHEDULED, session=session):
            _run_task(min(tasks, key=_place), client, session)
            continue
        before, unfinished = unfinished, _unfinished(run, session)
        # One round passes a failure on to the tasks that follow directly, the next to those that follow them.
        if unfinished == before:
            seconds = (_next_attempt(run, session) - datetime.now(UTC)).total_seconds()
            end_request.came_within(max(0.0, seconds))


def _unfinished(run: DagRun, session: Session) -> set[str]:
    """The ids of the tasks that have not ended."""
    return {str(task.id) for task in run.get_task_instances(state=State.unfinished, session=session)}


def _retry_or_fail_lost_tasks(run: DagRun, session: Session) -> None:
    """Do with tasks whose process was killed what the scheduler does with them."""
    for task in run.get_task_instances(state=UNDER_WAY, session=session):
        task.task = run.get_dag().get_task(task.task_id)
        task.handle_failure(f"The process of {task} has ended without a report.", session=session)


def _place(task: TaskInstance) -> tuple[int, int]:
    """The place of a task among tasks that can run, as for the scheduler."""
    return -(task.priority_weight or 0), task.map_index


def _run_task(task: TaskInstance, client: Client, session: Session) -> None:
    task.state, task.queued_dttm = TaskInstanceState.QUEUED, datetime.now(UTC)
    work = ExecuteTask.make(task)
    session.commit()
    run_task(work, client)


def _next_attempt(run: DagRun, session: Session) -> datetime:
    """The earliest time at which a task may be tried again.

    Raises:
        RuntimeError: No task will be.
    """
    moments: list[datetime] = []
    for task in run.get_task_instances(state=TaskInstanceState.UP_FOR_RETRY, session=session):
        task.task = run.get_dag().get_task(task.task_id)
        moments.append(task.next_retry_datetime())  # type: ignore[no-untyped-call]
    for task in run.get_task_instances(state=TaskInstanceState.UP_FOR_RESCHEDULE, session=session):
        latest = TaskReschedule.stmt_for_task_instance(task, descending=True).limit(1)
        moments.append(session.scalars(latest).one().reschedule_date)
    if not moments:
        raise RuntimeError(f"The DAG run {run.run_id} has not ended, and none of its tasks can run.")
    return min(moments)


def _outcome(run: DagRun, session: Session) -> DagRunOutcome:
    failed = run.get_task_instances(state=TaskInstanceState.FAILED, session=session)
    return DagRunOutcome(
        run.state == DagRunState.SUCCESS,
        [
            FailedTaskRun(task.dag_id, task.run_id, task.task_id, task.map_index, task.try_number)
            for task in sorted(failed, key=_place)
        ],
    )


if __name__ == "__main__":
    main()
