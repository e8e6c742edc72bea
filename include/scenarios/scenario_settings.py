"""The settings that every scenario has, and what generic code may ask of any scenario's settings."""

import math
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PositiveInt, model_validator

from include.faults.fault import Capability, Fault
from include.faults.registry import NO_FAULT
from include.load_runtime.message import HEADER_BYTES
from include.load_runtime.payload import Filler
from include.scenarios.semantics.delivery_config import DeliveryConfig
from include.scenarios.semantics.registry import SEMANTICS
from include.scenarios.setting_metadata import AppliesWhen, Slug

SemanticsName = Annotated[str, AfterValidator(SEMANTICS.current), Slug()]

MessageBytes = Annotated[int, Field(le=999_900), Slug("{}B")]
"""The client refuses more than 1,000,000 bytes, of which its own headers take a few dozen."""


class ScenarioSettings(BaseModel):
    """The base of every scenario's settings: strict about keys, and frozen.

    Sizes are bytes, times are milliseconds, rates are messages per second.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    scenario: str
    semantics: SemanticsName
    message_bytes: MessageBytes = 1024
    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 100_000
    filler: Annotated[Filler, Slug("{}-filler")] = Filler.RANDOM
    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 9
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 3
    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 1
    batch_messages: Annotated[PositiveInt, Slug("batches-of-{}")] = 100
    """The most messages that a consumer takes, processes and commits at once."""

    @model_validator(mode="after")
    def message_holds_its_header(self) -> Self:
        """A message that is smaller than its header could not be told from others."""
        if self.message_bytes < HEADER_BYTES:
            raise ValueError(
                f"message_bytes: {self.message_bytes} is smaller than the {HEADER_BYTES}-byte header"
            )
        return self

    @classmethod
    def slug(cls, setting: str, level: object) -> str:
        """The readable part that this level gives a treatment's id."""
        if isinstance(level, bool):
            level = "on" if level else "off"
        if isinstance(level, float) and level.is_integer():
            level = int(level)  # 5.0 read back from a plan is the 5 of the experiment
        pattern = next((m.pattern for m in cls.model_fields[setting].metadata if isinstance(m, Slug)), None)
        return (pattern or setting.replace("_", "-") + "{}").format(level)

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting applies; None when it always does."""
        return next((m for m in cls.model_fields[setting].metadata if isinstance(m, AppliesWhen)), None)

    @property
    def label(self) -> str:
        """What a report calls the way of sending: the semantics, unless the scenario has a better word."""
        return self.semantics

    @property
    def naming_factors(self) -> tuple[str, ...]:
        """The factors that the label and the message size stand for in a report."""
        return "semantics", "transaction_ms", "message_bytes"

    @property
    def server(self) -> str | None:
        """The name of the queue server that such a cell runs on; None: the brokers of a Kafka cluster."""
        return None

    @property
    def default_config(self) -> DeliveryConfig:
        """The client and topic settings that the semantics stands for."""
        return SEMANTICS[self.semantics].config

    @property
    def delivery_config(self) -> DeliveryConfig:
        """The client and topic settings that the cell has."""
        return self.default_config

    @property
    def is_transactional(self) -> bool:
        """Whether messages are sent in transactions."""
        return self.delivery_config.transactional

    @property
    def promises(self) -> frozenset[str]:
        """The violations that may not occur in such a cell, by the names of their metrics."""
        return SEMANTICS[self.semantics].excludes

    @property
    def target_transaction_ms(self) -> int | None:
        """How long a transaction lasts; None without transactions."""
        return None

    @property
    def messages_per_second(self) -> float:
        """The rate at which messages are offered; infinite where the load is unthrottled."""
        return math.inf

    @property
    def is_paced(self) -> bool:
        """Whether messages are offered at a fixed rate."""
        return self.messages_per_second < math.inf

    @property
    def expected_rate(self) -> float:
        """How many messages per second the way of sending lets through, roughly, whatever brokers can do."""
        return math.inf

    @property
    def is_saturating(self) -> bool:
        """Whether the brokers have as much to do as they can."""
        return not self.is_paced and self.expected_rate == math.inf

    @property
    def has_backlog(self) -> bool:
        """Whether consumers begin only when all messages have been sent."""
        return False

    @property
    def receivers(self) -> int:
        """How many programs share the messages of the topic that the producer sends to."""
        return self.consumers

    @property
    def is_producer_under_test(self) -> bool:
        """Whether the producer has the cell's semantics, and not a copier that it feeds."""
        return True

    @property
    def consumers_only_receive(self) -> bool:
        """Whether consumers take no steps beyond receiving."""
        return True

    @property
    def isolated_programs(self) -> tuple[str, ...]:
        """The roles of the programs that get networks of their own where the producer needs one."""
        return ("producer",)

    @property
    def reads_to_the_end(self) -> bool:
        """Whether consumers report when they have read everything: counting messages would not tell where
        programs come and go, or where messages are delivered twice."""
        return False

    @property
    def may_arrive_late(self) -> bool:
        """Whether messages may be on their way long after their producer took them for sent."""
        return False

    @property
    def has_monitor(self) -> bool:
        """Whether the producer sends copies to a monitor, which confirms its messages."""
        return False

    @property
    def is_acknowledged_by_client(self) -> bool:
        """Whether acknowledgements come from the client library itself and not from a broker (acks=0)."""
        return self.delivery_config.acks == "0"

    @property
    def fault_level(self) -> str:
        """The level of the factor ``fault``."""
        return NO_FAULT

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is broken on purpose for a part of the cell's time."""
        return ()

    @property
    def fault_window(self) -> tuple[float, float]:
        """The shares of the messages after which a fault begins and ends, or would."""
        return 0.3, 0.6

    @property
    def is_disturbed(self) -> bool:
        """Whether anything is broken on purpose."""
        return bool(self.faults)

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """What the cell needs of the place where it runs; for each, the setting that asks for it, and its
        level."""
        return {}

    def needed_release(self) -> tuple[str, tuple[int, int]] | None:
        """The setting that needs brokers of some release, and the first two numbers of that release; None
        where every release will do."""
        return None
