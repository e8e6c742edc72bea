"""The client of the programs under test, and features of the brokers."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

from include.kinds.client_releases import ClientLevel, client_of, oldest_brokers, release_problem
from include.kinds.fault import Capability
from include.load.client_choice import DEFAULT_CLIENT
from include.machine.releases.versions import Version
from include.settings.annotations import Slug
from include.settings.fault_parameters import strikes_of
from include.settings.faults import KafkaCellSettings
from include.settings.producer import WITH_TRANSACTIONS
from include.settings.topic import property_text
from include.settings.traits import Traits


class Feature(NamedTuple):
    """A feature of the brokers."""

    setting: str
    """The setting that sets its level. A scenario need not have it."""
    since: Version
    """The first Kafka release with the feature."""


FEATURES = {
    "transaction.version": Feature("transaction_version", (4, 0)),  # KIP-890
    "eligible.leader.replicas.version": Feature("eligible_leader_replicas", (4, 0)),  # KIP-966
    "share.version": Feature("share_version", (4, 1)),  # KIP-932, for trial; new clusters have it since 4.2
}
"""The features whose levels a cell may set, by their names in Kafka."""


class ClientSetting(KafkaCellSettings):
    """The settings of a cell whose programs under test may use another client instead of librdkafka."""

    client: Annotated[ClientLevel, Slug()] = DEFAULT_CLIENT
    """The library with which the programs under test talk to Kafka: ``librdkafka`` or ``java``. A release may
    follow the name: ``java-3.9.2``."""
    transaction_version: Annotated[Literal[1, 2] | None, WITH_TRANSACTIONS, Slug("tv{}")] = None
    """The brokers' version of the transaction protocol (``transaction.version``, KIP-890); None: their
    default. A client that does not support version 2 always uses version 1."""
    eligible_leader_replicas: Annotated[bool | None, Slug("elr-{}")] = None
    """Whether brokers remember which replicas out of sync have every acknowledged message, so that these may
    lead (``eligible.leader.replicas.version``, KIP-966, since 4.0); None: their default, which is on since
    4.1."""

    def refusals(self) -> Iterator[str]:
        """Refuse a setting that the client does not have, and a strike that it would not survive."""
        yield from super().refusals()
        client = client_of(self.client)
        if refusal := client.refuses(self):
            yield refusal
        if client.needs_every_answer and any(
            strike.leaves_a_gap and not strike.is_between_brokers for strike in strikes_of(self)
        ):
            yield (
                f"strike: {self.client} needs an answer to every request of a connection, so client: leave "
                "is not possible with a dropped request or answer; use client: cut, or librdkafka"
            )

    def missing_release(self) -> tuple[str, str] | None:
        problem = release_problem(self.client)
        return ("client", problem) if problem else super().missing_release()

    def make_traits(self) -> Traits:
        """Derive the client, the features of the brokers, the needed capabilities and the needed release."""
        traits, client = super().make_traits(), client_of(self.client)
        capabilities, oldest = dict(traits.needs.capabilities), oldest_brokers(self.client)
        if self.client.release and client.needed_by_release:
            capabilities = {client.needed_by_release: ("client", str(self.client)), **capabilities}
        release = ("client", oldest) if oldest else None
        features = {}
        for feature, (setting, since) in FEATURES.items():
            if (level := getattr(self, setting, None)) is not None:
                features[feature] = int(level)
                capabilities = {Capability.FEATURE: (setting, property_text(level)), **capabilities}
                release = (setting, since)
        return replace(
            traits,
            delivery=replace(traits.delivery, client=self.client),
            needs=replace(traits.needs, capabilities=capabilities, release=release, features=features),
        )
