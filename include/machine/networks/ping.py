"""Measure round-trip times: ``python3 ping.py <address> …`` writes the minimum in ms per address.

The program runs in any network namespace, and uses the standard library only, as ``packet_delay.py`` does.
"""

import select
import socket
import sys
import time
from struct import pack

ECHO_REQUEST, ECHO_REPLY = 8, 0
"""Types of ICMP messages (RFC 792)."""

REQUESTS = 5
"""The number of requests to each address. The first request takes longer, because it waits for the hardware
address of the other device (ARP)."""

ANSWER_TIMEOUT_SECONDS = 3.0

IP_HEADER_BYTES = 20


def checksum(message: bytes) -> int:
    """The checksum of an ICMP message of even length (RFC 1071)."""
    total = sum(int.from_bytes(message[index : index + 2], "big") for index in range(0, len(message), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def echo_request(number: int) -> bytes:
    """An echo request with this number, from 0 to 65,535."""
    return pack(">BBHHH", ECHO_REQUEST, 0, checksum(pack(">BBHHH", ECHO_REQUEST, 0, 0, 0, number)), 0, number)


def round_trip(connection: socket.socket, address: str, number: int) -> float:
    """The time in ms from a request to its answer. Without an answer, the program ends."""
    began = time.perf_counter()
    connection.sendto(echo_request(number), (address, 0))
    while (left := began + ANSWER_TIMEOUT_SECONDS - time.perf_counter()) > 0:
        if not select.select([connection], [], [], left)[0]:
            break
        answer = connection.recv(1024)[IP_HEADER_BYTES:]
        if answer[0] == ECHO_REPLY and answer[6:8] == pack(">H", number):
            return (time.perf_counter() - began) * 1000
    sys.exit(f"{address} does not answer a ping")


def main(addresses: list[str]) -> None:
    """Write the minimum round-trip time to each address, one per line."""
    connection = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    for place, address in enumerate(addresses):
        numbers = range(place * REQUESTS + 1, (place + 1) * REQUESTS + 1)
        print(min(round_trip(connection, address, number) for number in numbers), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
