"""Run a task in a process of its own. The process is a fork of this process, as with the LocalExecutor.

Airflow's API for tasks is within this process, as Airflow's own DAG processor has it.
"""

import os
import selectors
import time

import structlog
from airflow.api_fastapi.execution_api import versions
from airflow.api_fastapi.execution_api.routes import execution_api_router
from airflow.executors.workloads import ExecuteTask
from airflow.sdk.api.client import Client
from airflow.sdk.execution_time.supervisor import ActivitySubprocess, in_process_api_server
from airflow.sdk.log import init_log_file, logging_processors
from cadwyn import HeadVersion, Version, VersionBundle
from cadwyn.route_generation import _DELETED_ROUTE_TAG


class TaskProcess(ActivitySubprocess):
    """Airflow's supervisor of a task, which is quiet while the task runs, and notices its end at once."""

    def wait(self) -> int:
        """Wait for the end of the process.

        Airflow waits until the process has closed its outputs. If the process has not ended by then, Airflow
        looks for its end at the next heartbeat. This took two seconds more in one of six tasks.
        """
        end = ProcessEnd(self.pid)
        self.selector.register(end, selectors.EVENT_READ, (lambda _end: False, self.selector.unregister))
        return super().wait()

    def _send_heartbeat_if_needed(self) -> None:
        """Send no heartbeat, which would load the machine: there is no scheduler that looks for one."""
        self._last_successful_heartbeat = time.monotonic()


class ProcessEnd:
    """A file descriptor of a process, which can be read when the process has ended."""

    def __init__(self, pid: int) -> None:
        self._descriptor = os.pidfd_open(pid)

    def fileno(self) -> int:
        """The descriptor, for selectors."""
        return self._descriptor

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self._descriptor)


def api_client() -> Client:
    """A client of Airflow's API for tasks.

    The API has only its newest version, since the client is of the same Airflow. To build the other versions,
    and the routes that only they have, would take four seconds.
    """
    versions.bundle = VersionBundle(HeadVersion(), Version(versions.bundle.versions[0].value))
    routes = execution_api_router.routes
    routes[:] = [route for route in routes if _DELETED_ROUTE_TAG not in getattr(route, "tags", ())]
    client = Client(base_url=None, token="", dry_run=True, transport=in_process_api_server().transport)
    client.base_url = "http://in-process.invalid./"
    return client


def run_task(work: ExecuteTask, client: Client) -> None:
    """Run a task, and wait until its process has ended and its state is stored.

    The threads of the API do nothing while this process forks: they only answer requests of this thread.
    """
    with init_log_file(str(work.log_path)).open("ab") as log_file:
        logger = structlog.wrap_logger(
            structlog.BytesLogger(log_file),
            processors=logging_processors(json_output=True),
            logger_name="task",
        ).bind()
        process = TaskProcess.start(
            what=work.ti,  # type: ignore[arg-type]
            dag_rel_path=work.dag_rel_path,
            bundle_info=work.bundle_info,
            client=client,
            logger=logger,
        )
        process.wait()
