"""Start a queue server in a folder of its own."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from include.clusters.cluster_folder import end_brokers
from include.errors import PlatformError
from include.processes.background import end_of_log, launch, register
from include.processes.identity import ProcessIdentity
from include.processes.waiting import wait_until
from include.servers.queue_server import STATE, QueueServer, ServerState

STARTUP_TIMEOUT_SECONDS = 60.0
"""Time within which each process must answer; usual are one second, and five for RabbitMQ."""


@dataclass(frozen=True)
class ServerProcess:
    """A process to start; ``answers`` is called until it returns true."""

    name: str
    command: list[str]
    answers: Callable[[], bool]
    environment: Mapping[str, str] = field(default_factory=dict)

    def log(self, folder: Path) -> Path:
        """The file for its output."""
        return folder / f"{self.name}.log"


@dataclass(frozen=True)
class StartupPlan:
    """A server to start: its processes in their order, the server itself last, and what its state records.

    ``release`` asks the running server for its version.
    """

    server: str
    address: str
    processes: Sequence[ServerProcess]
    settings: dict[str, str]
    release: Callable[[], str]


def start_server(plan: StartupPlan, folder: Path, owner: ProcessIdentity | None) -> QueueServer:
    """Start a server that outlives this process; return when it answers.

    Raises:
        PlatformError: A process of it does not start; the message holds the end of its log.
    """
    started: list[ProcessIdentity] = []
    # This process is the owner until the server is ready: if it is killed, no other process could stop it.
    starter = ProcessIdentity.of(os.getpid())
    try:
        for server_process in plan.processes:
            started.append(
                launch(server_process.command, folder, server_process.log(folder), server_process.environment)
            )
            register(server_process.name, folder, started[-1], starter)
            _wait_until_it_answers(server_process, folder, started[-1])
        state = ServerState(
            server=plan.server,
            release=plan.release(),
            address=plan.address,
            process=started[-1],
            log=plan.processes[-1].log(folder),
            settings=plan.settings,
            others=started[:-1],
        )
        for server_process, process in zip(plan.processes, started, strict=True):
            register(server_process.name, folder, process, owner)
        STATE.write(folder, state)
    except BaseException:
        end_brokers(folder, started, STATE)
        raise
    return QueueServer(folder, state)


def _wait_until_it_answers(server_process: ServerProcess, folder: Path, process: ProcessIdentity) -> None:
    log = server_process.log(folder)

    def answers() -> bool:
        if not process.alive():
            raise PlatformError(f"{server_process.name} does not start; the end of {log}:\n{end_of_log(log)}")
        return server_process.answers()

    wait_until(
        answers, STARTUP_TIMEOUT_SECONDS, lambda: f"{server_process.name} did not answer (its log is {log})"
    )
