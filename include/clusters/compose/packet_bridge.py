"""The bridge in the path of the brokers' packets, for cells that break networks."""

from collections.abc import Mapping

from docker import DockerClient
from docker.models.containers import Container
from pydantic import BaseModel

from include.machine.containers.breakable_network import BRIDGE, join, remove_helper, start_bridge
from include.machine.containers.container_namespace import container_namespace
from include.machine.containers.labels import PREFIX, PROJECT
from include.machine.networks.bridge import Bridge
from include.machine.networks.cluster_namespaces import host_of_broker
from include.machine.networks.host_packet_rules import HostNetwork, connect


class BridgeState(BaseModel, frozen=True):
    """The bridge that the brokers' packets cross, and the helper containers that it needs."""

    container: str
    """The id of the container whose network namespace contains the bridge."""
    machine: str = ""
    """The address of this machine in the brokers' network. Packets from programs on this machine have this
    source address."""
    addresses: dict[int, str] = {}
    """The addresses of the brokers, by their ids."""
    keepers: dict[int, str] = {}
    """The id of the helper container in each broker's network namespace, by the broker's id."""


def isolate(client: DockerClient, brokers: Mapping[int, Container]) -> BridgeState:
    """Put a bridge into the path of every broker's packets; all brokers must be running."""
    first = next(iter(brokers.values()))
    state = BridgeState(container=start_bridge(client, _labels(first)))
    for id, container in brokers.items():
        state = with_broker(client, state, id, container)
        connect(container_namespace(state.container), host_of_broker(id))
    return state


def with_broker(client: DockerClient, state: BridgeState, id: int, container: Container) -> BridgeState:
    """Put the bridge into the path of a started broker's packets, and return the new state."""
    if id in state.keepers:
        remove_helper(client, state.keepers[id])
    (network,) = container.attrs["NetworkSettings"]["Networks"].values()
    keeper = join(client, state.container, str(container.id), host_of_broker(id), _labels(container))
    return state.model_copy(
        update={
            "machine": network["Gateway"],
            "addresses": {**state.addresses, id: network["IPAddress"]},
            "keepers": {**state.keepers, id: keeper},
        }
    )


def bridge_of(state: BridgeState) -> Bridge:
    """The bridge that a state describes, with the brokers that it connects."""
    brokers = {state.addresses[id]: container_namespace(keeper) for id, keeper in state.keepers.items()}
    return Bridge(container_namespace(state.container), state.machine, brokers)


def network_of(state: BridgeState, id: int) -> HostNetwork:
    """The network of a broker."""
    bridge, broker = container_namespace(state.container), container_namespace(state.keepers[id])
    return HostNetwork(bridge, host_of_broker(id), broker)


def _labels(broker: Container) -> dict[str, str]:
    """The labels of a broker's helper containers: Kerran's labels, and the Compose project's name."""
    labels = {name: value for name, value in broker.labels.items() if name.startswith(PREFIX)}
    return {**labels, BRIDGE: broker.labels[PROJECT]}
