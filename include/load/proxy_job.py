"""The job of the proxy between clients and the brokers, or between the brokers."""

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


class LinkedBroker(ProxiedBroker, frozen=True):
    """A broker that other brokers reach through a link, which may lead through a proxy."""

    link_port: int
    """The port at which the link listens, and which the broker advertises to other brokers."""


class BrokerLinks(BaseModel, extra="forbid", frozen=True):
    """The links between the brokers of a cluster: a broker reaches each broker, itself too, by its link."""

    brokers: list[LinkedBroker]
    host: str
    handover: int
    """The port to which a proxy connects to take the connections over until it closes this connection."""


PROXY_NAME = "proxy"


class ProxyJob(Job):
    """The job of the proxy between clients and the brokers, or between the brokers."""

    brokers: list[ProxiedBroker]
    handover: tuple[str, int] | None = None
    """The host and the port of the links between the brokers, which the proxy takes over; None: clients
    connect to the proxy."""
    strikes: list[Strike]
    """The requests to strike, in this order. The program strikes them only after it was told to begin."""
    wire_log: bool = False
    """Whether the program writes a row for each request and its answer, from the first connection on."""

    def clients(self) -> dict[str, dict[str, str]]:
        return {}
