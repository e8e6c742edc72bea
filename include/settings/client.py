"""The client of the programs under test, and features of the brokers."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from include.kinds.client_releases import ClientLevel, client_of, oldest_brokers, release_problem
from include.kinds.fault import Capability
from include.load.client_choice import DEFAULT_CLIENT
from include.machine.releases.versions import Version
from include.settings.annotations import Slug
from include.settings.faults import KafkaCellSettings
from include.settings.producer import WITH_TRANSACTIONS
from include.settings.traits import Traits

FEATURES = {
    "transaction.version": "transaction_version",
    "eligible.leader.replicas.version": "eligible_leader_replicas",
    "share.version": "share_version",
}
"""The setting that sets the level of each feature of the brokers, by the feature's name in Kafka. A scenario
need not have it."""

FIRST_RELEASE_WITH_FEATURES: Version = (4, 0)
"""The first Kafka release whose brokers and Java client support version 2 of the transaction protocol
(KIP-890), and the first with eligible leader replicas (KIP-966)."""


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
        """Refuse a setting that the client does not have."""
        yield from super().refusals()
        if refusal := client_of(self.client).refuses(self):
            yield refusal

    def missing_release(self) -> tuple[str, str] | None:
        problem = release_problem(self.client)
        return ("client", problem) if problem else None

    def make_traits(self) -> Traits:
        """Derive the client, the features of the brokers, the needed capabilities and the needed release."""
        traits, client = super().make_traits(), client_of(self.client)
        capabilities, oldest = dict(traits.needs.capabilities), oldest_brokers(self.client)
        if self.client.release and client.needed_by_release:
            capabilities = {client.needed_by_release: ("client", str(self.client)), **capabilities}
        release = ("client", oldest) if oldest else None
        features = {}
        for feature, setting in FEATURES.items():
            if (level := getattr(self, setting, None)) is not None:
                features[feature] = int(level)
                capabilities = {Capability.FEATURE: (setting, str(level)), **capabilities}
                release = (setting, FIRST_RELEASE_WITH_FEATURES)
        return replace(
            traits,
            delivery=replace(traits.delivery, client=self.client),
            needs=replace(traits.needs, capabilities=capabilities, release=release, features=features),
        )
