import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from queue import Queue

import pytest

from include.cells.container_runner import ContainerRunner
from include.cells.program_container import ProgramContainer
from include.cells.resource_limits import ResourceLimits
from include.load.events import EventKind
from include.machine.containers.engine import engine
from include.machine.containers.labels import RUN
from include.machine.folders import ROOT
from include.machine.processes.wait_until import wait_until
from tests.cells.brokerless_consumer import NOWHERE, brokerless_consumer
from tests.session.load_programs import Events, next_event

pytestmark = pytest.mark.containers


def started(folder: Path, limits: ResourceLimits) -> tuple[ProgramContainer, Events]:
    """A consumer in a container with these limits, and its events."""
    events: Events = Queue()
    runner, program = ContainerRunner(NOWHERE, "tests", limits), brokerless_consumer(folder)
    return runner.start(program, folder, lambda _name, event: events.put(event)), events


def test_the_user_who_runs_the_cell_owns_the_files_of_a_container(tmp_path: Path) -> None:
    program, events = started(tmp_path, ResourceLimits())
    try:
        assert next_event(events, EventKind.READY).client_settings["client.id"] == "hidden"
        program.stop()
        while (event := events.get(timeout=30)) is not None:
            assert event.event is not EventKind.ERROR
        assert program.failure() is None
    finally:
        program.end()
    assert (tmp_path / "consumer-0.journal").stat().st_uid == os.getuid()
    assert "hidden" not in (tmp_path / "consumer-0.job.json").read_text()


def test_a_container_that_its_memory_limit_killed_is_reported_as_such(tmp_path: Path) -> None:
    program, events = started(tmp_path, ResourceLimits(memory_bytes=12 * 2**20))
    try:
        while events.get(timeout=30) is not None:
            continue
        assert program.failure() == "was killed by its memory limit, 12 MiB"
    finally:
        program.end()


STARTS_AND_WAITS = """
import signal, sys
from pathlib import Path
from include.cells.container_runner import ContainerRunner
from include.cells.resource_limits import ResourceLimits
from tests.cells.brokerless_consumer import NOWHERE, brokerless_consumer
folder = Path(sys.argv[1])
ContainerRunner(NOWHERE, "killed", ResourceLimits()).start(
    brokerless_consumer(folder), folder, lambda name, event: print(name, flush=True)
)
signal.pause()
"""


def test_a_container_ends_when_the_process_that_started_it_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTS_AND_WAITS, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "consumer-0\n"
        starter.send_signal(signal.SIGKILL)
    (left,) = engine().containers.list(all=True, filters={"label": f"{RUN}=killed"})
    container = engine().containers.get(str(left.id))
    try:
        current = partial(engine().containers.get, str(left.id))
        wait_until(lambda: current().status == "exited", 10, lambda: "the container did not end")
    finally:
        container.remove(force=True)
