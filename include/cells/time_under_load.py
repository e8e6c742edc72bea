"""The time under load: from the end of the lead-in until the last message has been sent."""

from collections.abc import Sequence
from time import monotonic_ns

from include.cells.host_metrics import BrokerCpuTimes, cpu_times_of, used_between
from include.cells.sent_messages import sent_messages
from include.faults.scene import Supervisor
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import UnderLoadRecord
from include.scenarios.scenario_settings import ScenarioSettings


class TimeUnderLoad:
    """Samples the CPU time of the brokers when the lead-in has ended, and when all messages were sent."""

    def __init__(self, brokers: Sequence[ProcessIdentity], settings: ScenarioSettings) -> None:
        """Sample nothing yet.

        Args:
            brokers: The brokers of the cell that are processes of this host.
            settings: The settings of the cell. Without a lead-in nothing is sampled, ever.
        """
        self._brokers = brokers
        self._milestones = [settings.lead_in_messages, settings.messages]
        self._is_recorded = bool(brokers and settings.lead_in_messages)
        self._samples: list[tuple[int, BrokerCpuTimes]] = []

    def look(self, supervisor: Supervisor) -> None:
        """Take a sample if the producer has sent the lead-in, or all messages, and this is news."""
        taken = len(self._samples)
        if not self._is_recorded or taken == len(self._milestones):
            return
        if sent_messages(supervisor) >= self._milestones[taken]:
            self._samples.append((monotonic_ns(), cpu_times_of(self._brokers)))

    def record(self) -> UnderLoadRecord | None:
        """Return what the brokers used; None if both moments were not sampled."""
        if len(self._samples) < len(self._milestones):
            return None
        (began_ns, first), (ended_ns, last) = self._samples
        used = used_between(first, last)
        return UnderLoadRecord(
            began_ns=began_ns, ended_ns=ended_ns, cpu_brokers=used.total, cpu_compilers=used.compilers
        )
