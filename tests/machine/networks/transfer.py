"""Sends bytes over TCP from one network namespace to another."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from include.machine.networks.namespace import Namespace

PORT = 9092

RECEIVER = f"""
import socket
server = socket.create_server(("0.0.0.0", {PORT}))
print("listening", flush=True)
while True:
    connection, _ = server.accept()
    while connection.recv(1 << 20):
        pass
    connection.close()
"""

SENDER = f"""
import socket, sys
connection = socket.create_connection((sys.argv[1], {PORT}))
connection.sendall(bytes(int(sys.argv[2])))
connection.shutdown(socket.SHUT_WR)
connection.recv(1)
"""

CONNECTIONS = 10

CONNECTOR = f"""
import socket, sys, time
for _ in range({CONNECTIONS}):
    began = time.perf_counter()
    socket.create_connection((sys.argv[1], {PORT})).close()
    print((time.perf_counter() - began) * 1000)
"""


@contextmanager
def receiving(namespace: Namespace) -> Iterator[None]:
    """A receiver in a namespace, until the block ends."""
    command = namespace.inside([sys.executable, "-c", RECEIVER])
    receiver = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert receiver.stdout
    receiver.stdout.readline()
    try:
        yield
    finally:
        receiver.kill()
        receiver.communicate()


def send(namespace: Namespace, address: str, count: int = 1) -> None:
    """Send bytes; return when the receiver has all of them."""
    code, output = namespace.run([sys.executable, "-c", SENDER, address, str(count)])
    assert not code, output


def shortest_round_trip(namespace: Namespace | None, address: str) -> float:
    """The shortest time in ms of a connection from a namespace, or from this machine without a namespace."""
    command = [sys.executable, "-c", CONNECTOR, address]
    inside = namespace.inside(command) if namespace else command
    return min(map(float, subprocess.run(inside, capture_output=True, text=True, check=True).stdout.split()))
