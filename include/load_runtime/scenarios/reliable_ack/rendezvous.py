"""The address of a cell's monitor, which the monitor writes to the cell's folder and other programs read."""

import time
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket

from include.load_runtime.program_environment import NetworkError

ADDRESS_FILE = "monitor.address"

TIMEOUT_SECONDS = 30.0
"""The maximum time to wait for the address, and again for the connection."""

POLL_SECONDS = 0.01
"""The time between two checks whether the address was written."""

Address = tuple[str, int]


def publish_address(cell: Path, address: Address) -> None:
    """Write the address of this monitor to the cell's folder."""
    unfinished = cell / f"{ADDRESS_FILE}.unfinished"
    unfinished.write_text("{}\n{}".format(*address), encoding="utf-8")
    unfinished.replace(cell / ADDRESS_FILE)


def connect_to_monitor(cell: Path) -> socket:
    """A connection to the cell's monitor.

    Raises:
        NetworkError: There is no monitor, or it cannot be reached.
    """
    address = wait_for_address(cell)
    try:
        connection = create_connection(address, timeout=TIMEOUT_SECONDS)
    except OSError as error:
        raise NetworkError("the monitor at {}:{} cannot be reached: {}".format(*address, error)) from error
    connection.settimeout(None)
    connection.setsockopt(
        IPPROTO_TCP, TCP_NODELAY, 1
    )  # A frame's last packet does not wait for earlier ones.
    return connection


def wait_for_address(cell: Path, timeout_seconds: float = TIMEOUT_SECONDS) -> Address:
    """The monitor's address as soon as the monitor has written it.

    Raises:
        NetworkError: The monitor has not written it in time.
    """
    last = time.monotonic() + timeout_seconds
    file = cell / ADDRESS_FILE
    while not file.exists():
        if time.monotonic() > last:
            raise NetworkError(f"the monitor did not publish its address within {timeout_seconds:g} s")
        time.sleep(POLL_SECONDS)
    host, port = file.read_text(encoding="utf-8").split("\n")
    return host, int(port)
