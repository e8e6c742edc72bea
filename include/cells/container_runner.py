"""Run load programs as containers."""

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

from include.cells.container_limits import ResourceLimits
from include.cells.runner import OUTPUT_TIMEOUT_SECONDS, EventHandler, open_log, write_job
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

HOST_NETWORK = "host"
"""The engine's name for the network of the host."""

SIGNAL_EXIT_CODE = 128
"""A container that signal n ended has the exit code 128 + n."""

IMAGE_SOURCES = (
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

ALLOWED_CONGESTION_CONTROLS = Path("/proc/sys/net/ipv4/tcp_allowed_congestion_control")
"""Lists the TCP congestion controls that an unprivileged user may choose (ip-sysctl in Linux's manual)."""

LOAD_IMAGE = Image("load", [ROOT / "requirements.txt", *(ROOT / "include" / path for path in IMAGE_SOURCES)])

ENGINE_ERRORS = (DockerException, RequestException, OSError)
"""The errors of the engine's client: the engine does not answer, or it refuses a request."""


class ProgramContainer:
    """A load program in a container; it ends when this process ends."""

    def __init__(
        self, name: str, create: Callable[[], Container], log: TextIO, handler: EventHandler
    ) -> None:
        """Create and start the container and read its output, in a thread of its own.

        An engine takes half a second to start a container, so that a cell's containers start in parallel.

        Args:
            name: The program's name within the cell.
            create: Creates the container.
            log: The file that takes the container's output; it is closed when the container ends.
            handler: Takes the program's events.
        """
        self.name = name
        self._create = create
        self._created: Future[Container] = Future()
        self._log = log
        self._handler = handler
        self._start_failure: str | None = None
        self._reader = Thread(target=self._run, name=f"events of {name}", daemon=True)
        self._reader.start()

    @property
    def id(self) -> str:
        """The container's id."""
        return str(self._created.result().id)

    @property
    def network(self) -> NamespaceNetwork | None:
        """The container's own network, which is removed with it; None if it uses the host's network."""
        container = self._created.result()
        if container.attrs["HostConfig"]["NetworkMode"] == HOST_NETWORK:
            return None
        return NamespaceNetwork(
            partial(container_network.entered, engine(), str(container.id), container.labels)
        )

    def begin(self) -> None:
        """Tell the program to begin."""
        self._signal("SIGUSR1")

    def stop(self) -> None:
        """Tell the program to end in an orderly way."""
        self._signal("SIGTERM")

    def kill(self) -> None:
        """Kill the program, as a fault; return when it has exited."""
        with engine_errors():
            self._created.result().kill("SIGKILL")
            self._created.result().wait()

    def pause(self) -> None:
        """Pause the program, as a fault."""
        with engine_errors():
            self._created.result().pause()

    def resume(self) -> None:
        """Resume a program that is paused, or that waits for the fault that strikes it."""
        with engine_errors():
            self._created.result().unpause()
        self._signal("SIGUSR2")

    def end(self) -> None:
        """Make sure that the container no longer exists."""
        if self._created.exception() is None:
            with suppress(NotFound):
                self._created.result().remove(force=True)
        self._reader.join(OUTPUT_TIMEOUT_SECONDS)

    def failure(self) -> str | None:
        """Return how the container failed; None if it runs, or ended in an orderly way."""
        if self._start_failure:
            return self._start_failure
        container = self._created.result()
        try:
            container.reload()
        except ENGINE_ERRORS as error:
            return f"cannot be inspected: {reason(error)}"
        state = container.attrs["State"]
        if state["Running"]:
            return None
        if state["OOMKilled"]:
            return f"was killed by its memory limit, {_memory_mib(container)} MiB"
        code = state["ExitCode"]
        if not code:
            return None
        if code > SIGNAL_EXIT_CODE:
            return f"was ended by signal {code - SIGNAL_EXIT_CODE}"
        return f"ended with exit code {code}"

    def _run(self) -> None:
        """Start the container and read its output until it ends; then tell the handler None."""
        with self._log:
            try:
                output = self._start()
            except ENGINE_ERRORS as error:
                self._start_failure = f"cannot be started as a container: {reason(error)}"
            else:
                with suppress(*ENGINE_ERRORS):
                    self._read(output)
        self._handler(self.name, None)

    def _start(self) -> object:
        """Create and start the container, and return a stream of its output."""
        try:
            container = self._create()
        except BaseException as error:
            self._created.set_exception(error)
            raise
        self._created.set_result(container)
        output = container.attach_socket(params={"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
        container.start()
        return output

    def _read(self, output: object) -> None:
        """Write the output to the log and pass the events to the handler, until the container ends."""
        for line in _lines(output):
            self._log.write(line)
            self._log.flush()
            if event := event_of(line):
                self._handler(self.name, event)
        self._created.result().wait()

    def _signal(self, signal: str) -> None:
        with suppress(APIError):  # the container has just ended, and the handler will be told
            self._created.result().kill(signal)


class ContainerRunner:
    """Starts load programs as containers of the project's image, under the user id of this process."""

    def __init__(self, access: Access, run_id: str, limits: ResourceLimits) -> None:
        """Build the image, unless it exists.

        Args:
            access: How the containers reach the brokers, from the cluster's network or the host's network.
            run_id: The run, which is a label of the containers.
            limits: CPU and memory of each container.

        Raises:
            EngineError: No container engine answers, or the image cannot be built.
        """
        self._access = access
        self._run_id = run_id
        self._limits = limits
        self._image = LOAD_IMAGE.built()
        self._engine = engine()

    @property
    def bootstrap(self) -> str:
        """The addresses at which the programs reach the brokers, separated by commas."""
        return self._access.bootstrap

    def record(self) -> RunnerRecord:
        """Return the description of the runner for the manifest."""
        return RunnerRecord(
            kind="container",
            image=self._image,
            cpus=self._limits.cpus,
            memory_bytes=self._limits.memory_bytes,
        )

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramContainer:
        """Start a program; its events and its error output go to ``<name>.log``, its events to the handler.

        If the engine cannot start the container, the program counts as failed.

        Raises:
            PlatformError: The network of the program cannot be prepared.
        """
        if self._access.network:
            _check_congestion_control(program.congestion_control)
        job, log = write_job(program, folder), open_log(program, folder)
        return ProgramContainer(program.name, partial(self._create, program, folder, job), log, handler)

    def _create(self, program: Program, folder: Path, job: Path) -> Container:
        path = str(folder.resolve())
        return self._engine.containers.create(
            self._image,
            [program.module, str(job.resolve())],
            labels={**labels(self._run_id), "kerran.program": program.name},
            user=f"{os.getuid()}:{os.getgid()}",
            volumes={path: {"bind": path, "mode": "rw"}},  # the same path in the container: jobs contain it
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
            tmpfs={"/tmp": "size=16m"},  # noqa: S108 - this is a folder of the container
        )


def _check_congestion_control(name: str | None) -> None:
    """Check that an unprivileged user may choose a congestion control, as a container's network requires.

    Raises:
        PlatformError: The kernel does not allow it; the message names those that are allowed.
    """
    if not name or not ALLOWED_CONGESTION_CONTROLS.exists():
        return
    allowed = ALLOWED_CONGESTION_CONTROLS.read_text(encoding="ascii").split()
    if name not in allowed:
        raise PlatformError(
            f"congestion_control: {name} is not available in a container; choose {' or '.join(allowed)}, or "
            f'allow it with sysctl net.ipv4.tcp_allowed_congestion_control="{" ".join([*allowed, name])}"'
        )


def _sysctls(congestion_control: str | None) -> dict[str, str]:
    """Return the kernel parameters of a container's own network."""
    return {"net.ipv4.tcp_congestion_control": congestion_control} if congestion_control else {}


def _lines(output: object) -> Iterator[str]:
    """Yield the lines of a container's standard output and error output, as they arrive."""
    rest = b""
    for _stream, chunk in frames_iter(output, tty=False):  # type: ignore[no-untyped-call]
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode(errors="replace") + "\n" for line in lines)
    if rest:
        yield rest.decode(errors="replace")


def _memory_mib(container: Container) -> int:
    return int(container.attrs["HostConfig"]["Memory"]) // 2**20
