"""Treatments that differ in nothing but what is broken: a way to send and receive, under several faults."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.faults.registry import NO_FAULT
from include.matrix.plan import Plan, Treatment
from include.rendering.palette import Look
from include.report.treatments import semantics, semantics_look, setting_phrase


@dataclass(frozen=True)
class Way:
    """Treatments by their fault, which share a name and a look."""

    name: str
    look: Look
    treatments: dict[str, Treatment]

    @property
    def undisturbed(self) -> Treatment | None:
        """The treatment in which nothing is broken, where there is one."""
        return self.treatments.get(NO_FAULT)

    @property
    def disturbed(self) -> Iterator[tuple[str, Treatment]]:
        """The others, with what is broken in them."""
        return ((fault, one) for fault, one in self.treatments.items() if fault != NO_FAULT)


def has_faults(plan: Plan) -> bool:
    """Whether anything is broken in a run, so that its question is what the guarantees are worth."""
    return any(treatment.settings.faults for treatment in plan.treatments)


def faults_of(plan: Plan) -> list[str]:
    """Every fault of a run, in the order of the experiment's file; where nothing is broken, first."""
    found = dict.fromkeys(treatment.settings.fault_level for treatment in plan.treatments)
    return sorted(found, key=lambda fault: fault != NO_FAULT)


def ways_of(plan: Plan) -> list[Way]:
    """Every way of a run, in the order of the experiment's file."""
    found: dict[str, dict[str, Treatment]] = {}
    for treatment in plan.treatments:
        found.setdefault(way_name(treatment), {})[treatment.settings.fault_level] = treatment
    return [Way(name, semantics_look(next(iter(own.values()))), own) for name, own in found.items()]


def way_name(treatment: Treatment) -> str:
    """All that tells a treatment from those of other ways: ``copy, exactly-once``."""
    told = {name: level for name, level in treatment.factors.items() if name != "fault"}
    words = [str(level) if name in SPEAKING else setting_phrase(name, level) for name, level in told.items()]
    return ", ".join(words) or semantics(treatment)


SPEAKING = ("scenario", "semantics", "level", "sending", "processing", "isolation_level", "assignor")
"""Factors whose levels say what they are."""
