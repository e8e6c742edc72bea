"""The settings of a delivery cell."""

from typing import Annotated, Literal

from include.faults.fault import Capability
from include.releases.versions import Version
from include.scenarios.client_setting import ClientSetting
from include.scenarios.kafka_client_settings import WITH_TRANSACTIONS
from include.scenarios.processing_settings import ProcessingSettings
from include.scenarios.setting_metadata import Slug

DEFAULT_TRANSACTION_VERSION = 2
"""The version that brokers of every release use which has more than one."""

FIRST_RELEASE_WITH_VERSIONS: Version = (4, 0)
"""The first release whose brokers and Java client have version 2 of the transaction protocol (KIP-890)."""


class DeliverySettings(ClientSetting, ProcessingSettings):
    """The settings of a producer, a topic, and the consumers of one group; all of them use the client."""

    scenario: Literal["delivery"] = "delivery"

    transaction_version: Annotated[Literal[1, 2] | None, WITH_TRANSACTIONS, Slug("tv{}")] = None
    """The brokers' version of the transaction protocol (``transaction.version``, KIP-890); None: their
    default. A client that does not have version 2 uses the first with either."""

    def refusal_of_capacity(self) -> str | None:
        """Refuse whatever makes consumers do something else than receive while messages are sent."""
        if not self.consumers_only_receive:
            return f"with processing: {self.processing}"
        if self.faults:
            return f"with fault: {self.fault}"
        return "with backlog: on" if self.backlog else None

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """The capabilities that the version needs, in addition to those of the client, the distance and the
        faults.
        """
        needed = super().needed_capabilities
        if self.transaction_version is None:
            return needed
        return {Capability.JAVA: ("transaction_version", str(self.transaction_version)), **needed}

    def needed_release(self) -> tuple[str, Version] | None:
        """Return the oldest brokers that have the version or talk to the client; None if all do."""
        if self.transaction_version:
            return "transaction_version", FIRST_RELEASE_WITH_VERSIONS
        return super().needed_release()
