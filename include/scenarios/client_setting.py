"""The client and the version of transactions of the programs under test."""

from typing import Annotated, Literal, Self

from pydantic import model_validator

from include.faults.fault import Capability
from include.load_runtime.client_choice import DEFAULT_CLIENT, ClientChoice
from include.releases.versions import Version
from include.scenarios.clients.registry import ClientLevel, client_of, oldest_brokers, release_problem
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from include.scenarios.kafka_client_settings import WITH_TRANSACTIONS
from include.setting_metadata import Slug

FIRST_RELEASE_WITH_VERSIONS: Version = (4, 0)
"""The first release whose brokers and Java client have version 2 of the transaction protocol (KIP-890)."""


class ClientSetting(KafkaCellSettings):
    """The settings of a cell whose programs under test may use another client than librdkafka."""

    client: Annotated[ClientLevel, Slug()] = DEFAULT_CLIENT
    """The library with which the programs under test talk to Kafka: ``librdkafka`` or ``java``. Its release
    may follow: ``java-3.9.2``."""
    transaction_version: Annotated[Literal[1, 2] | None, WITH_TRANSACTIONS, Slug("tv{}")] = None
    """The brokers' version of the transaction protocol (``transaction.version``, KIP-890); None: their
    default. A client that does not have version 2 uses the first with either."""

    @model_validator(mode="after")
    def check_client(self) -> Self:
        """Refuse a setting that the client does not have."""
        if refusal := client_of(self.client).refuses(self):
            raise ValueError(refusal)
        return self

    @property
    def chosen_client(self) -> ClientChoice:
        return self.client

    def needed_release(self) -> tuple[str, Version] | None:
        """The oldest release of brokers that has the version, or that the client supports; None if all do."""
        if self.transaction_version:
            return "transaction_version", FIRST_RELEASE_WITH_VERSIONS
        oldest = oldest_brokers(self.client)
        return ("client", oldest) if oldest else None

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """What the release and the version need, in addition to what the distance and the faults need."""
        needed = super().needed_capabilities
        if self.client.release and (of_release := client_of(self.client).needed_by_release):
            needed = {of_release: ("client", str(self.client)), **needed}
        if self.transaction_version:
            needed = {Capability.FEATURE: ("transaction_version", str(self.transaction_version)), **needed}
        return needed

    def missing_release(self) -> tuple[str, str] | None:
        problem = release_problem(self.client)
        return ("client", problem) if problem else None
