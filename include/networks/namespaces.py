"""A network namespace for each broker on this machine, so that its network can be broken and no other is;
and for those load programs whose network is to be broken, or that listen in it.

Each namespace is held by a process that sleeps: a bridge's, which this machine reaches through one pair of
virtual devices, and one for every broker and program. All of it goes when those processes end; nothing is
left on this machine, and none of its own rules is touched.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

from include import folders
from include.errors import PlatformError
from include.networks.namespace_network import DEVICE, Command
from include.processes.identity import ProcessIdentity
from include.processes.registry import ProcessRegistry
from include.processes.waiting import wait_until

TOOLS = ("unshare", "nsenter", "ip", "iptables")

APART = ("unshare", "--net", "--")
"""Runs what follows in a network namespace of its own."""

SLEEPS = 5.0
"""Seconds within which a process must be in its namespace."""


FIRST_PROGRAM = 201
"""The last number of the first load program's address; brokers' begin with 11."""


@dataclass(frozen=True)
class Namespaces:
    """The processes that hold them, and the address that each broker has there."""

    bridge: ProcessIdentity
    brokers: dict[int, ProcessIdentity]
    addresses: dict[int, str]
    programs: dict[str, ProcessIdentity] = field(default_factory=dict)
    """Those of load programs, by their names."""

    @property
    def holders(self) -> list[ProcessIdentity]:
        """All of the processes."""
        return [self.bridge, *self.brokers.values(), *self.programs.values()]


def check_possible() -> None:
    """Make sure that this user may make network namespaces.

    Raises:
        PlatformError: not so; it says what to do.
    """
    if why := _why_not():
        raise PlatformError(
            f"Embedded brokers need network namespaces of their own for this experiment: {why}; run it with "
            "CLUSTER=compose, and where packets of the producer are lost with RUNNER=container"
        )


def _why_not() -> str | None:
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        return f"{', '.join(missing)} isn't installed (on Debian: util-linux, iproute2, iptables)"
    if os.geteuid() != 0:
        return "only root may make them"
    code, said = _try([*APART, "true"])
    return said.strip() if code else None


def make(ids: list[int], folder: Path, owner: ProcessIdentity, programs: Sequence[str] = ()) -> Namespaces:
    """Make a namespace for each broker and program, connected among themselves and with this machine.

    Raises:
        PlatformError: the kernel doesn't allow it.
    """
    check_possible()
    network = _free_network()
    started: list[ProcessIdentity] = []
    try:
        bridge = _hold("the brokers' bridge", folder, owner, started)
        _connect_this_machine(bridge, network)
        addresses = {id: f"{network}.{10 + id}" for id in ids}
        brokers = {id: _hold(f"broker-{id}'s network", folder, owner, started) for id in ids}
        for id, broker in brokers.items():
            _connect(broker, bridge, f"broker{id}", addresses[id])
        apart = {name: _hold(f"{name}'s network", folder, owner, started) for name in programs}
        for place, (name, program) in enumerate(apart.items()):
            _connect(program, bridge, name, f"{network}.{FIRST_PROGRAM + place}")
    except BaseException:
        for process in started:
            process.end(grace_seconds=1)
        raise
    return Namespaces(bridge, brokers, addresses, apart)


def inside(holder: ProcessIdentity, command: list[str]) -> list[str]:
    """The command line that runs a command in the namespace that a process holds."""
    return ["nsenter", f"--target={holder.pid}", "--net", "--", *command]


@contextmanager
def entered(holder: ProcessIdentity) -> Iterator[Command]:
    """A way to run commands in the namespace that a process holds."""
    yield lambda command: _try(inside(holder, command))


def _hold(what: str, folder: Path, owner: ProcessIdentity, started: list[ProcessIdentity]) -> ProcessIdentity:
    process = subprocess.Popen(
        [*APART, "sleep", "infinity"], stdin=subprocess.DEVNULL, start_new_session=True
    )
    holder = ProcessIdentity.of(process.pid)
    started.append(holder)
    ProcessRegistry(folders.PROCESSES).add(f"{what} in {folder}", holder, owner)
    wait_until(lambda: _is_apart(holder), SLEEPS, lambda: f"{what} has no namespace")
    _run(inside(holder, ["ip", "link", "set", "lo", "up"]))
    return holder


def _is_apart(holder: ProcessIdentity) -> bool:
    """Whether it sleeps in another namespace than this process is in."""
    own, its = (Path(f"/proc/{pid}/ns/net").readlink() for pid in ("self", holder.pid))
    return own != its


def _connect_this_machine(bridge: ProcessIdentity, network: str) -> None:
    device = f"krn{bridge.pid}"
    _run(["ip", "link", "add", device, "type", "veth", "peer", "name", "uplink", "netns", str(bridge.pid)])
    _run(["ip", "address", "add", f"{network}.1/24", "dev", device])
    _run(["ip", "link", "set", device, "up"])
    _run(inside(bridge, ["ip", "link", "add", "bridge", "type", "bridge"]))
    _run(inside(bridge, ["ip", "link", "set", "bridge", "up"]))
    _run(inside(bridge, ["ip", "link", "set", "uplink", "master", "bridge", "up"]))


def _connect(holder: ProcessIdentity, bridge: ProcessIdentity, port: str, address: str) -> None:
    """Connect a namespace with the bridge, by a port of that name."""
    peer = ["peer", "name", DEVICE, "netns", str(holder.pid)]
    _run(inside(bridge, ["ip", "link", "add", port, "type", "veth", *peer]))
    _run(inside(bridge, ["ip", "link", "set", port, "master", "bridge", "up"]))
    _run(inside(holder, ["ip", "address", "add", f"{address}/24", "dev", DEVICE]))
    _run(inside(holder, ["ip", "link", "set", DEVICE, "up"]))


def _free_network() -> str:
    """The first three numbers of a private network that this machine has no way to."""
    taken = _run(["ip", "-4", "route", "show", "table", "all"])
    random = SystemRandom()
    while True:
        network = f"10.{random.randrange(64, 128)}.{random.randrange(256)}"
        if f"{network}." not in taken:
            return network


def _run(command: list[str]) -> str:
    code, said = _try(command)
    if code:
        raise PlatformError(f"the brokers' networks can't be made: {' '.join(command)}: {said.strip()}")
    return said


def _try(command: list[str]) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
