"""Faults of a broker that is a container."""

from typing import Protocol

from docker.models.containers import Container

from include.containers.engine import engine_errors
from include.errors import PlatformError
from include.networks.host_network import HostNetwork

GRACE_SECONDS = 30
"""Time between SIGTERM and SIGKILL when a broker is stopped."""


class BrokerContainers(Protocol):
    """The containers of a cluster's brokers."""

    def container(self, id: int) -> Container:
        """The container of a broker, with its current state."""

    def keep_down(self, id: int, is_down: bool) -> None:
        """Record whether a fault has ended a broker."""

    def network(self, id: int) -> HostNetwork | None:
        """The network of a broker; None: nothing stands in the path of its packets."""

    def join(self, id: int) -> None:
        """Put the bridge into the path of a broker that was started again, if the cluster has a bridge."""


class ComposeBroker:
    """Faults are requests to the container engine."""

    def __init__(self, id: int, cluster: BrokerContainers) -> None:
        self.id = id
        self._cluster = cluster

    def __str__(self) -> str:
        return f"broker {self.id}"

    @property
    def network(self) -> HostNetwork | None:
        """The network of its container; None: nothing stands in the path of its packets."""
        return self._cluster.network(self.id)

    def kill(self) -> None:
        # Recorded before the signal, since this process may be killed right after it.
        self._cluster.keep_down(self.id, True)
        with engine_errors():
            self._container.kill("SIGKILL")
            self._container.wait()
        self._expect("exited")

    def stop(self) -> None:
        """End its process with SIGTERM, after which it hands over its leaderships."""
        self._cluster.keep_down(self.id, True)
        with engine_errors():
            self._container.stop(timeout=GRACE_SECONDS)
        self._expect("exited")

    def start(self, release: str | None = None) -> None:
        """Start it again with its stored data.

        Raises:
            PlatformError: A release is given: a container has that of its image.
        """
        if release:
            raise PlatformError(f"{self} cannot get Kafka {release}: it has the release of its image")
        with engine_errors():
            self._container.start()
        self._cluster.join(self.id)
        self._cluster.keep_down(self.id, False)

    def pause(self) -> None:
        with engine_errors():
            self._container.pause()
        self._expect("paused")

    def resume(self) -> None:
        with engine_errors():
            self._container.unpause()
        self._expect("running")

    @property
    def _container(self) -> Container:
        return self._cluster.container(self.id)

    def _expect(self, status: str) -> None:
        current_status = self._container.status
        if current_status != status:
            raise PlatformError(f"{self} is {current_status}, not {status}")
