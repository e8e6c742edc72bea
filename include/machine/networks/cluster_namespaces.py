"""A network namespace for each broker and load program, so that their networks can be broken separately.

Each namespace belongs to a sleeping process: one process for the bridge, and one for each broker and load
program. When the sleeping processes end, the namespaces disappear. This machine reaches the bridge through a
pair of virtual devices. The machine's packet rules and its other devices stay unchanged.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

from include.machine.errors import PlatformError
from include.machine.networks.bridge import Bridge
from include.machine.networks.host_packet_rules import HOST_PORT, OTHER_PORT, connect
from include.machine.networks.namespace import DEVICE, WHOLE_PACKETS, change_links, namespace_of
from include.machine.networks.namespace_support import UNSHARE, _try, check_possible
from include.machine.processes.all_or_none_start import AllOrNoneStart
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.wait_until import wait_until

HOLDER_TIMEOUT_SECONDS = 5.0
"""The maximum time until a started process is in its own namespace."""

FIRST_PROGRAM = 201
"""The last number in the address of the first load program. The last number in the address of the first
broker is 11."""

UPLINK = f"{OTHER_PORT}machine"
"""The bridge's port that leads to this machine."""


@dataclass(frozen=True)
class Namespaces:
    """The processes that hold the namespaces, and the addresses in them."""

    network: str
    """The three numbers with which all addresses begin, such as ``10.64.0``."""
    holder: ProcessIdentity
    """The process that holds the namespace of the bridge."""
    brokers: dict[int, ProcessIdentity]
    programs: dict[str, ProcessIdentity] = field(default_factory=dict)
    """The processes that hold the namespaces of load programs, by the roles of the programs."""

    @property
    def bridge(self) -> Bridge:
        """The bridge that connects brokers, load programs and this machine."""
        brokers = {self.address(id): namespace_of(holder) for id, holder in self.brokers.items()}
        return Bridge(namespace_of(self.holder), f"{self.network}.1", brokers)

    def address(self, id: int) -> str:
        return f"{self.network}.{10 + id}"


def host_of_broker(id: int) -> str:
    """The name of a broker on the bridge."""
    return f"broker{id}"


def create_namespaces(ids: list[int], started: AllOrNoneStart, programs: Sequence[str]) -> Namespaces:
    """Create a namespace for each broker and load program.

    The namespaces are connected with each other and with this machine.

    Args:
        ids: The ids of the brokers.
        started: The processes of the cluster. The processes that hold the namespaces are added to
            ``started``.
        programs: The roles of the load programs.

    Raises:
        PlatformError: The kernel refuses to create a namespace, a device or an address.
    """
    check_possible()
    network = _free_network()
    bridge = _hold("the brokers' bridge", started)
    _connect_this_machine(bridge, network)
    brokers = {id: _hold(f"broker-{id}'s network", started) for id in ids}
    of_programs = {name: _hold(f"{name}'s network", started) for name in programs}
    namespaces = Namespaces(network, bridge, brokers, of_programs)
    for id, holder in brokers.items():
        _connect(holder, bridge, host_of_broker(id), namespaces.address(id))
    for place, (name, holder) in enumerate(of_programs.items()):
        _connect(holder, bridge, name, f"{network}.{FIRST_PROGRAM + place}")
    return namespaces


def _hold(what: str, started: AllOrNoneStart) -> ProcessIdentity:
    process = subprocess.Popen(
        [*UNSHARE, "sleep", "infinity"], stdin=subprocess.DEVNULL, start_new_session=True
    )
    holder = started.add(what, ProcessIdentity.of(process.pid))
    wait_until(lambda: _has_namespace(holder), HOLDER_TIMEOUT_SECONDS, lambda: f"{what} has no namespace")
    change_links(namespace_of(holder), ["link set lo up"])
    return holder


def _has_namespace(holder: ProcessIdentity) -> bool:
    """Whether a process is in another namespace than this process."""
    this_namespace, holder_namespace = (
        Path(f"/proc/{pid}/ns/net").readlink() for pid in ("self", holder.pid)
    )
    return this_namespace != holder_namespace


def _connect_this_machine(bridge: ProcessIdentity, network: str) -> None:
    device = f"krn{bridge.pid}"
    _run(["ip", "link", "add", device, "type", "veth", "peer", "name", UPLINK, "netns", str(bridge.pid)])
    _run(["ip", "address", "add", f"{network}.1/24", "dev", device])
    _run(["ip", "link", "set", device, *WHOLE_PACKETS.split(), "up"])
    commands = ["link add bridge type bridge", "link set bridge up", f"link set {UPLINK} master bridge up"]
    change_links(namespace_of(bridge), commands)


def _connect(holder: ProcessIdentity, bridge: ProcessIdentity, host: str, address: str) -> None:
    """Connect a namespace with the bridge, and count its packets there."""
    port = HOST_PORT + host
    commands = [
        f"link add {port} type veth peer name {DEVICE} netns {holder.pid}",
        f"link set {port} master bridge up",
    ]
    change_links(namespace_of(bridge), commands)
    holder_commands = [f"address add {address}/24 dev {DEVICE}", f"link set {DEVICE} {WHOLE_PACKETS} up"]
    change_links(namespace_of(holder), holder_commands)
    connect(namespace_of(bridge), host)


def _free_network() -> str:
    """The first three numbers of the addresses of a private network that no route on this machine names."""
    routes = _run(["ip", "-4", "route", "show", "table", "all"])
    random = SystemRandom()
    while True:
        network = f"10.{random.randrange(64, 128)}.{random.randrange(256)}"
        if f"{network}." not in routes:
            return network


def _run(command: list[str]) -> str:
    code, output = _try(command)
    if code:
        reason = f"{' '.join(command)}: {output.strip()}"
        raise PlatformError(f"The networks of the brokers cannot be created: {reason}")
    return output
