"""The listeners of brokers for clients behind a proxy."""

from collections.abc import Iterable

from include.load.proxy_job import ProxiedBroker
from include.machine.networks.ports import LOOPBACK, free_ports


def proxied_brokers(ids: Iterable[int]) -> list[ProxiedBroker]:
    """A second listener for each broker, for clients behind a proxy. All ports are free ports of loopback."""
    numbers = list(ids)
    ports = iter(free_ports(2 * len(numbers)))
    here = {"proxy": LOOPBACK, "listens_at": LOOPBACK, "host": LOOPBACK}
    return [ProxiedBroker(id=id, port=next(ports), broker_port=next(ports), **here) for id in numbers]
