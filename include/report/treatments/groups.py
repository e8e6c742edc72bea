"""Groups of treatments that differ in one setting (series), or only in their fault (variants)."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from include.kinds.fault import NO_FAULT
from include.kinds.grouping import grouped
from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.pages.palette import Look
from include.report.pages.table import ItemColumn, number
from include.report.pages.wording import DASH
from include.report.treatments.names import semantics_look, setting_phrase
from include.settings.cell import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings)


class TreatmentSeries(NamedTuple, Generic[Settings]):
    """Treatments that differ in one setting, sorted by the level of this setting."""

    name: str
    look: Look
    settings: Settings
    """The settings of the first treatment."""
    by_level: dict[float, Treatment]

    @property
    def first(self) -> Treatment:
        """The treatment with the lowest level."""
        return next(iter(self.by_level.values()))


def series_of(
    treatments: Iterable[Treatment],
    kind: type[Settings],
    level: Callable[[Settings], float],
    name: Callable[[Treatment, Settings], str],
    look: Callable[[Treatment, Settings], Look],
) -> list[TreatmentSeries[Settings]]:
    """A series for each name, from the treatments whose settings are of the class ``kind``."""
    of_kind = [(item, item.settings) for item in treatments if isinstance(item.settings, kind)]
    return [
        TreatmentSeries(
            name_of_series,
            look(*members[0]),
            members[0][1],
            {level(of): item for item, of in sorted(members, key=lambda member: level(member[1]))},
        )
        for name_of_series, members in grouped(of_kind, lambda member: name(*member)).items()
    ]


def levels_of(series: Iterable[TreatmentSeries[Any]]) -> list[float]:
    """All levels of these series, from the lowest to the highest."""
    return sorted({level for line in series for level in line.by_level})


def level_column(
    level: float, text: Callable[[Treatment], str], title: str, shared_title: str = ""
) -> ItemColumn[TreatmentSeries[Any]]:
    """A column with a text on each series' treatment at this level; a dash if there is no treatment."""
    return number(
        title, lambda line: text(line.by_level[level]) if level in line.by_level else DASH, shared_title
    )


class Disturbed(NamedTuple):
    """A treatment with a fault, the same treatment without a fault (or None), and the look of both."""

    fault: str
    treatment: Treatment
    undisturbed: Treatment | None
    look: Look


class FaultVariants(NamedTuple):
    """Treatments that differ only in their fault, and the name and the look that they share.

    The keys of ``treatments`` are the levels of ``fault``.
    """

    name: str
    look: Look
    treatments: dict[str, Treatment]

    @property
    def undisturbed(self) -> Treatment | None:
        """The treatment without a fault, or None if there is no such treatment."""
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
    """Whether any treatment has a fault. Then the question of the run is whether guarantees were kept."""
    return any(treatment.traits.disturbance.faults for treatment in plan.treatments)


def faults_of(plan: Plan) -> list[str]:
    """Every level of ``fault`` in a plan: first ``no-fault``, then the others in the order of the plan."""
    faults = dict.fromkeys(treatment.traits.disturbance.fault_level for treatment in plan.treatments)
    return sorted(faults, key=lambda fault: fault != NO_FAULT)


def fault_variants_of(plan: Plan) -> list[FaultVariants]:
    """Groups of the plan's treatments that differ only in their fault, in the order of the plan."""
    return [
        FaultVariants(
            name,
            semantics_look(treatments[0]),
            {treatment.traits.disturbance.fault_level: treatment for treatment in treatments},
        )
        for name, treatments in grouped(plan.treatments, variant_name).items()
    ]


def variant_name(treatment: Treatment) -> str:
    """The factors of a treatment except its fault, in words: ``copy, exactly-once``."""
    words = [
        str(level) if _is_self_explanatory(treatment, name, level) else setting_phrase(name, level)
        for name, level in treatment.factors.items()
        if name != "fault"
    ]
    return ", ".join(words) or treatment.traits.naming.label


def _is_self_explanatory(treatment: Treatment, name: str, level: object) -> bool:
    """Whether a level is clear without its setting's name, so that the treatment's id omits this name."""
    fields = type(treatment.settings).model_fields
    return name == "scenario" or (name in fields and treatment.settings.slug(name, level) == str(level))
