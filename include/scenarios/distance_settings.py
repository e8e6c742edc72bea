"""The settings of the distance between clients and brokers, and between brokers."""

from typing import Annotated

from pydantic import Field

from include.faults.fault import Capability
from include.networks.traffic import RoundTrips
from include.scenarios.load_settings import LoadSettings
from include.setting_metadata import Slug

Milliseconds = Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]


class DistanceSettings(LoadSettings):
    """The settings of the distance, in addition to the settings of the load and of the clients."""

    round_trip_ms: Annotated[Milliseconds, Slug("rtt{}ms")] = 0
    """The time in ms that a packet and its answer take between clients and brokers, and between brokers."""
    broker_round_trip_ms: Annotated[Milliseconds | None, Slug("broker-rtt{}ms")] = None
    """The same between brokers, if it is to be another time than ``round_trip_ms``."""

    @property
    def round_trips(self) -> RoundTrips:
        """The round trips that are added to those that packets take anyway."""
        own = self.broker_round_trip_ms
        return RoundTrips(self.round_trip_ms, self.round_trip_ms if own is None else own)

    @property
    def needed_capabilities(self) -> dict[Capability, tuple[str, str]]:
        """A distance needs networks of the brokers' own."""
        setting = "round_trip_ms" if self.round_trip_ms else "broker_round_trip_ms"
        asked = f"{getattr(self, setting) or 0:g} ms"
        own = {Capability.NETWORK: (setting, asked)} if self.round_trips != RoundTrips() else {}
        return {**super().needed_capabilities, **own}
