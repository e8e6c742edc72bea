"""How the programs of a cell find the one that listens: its address lies in the cell's folder."""

import time
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection, socket

from include.load_runtime.network_env import NetworkError

FILE = "monitor.address"

PATIENCE = 30.0
"""Seconds within which it must be there."""

PAUSE = 0.01
"""Seconds between two looks."""

Address = tuple[str, int]


def announce(cell: Path, address: Address) -> None:
    """Say where this program listens."""
    unfinished = cell / f"{FILE}.unfinished"
    unfinished.write_text("{}\n{}".format(*address), encoding="utf-8")
    unfinished.replace(cell / FILE)


def connected(cell: Path) -> socket:
    """A connection to the program that listens.

    Raises:
        NetworkError: there is none, or it can't be reached.
    """
    address = announced(cell)
    try:
        made = create_connection(address, timeout=PATIENCE)
    except OSError as error:
        raise NetworkError("the monitor at {}:{} can't be reached: {}".format(*address, error)) from error
    made.settimeout(None)
    made.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # the end of a frame doesn't wait for its beginning
    return made


def announced(cell: Path, patience: float = PATIENCE) -> Address:
    """Where the other listens, once it does.

    Raises:
        NetworkError: it doesn't in time.
    """
    last = time.monotonic() + patience
    file = cell / FILE
    while not file.exists():
        if time.monotonic() > last:
            raise NetworkError(f"the monitor didn't say within {patience:g} s where it listens")
        time.sleep(PAUSE)
    host, port = file.read_text(encoding="utf-8").split("\n")
    return host, int(port)
