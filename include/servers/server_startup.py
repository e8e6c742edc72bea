"""Start a server in a folder of its own."""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from include import folders
from include.clusters.embedded.jvm_process import end_of_log, launch
from include.errors import PlatformError
from include.load_runtime.scenarios.queue.systems import Server
from include.processes.identity import ProcessIdentity
from include.processes.leftovers import end_leftovers
from include.processes.registry import Registry
from include.processes.waiting import wait_until
from include.servers.server import DATA, QueueServer, attach, end
from include.servers.state import STATE_FILE, ServerState, write_state

READY = 60.0
"""Seconds within which each process must answer; a second is usual, and five for RabbitMQ."""


@dataclass(frozen=True)
class Startable:
    """A process to start; whether it ``answers`` is asked until it does."""

    name: str
    command: list[str]
    answers: Callable[[], bool]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Recipe:
    """A server to start: its processes in their order, the server itself last; and what to keep of it.

    ``release`` asks it for its own once it answers.
    """

    server: Server
    address: str
    processes: Sequence[Startable]
    settings: dict[str, str]
    release: Callable[[], str]


def make_room(folder: Path) -> Path:
    """The folder, resolved, with an empty one for data.

    Raises:
        PlatformError: a server runs there.
    """
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    end_leftovers()  # among them may be what a killed starter left in this folder
    if (folder / STATE_FILE).exists():
        earlier = attach(folder)
        if any(process.alive() for process in earlier.brokers):
            raise PlatformError(f"a server was started in {folder} and not stopped; stop it first")
        earlier.stop()
    shutil.rmtree(folder / DATA, ignore_errors=True)
    (folder / DATA).mkdir()
    return folder


def start_server(recipe: Recipe, folder: Path, owner: ProcessIdentity | None) -> QueueServer:
    """Start it, and return when it answers; it outlives this process, as a cluster of brokers does.

    Raises:
        PlatformError: it doesn't come up; it says why, as far as its log tells.
    """
    started: list[ProcessIdentity] = []
    # Until it is ready it is this process's: if that is killed, nobody else could stop it.
    starter = ProcessIdentity.of(os.getpid())
    try:
        for one in recipe.processes:
            started.append(launch(one.command, folder, _log(folder, one), one.environment))
            _register(one, folder, started[-1], starter)
            _wait_until_it_answers(one, folder, started[-1])
        state = ServerState(
            server=recipe.server,
            release=recipe.release(),
            address=recipe.address,
            process=started[-1],
            log=_log(folder, recipe.processes[-1]),
            settings=recipe.settings,
            others=started[:-1],
        )
        for one, process in zip(recipe.processes, started, strict=True):
            _register(one, folder, process, owner)
        write_state(folder, state)
    except BaseException:
        end(folder, started)
        raise
    return QueueServer(folder, state)


def _wait_until_it_answers(one: Startable, folder: Path, process: ProcessIdentity) -> None:
    log = _log(folder, one)

    def answers() -> bool:
        if not process.alive():
            raise PlatformError(f"{one.name} doesn't start; the end of {log}:\n{end_of_log(log)}")
        return one.answers()

    wait_until(answers, READY, lambda: f"{one.name} didn't answer (its log is {log})")


def _log(folder: Path, one: Startable) -> Path:
    return folder / f"{one.name}.log"


def _register(one: Startable, folder: Path, process: ProcessIdentity, owner: ProcessIdentity | None) -> None:
    Registry(folders.PROCESSES).add(f"{one.name} in {folder}", process, owner)
