"""The CPU time under load: from the end of the lead-in until the last message has been sent.

In cells whose consumers start after sending, the brokers are measured over the whole cell.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import inf
from time import monotonic_ns

from include.cells.host_record import busy_seconds
from include.clusters.broker_cpu import BrokerSamples, cpu_samples, used_between
from include.faults.scene import Supervisor
from include.load.events import EventKind
from include.load.producer_job import ProducerJob
from include.machine.processes.identity import ProcessIdentity
from include.rawlog.host_records import UnderLoadRecord
from include.settings.cell import ScenarioSettings


class CpuUnderLoad:
    """Samples the CPU time of the brokers at the end of the lead-in, and again at the end of sending.

    Nothing is sampled in a cell without a lead-in.
    """

    def __init__(self, brokers: Sequence[ProcessIdentity], settings: ScenarioSettings) -> None:
        self._brokers, self._settings = brokers, settings
        has_backlog = settings.traits.flow.has_backlog
        self._is_recorded = bool(brokers and settings.lead_in_seconds and not has_backlog)
        self._began_ns: float = inf
        self._samples: list[tuple[int, BrokerSamples, float]] = []

    def look(self, supervisor: Supervisor) -> None:
        """Take a sample when the producer has sent the lead-in, and again when it has sent all messages."""
        if not self._is_recorded or len(self._samples) == 2:
            return
        now_ns, sent = monotonic_ns(), sent_messages(supervisor)
        if sent:
            self._began_ns = min(self._began_ns, now_ns)
        seconds = (now_ns - self._began_ns) / 1e9  # minus infinity before the first message
        is_over = self._is_sending_over if self._samples else self._is_lead_in_over
        if is_over(sent, seconds, supervisor):
            busy = busy_seconds()
            self._samples.append((now_ns, cpu_samples(self._brokers), busy))

    def record(self) -> UnderLoadRecord | None:
        """The CPU time of the brokers between the two samples; None if a sample is missing."""
        if len(self._samples) < 2:
            return None
        (began_ns, first, busy_before), (ended_ns, last, busy) = self._samples
        usage = used_between(first, last)
        return UnderLoadRecord(
            began_ns=began_ns,
            ended_ns=ended_ns,
            cpu_brokers=usage.total,
            cpu_compilers=usage.compilers,
            cpu_busy=busy - busy_before,
        )

    def _is_lead_in_over(self, sent: int, seconds: float, _supervisor: Supervisor) -> bool:
        """Whether the lead-in is over.

        In paced cells, this depends on the number of sent messages; in other cells, on the time since the
        first message.
        """
        settings, pace = self._settings, self._settings.traits.pace
        return sent >= pace.lead_in_messages if pace.is_fixed else seconds >= settings.lead_in_seconds

    def _is_sending_over(self, sent: int, seconds: float, supervisor: Supervisor) -> bool:
        """Whether all producers have ended, or, in unpaced cells, one of them, or the time is over."""
        pace = self._settings.traits.pace
        if sent >= self._settings.messages or are_all_done(supervisor):
            return True
        return not pace.is_fixed and (seconds >= pace.longest_sending_seconds or is_any_done(supervisor))


def sent_messages(supervisor: Supervisor) -> int:
    """The number of messages that the producers, or their successors, have reported as sent."""
    return sum(_sent_by(supervisor, names) for names in _producers(supervisor))


def is_any_done(supervisor: Supervisor) -> bool:
    """Whether a producer has ended."""
    return any(_is_done(supervisor, name) for names in _producers(supervisor) for name in names)


def are_all_done(supervisor: Supervisor) -> bool:
    """Whether each producer, or its last successor, has ended."""
    return all(_is_done(supervisor, names[-1]) for names in _producers(supervisor))


def _producers(supervisor: Supervisor) -> list[list[str]]:
    """For each producer, its name and the names of the programs that replaced it, in starting order."""
    names = defaultdict(list)
    for program in supervisor.programs:
        if isinstance(program.job, ProducerJob):
            names[program.job.index].append(program.name)
    return list(names.values())


def _sent_by(supervisor: Supervisor, names: list[str]) -> int:
    events = [supervisor.latest_event(name, EventKind.PROGRESS) for name in names]
    return max((event.counts["sent"] for event in events if event), default=0)


def _is_done(supervisor: Supervisor, name: str) -> bool:
    return supervisor.latest_event(name, EventKind.DONE) is not None
