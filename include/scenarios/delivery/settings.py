"""The scenario *delivery* of the published experiment: a producer sends to a topic that consumers read."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, PositiveInt, model_validator

from include.kinds.client_releases import client_of
from include.kinds.fault import Capability, Target
from include.kinds.semantics.registry import all_violations_except, transactional_semantics
from include.machine.secret_values import without_secrets
from include.settings.annotations import AppliesWhen, Slug, TreatmentName
from include.settings.client import ClientSetting
from include.settings.consumer import ProcessingSettings
from include.settings.fault_parameters import StrikeParameters
from include.settings.own_client_settings import ContradictionsError, Demands, contradictions
from include.settings.producer import CLIENT_SETTINGS
from include.settings.topic import as_properties
from include.settings.traits import Naming, Traits

SETTINGS_OF_CONFIGURATION = frozenset({*CLIENT_SETTINGS, "producer_settings", "consumer_settings"})
"""The settings that the setting ``configuration`` replaces. A configuration is a named set of client
settings."""

WITHOUT_TRANSACTIONS = AppliesWhen("semantics", transactional_semantics(), negated=True)

OwnClientSettings = Annotated[
    dict[str, str] | None,
    BeforeValidator(
        lambda value: as_properties(without_secrets(value)) if isinstance(value, dict) else value
    ),
]
"""A client's settings by its own names. None may be secret."""


class Partitioning(StrEnum):
    """The ways to choose the partition of a message without a key."""

    STICKY = "sticky"
    """One partition gets the messages until a batch is full, as with Java's default partitioner."""
    ROUND_ROBIN = "round-robin"
    """Each message goes to the next partition."""
    SKEWED = "skewed"
    """The n-th partition gets 1/n of the messages of the first partition, and at least one message (Zipf's
    law)."""

    def cycle(self, partitions: int) -> list[int]:
        """The repeated sequence of partitions for the messages; empty if the client chooses the partition."""
        match self:
            case Partitioning.STICKY:
                return []
            case Partitioning.ROUND_ROBIN:
                return list(range(partitions))
            case Partitioning.SKEWED:
                return _spread([max(1, round(partitions / rank)) for rank in range(1, partitions + 1)])


class AfterFailure(StrEnum):
    """What the application does when the delivery of a message has failed."""

    GO_ON = "go-on"
    """It sends the next messages, and not the failed one again."""
    NEW_PRODUCER = "new-producer"
    """It starts a new producer, which sends every message again that was not acknowledged."""


def _spread(turns: list[int]) -> list[int]:
    """A cycle with ``turns[n]`` messages for partition n, spread as evenly as possible."""
    places = [
        ((turn + 0.5) / count, partition) for partition, count in enumerate(turns) for turn in range(count)
    ]
    return [partition for _, partition in sorted(places)]


class DeliverySettings(StrikeParameters, ClientSetting, ProcessingSettings):
    """The settings of producers, a topic, and consumers of one group. All these programs use ``client``."""

    scenario: Literal["delivery"] = "delivery"

    producers: Annotated[int, Slug("{}producers")] = Field(1, ge=1, le=16)
    """The number of producers that share the messages and the rate. Each producer has its own transactional
    id. The order of messages is judged separately for each combination of producer and partition."""
    partitioning: Annotated[Partitioning, Slug()] = Partitioning.STICKY
    """How the partition of a message is chosen. ``sticky``: one partition until a batch is full.
    ``round-robin``: each message goes to the next partition. ``skewed``: the n-th partition gets 1/n of the
    messages of the first partition."""
    unacknowledged_messages: Annotated[PositiveInt | None, Slug("unacknowledged{}")] = None
    """The maximum number of messages that wait for their acknowledgement at the same time; None: only the
    size of the client's buffer limits them. With 1, the producer waits for every acknowledgement."""
    after_failure: Annotated[AfterFailure, WITHOUT_TRANSACTIONS, Slug("{}")] = AfterFailure.GO_ON
    """What the application does when the delivery of a message has failed: ``go-on``, or ``new-producer``.
    The new producer sends every message again that was not acknowledged, at most three times in a cell, which
    must have a fault."""
    wire_log: Annotated[bool, Slug("wire-log-{}")] = False
    """Whether ``requests.parquet`` has a row for each request of the producer, with the answer. A proxy
    between the producer and the brokers reads the requests, which makes each request a little slower."""
    variant: Annotated[TreatmentName | None, Slug()] = None
    """A name for the treatments of a part of the experiment. It is needed if treatments differ in a setting,
    such as ``strike``, whose levels have no short names."""
    configuration: Annotated[TreatmentName | None, Slug()] = None
    """The name of a set of client settings that is judged or compared as a whole."""
    producer_settings: OwnClientSettings = None
    """The settings of the producer by the client's own names. Kerran adds only the settings that the load
    programs need; every other client setting has the client's default. With ``producer_settings``, settings
    of the cell such as ``acks`` and ``idempotence`` are not translated into client settings; the experiment
    must give them matching values, and is refused if they, or defaults of the client's release, contradict
    the semantics."""
    consumer_settings: OwnClientSettings = None
    """The settings of the consumers by the client's own names. The rules of ``producer_settings`` apply."""

    def refusals(self) -> Iterator[str]:
        """Refuse a new producer without a fault, and producers that the cell does not allow."""
        yield from super().refusals()
        if self.after_failure is AfterFailure.NEW_PRODUCER and not self.traits.disturbance.faults:
            yield "after_failure: new-producer needs a fault; without one, a failed delivery ends the cell"
        if self.wire_log and any(strike.is_between_brokers for strike in self.strike):
            yield "wire_log: needs a proxy before the producer, and strikes of brokers need it before them"
        if self.producers == 1:
            return
        beginning = f"producers: {self.producers} should be 1, because"
        for fault in self.traits.disturbance.faults:
            is_program = fault.target is Target.PRODUCER and fault.needs is Capability.PROGRAM
            if is_program and not self.traits.delivery.is_transactional:
                yield f"{beginning} {fault.name} strikes one of several producers only in a transaction"
        if self.wire_log:
            yield f"{beginning} wire_log follows one producer"
        if "transactional.id" in (self.producer_settings or {}):
            yield f"{beginning} only one producer can use the transactional.id of producer_settings"

    @model_validator(mode="after")
    def check_own_settings(self) -> Self:
        """Check that settings by the client's own names, and its defaults, fit the semantics."""
        defaults = client_of(self.client).own_defaults(self.client)
        demands = Demands(self.semantics, self.traits.delivery.config, str(self.client), defaults)
        if found := list(contradictions(demands, self.producer_settings, self.consumer_settings)):
            raise ContradictionsError(found)
        return self

    @property
    def has_proxy(self) -> bool:
        """Whether a proxy stands between the producer and the brokers."""
        return self.strikes_clients or self.wire_log

    def receiving_promises(self, traits: Traits) -> frozenset[str]:
        """The violations that the consumers promise to exclude.

        A set of client settings is judged by the promise of its producer. A consumer that commits messages
        before it has processed them breaks the promise of the producer.
        """
        if self.configuration is None:
            return super().receiving_promises(traits)
        is_struck = traits.disturbance.has_fault_with_target(Target.CONSUMER)
        return all_violations_except({"duplicated"} if is_struck else ())

    def make_traits(self) -> Traits:
        """Derive traits from the configuration, the producers, and the proxy, which needs a capability.

        Idempotence ends with the producer, also if the application replaces it.
        """
        traits = super().make_traits()
        promises = traits.delivery.promises
        if self.after_failure is AfterFailure.NEW_PRODUCER and self.promised_semantics.ends_with_producer:
            promises -= {"duplicated", "out_of_order"}
        log = {Capability.PROXY: ("wire_log", "true")} if self.wire_log else {}
        proxy = {**log, **self.needs_of_strikes}
        return replace(
            traits,
            naming=Naming(
                label=self.configuration or traits.naming.label,
                factors=("configuration", *traits.naming.factors),
                settings_of_configuration=SETTINGS_OF_CONFIGURATION if self.configuration else frozenset(),
            ),
            delivery=replace(traits.delivery, promises=promises),
            flow=replace(traits.flow, producers=self.producers),
            needs=replace(traits.needs, capabilities={**proxy, **traits.needs.capabilities}),
        )
