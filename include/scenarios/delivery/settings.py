"""The settings of a delivery cell."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from include.faults.fault import Capability
from include.scenarios.clients.registry import (
    DEFAULT_CLIENT,
    client_of,
    oldest_brokers,
    release_problem,
    with_release,
)
from include.scenarios.kafka_client_settings import WITH_TRANSACTIONS
from include.scenarios.processing_settings import ProcessingSettings
from include.scenarios.setting_metadata import Slug

DEFAULT_TRANSACTION_VERSION = 2
"""The version that brokers of every release use which has more than one."""

FIRST_RELEASE_WITH_VERSIONS = (4, 0)
"""The first release whose brokers and Java client have version 2 of the transaction protocol (KIP-890)."""

ClientName = Annotated[str, AfterValidator(with_release), Slug()]


class DeliverySettings(ProcessingSettings):
    """The settings of a producer, a topic, and the consumers of one group."""

    scenario: Literal["delivery"] = "delivery"

    client: ClientName = DEFAULT_CLIENT
    """The library with which the producer and the consumers talk to Kafka. Its release may follow."""

    transaction_version: Annotated[Literal[1, 2] | None, WITH_TRANSACTIONS, Slug("tv{}")] = None
    """The brokers' version of the transaction protocol (``transaction.version``, KIP-890); None: their
    default. A client that does not have version 2 uses the first with either."""

    @model_validator(mode="after")
    def check_client(self) -> Self:
        """Refuse a setting that the client does not have, and a lead-in in which it does not become warm."""
        client = client_of(self.client)
        if refusal := client.refuses(self):
            raise ValueError(f"{refusal.setting}: {refusal.reason}")
        if self.lead_in_seconds < client.lead_in_seconds:
            raise ValueError(
                f"lead_in_seconds: {self.lead_in_seconds:g} is too short for {client.name}, whose compilers "
                f"need {client.lead_in_seconds:g} s; librdkafka needs none"
            )
        return self

    def refusal_of_capacity(self) -> str | None:
        """Refuse whatever makes consumers do something else than receive while messages are sent."""
        if not self.consumers_only_receive:
            return f"with processing: {self.processing}"
        if self.faults:
            return f"with fault: {self.fault}"
        return "with backlog: on" if self.backlog else None

    @property
    def chosen_client(self) -> str:
        """The setting ``client``."""
        return self.client

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """The capabilities that the client needs, in addition to those of the distance and the faults."""
        needed = dict(super().needed_capabilities)
        if self.transaction_version:
            needed[Capability.JAVA] = ("transaction_version", str(self.transaction_version))
        if of_client := client_of(self.client).needs:
            needed[of_client] = ("client", self.client)
        return needed

    def needed_release(self) -> tuple[str, tuple[int, int]] | None:
        """Return the oldest brokers that have the version or talk to the client; None if all do."""
        if self.transaction_version:
            return "transaction_version", FIRST_RELEASE_WITH_VERSIONS
        oldest = oldest_brokers(self.client)
        return ("client", oldest) if oldest else None

    def missing_release(self) -> tuple[str, str] | None:
        """Return why the release of the client cannot be used; None if it can be used."""
        problem = release_problem(self.client)
        return ("client", problem) if problem else None
