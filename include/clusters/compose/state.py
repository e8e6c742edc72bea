"""The state of a cluster in containers, and constants that all clusters in containers share."""

from typing import Any

from pydantic import BaseModel

from include.clusters.compose.packet_bridge import BridgeState
from include.load.proxy_job import PROXY_NAME, ProxiedBroker

OWN_FILE = "own.json"
"""A Compose file with the settings and the cores of this cluster."""

BROKERS = ("broker-1", "broker-2", "broker-3")
"""The names of the brokers' services in every Compose file."""

UNKNOWN = "unknown"

PORT = 9092
"""The port of every broker on the container network."""

CONTAINERS_PORT = 19094
"""The port at which a broker listens for clients that connect through a proxy in a container."""

PROXIED_INSIDE = tuple(
    ProxiedBroker(
        id=id, proxy=PROXY_NAME, listens_at="", port=19_000 + id, host=broker, broker_port=CONTAINERS_PORT
    )
    for id, broker in enumerate(BROKERS, start=1)
)
"""The brokers' listeners for clients behind a proxy. The proxy runs in a container with the name
``PROXY_NAME``."""


class ComposeState(BaseModel, frozen=True):
    """The state of a cluster in its folder. A cluster without settings is not ready yet."""

    project: str
    release: str | None
    """The Kafka release; with a user's image, None until the brokers have logged their release."""
    image: str
    ports: list[int]
    settings: dict[str, Any] = {}
    down: list[int] = []
    """The ids of the brokers that a fault has ended. They must be started again."""
    proxied: list[ProxiedBroker] = []
    """The second listener of each broker, for clients behind a proxy; empty: there is none."""
    bridge: BridgeState | None = None
    """The bridge in the path of the brokers' packets; None: this cluster's networks cannot be broken."""
