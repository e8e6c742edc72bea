"""Break what a cell is to have broken, when its share of the messages was sent, and mend it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic_ns
from typing import Any

from include.clusters.resume_watchdog import resume_watchdog
from include.faults.registry import FAULTS
from include.faults.scene import BrokenNetwork, FaultError, Scene
from include.faults.specification import FaultName
from include.load_runtime.events import Kind
from include.load_runtime.job import ProducerJob
from include.networks.packet_counts import PacketCounts

REACHED = 600.0
"""Seconds within which a share of the messages must be sent."""


@dataclass
class Window:
    """From the moment that something is broken to the moment that it is mended, in ns of the cell's clock."""

    fault: FaultName
    began_ns: int
    target: Any = None
    ended_ns: int | None = None

    @property
    def packets(self) -> PacketCounts | None:
        """The packets that a broken network met; None for other targets, and until it is mended."""
        return self.target.packets if isinstance(self.target, BrokenNetwork) else None


@dataclass
class Breaking:
    """The faults of a cell."""

    scene: Scene
    windows: list[Window] = field(default_factory=list)

    @contextmanager
    def lossy(self) -> Iterator[None]:
        """Have the producer's network as lossy as the cell's settings say, until the block ends.

        That large segments are cut down to packets costs time too. Where a cell's settings say that none is
        lost, they are cut down all the same, so that it differs from others in nothing else.

        Raises:
            FaultError: the producer has no network of its own, and packets are to be lost.
            PlatformError: its network can't be broken, or no packet was lost.
        """
        share = self.scene.settings.lost_packets
        if share is None or (not share and self._shares_its_network()):
            yield
            return
        began_ns = monotonic_ns()
        broken = self.scene.break_network_of_producer(lambda network: network.lose_packets(share))
        yield
        broken.mend()
        if share:
            self.windows.append(Window(FaultName.LOSE_PRODUCER_PACKETS, began_ns, broken, monotonic_ns()))

    def break_and_mend(self) -> None:
        """Break all, wait, and mend all in the opposite order; at once where there is nothing to break.

        Raises:
            FaultError: one didn't bite.
            CellError: a program failed, or the share of messages wasn't reached in time.
            PlatformError: a broker couldn't be broken, or mended.
        """
        faults = self.scene.settings.faults
        if not faults:
            return
        self._wait_for_the_beginning()
        with resume_watchdog(self.scene.cluster):
            for fault in faults:
                self.windows.append(Window(fault, monotonic_ns()))
                self.windows[-1].target = FAULTS[fault].begin(self.scene)
            self._wait_for_the_end()
            for window in reversed(self.windows):
                FAULTS[window.fault].end(self.scene, window.target)
                window.ended_ns = monotonic_ns()

    def _wait_for_the_beginning(self) -> None:
        """When the share is sent; or when the program holds still that is to be struck at a certain point."""
        held = [program.name for program in self.scene.programs.all if program.job.hold_after is not None]
        if not held:
            self._wait_for_share(self.scene.settings.fault_after)
            if self._is_all_sent():
                raise FaultError(f"{self.scene.settings.fault} came too late: all messages had been sent")
            return
        crew = self.scene.crew
        crew.wait_until(
            lambda: all(crew.latest(name, Kind.HELD) for name in held),
            REACHED,
            lambda: f"{' and '.join(held)} didn't come to where {self.scene.settings.fault} strikes",
        )

    def _wait_for_the_end(self) -> None:
        """When the share is sent, counted from when all is broken, which takes its time.

        Or when it is due: a producer that the fault holds up sends nothing.
        """
        settings = self.scene.settings
        share = settings.messages * (settings.fault_until - settings.fault_after)
        enough = self._sent() + int(share)
        due = monotonic_ns() + int(share / settings.messages_per_second * 1e9)
        self.scene.crew.wait_until(
            lambda: self._sent() >= enough or self._is_all_sent() or monotonic_ns() >= due,
            REACHED,
            lambda: f"{enough} messages weren't due",
        )

    def _wait_for_share(self, share: float) -> None:
        enough = int(self.scene.settings.messages * share)
        self.scene.crew.wait_until(
            lambda: self._sent() >= enough or self._is_all_sent(),
            REACHED,
            lambda: f"{self._sent()} of {enough} messages were sent",
        )

    def _shares_its_network(self) -> bool:
        return self.scene.crew.network(self.scene.programs.producer.name) is None

    def _sent(self) -> int:
        """How many messages the producer has sent, or whoever took its place."""
        said = [self.scene.crew.latest(name, Kind.PROGRESS) for name in self._producers()]
        return max((event.counts["sent"] for event in said if event), default=0)

    def _is_all_sent(self) -> bool:
        return self.scene.crew.latest(self._producers()[-1], Kind.DONE) is not None

    def _producers(self) -> list[str]:
        return [one.name for one in self.scene.crew.programs if isinstance(one.job, ProducerJob)]
