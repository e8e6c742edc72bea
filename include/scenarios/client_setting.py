"""The setting ``client``: the library with which the programs under test talk to Kafka."""

from typing import Annotated, Self

from pydantic import model_validator

from include.load_runtime.client_choice import DEFAULT_CLIENT, ClientChoice
from include.releases.versions import Version
from include.scenarios.clients.registry import (
    ClientLevel,
    client_of,
    oldest_brokers,
    release_problem,
)
from include.scenarios.kafka_cell_settings import KafkaCellSettings
from include.setting_metadata import Slug


class ClientSetting(KafkaCellSettings):
    """The settings of a cell whose programs under test may use another client than librdkafka."""

    client: Annotated[ClientLevel, Slug()] = DEFAULT_CLIENT
    """The library with which the programs under test talk to Kafka. Its release may follow."""

    @model_validator(mode="after")
    def check_client(self) -> Self:
        """Refuse a setting that the client does not have."""
        if refusal := client_of(self.client).refuses(self):
            raise ValueError(f"{refusal.setting}: {refusal.reason}")
        return self

    @property
    def chosen_client(self) -> ClientChoice:
        """The setting ``client``."""
        return self.client

    def needed_release(self) -> tuple[str, Version] | None:
        """The oldest release of brokers that the client supports; None if it supports all."""
        oldest = oldest_brokers(self.client)
        return ("client", oldest) if oldest else None

    def missing_release(self) -> tuple[str, str] | None:
        """Why the release of the client cannot be used; None if it can be used."""
        problem = release_problem(self.client)
        return ("client", problem) if problem else None
