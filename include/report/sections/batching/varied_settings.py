"""What an experiment about batches varies, the treatments that differ only in it, and what is measured."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.report.grouping import grouped
from include.report.treatments.fault_variants import has_faults
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import setting_phrase


def has_no_backlog(treatment: Treatment) -> bool:
    """Whether consumers receive while the producer sends; with a backlog, they start after all was sent."""
    return not treatment.settings.has_backlog


SENT_RATE = TreatmentMetric("rate", Span.PRODUCER_BROKER)
MESSAGES_PER_REQUEST = TreatmentMetric("produced_per_request")
BROKER_CPU = TreatmentMetric("broker_cpu_time")
RECEIVED_RATE = TreatmentMetric("rate", Span.PRODUCER_CONSUMER, has_no_backlog)
READ_RATE = TreatmentMetric("consumption_rate", applies=lambda treatment: treatment.settings.has_backlog)
"""Only with a backlog: otherwise consumers cannot read faster than the producer sends."""
THROUGHPUT = TreatmentMetric("throughput", Span.PRODUCER_BROKER)
ACKNOWLEDGED = TreatmentMetric("latency_p50", Span.PRODUCER_BROKER)
TRANSMITTED = TreatmentMetric("transmitted_bytes")


@dataclass(frozen=True)
class SettingGroup:
    """Settings that are varied for one question."""

    id: str
    settings: tuple[str, ...]

    def treatments(self, plan: Plan) -> list[Treatment]:
        """The treatments of which one of the settings is a factor, in the order of the plan."""
        return [
            treatment
            for treatment in plan.treatments
            if any(name in treatment.factors for name in self.settings)
        ]


BATCHES = SettingGroup("batches", ("messages_per_request", "batch_bytes"))
LINGER = SettingGroup("linger", ("linger_ms",))
CODECS = SettingGroup("codecs", ("compression",))
FETCHES = SettingGroup(
    "fetches", ("fetch_min_bytes", "fetch_wait_ms", "fetch_max_bytes", "fetch_partition_bytes")
)

SETTING_GROUPS = (BATCHES, FETCHES, LINGER, CODECS)

NOT_COMPARED = ("scenario", "messages")
"""Settings in which treatments of a group may differ."""


def varies_batches(plan: Plan) -> bool:
    """Whether the plan varies what fills requests, and nothing that is a question of its own.

    Scenarios, semantics, arms and faults are such questions.
    """
    has_one_scenario = len({treatment.settings.scenario for treatment in plan.treatments}) == 1
    has_one_semantics = len({treatment.settings.semantics for treatment in plan.treatments}) == 1
    if not has_one_scenario or not has_one_semantics or has_faults(plan) or plan.experiment.arms:
        return False
    return any(group.treatments(plan) for group in SETTING_GROUPS)


def treatment_groups(settings: SettingGroup, treatments: list[Treatment]) -> dict[str, list[Treatment]]:
    """The treatments in groups that differ only in these settings, by the other settings in words."""
    others = _differing_settings(treatments, but=(*settings.settings, *NOT_COMPARED))
    return grouped(
        treatments,
        lambda treatment: ", ".join(
            setting_phrase(name, getattr(treatment.settings, name)) for name in others
        ),
    )


def varied_names(settings: SettingGroup, treatments: list[Treatment]) -> list[str]:
    """The settings of the group in which treatments differ; of a single treatment, those that are factors."""
    names = [name for name in _differing_settings(treatments) if name in settings.settings]
    return names or [
        name for name in settings.settings if any(name in treatment.factors for treatment in treatments)
    ]


def _differing_settings(treatments: list[Treatment], but: Iterable[str] = ()) -> list[str]:
    """The settings in which treatments differ, but for these, in the order of the scenario's settings."""
    names = type(treatments[0].settings).model_fields if treatments else {}
    ignored = set(but)
    return [
        name
        for name in names
        if name not in ignored
        and any(
            getattr(treatment.settings, name) != getattr(treatments[0].settings, name)
            for treatment in treatments
        )
    ]
