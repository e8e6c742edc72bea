"""Begin the faults of a cell when a given share of the messages has been sent; end the faults later."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic_ns

from include.cells.cpu_under_load import are_all_done, sent_messages
from include.cells.network_fault_effect import check_effect
from include.clusters.cluster import Cluster
from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError, Scene
from include.kinds.fault import Fault
from include.load.events import EventKind
from include.machine.networks.packet_changes_and_counts import PacketCounts
from include.settings.cell import ScenarioSettings

SENT_TIMEOUT_SECONDS = 600.0

HEALTHY_TIMEOUT_SECONDS = 120.0
"""The maximum wait for the brokers and the replicas between two outages."""


@dataclass
class FaultWindow:
    """The time in which a fault is active. All times are in ns of the cell's clock."""

    fault: str
    began_ns: int
    target: object = None
    """The broker, load program or network that the fault strikes. ``str(target)`` is the target's name."""
    ended_ns: int | None = None
    """When the fault ended; None until then."""

    @property
    def packets(self) -> PacketCounts | None:
        """The counts of the packets that matched the rules of the broken network.

        The value is None until the network is restored, and for targets that are not networks.
        """
        return self.target.packets if isinstance(self.target, BrokenNetwork) else None


@dataclass
class FaultInjection:
    """The faults of a cell, and the windows in which they were active."""

    settings: ScenarioSettings
    cluster: Cluster
    scene: Scene
    windows: list[FaultWindow] = field(default_factory=list)

    def run(self) -> None:
        """Begin all faults of the cell, wait until their outage ends, and end them in reverse order.

        Between two outages, wait as long as an outage lasts, and until the cluster is healthy.
        """
        disturbance = self.settings.traits.disturbance
        if not disturbance.faults:
            return
        self._wait_until_window_begins()
        try:
            for outage in range(disturbance.repeats):
                if outage:
                    self._wait_until_outage_ends()
                    self._wait_until_cluster_is_healthy()
                self._inject(disturbance.faults)
        except BaseException:
            self.cluster.resume()
            raise
        if self.settings.seconds and disturbance.ends_sending:
            for producer in self.scene.programs.producers:
                self.scene.supervisor.finish(producer.name)

    def _inject(self, faults: tuple[Fault, ...]) -> None:
        injections: list[tuple[Iterator[object], FaultWindow]] = []
        for fault in faults:
            injection, window = fault.inject(self.scene), FaultWindow(fault.name, monotonic_ns())
            self.windows.append(window)
            window.target = next(injection)
            injections.append((injection, window))
        self._wait_until_outage_ends()
        for injection, window in reversed(injections):
            next(injection, None)
            window.ended_ns = monotonic_ns()
            self._check_effect(window)

    def _check_effect(self, window: FaultWindow) -> None:
        """Check the effect of a network fault. Faults of other kinds check their effects themselves."""
        if isinstance(window.target, BrokenNetwork) and window.ended_ns:
            is_producer = window.target.owner == self.scene.programs.producer.name
            seconds = (window.ended_ns - window.began_ns) / 1e9
            check_effect(window.target, seconds, is_sender_judged=is_producer)

    def _wait_until_window_begins(self) -> None:
        """Wait until the programs that pause for a fault have paused.

        If no program pauses, wait until the messages before the window have been sent.
        """
        pausing = [program.name for program in self.scene.programs.all if program.job.pause_after is not None]
        if pausing:
            self._wait_until_paused(pausing)
            return
        disturbance = self.settings.traits.disturbance
        self._wait_until_share_is_sent(disturbance.fault_window[0])
        if are_all_done(self.scene.supervisor):
            raise FaultError(f"{disturbance.fault_level} began too late: all messages had been sent")

    def _wait_until_paused(self, names: list[str]) -> None:
        supervisor, level = self.scene.supervisor, self.settings.traits.disturbance.fault_level
        supervisor.wait_until(
            lambda: all(supervisor.latest_event(name, EventKind.PAUSED) for name in names),
            SENT_TIMEOUT_SECONDS,
            lambda: f"{' and '.join(names)} did not reach the point at which {level} strikes",
        )

    def _wait_until_outage_ends(self) -> None:
        """Wait until as many messages as an outage contains have been sent since the last fault began.

        Wait no longer than it takes to send these messages at the cell's rate, because a fault may prevent
        sending. The window of n outages has n - 1 pauses, each as long as an outage.
        """
        traits, supervisor = self.settings.traits, self.scene.supervisor
        after, until = traits.disturbance.fault_window
        share = self.settings.messages * (until - after) / (2 * traits.disturbance.repeats - 1)
        goal = sent_messages(supervisor) + int(share)
        due_ns = monotonic_ns() + int(share / traits.pace.messages_per_second * 1e9)

        def is_sent_or_due() -> bool:
            is_due = monotonic_ns() >= due_ns
            return is_due or sent_messages(supervisor) >= goal or are_all_done(supervisor)

        supervisor.wait_until(
            is_sent_or_due,
            SENT_TIMEOUT_SECONDS,
            lambda: f"the outage (until {goal} messages) did not end",
        )

    def _wait_until_cluster_is_healthy(self) -> None:
        """Wait until all brokers and replicas are back, so that the next outage strikes a whole cluster."""
        brokers = self.scene.brokers
        self.scene.supervisor.wait_until(
            lambda: not brokers.missing(),
            HEALTHY_TIMEOUT_SECONDS,
            lambda: f"before the next outage, {', '.join(brokers.missing())} did not come back",
        )

    def _wait_until_share_is_sent(self, share: float) -> None:
        supervisor, goal = self.scene.supervisor, int(self.settings.messages * share)
        supervisor.wait_until(
            lambda: sent_messages(supervisor) >= goal or are_all_done(supervisor),
            SENT_TIMEOUT_SECONDS,
            lambda: f"only {sent_messages(supervisor)} of {goal} messages were sent",
        )
