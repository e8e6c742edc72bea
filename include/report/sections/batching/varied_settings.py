"""What an experiment about batches varies, and which of its treatments belong together."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.matrix.plan import Plan, Treatment
from include.report.sections.guarantees.fault_variants import has_faults
from include.report.treatments import semantics, setting_phrase


@dataclass(frozen=True)
class Topic:
    """Settings that are varied for one question."""

    id: str
    settings: tuple[str, ...]

    def treatments(self, plan: Plan) -> list[Treatment]:
        """Those in which one of them is a factor, as planned."""
        return [one for one in plan.treatments if any(name in one.factors for name in self.settings)]


BATCHES = Topic("batches", ("messages_per_request", "batch_bytes"))
LINGER = Topic("linger", ("linger_ms",))
CODECS = Topic("codecs", ("compression",))
FETCHES = Topic("fetches", ("fetch_min_bytes", "fetch_wait_ms", "fetch_max_bytes", "fetch_partition_bytes"))

TOPICS = (BATCHES, FETCHES, LINGER, CODECS)

NO_QUESTION = ("scenario", "messages")
"""Settings in which treatments may differ without that being of interest."""


def is_about_batches(plan: Plan) -> bool:
    """Whether the plan varies what fills requests, and nothing that is a question of its own.

    Semantics, arms and faults are: then a report is about those, and this is only where they are looked at.
    """
    is_delivery = all(one.settings.scenario == "delivery" for one in plan.treatments)
    is_one_semantics = len(set(map(semantics, plan.treatments))) == 1
    if not is_delivery or not is_one_semantics or has_faults(plan) or plan.experiment.arms:
        return False
    return any(topic.treatments(plan) for topic in TOPICS)


@dataclass(frozen=True)
class Together:
    """Treatments of a topic that differ in nothing but its settings; ``beside`` is the rest, in words."""

    beside: str
    treatments: list[Treatment]


def together(topic: Topic, treatments: list[Treatment]) -> list[Together]:
    """The topic's treatments, those first that were planned first."""
    others = differing(treatments, but=(*topic.settings, *NO_QUESTION))
    found: dict[str, list[Treatment]] = {}
    for one in treatments:
        beside = ", ".join(setting_phrase(name, getattr(one.settings, name)) for name in others)
        found.setdefault(beside, []).append(one)
    return [Together(beside, own) for beside, own in found.items()]


def varied(topic: Topic, treatments: list[Treatment]) -> list[str]:
    """The topic's settings that tell its treatments apart; of a single treatment, its factors."""
    found = [name for name in differing(treatments) if name in topic.settings]
    return found or [name for name in topic.settings if any(name in one.factors for one in treatments)]


def differing(treatments: list[Treatment], but: Iterable[str] = ()) -> list[str]:
    """The settings in which treatments differ, in the scenario's order."""
    names = type(treatments[0].settings).model_fields if treatments else {}
    left_out = set(but)
    return [
        name
        for name in names
        if name not in left_out and len({getattr(one.settings, name) for one in treatments}) > 1
    ]
