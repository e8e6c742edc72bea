"""Spark's standalone master and workers, as processes of this machine that listen on loopback only."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from include.cli.local_airflow.environment import SparkMaster
from include.machine.networks.ports import free_ports
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.parent_death import end_with_parent
from include.machine.processes.wait_until import wait_until
from include.spark_jobs.job.submission import SPARK_HOME

HOST = "127.0.0.1"

START_TIMEOUT_SECONDS = 60.0

ENVIRONMENT: Mapping[str, str] = {
    "SPARK_HOME": str(SPARK_HOME),
    "SPARK_LOCAL_IP": HOST,
    "SPARK_DAEMON_MEMORY": "256m",
}

CONF: Mapping[str, str] = {
    "spark.driver.host": HOST,
    "spark.driver.bindAddress": HOST,
    "spark.executor.memory": "512m",
    "spark.pyspark.python": sys.executable,
    "spark.ui.enabled": "false",
}


@dataclass(frozen=True)
class Standalone:
    """A running master with workers."""

    master: SparkMaster
    workers: list[ProcessIdentity]

    def kill_worker(self) -> None:
        """Kill a worker that runs Python for a job, and its executors, as if its machine had lost power.

        Raises:
            StopIteration: No worker runs Python.
        """
        trees = ([worker, *worker.children(recursive=True)] for worker in self._processes())
        for process in next(tree for tree in trees if any(map(_runs_python, tree))):
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def _processes(self) -> Iterator[psutil.Process]:
        return (psutil.Process(worker.pid) for worker in self.workers)


def _runs_python(process: psutil.Process) -> bool:
    """Whether a process runs Python for a job. A process that has ended meanwhile does not."""
    try:
        return "pyspark.daemon" in process.cmdline()
    except psutil.NoSuchProcess:
        return False


@contextmanager
def standalone(folder: Path, workers: int) -> Iterator[Standalone]:
    """A master, and workers of one core each that have registered with the master.

    Args:
        folder: For logs and the workers' files.
        workers: Their number.

    Raises:
        NotInTimeError: They did not start.
    """
    [port] = free_ports(1)
    url = f"spark://{HOST}:{port}"
    log = folder / "master.log"
    with ExitStack() as running:
        master = ["master.Master", "--host", HOST, "--port", str(port), "--webui-port", "0"]
        running.enter_context(_daemon(master, log))
        wait_until(
            lambda: f"Starting Spark master at {url}" in log.read_text(),
            START_TIMEOUT_SECONDS,
            lambda: f"Spark's master did not start (see {log})",
        )
        started = [
            running.enter_context(_worker(folder / f"worker-{number}", url)) for number in range(workers)
        ]
        wait_until(
            lambda: log.read_text().count("Registering worker") == workers,
            START_TIMEOUT_SECONDS,
            lambda: f"{workers} workers did not register with Spark's master (see {log})",
        )
        yield Standalone(SparkMaster(url, CONF, {"SPARK_LOCAL_IP": HOST}), started)


@contextmanager
def _worker(folder: Path, url: str) -> Iterator[ProcessIdentity]:
    folder.mkdir()
    size = ["--cores", "1", "--memory", "1g", "--work-dir", str(folder)]
    command = ["worker.Worker", "--host", HOST, "--port", "0", "--webui-port", "0", *size, url]
    with _daemon(command, folder / "worker.log") as worker:
        yield worker


@contextmanager
def _daemon(command: list[str], log: Path) -> Iterator[ProcessIdentity]:
    name, *arguments = command
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(SPARK_HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *arguments],
            env={**os.environ, **ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=end_with_parent,
        )
    identity = ProcessIdentity.of(process.pid)
    try:
        yield identity
    finally:
        identity.end(grace_seconds=10)
        process.wait()
