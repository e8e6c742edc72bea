"""Load programs as containers."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TextIO

from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container
from docker.utils.socket import frames_iter
from requests.exceptions import RequestException

from include.cells.errors import CellError
from include.cells.limits import Limits
from include.cells.runner import EventHandler
from include.clusters.cluster import Access
from include.clusters.engine import engine
from include.clusters.images import Image
from include.clusters.labels import labels
from include.folders import ROOT
from include.processes.lifeline import LIFELINE
from include.programs.events import event_of
from include.programs.security import security_environment
from include.rawlog.manifest import RunnerRecord
from include.scenarios.delivery_programs import Program

PATIENCE = 5.0

HOST_NETWORK = "host"

KILLED = 128
"""A container that a signal ended exits with this and the signal's number."""

PARTS = ("__init__.py", "consumers", "processes", "producers", "programs", "rawlog", "scenarios")

IMAGE = Image("load", [ROOT / "requirements.txt", *(ROOT / "include" / part for part in PARTS)])

GONE = (DockerException, RequestException, OSError)
"""What the engine's client raises when the engine is gone, or doesn't do what it is asked."""


class ProgramContainer:
    """A load program in a container, which ends when this process does."""

    def __init__(self, name: str, container: Container, reader: Thread) -> None:
        self.name = name
        self._container = container
        self._reader = reader

    @property
    def id(self) -> str:
        """The container's id."""
        return str(self._container.id)

    def begin(self) -> None:
        """Tell it to begin."""
        self._signal("SIGUSR1")

    def stop(self) -> None:
        """Tell it to end in good order."""
        self._signal("SIGTERM")

    def end(self) -> None:
        """Make sure that it is gone."""
        with suppress(NotFound):
            self._container.remove(force=True)
        self._reader.join(PATIENCE)

    def failure(self) -> str | None:
        """How it failed; None when it ended in good order, or runs."""
        try:
            self._container.reload()
        except GONE as error:
            return f"can't be found any more: {error}"
        state = self._container.attrs["State"]
        if state["Running"]:
            return None
        if state["OOMKilled"]:
            return f"was killed by its memory limit, {_memory(self._container)} MiB"
        code = state["ExitCode"]
        if not code:
            return None
        return f"was ended by signal {code - KILLED}" if code > KILLED else f"ended with exit code {code}"

    def _signal(self, signal: str) -> None:
        with suppress(APIError):  # it has just ended, which its end will tell
            self._container.kill(signal)


class ContainerRunner:
    """Starts load programs as containers of the project's image, as the user that this process is."""

    def __init__(self, access: Access, run_id: str, limits: Limits) -> None:
        """``access`` is how the containers reach the brokers, from its network or from this machine's.

        Raises:
            EngineError: there is no engine, or the image can't be built.
        """
        self._access = access
        self._run_id = run_id
        self._limits = limits
        self._image = IMAGE.built()
        self._engine = engine()

    @property
    def bootstrap(self) -> str:
        """The addresses at which the programs reach the brokers."""
        return self._access.bootstrap

    def record(self) -> RunnerRecord:
        """What the manifest says of it."""
        return RunnerRecord(
            kind="container",
            image=self._image,
            cpus=self._limits.cpus,
            memory_bytes=self._limits.memory_bytes,
        )

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramContainer:
        """Start a program; its events go to the handler and, with its error output, to ``<name>.log``.

        Raises:
            CellError: the engine didn't start it.
        """
        job = folder / f"{program.name}.job.json"
        program.job.write(job)
        try:
            container = self._create(program, folder, job)
            output = container.attach_socket(params={"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
            container.start()
        except GONE as error:
            raise CellError(f"{program.name} can't be started as a container: {error}") from error
        log = (folder / f"{program.name}.log").open("w", encoding="utf-8")
        reader = Thread(
            target=_follow,
            args=(container, output, log, program.name, handler),
            name=f"events of {program.name}",
            daemon=True,
        )
        reader.start()
        return ProgramContainer(program.name, container, reader)

    def _create(self, program: Program, folder: Path, job: Path) -> Container:
        where = str(folder.resolve())
        return self._engine.containers.create(
            self._image,
            [program.module, str(job.resolve())],
            labels={**labels(self._run_id), "kerran.program": program.name},
            user=f"{os.getuid()}:{os.getgid()}",
            volumes={where: {"bind": where, "mode": "rw"}},  # the same path inside: jobs name it
            network=self._access.network or HOST_NETWORK,
            environment={LIFELINE: "stdin", **security_environment(self._access.security)},
            stdin_open=True,
            nano_cpus=int(self._limits.cpus * 1e9) if self._limits.cpus else None,
            mem_limit=self._limits.memory_bytes,
            memswap_limit=self._limits.memory_bytes,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges"],
            read_only=True,
            tmpfs={"/tmp": "size=16m"},  # noqa: S108 - the container's own
        )


def _follow(container: Container, output: object, log: TextIO, name: str, handler: EventHandler) -> None:
    """Write its output to the log, and hand its events on; at its end, or the engine's, hand on None."""
    with log, suppress(*GONE):
        for line in _lines(output):
            log.write(line)
            log.flush()
            if event := event_of(line):
                handler(name, event)
        container.wait()
    handler(name, None)


def _lines(output: object) -> Iterator[str]:
    """The lines of both its outputs, as they come."""
    rest = b""
    for _stream, chunk in frames_iter(output, tty=False):  # type: ignore[no-untyped-call]
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode(errors="replace") + "\n" for line in lines)
    if rest:
        yield rest.decode(errors="replace")


def _memory(container: Container) -> int:
    return int(container.attrs["HostConfig"]["Memory"]) // 2**20
