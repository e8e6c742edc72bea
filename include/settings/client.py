"""The client of the programs under test, and the version of the transaction protocol."""

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

FIRST_RELEASE_WITH_VERSIONS: Version = (4, 0)
"""The first Kafka release whose brokers and Java client support version 2 of the transaction protocol
(KIP-890)."""


class ClientSetting(KafkaCellSettings):
    """The settings of a cell whose programs under test may use another client instead of librdkafka."""

    client: Annotated[ClientLevel, Slug()] = DEFAULT_CLIENT
    """The library with which the programs under test talk to Kafka: ``librdkafka`` or ``java``. A release may
    follow the name: ``java-3.9.2``."""
    transaction_version: Annotated[Literal[1, 2] | None, WITH_TRANSACTIONS, Slug("tv{}")] = None
    """The brokers' version of the transaction protocol (``transaction.version``, KIP-890); None: their
    default. A client that does not support version 2 always uses version 1."""

    def refusals(self) -> Iterator[str]:
        """Refuse a setting that the client does not have."""
        yield from super().refusals()
        if refusal := client_of(self.client).refuses(self):
            yield refusal

    def missing_release(self) -> tuple[str, str] | None:
        problem = release_problem(self.client)
        return ("client", problem) if problem else None

    def make_traits(self) -> Traits:
        """Derive the client, the transaction version, the needed capabilities and the needed release."""
        traits, client, version = super().make_traits(), client_of(self.client), self.transaction_version
        capabilities, oldest = dict(traits.needs.capabilities), oldest_brokers(self.client)
        if self.client.release and client.needed_by_release:
            capabilities = {client.needed_by_release: ("client", str(self.client)), **capabilities}
        release = ("client", oldest) if oldest else None
        if version:
            capabilities = {Capability.FEATURE: ("transaction_version", str(version)), **capabilities}
            release = ("transaction_version", FIRST_RELEASE_WITH_VERSIONS)
        return replace(
            traits,
            delivery=replace(traits.delivery, client=self.client, transaction_version=version),
            needs=replace(traits.needs, capabilities=capabilities, release=release),
        )
