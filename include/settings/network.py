"""The settings of the network distance between clients and brokers."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from include.kinds.fault import Capability
from include.machine.networks.packet_changes_and_counts import RoundTrips
from include.settings.annotations import Slug
from include.settings.cell import ScenarioSettings
from include.settings.traits import NO_DISTANCE, Traits

Milliseconds = Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]


class DistanceSettings(ScenarioSettings):
    """The round-trip times that are added to the round-trip times of the network."""

    round_trip_ms: Annotated[Milliseconds, Slug("rtt{}ms")] = 0
    """The round-trip time in ms that is added between clients and brokers, and between brokers."""
    broker_round_trip_ms: Annotated[Milliseconds | None, Slug("broker-rtt{}ms")] = None
    """The round-trip time in ms that is added between brokers; None: ``round_trip_ms``."""

    def make_traits(self) -> Traits:
        """Derive the round-trip times. If one is not zero, each broker needs a separate network."""
        traits, of_brokers = super().make_traits(), self.broker_round_trip_ms
        trips = RoundTrips(self.round_trip_ms, self.round_trip_ms if of_brokers is None else of_brokers)
        if trips == NO_DISTANCE:
            return traits
        setting = "round_trip_ms" if self.round_trip_ms else "broker_round_trip_ms"
        need = setting, f"{getattr(self, setting) or 0:g} ms"
        capabilities = {**traits.needs.capabilities, Capability.NETWORK: need}
        return replace(
            traits,
            needs=replace(traits.needs, capabilities=capabilities),
            disturbance=replace(traits.disturbance, round_trips=trips),
        )
