"""How many messages the producers of a running cell have sent, also if others took their places."""

from collections import defaultdict

from include.faults.scene import Supervisor
from include.load_runtime.events import EventKind
from include.load_runtime.job import ProducerJob


def sent_messages(supervisor: Supervisor) -> int:
    """How many messages the producers, or their successors, have reported as sent."""
    return sum(_sent_by(supervisor, names) for names in _producers(supervisor))


def is_any_done(supervisor: Supervisor) -> bool:
    """Whether a producer has ended."""
    return any(_is_done(supervisor, name) for names in _producers(supervisor) for name in names)


def are_all_done(supervisor: Supervisor) -> bool:
    """Whether each producer, or its last successor, has ended."""
    return all(_is_done(supervisor, names[-1]) for names in _producers(supervisor))


def _producers(supervisor: Supervisor) -> list[list[str]]:
    """The names of each producer and of the programs that replaced it, in the order of their starts."""
    names = defaultdict(list)
    for program in supervisor.programs:
        if isinstance(program.job, ProducerJob):
            names[program.job.index].append(program.name)
    return list(names.values())


def _sent_by(supervisor: Supervisor, names: list[str]) -> int:
    reported = [supervisor.latest_event(name, EventKind.PROGRESS) for name in names]
    return max((event.counts["sent"] for event in reported if event), default=0)


def _is_done(supervisor: Supervisor, name: str) -> bool:
    return supervisor.latest_event(name, EventKind.DONE) is not None
