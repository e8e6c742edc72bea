"""The settings of every scenario, and the properties that generic code may read of any settings."""

import math
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, Field, PositiveInt, model_validator

from include.faults.fault import Capability, Fault
from include.faults.parameters import NO_FAULT
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.message import HEADER_BYTES
from include.load_runtime.payload import Filler
from include.networks.traffic import RoundTrips
from include.scenarios.semantics.registry import SEMANTICS, DeliveryConfig
from include.setting_metadata import AppliesWhen, Slug

SemanticsName = Annotated[str, AfterValidator(SEMANTICS.checked_name), Slug()]

MessageBytes = Annotated[int, Field(le=999_900), Slug("{}B")]
"""The size of a message's value in bytes. The client refuses messages above 1,000,000 bytes, of which its own
headers take a few dozen bytes."""


PositiveNumber = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class ScenarioSettings(BaseModel, extra="forbid", frozen=True, use_attribute_docstrings=True):
    """The settings of every scenario, which are immutable. Unknown keys are refused.

    Sizes are bytes, rates are messages per second.
    """

    scenario: str
    """The name of the scenario, which is a key of the experiment and no setting there."""
    semantics: SemanticsName
    """The delivery semantics of what is under test: ``at-most-once``, ``at-least-once``, ``idempotent`` or
    ``exactly-once``. In *queue* it follows from the system (for Kafka it may be set), and in *reliable_ack*
    from the level."""
    message_bytes: MessageBytes = 1024
    """The size of a message's value in bytes, which includes a header of 28 bytes."""
    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 100_000
    """The number of messages that are sent. With ``seconds``, it follows from them at a fixed rate, and is
    the maximum otherwise (2,000,000, unless it is set; in *queue* the default)."""
    seconds: Annotated[PositiveNumber | None, Slug("{}s")] = None
    """The time under load after the lead-in. At a fixed rate, the number of messages follows from it. Without
    one, the producer stops after it, and ``messages`` is the maximum."""
    lead_in_seconds: Annotated[float, Field(ge=0, allow_inf_nan=False), Slug("lead-in{}s")] = 0
    """The time at the beginning whose messages are sent and checked for violations, but not timed. Without a
    fixed rate, the lead-in has at most half of the messages that are sent."""
    filler: Annotated[Filler, Slug("{}-filler")] = Filler.RANDOM
    """What follows the header of a message: random bytes, which do not compress, or words, which do."""
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 9
    """The number of partitions of each topic."""
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 3
    """The number of replicas of each partition."""
    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 1
    """The number of consumers, which share the partitions."""
    batch_messages: Annotated[PositiveInt, Slug("batches-of-{}")] = 100
    """The maximum number of messages that a consumer which processes, or a copier, takes and commits at once.
    Consumers that only receive take up to 500, whatever this says."""

    @model_validator(mode="after")
    def check_message_bytes(self) -> Self:
        """Refuse messages that are smaller than the header, by which they are identified."""
        if self.message_bytes < HEADER_BYTES:
            raise ValueError(
                f"message_bytes: {self.message_bytes} is smaller than the {HEADER_BYTES}-byte header"
            )
        return self

    @classmethod
    def slug(cls, setting: str, level: object) -> str:
        """The part of a treatment's id that stands for a level of a setting: ``tx100ms``."""
        if isinstance(level, bool):
            level = "on" if level else "off"
        if isinstance(level, float) and level.is_integer():
            level = int(level)  # a plan contains 5.0 where the experiment's file contains 5
        pattern = next((m.pattern for m in cls.model_fields[setting].metadata if isinstance(m, Slug)), None)
        return (pattern or setting.replace("_", "-") + "{}").format(level)

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting has a meaning; None if it always has one."""
        return next((m for m in cls.model_fields[setting].metadata if isinstance(m, AppliesWhen)), None)

    @property
    def label(self) -> str:
        """The name of the way of sending in a report; the semantics, unless a scenario overrides it."""
        return self.semantics

    @property
    def naming_factors(self) -> tuple[str, ...]:
        """The factors that the label and the message size represent in a report."""
        return "semantics", "transaction_ms", "message_bytes"

    @property
    def settings_of_configuration(self) -> frozenset[str]:
        """The settings that follow from another one which names them as a whole: none by default.

        Treatments that are compared by that name differ in these settings too.
        """
        return frozenset()

    @property
    def server(self) -> str | None:
        """The name of the queue server that the cell needs; None if it needs Kafka brokers."""
        return None

    @property
    def further_releases(self) -> tuple[str, ...]:
        """The Kafka releases that the cell needs in addition to that of its cluster."""
        return ()

    @property
    def chosen_client(self) -> ClientChoice | None:
        """The client of the load programs; None if the scenario has no choice."""
        return None

    @property
    def default_config(self) -> DeliveryConfig:
        """The client and topic settings of the semantics."""
        return SEMANTICS[self.semantics].config

    @property
    def delivery_config(self) -> DeliveryConfig:
        """The client and topic settings of the cell."""
        return self.default_config

    @property
    def is_transactional(self) -> bool:
        """Whether messages are sent in transactions."""
        return self.delivery_config.transactional

    @property
    def promises(self) -> frozenset[str]:
        """The violations that must not occur in the cell: names of metrics."""
        return SEMANTICS[self.semantics].excludes

    @property
    def target_transaction_ms(self) -> int | None:
        """The age in ms after which a transaction is ended; None if age ends no transaction."""
        return None

    @property
    def longest_transaction_seconds(self) -> float:
        """The time after which brokers abort a transaction that is still open; 0 without transactions."""
        return 0

    @property
    def messages_per_second(self) -> float:
        """The rate at which messages are offered; infinite if the load is unthrottled."""
        return math.inf

    @property
    def is_paced(self) -> bool:
        """Whether messages are offered at a fixed rate."""
        return self.messages_per_second < math.inf

    @property
    def lead_in_messages(self) -> int:
        """The number of messages that are due in the lead-in; 0 without a fixed rate."""
        return 0

    @property
    def expected_rate(self) -> float:
        """The messages per second that the way of sending allows, roughly, however fast the brokers are."""
        return math.inf

    @property
    def longest_sending_seconds(self) -> float:
        """The time after which the producer stops, though it has not sent all messages."""
        return math.inf if self.seconds is None or self.is_paced else self.lead_in_seconds + self.seconds

    @property
    def longest_drain_seconds(self) -> float:
        """The time after the last send after which nothing is waited for any more."""
        return math.inf

    @property
    def is_saturating(self) -> bool:
        """Whether the load is limited by the brokers only."""
        return not self.is_paced and self.expected_rate == math.inf

    @property
    def has_backlog(self) -> bool:
        """Whether the consumers start when all messages have been sent."""
        return False

    @property
    def waits_for_each_message(self) -> bool:
        """Whether the producer sends a message when the one before was acknowledged."""
        return False

    @property
    def receivers(self) -> int:
        """The number of programs that share the messages of the producer's topic."""
        return self.consumers

    @property
    def producer_count(self) -> int:
        """The number of producers that share the messages."""
        return 1

    @property
    def is_producer_under_test(self) -> bool:
        """Whether the producer has the cell's semantics, and not a copier that reads the producer's topic."""
        return True

    @property
    def consumers_only_receive(self) -> bool:
        """Whether consumers take no step beyond receiving messages."""
        return True

    @property
    def isolated_programs(self) -> tuple[str, ...]:
        """The roles of the programs that get networks of their own if the producer needs one."""
        return ("producer",)

    @property
    def reads_to_the_end(self) -> bool:
        """Whether consumers read all topics to the end, and do not stop by the number of messages.

        The number does not show the end if programs are replaced, or if messages are delivered twice.
        """
        return False

    @property
    def may_arrive_late(self) -> bool:
        """Whether messages may arrive long after the producer has counted them as sent."""
        return False

    @property
    def has_monitor(self) -> bool:
        """Whether the producer sends copies of its messages to a monitor, which confirms them."""
        return False

    @property
    def is_acknowledged_by_client(self) -> bool:
        """Whether acknowledgements come from the client library, and not from a broker (acks=0)."""
        return self.delivery_config.acks == "0"

    @property
    def fault_level(self) -> str:
        """The level of the factor ``fault``."""
        return NO_FAULT

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults that are injected in the cell."""
        return ()

    @property
    def fault_window(self) -> tuple[float, float]:
        """The shares of the messages after which a fault begins and ends."""
        return 0.3, 0.6

    @property
    def is_disturbed(self) -> bool:
        """Whether a fault or another disturbance is injected."""
        return bool(self.faults)

    @property
    def round_trips(self) -> RoundTrips:
        """The round trips that are added to those that packets take anyway."""
        return RoundTrips()

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """The capabilities of cluster and runner that the cell needs.

        The value of each is the setting that needs it, and the level of that setting.
        """
        return {}

    def needed_release(self) -> tuple[str, tuple[int, int]] | None:
        """The setting that needs a minimum Kafka release, and the first two numbers of that release.

        Returns:
            None if the cell can run on every release.
        """
        return None

    def missing_release(self) -> tuple[str, str] | None:
        """The setting that names a release which does not exist, and why it cannot be used.

        Returns:
            None if the settings name no release, or one that can be used.
        """
        return None
