"""The listeners of brokers for clients behind a proxy, and the links between brokers."""

from collections.abc import Iterable

from include.load.proxy_job import BrokerLinks, LinkedBroker, ProxiedBroker
from include.machine.networks.ports import LOOPBACK, free_ports


def proxied_brokers(ids: Iterable[int]) -> list[ProxiedBroker]:
    """A second listener for each broker, for clients behind a proxy. All ports are free ports of loopback."""
    numbers = list(ids)
    ports = iter(free_ports(2 * len(numbers)))
    here = {"proxy": LOOPBACK, "listens_at": LOOPBACK, "host": LOOPBACK}
    return [ProxiedBroker(id=id, port=next(ports), broker_port=next(ports), **here) for id in numbers]


def broker_links(ids: Iterable[int]) -> BrokerLinks:
    """The links between brokers. All ports are free ports of loopback."""
    proxied = proxied_brokers(ids)
    handover, *link_ports = free_ports(1 + len(proxied))
    brokers = [
        LinkedBroker(**dict(broker), link_port=port) for broker, port in zip(proxied, link_ports, strict=True)
    ]
    return BrokerLinks(brokers=brokers, host=LOOPBACK, handover=handover)
