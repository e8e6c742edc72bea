"""Treatments that differ in nothing but their fault: one way to send and receive, under several faults."""

from typing import NamedTuple

from include.faults.parameters import NO_FAULT
from include.matrix.plan import Plan, Treatment
from include.rendering.palette import Look
from include.report.treatments.names import grouped, semantics_look, setting_phrase


class Disturbed(NamedTuple):
    """A treatment with a fault, the same treatment without it, and the look that both share."""

    fault: str
    treatment: Treatment
    undisturbed: Treatment | None
    look: Look


class FaultVariants(NamedTuple):
    """Treatments by the level of their fault, under the name and the look that they share."""

    name: str
    look: Look
    treatments: dict[str, Treatment]

    @property
    def undisturbed(self) -> Treatment | None:
        """The treatment without a fault; None where there is none."""
        return self.treatments.get(NO_FAULT)

    @property
    def disturbed(self) -> list[Disturbed]:
        """The treatments with a fault."""
        return [
            Disturbed(fault, treatment, self.undisturbed, self.look)
            for fault, treatment in self.treatments.items()
            if fault != NO_FAULT
        ]


def has_faults(plan: Plan) -> bool:
    """Whether any treatment has a fault: then the question of the run is whether the guarantees were kept."""
    return any(treatment.settings.faults for treatment in plan.treatments)


def faults_of(plan: Plan) -> list[str]:
    """Every level of ``fault`` in a plan, in the order of the experiment's file, but ``no-fault`` first."""
    faults = dict.fromkeys(treatment.settings.fault_level for treatment in plan.treatments)
    return sorted(faults, key=lambda fault: fault != NO_FAULT)


def fault_variants_of(plan: Plan) -> list[FaultVariants]:
    """The plan's treatments in groups that differ only in their fault, in the order of the plan."""
    return [
        FaultVariants(
            name,
            semantics_look(treatments[0]),
            {treatment.settings.fault_level: treatment for treatment in treatments},
        )
        for name, treatments in grouped(plan.treatments, variant_name).items()
    ]


def variant_name(treatment: Treatment) -> str:
    """The factors of a treatment but its fault, in words: ``copy, exactly-once``."""
    words = [
        str(level) if _is_self_explanatory(treatment, name, level) else setting_phrase(name, level)
        for name, level in treatment.factors.items()
        if name != "fault"
    ]
    return ", ".join(words) or treatment.settings.label


def _is_self_explanatory(treatment: Treatment, name: str, level: object) -> bool:
    """Whether a level needs no name before it: then the treatment's id has the level alone, too."""
    fields = type(treatment.settings).model_fields
    return name == "scenario" or (name in fields and treatment.settings.slug(name, level) == str(level))
