"""The settings that all scenarios have. A scenario adds its own settings, such as those of faults."""

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, Field, PositiveInt, PrivateAttr, model_validator

from include.kinds.semantics.registry import SEMANTICS, DeliveryConfig
from include.load.message import HEADER_BYTES
from include.load.payload import Filler
from include.settings.annotations import AppliesWhen, Slug
from include.settings.traits import Delivery, Flow, Naming, Pace, Traits

SemanticsName = Annotated[str, AfterValidator(SEMANTICS.checked_name), Slug()]

MessageBytes = Annotated[int, Field(le=999_900), Slug("{}B")]
"""The size of a message's value in bytes. The client refuses messages of more than 1,000,000 bytes. This
limit includes a few dozen bytes of headers that the client adds."""


PositiveNumber = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class ScenarioSettings(BaseModel, extra="forbid", frozen=True, use_attribute_docstrings=True):
    """The immutable settings that all scenarios have. Unknown keys are refused.

    Sizes are bytes, rates are messages per second.
    """

    scenario: str
    """The name of the scenario. In an experiment file, ``scenario`` is a key of its own, not a setting."""
    semantics: SemanticsName
    """The delivery semantics under test: ``at-most-once``, ``at-least-once``, ``idempotent`` or
    ``exactly-once``. In *queue*, the semantics follows from the system, but may be set for Kafka. In
    *reliable_ack*, the semantics follows from the setting ``level``."""
    message_bytes: MessageBytes = 1024
    """The size of a message's value in bytes, which includes a header of 28 bytes."""
    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 100_000
    """The number of messages that are sent. With ``seconds`` and a fixed rate, the number follows from both.
    With ``seconds`` and no fixed rate, ``messages`` is the maximum number, and its default is 2,000,000 (in
    *queue*, it is 100,000)."""
    seconds: Annotated[PositiveNumber | None, Slug("{}s")] = None
    """The time under load after the lead-in. At a fixed rate, the number of messages follows from this time.
    Without a fixed rate, the producer stops after this time, or earlier if it has sent ``messages``
    messages."""
    lead_in_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False), Slug("lead-in{}s")] = 0
    """The duration of the lead-in, at the beginning of the cell. Messages of the lead-in are sent and checked
    for violations, but not timed. Without a fixed rate, the lead-in has at most half of the sent messages."""
    filler: Annotated[Filler, Slug("{}-filler")] = Filler.RANDOM
    """The content of a message after its header: random bytes, which cannot be compressed, or words, which
    can be compressed."""
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 9
    """The number of partitions of each topic."""
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 3
    """The number of replicas of each partition."""
    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 1
    """The number of consumers, which share the partitions."""
    batch_messages: Annotated[PositiveInt, Slug("batches-of-{}")] = 100
    """The maximum number of messages that a processing consumer, or a copier, takes and commits at once.
    Consumers that only receive take up to 500 messages at once, regardless of this setting."""

    _traits: Traits = PrivateAttr()

    @model_validator(mode="after")
    def check_refusals(self) -> Self:
        """Refuse settings that cannot be used together. The error contains only the first reason."""
        if refusal := next(self.refusals(), None):
            raise ValueError(refusal)
        return self

    @property
    def subject(self) -> str:
        """What the user wants to have judged, such as an application; empty if it is not the user's."""
        return ""

    def refusals(self) -> Iterator[str]:
        """Yield each reason to refuse the settings, in the form ``setting: reason``.

        Subclasses add their reasons to the inherited reasons.
        """
        if self.message_bytes < HEADER_BYTES:
            yield f"message_bytes: {self.message_bytes} is smaller than the {HEADER_BYTES}-byte header"

    @classmethod
    def slug(cls, setting: str, level: object) -> str:
        """The part of a treatment's id that stands for a level of a setting: ``tx100ms``."""
        if isinstance(level, bool):
            level = "on" if level else "off"
        if isinstance(level, float) and level.is_integer():
            level = int(level)  # a plan contains 5.0 where the experiment's file contains 5
        pattern = next((m.pattern for m in cls.model_fields[setting].metadata if isinstance(m, Slug)), None)
        pattern = pattern or setting.replace("_", "-") + "{}"
        if level is None:
            return pattern.partition("{}")[0].rstrip("-") + "-default"
        return pattern.format(level)

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting applies; None if it always applies."""
        return next((m for m in cls.model_fields[setting].metadata if isinstance(m, AppliesWhen)), None)

    @classmethod
    def applies(cls, setting: str, values: Mapping[str, Any]) -> bool:
        """Whether a setting applies when the settings have these values. The values need not be valid."""
        condition = cls.applies_when(setting)
        return condition is None or condition.holds(values)

    @property
    def applying(self) -> dict[str, Any]:
        """The settings that apply, each with its level, in the order of the fields."""
        values = vars(self)
        return {name: level for name, level in values.items() if self.applies(name, values)}

    def missing_release(self) -> tuple[str, str] | None:
        """The setting that names an unusable release, and the reason; None if all releases can be used.

        A missing release is not a trait: it does not follow from the settings alone, but also depends on the
        releases that are known when a run is planned.
        """
        return None

    @property
    def default_config(self) -> DeliveryConfig:
        """The client and topic settings that the semantics requires."""
        return SEMANTICS[self.semantics].config

    def model_post_init(self, _context: object) -> None:
        """Derive the traits as soon as the fields have values, because validators may need traits."""
        self._traits = self.make_traits()

    @property
    def traits(self) -> Traits:
        """The traits that follow from the settings."""
        return self._traits

    @property
    def final_partitions(self) -> int:
        """The number of partitions of each topic at the end, when a fault may have added some."""
        return self.partitions + self.traits.disturbance.added_partitions

    def make_traits(self) -> Traits:
        """Derive the traits.

        Subclasses override this method to set the traits that follow from their settings.
        """
        seconds = math.inf if self.seconds is None else self.lead_in_seconds + self.seconds
        return Traits(
            naming=Naming(label=self.semantics, factors=("semantics", "transaction_ms", "message_bytes")),
            delivery=Delivery(config=self.default_config, promises=SEMANTICS[self.semantics].excludes),
            pace=Pace(longest_sending_seconds=seconds),
            flow=Flow(receivers=self.consumers),
        )
