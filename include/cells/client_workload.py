"""The workload of a cell whose programs under test use the chosen client and version of transactions."""

from dataclasses import dataclass
from typing import TypeVar

from include.cells.kafka_workload import KafkaWorkload
from include.clusters.feature_level import FeatureControl
from include.errors import PlatformError
from include.scenarios.client_setting import ClientSetting

Settings = TypeVar("Settings", bound=ClientSetting)


@dataclass(frozen=True)
class ClientWorkload(KafkaWorkload[Settings]):
    """A workload whose brokers may be told which version of transactions they have."""

    def create(self) -> None:
        """Set the version of transactions, then create the topics: a broker that knows them has the version.

        Raises:
            PlatformError: The brokers do not set the version.
        """
        version, cluster = self.settings.transaction_version, self.attempt.cluster
        if version is not None:
            if not isinstance(cluster, FeatureControl):
                raise PlatformError(f"transaction_version: {version} cannot be set on these brokers")
            cluster.set_feature("transaction.version", version)
        super().create()
