"""Inject the faults of a cell when its share of the messages was sent, and end them."""

from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Any

from include.clusters.cluster import Cluster
from include.clusters.resume_watchdog import resume_watchdog
from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError, Scene
from include.load_runtime.events import Kind
from include.load_runtime.job import ProducerJob
from include.networks.packet_counts import PacketCounts
from include.scenarios.scenario_settings import ScenarioSettings

REACHED_SECONDS = 600.0
"""Within so many seconds a share of the messages must be sent."""


@dataclass
class FaultWindow:
    """The time in which something is broken, in ns of the cell's clock; ``fault`` is the fault's name."""

    fault: str
    began_ns: int
    target: Any = None
    ended_ns: int | None = None

    @property
    def packets(self) -> PacketCounts | None:
        """The packets that met a broken network; None for other targets, and until it is restored."""
        return self.target.packets if isinstance(self.target, BrokenNetwork) else None


@dataclass
class FaultInjection:
    """The faults of a cell, and the windows in which they were active."""

    settings: ScenarioSettings
    cluster: Cluster
    scene: Scene
    windows: list[FaultWindow] = field(default_factory=list)

    def inject_and_end(self) -> None:
        """Begin all faults, wait, and end them in reverse order; return at once where there is none.

        Raises:
            FaultError: a fault had no effect.
            CellError: a program failed, or the share of messages was not reached in time.
            PlatformError: a broker could not be struck, or restored.
        """
        if not self.settings.faults:
            return
        self._wait_for_the_beginning()
        with resume_watchdog(self.cluster):
            for fault in self.settings.faults:
                self.windows.append(FaultWindow(fault.name, monotonic_ns()))
                self.windows[-1].target = fault.begin(self.scene)
            self._wait_for_the_end()
            begun = zip(self.settings.faults, self.windows[-len(self.settings.faults) :], strict=True)
            for fault, window in reversed(list(begun)):
                fault.end(self.scene, window.target)
                window.ended_ns = monotonic_ns()

    def _wait_for_the_beginning(self) -> None:
        """When the share is sent; or when the program pauses that is struck at a certain point."""
        pausing = [one.name for one in self.scene.programs.all if one.job.hold_after is not None]
        if pausing:
            self._wait_until_paused(pausing)
            return
        self._wait_for_share(self.settings.fault_window[0])
        if self._is_all_sent():
            raise FaultError(f"{self.settings.fault_level} came too late: all messages had been sent")

    def _wait_until_paused(self, names: list[str]) -> None:
        supervisor = self.scene.supervisor
        supervisor.wait_until(
            lambda: all(supervisor.latest(name, Kind.HELD) for name in names),
            REACHED_SECONDS,
            lambda: (
                f"{' and '.join(names)} did not reach the point at which {self.settings.fault_level} strikes"
            ),
        )

    def _wait_for_the_end(self) -> None:
        """When the share is sent, counted from when all faults have begun, which takes its time.

        Or when it is due: a producer that the fault delays sends nothing.
        """
        settings = self.settings
        after, until = settings.fault_window
        share = settings.messages * (until - after)
        enough = self._sent() + int(share)
        due = monotonic_ns() + int(share / settings.messages_per_second * 1e9)
        self.scene.supervisor.wait_until(
            lambda: self._sent() >= enough or self._is_all_sent() or monotonic_ns() >= due,
            REACHED_SECONDS,
            lambda: f"{enough} messages were not due",
        )

    def _wait_for_share(self, share: float) -> None:
        enough = int(self.settings.messages * share)
        self.scene.supervisor.wait_until(
            lambda: self._sent() >= enough or self._is_all_sent(),
            REACHED_SECONDS,
            lambda: f"only {self._sent()} of {enough} messages were sent",
        )

    def _sent(self) -> int:
        """How many messages the producer has sent, or its successor."""
        reported = [self.scene.supervisor.latest(name, Kind.PROGRESS) for name in self._producers()]
        return max((event.counts["sent"] for event in reported if event), default=0)

    def _is_all_sent(self) -> bool:
        return self.scene.supervisor.latest(self._producers()[-1], Kind.DONE) is not None

    def _producers(self) -> list[str]:
        return [one.name for one in self.scene.supervisor.programs if isinstance(one.job, ProducerJob)]
