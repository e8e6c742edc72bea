"""The environment of a load program: its network, and settings that may be secret.

Secret settings are never in a job file.
"""

import json
import socket
from collections.abc import Mapping
from pathlib import Path

from include.machine import settings
from include.machine.errors import PlatformError
from include.machine.settings import CLIENT_SECURITY

OWN_NETWORK = settings.OWN_NETWORK.name
"""The name of the environment variable that is set for a load program with its own network."""

LOOPBACK = "127.0.0.1"

CONGESTION_CONTROL_NAME_BYTES = 16
"""The maximum length of a congestion control's name (``TCP_CA_NAME_MAX``)."""


def has_own_network() -> bool:
    """Whether this process has its own network, and may change it."""
    return settings.OWN_NETWORK.is_set


def own_address(bootstrap: str) -> str:
    """The address at which other programs of the cell reach this program; loopback if they share a network.

    The address is on the same network as the addresses in ``bootstrap``.
    """
    if not has_own_network():
        return LOOPBACK
    host, _, port = bootstrap.partition(",")[0].rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, int(port)))  # sends nothing; selects the route and so the address
        address: str = probe.getsockname()[0]
    return address


def congestion_control_of(connection: socket.socket, name: str) -> None:
    """Set the congestion control of a connection, if this process has its own network.

    Raises:
        PlatformError: The kernel does not have this congestion control, or does not allow this user to choose
            it.
    """
    current = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, CONGESTION_CONTROL_NAME_BYTES)
    if not has_own_network() or current.rstrip(b"\0") == name.encode():
        return
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, name.encode())
    except OSError as error:
        raise PlatformError(missing(name)) from error


def missing(name: str) -> str:
    """A sentence that says how to make a missing congestion control available."""
    return (
        f"this kernel has no TCP congestion control {name}, or does not allow it here: load it "
        f"(modprobe tcp_{name}), or choose another (congestion_control, copy_congestion_control)"
    )


SECURITY_VARIABLE = CLIENT_SECURITY.name
"""Environment variable: the file with a client's settings for encryption and authentication. The content is
JSON for Python programs, and properties for Java programs. The settings themselves are not in the
environment: an engine shows the environment of its containers, and other processes may inherit it."""


def security_environment(file: Path | None) -> dict[str, str]:
    """The environment variable with the file of a program's security settings; empty without a file."""
    return {SECURITY_VARIABLE: str(file)} if file else {}


def security_text(security: Mapping[str, str]) -> str:
    """The security settings as JSON, for Python programs; empty if there are no such settings."""
    return json.dumps(dict(security)) if security else ""


def security_of_this_process() -> dict[str, str]:
    """The security settings of this process. Their file is removed, so that they can be read only once."""
    if not (name := CLIENT_SECURITY.read()):
        return {}
    file = Path(name)
    settings: dict[str, str] = json.loads(file.read_bytes())
    file.unlink()
    return settings
