"""The runner with which tests start load programs, forks of one server as in a run, and their events."""

import atexit
import os
from functools import cache
from queue import Queue

from include.cells.process_runner import ProcessRunner
from include.cells.program_forking import ForkClient, client_of, start_server, stop_server
from include.clusters.cluster import Cluster
from include.load.events import Event, EventKind
from include.machine.folders import PROCESSES
from include.machine.processes.identity import ProcessIdentity

Events = Queue[Event | None]
"""What a load program prints; None at its end."""


def runner_on(cluster: Cluster) -> ProcessRunner:
    return ProcessRunner(cluster.access, forks=_server(os.getpid()))


@cache
def _server(pid: int) -> ForkClient | None:
    """The server of this process, which ends with it."""
    name = f"tests-{pid}"
    log = PROCESSES / f"{name}.log"
    start_server(name, log, ProcessIdentity.of(pid))
    atexit.register(log.unlink, missing_ok=True)
    atexit.register(stop_server, name)
    return client_of(name)


def next_event(events: Events, kind: EventKind) -> Event:
    """The next event of a kind; others before it are skipped."""
    while event := events.get(timeout=60):
        if event.event is kind:
            return event
    raise AssertionError(f"the program ended before it printed the event {kind}")
