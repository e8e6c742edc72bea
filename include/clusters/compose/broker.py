"""A broker that is a container, to be broken."""

from typing import Protocol

from docker.models.containers import Container

from include.containers.engine import engine_asked
from include.errors import PlatformError
from include.networks.namespace_network import NamespaceNetwork

PATIENCE = 30
"""Seconds that a broker has to leave in good order."""


class Keeper(Protocol):
    """The cluster that a broker belongs to."""

    def container(self, id: int) -> Container:
        """A broker's container, as it is now."""
        ...

    def keep_down(self, id: int, is_down: bool) -> None:
        """Keep whether a fault has ended a broker."""

    def network(self, id: int) -> NamespaceNetwork:
        """A broker's network."""
        ...


class ComposeBroker:
    """Broken by the engine."""

    def __init__(self, id: int, cluster: Keeper) -> None:
        self.id = id
        self._cluster = cluster

    def __str__(self) -> str:
        """As a person calls it."""
        return f"broker {self.id}"

    @property
    def network(self) -> NamespaceNetwork:
        """Its container's."""
        return self._cluster.network(self.id)

    def kill(self) -> None:
        """SIGKILL."""
        self._cluster.keep_down(self.id, True)  # before: nobody may be there after
        with engine_asked():
            self._container.kill("SIGKILL")
            self._container.wait()
        self._expect("exited")

    def stop(self) -> None:
        """SIGTERM: it hands its leaderships over, and leaves."""
        self._cluster.keep_down(self.id, True)
        with engine_asked():
            self._container.stop(timeout=PATIENCE)
        self._expect("exited")

    def start(self) -> None:
        """Start it again, with what it had stored."""
        with engine_asked():
            self._container.start()
        self._cluster.keep_down(self.id, False)

    def pause(self) -> None:
        """All of its processes are suspended."""
        with engine_asked():
            self._container.pause()
        self._expect("paused")

    def resume(self) -> None:
        """They go on."""
        with engine_asked():
            self._container.unpause()
        self._expect("running")

    @property
    def _container(self) -> Container:
        return self._cluster.container(self.id)

    def _expect(self, status: str) -> None:
        found = self._container.status
        if found != status:
            raise PlatformError(f"{self} is {found} and not {status}")
