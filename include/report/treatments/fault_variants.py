"""Treatments that differ in nothing but their fault: one way to send and receive, under several faults."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.faults.parameters import NO_FAULT
from include.matrix.plan import Plan, Treatment
from include.rendering.palette import Look
from include.report.treatments.names import semantics_look, setting_phrase


@dataclass(frozen=True)
class FaultVariants:
    """Treatments by the level of their fault, under the name and the look that they share."""

    name: str
    look: Look
    treatments: dict[str, Treatment]

    @property
    def undisturbed(self) -> Treatment | None:
        """The treatment without a fault; None where there is none."""
        return self.treatments.get(NO_FAULT)

    @property
    def disturbed(self) -> Iterator[tuple[str, Treatment]]:
        """The treatments with a fault, each after its fault."""
        return ((fault, treatment) for fault, treatment in self.treatments.items() if fault != NO_FAULT)


def fault_of(treatment: Treatment) -> str:
    """The level of the factor ``fault``: the names of the faults, or ``no-fault``."""
    return treatment.settings.fault_level


def has_faults(plan: Plan) -> bool:
    """Whether any treatment has a fault: then the question of the run is whether the guarantees were kept."""
    return any(treatment.settings.faults for treatment in plan.treatments)


def faults_of(plan: Plan) -> list[str]:
    """Every level of ``fault`` in a plan, in the order of the experiment's file, but ``no-fault`` first."""
    faults = dict.fromkeys(map(fault_of, plan.treatments))
    return sorted(faults, key=lambda fault: fault != NO_FAULT)


def fault_variants_of(plan: Plan) -> list[FaultVariants]:
    """The plan's treatments in groups that differ only in their fault, in the order of the plan."""
    variants: dict[str, dict[str, Treatment]] = {}
    for treatment in plan.treatments:
        variants.setdefault(variant_name(treatment), {})[fault_of(treatment)] = treatment
    return [
        FaultVariants(name, semantics_look(next(iter(treatments.values()))), treatments)
        for name, treatments in variants.items()
    ]


def variant_name(treatment: Treatment) -> str:
    """The factors of a treatment but its fault, in words: ``copy, exactly-once``."""
    levels = {name: level for name, level in treatment.factors.items() if name != "fault"}
    words = [
        str(level) if _is_self_explanatory(treatment, name, level) else setting_phrase(name, level)
        for name, level in levels.items()
    ]
    return ", ".join(words) or treatment.settings.label


def _is_self_explanatory(treatment: Treatment, name: str, level: object) -> bool:
    """Whether a level needs no name before it: then the treatment's id has the level alone, too."""
    fields = type(treatment.settings).model_fields
    return name == "scenario" or (name in fields and treatment.settings.slug(name, level) == str(level))
