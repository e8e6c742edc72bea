"""How many messages the producer of a running cell has sent, also if another producer took its place."""

from include.faults.scene import Supervisor
from include.load_runtime.events import EventKind
from include.load_runtime.job import ProducerJob


def producer_names(supervisor: Supervisor) -> list[str]:
    """The names of the producer and of the programs that replaced it, in the order of their starts."""
    return [program.name for program in supervisor.programs if isinstance(program.job, ProducerJob)]


def sent_messages(supervisor: Supervisor) -> int:
    """How many messages the producer, or its successor, has reported as sent."""
    reported = [supervisor.latest_event(name, EventKind.PROGRESS) for name in producer_names(supervisor)]
    return max((event.counts["sent"] for event in reported if event), default=0)
