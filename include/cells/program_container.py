"""A load program in a container."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TextIO

from docker import DockerClient
from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container
from docker.utils.socket import frames_iter
from requests.exceptions import RequestException

from include.cells.runner import OUTPUT_TIMEOUT_SECONDS, EventHandler
from include.load.events import event_of
from include.machine.containers import breakable_network as container_network
from include.machine.containers.container_namespace import container_namespace
from include.machine.containers.engine import engine_errors, reason
from include.machine.networks.host_packet_rules import HostNetwork

SIGNAL_EXIT_CODE = 128
"""If signal n ended a container, its exit code is 128 + n."""

ENGINE_ERRORS = (DockerException, RequestException, OSError)
"""The errors of the engine's client: the engine does not answer, or it refuses a request."""


@dataclass(frozen=True)
class JoinedNetwork:
    """The network of a load program whose packets cross the bridge of the cluster."""

    client: DockerClient
    bridge: str
    """The id of the helper container for bridges."""
    name: str
    """The name of the program's container on the bridge."""
    keeper: str
    """The id of a helper container in the network namespace of the program's container. It runs until
    ``leave`` removes it."""

    @property
    def network(self) -> HostNetwork:
        bridge, namespace = container_namespace(self.bridge), container_namespace(self.keeper)
        return HostNetwork(bridge, self.name, namespace)

    def leave(self) -> None:
        """Remove everything that was created for the container."""
        container_network.leave(self.client, self.bridge, self.name, self.keeper)


class ProgramContainer:
    """A load program in a container; it ends when the runner's process ends."""

    def __init__(
        self,
        name: str,
        create: Callable[[], Container],
        join: Callable[[Container], JoinedNetwork | None],
        log: TextIO,
        handler: EventHandler,
        security: Path | None = None,
    ) -> None:
        """Create and start the container and read its output, in a separate thread.

        ``security``, the file with the program's secret settings, is removed when the container has ended.

        An engine needs half a second to start a container. So the containers of a cell start in parallel.
        """
        self.name = name
        self._create, self._join = create, join
        self._joined: Future[JoinedNetwork | None] = Future()
        self._created: Future[Container] = Future()
        self._log = log
        self._handler = handler
        self._security = security
        self._start_failure: str | None = None
        self._reader = Thread(target=self._run, name=f"events of {name}", daemon=True)
        self._reader.start()

    @property
    def id(self) -> str:
        return str(self._created.result().id)

    @property
    def network(self) -> HostNetwork | None:
        host = self._joined.result()
        return host.network if host else None

    def begin(self) -> None:
        """Wait until the program's network is complete, then tell the program to begin."""
        self._joined.result()
        self._signal("SIGUSR1")

    def finish(self) -> None:
        self._signal("SIGUSR1")

    def stop(self) -> None:
        self._signal("SIGTERM")

    def kill(self) -> None:
        with engine_errors():
            self._created.result().kill("SIGKILL")
            self._created.result().wait()

    def pause(self) -> None:
        with engine_errors():
            self._created.result().pause()

    def resume(self) -> None:
        with engine_errors():
            self._created.result().unpause()
        self._signal("SIGUSR2")

    def end(self) -> None:
        if self._joined.exception() is None and (host := self._joined.result()):
            host.leave()
        if self._created.exception() is None:
            with suppress(NotFound):
                self._created.result().remove(force=True)
        self._reader.join(OUTPUT_TIMEOUT_SECONDS)

    def failure(self) -> str | None:
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
            return f"was killed by its memory limit, {container.attrs['HostConfig']['Memory'] // 2**20} MiB"
        code = state["ExitCode"]
        if not code:
            return None
        if code > SIGNAL_EXIT_CODE:
            return f"was ended by signal {code - SIGNAL_EXIT_CODE}"
        return f"ended with exit code {code}"

    def _run(self) -> None:
        """Start the container and read its output until it ends.

        The handler receives None at the end, even if the start failed.
        """
        try:
            with self._log:
                self._start_and_read()
        finally:
            if self._security:
                self._security.unlink(missing_ok=True)
            self._handler(self.name, None)

    def _start_and_read(self) -> None:
        try:
            output = self._start()
        except Exception as error:  # whoever waits must be told, also of an error that nobody foresaw
            self._start_failure = f"cannot be started as a container: {reason(error)}"
            self._joined.set_exception(error)
        else:
            self._join_bridge()
            with suppress(*ENGINE_ERRORS):
                self._read(output)

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

    def _join_bridge(self) -> None:
        """Connect the container to the cluster's bridge, if there is one.

        If connecting fails, every later use of the container's network raises the error.
        """
        try:
            self._joined.set_result(self._join(self._created.result()))
        except Exception as error:  # whoever waits must be told, also of an error that nobody foresaw
            self._joined.set_exception(error)

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


def _lines(output: object) -> Iterator[str]:
    """Yield the lines of a container's standard output and error output, as they arrive."""
    rest = b""
    for _stream, chunk in frames_iter(output, tty=False):  # type: ignore[no-untyped-call]
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode(errors="replace") + "\n" for line in lines)
    if rest:
        yield rest.decode(errors="replace")
