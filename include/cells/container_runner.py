"""Load programs as containers."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TextIO

from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container
from docker.utils.socket import frames_iter
from requests.exceptions import RequestException

from include.cells.container_limits import Limits
from include.cells.runner import EventHandler
from include.clusters.cluster import Access
from include.containers import network as container_network
from include.containers.engine import engine, engine_errors, reason
from include.containers.images import Image
from include.containers.labels import labels
from include.errors import PlatformError
from include.folders import ROOT
from include.load_runtime.events import event_of
from include.load_runtime.network_env import OWN_NETWORK
from include.load_runtime.program import Program
from include.load_runtime.security import security_environment
from include.networks.namespace_network import NamespaceNetwork
from include.processes.stdin_watchdog import LIFELINE
from include.rawlog.manifest import RunnerRecord

PATIENCE = 5.0

HOST_NETWORK = "host"

KILLED = 128
"""A container that a signal ended exits with this and the signal's number."""

PARTS = (
    "__init__.py",
    "settings.py",
    "consumers",
    "load_runtime",
    "monitors",
    "processes",
    "producers",
    "rawlog",
)
"""The files and folders of ``include`` that the image contains."""

ALLOWED = Path("/proc/sys/net/ipv4/tcp_allowed_congestion_control")
"""What TCP's congestion control may be that any user of the machine chooses (ip-sysctl)."""

IMAGE = Image("load", [ROOT / "requirements.txt", *(ROOT / "include" / part for part in PARTS)])

GONE = (DockerException, RequestException, OSError)
"""What the engine's client raises when the engine is gone, or doesn't do what it is asked."""


class ProgramContainer:
    """A load program in a container, which ends when this process does."""

    def __init__(
        self, name: str, create: Callable[[], Container], log: TextIO, handler: EventHandler
    ) -> None:
        """Create and start the container, and follow it, in a thread of its own.

        To start a container takes half a second: a cell's containers start side by side.
        """
        self.name = name
        self._create = create
        self._created: Future[Container] = Future()
        self._log = log
        self._handler = handler
        self._problem: str | None = None
        self._reader = Thread(target=self._run, name=f"events of {name}", daemon=True)
        self._reader.start()

    @property
    def id(self) -> str:
        """The container's id."""
        return str(self._created.result().id)

    @property
    def network(self) -> NamespaceNetwork | None:
        """Its own network, where it has one; what broke it goes with it."""
        container = self._created.result()
        if container.attrs["HostConfig"]["NetworkMode"] == HOST_NETWORK:
            return None
        return NamespaceNetwork(
            partial(container_network.entered, engine(), str(container.id), container.labels)
        )

    def begin(self) -> None:
        """Tell it to begin."""
        self._signal("SIGUSR1")

    def stop(self) -> None:
        """Tell it to end in good order."""
        self._signal("SIGTERM")

    def kill(self) -> None:
        """End it at once, as a fault; returns when it is gone."""
        with engine_errors():
            self._created.result().kill("SIGKILL")
            self._created.result().wait()

    def pause(self) -> None:
        """Pause it, as a fault."""
        with engine_errors():
            self._created.result().pause()

    def resume(self) -> None:
        """Resume it, whether it is paused or waits for the fault that it was to meet."""
        with engine_errors():
            self._created.result().unpause()
        self._signal("SIGUSR2")

    def end(self) -> None:
        """Make sure that it is gone."""
        if self._created.exception() is None:
            with suppress(NotFound):
                self._created.result().remove(force=True)
        self._reader.join(PATIENCE)

    def failure(self) -> str | None:
        """How it failed; None when it ended in good order, or runs."""
        if self._problem:
            return self._problem
        container = self._created.result()
        try:
            container.reload()
        except GONE as error:
            return f"can't be found any more: {reason(error)}"
        state = container.attrs["State"]
        if state["Running"]:
            return None
        if state["OOMKilled"]:
            return f"was killed by its memory limit, {_memory(container)} MiB"
        code = state["ExitCode"]
        if not code:
            return None
        return f"was ended by signal {code - KILLED}" if code > KILLED else f"ended with exit code {code}"

    def _run(self) -> None:
        """From its creation to its end, or the engine's, which None tells the handler."""
        with self._log:
            try:
                output = self._start()
            except GONE as error:
                self._problem = f"can't be started as a container: {reason(error)}"
            else:
                with suppress(*GONE):
                    self._follow(output)
        self._handler(self.name, None)

    def _start(self) -> object:
        """Create and start it; its output."""
        try:
            container = self._create()
        except BaseException as error:
            self._created.set_exception(error)
            raise
        self._created.set_result(container)
        output = container.attach_socket(params={"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
        container.start()
        return output

    def _follow(self, output: object) -> None:
        """Write its output to the log, and hand its events on."""
        for line in _lines(output):
            self._log.write(line)
            self._log.flush()
            if event := event_of(line):
                self._handler(self.name, event)
        self._created.result().wait()

    def _signal(self, signal: str) -> None:
        with suppress(APIError):  # it has just ended, which its end will tell
            self._created.result().kill(signal)


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

        That the engine doesn't start it is a failure of the program.

        Raises:
            PlatformError: its network can't be made what it should be.
        """
        if self._access.network:
            _check_congestion_control(program.congestion_control)
        job = folder / f"{program.name}.job.json"
        program.job.write(job)
        log = (folder / f"{program.name}.log").open("w", encoding="utf-8")
        return ProgramContainer(program.name, partial(self._create, program, folder, job), log, handler)

    def _create(self, program: Program, folder: Path, job: Path) -> Container:
        where = str(folder.resolve())
        return self._engine.containers.create(
            self._image,
            [program.module, str(job.resolve())],
            labels={**labels(self._run_id), "kerran.program": program.name},
            user=f"{os.getuid()}:{os.getgid()}",
            volumes={where: {"bind": where, "mode": "rw"}},  # the same path inside: jobs name it
            network=self._access.network or HOST_NETWORK,
            sysctls=_sysctls(program.congestion_control) if self._access.network else None,
            environment={
                LIFELINE: "stdin",
                **({OWN_NETWORK: "1"} if self._access.network else {}),
                **security_environment(self._access.security),
            },
            stdin_open=True,
            nano_cpus=int(self._limits.cpus * 1e9) if self._limits.cpus else None,
            mem_limit=self._limits.memory_bytes,
            memswap_limit=self._limits.memory_bytes,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges"],
            read_only=True,
            tmpfs={"/tmp": "size=16m"},  # noqa: S108 - the container's own
        )


def _check_congestion_control(name: str | None) -> None:
    """A container's network may only have one of those that any user may choose."""
    if not name or not ALLOWED.exists():
        return
    allowed = ALLOWED.read_text(encoding="ascii").split()
    if name not in allowed:
        raise PlatformError(
            f"congestion_control: {name} can't be had in a container, but {' or '.join(allowed)} can: choose "
            f'one, or allow it: sysctl net.ipv4.tcp_allowed_congestion_control="{" ".join([*allowed, name])}"'
        )


def _sysctls(congestion_control: str | None) -> dict[str, str]:
    """What its network is told, which is its own."""
    return {"net.ipv4.tcp_congestion_control": congestion_control} if congestion_control else {}


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
