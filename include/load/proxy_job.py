"""The job of the proxy between clients and the brokers."""

from pydantic import BaseModel

from include.load.job import Job
from include.load.strike_terms import Strike


class ProxiedBroker(BaseModel, extra="forbid", frozen=True):
    """A broker that clients reach through a proxy."""

    id: int
    proxy: str
    """The host that the broker advertises to clients: the host of the proxy."""
    listens_at: str
    """The address at which the proxy listens; empty: every address of the proxy's container."""
    port: int
    """The port at which the proxy listens, and which the broker advertises."""
    host: str
    broker_port: int
    """The port at which the broker itself listens for connections of the proxy."""


PROXY_NAME = "proxy"


class ProxyJob(Job):
    """The job of the proxy between clients and the brokers."""

    brokers: list[ProxiedBroker]
    strikes: list[Strike]
    """The requests to strike, in this order. The program strikes them only after it was told to begin."""
    wire_log: bool = False
    """Whether the program writes a row for each request and its answer, from the first connection on."""

    def clients(self) -> dict[str, dict[str, str]]:
        return {}
