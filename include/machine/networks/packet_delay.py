"""Delay the packets of a netfilter queue: ``python3 packet_delay.py <queue> <ms> <share>``.

The kernel keeps the packets and tells this program their numbers. After the delay, the program lets the
packets pass, in order. A share of the packets passes without delay and overtakes other packets. The program
writes a line when the queue is bound. When standard input is closed, the program writes its CPU time in s,
and ends.

The program runs in the network namespace of the queue, and uses the standard library only, because the
namespace may belong to a container without this project. The protocol is described in Linux's
``include/uapi/linux/netfilter/nfnetlink_queue.h`` and ``nfnetlink.h``.
"""

import math
import random
import select
import socket
import sys
import time
from collections import deque
from struct import Struct, pack

NETLINK_NETFILTER = 12
SOL_NETLINK, NETLINK_NO_ENOBUFS = 270, 5
SO_RCVBUFFORCE = 33
RECEIVE_BUFFER_BYTES = 16 * 2**20

SUBSYSTEM_QUEUE = 3 << 8
VERDICT, CONFIG, VERDICT_BATCH = (SUBSYSTEM_QUEUE | kind for kind in (1, 2, 3))
"""The types of messages to the kernel: a verdict on one packet, a configuration of the queue, and a verdict
on a packet and all earlier packets."""

REQUEST, ACKNOWLEDGE = 1, 4
"""Flags that mark a netlink message as a request, and that demand an acknowledgement."""

BIND, COPY_METADATA, ACCEPT = 1, 1, 1
CONFIG_COMMAND, CONFIG_COPY, CONFIG_LENGTH = 1, 2, 3
VERDICT_HEADER, PACKET_HEADER = 2, 1
"""The types of the attributes that contain a verdict and the header of a packet."""

QUEUE_LENGTH = 2**16
"""The maximum number of packets that the kernel holds. The kernel drops further packets."""

MESSAGE_HEADER = Struct("=IHHII")
FAMILY_HEADER_BYTES = 4
ATTRIBUTE_HEADER = Struct("=HH")
ERROR = Struct("=i")
PACKET_ID = Struct(">I")


class Queue:
    """A netfilter queue that this program has bound."""

    def __init__(self, number: int) -> None:
        """Bind the queue.

        Raises:
            OSError: The kernel does not support netfilter queues, or another program has bound this queue.
        """
        self._number = number
        self.socket = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_NETFILTER)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)
        self.socket.setsockopt(SOL_NETLINK, NETLINK_NO_ENOBUFS, 1)
        self._configure(CONFIG_COMMAND, pack(">BBH", BIND, 0, socket.AF_INET))
        self._configure(CONFIG_COPY, pack(">IB", 0, COPY_METADATA))
        self._configure(CONFIG_LENGTH, pack(">I", QUEUE_LENGTH))
        self.socket.setblocking(False)

    def arrived(self) -> list[int]:
        """The numbers of the packets that have arrived since the last call, in order."""
        numbers = []
        while True:
            try:
                numbers.append(_packet_number(self.socket.recv(4096)))
            except BlockingIOError:
                return numbers

    def let_pass(self, number: int, *, earlier_too: bool) -> None:
        """Let a packet pass, and with ``earlier_too`` also all packets that arrived before it."""
        kind = VERDICT_BATCH if earlier_too else VERDICT
        self.socket.send(self._message(kind, REQUEST, VERDICT_HEADER, pack(">II", ACCEPT, number)))

    def _configure(self, attribute: int, value: bytes) -> None:
        self.socket.send(self._message(CONFIG, REQUEST | ACKNOWLEDGE, attribute, value))
        (error,) = ERROR.unpack_from(self.socket.recv(4096), MESSAGE_HEADER.size)
        if error:
            raise OSError(-error, f"netfilter queue {self._number} cannot be bound")

    def _message(self, kind: int, flags: int, attribute: int, value: bytes) -> bytes:
        padding = bytes(-len(value) % 4)
        content = ATTRIBUTE_HEADER.pack(ATTRIBUTE_HEADER.size + len(value), attribute) + value + padding
        length = MESSAGE_HEADER.size + FAMILY_HEADER_BYTES + len(content)
        return MESSAGE_HEADER.pack(length, kind, flags, 0, 0) + pack(">BBH", 0, 0, self._number) + content


def _packet_number(message: bytes) -> int:
    """The number of the packet that a message of the kernel announces."""
    position = MESSAGE_HEADER.size + FAMILY_HEADER_BYTES
    while True:
        length, attribute = ATTRIBUTE_HEADER.unpack_from(message, position)
        position += ATTRIBUTE_HEADER.size
        if attribute == PACKET_HEADER:
            number: int = PACKET_ID.unpack_from(message, position)[0]
            return number
        position += (length - ATTRIBUTE_HEADER.size + 3) & ~3


def delay(queue: Queue, seconds: float, share: float) -> None:
    """Delay packets, except a share of them, until standard input is closed. Then let all packets pass."""
    packets: deque[tuple[float, int]] = deque()
    is_ending = False
    while not is_ending:
        wait = max(0.0, packets[0][0] - time.monotonic()) if packets else None
        readable, _, _ = select.select([queue.socket, sys.stdin], [], [], wait)
        is_ending = sys.stdin in readable
        due = time.monotonic() + seconds
        for number in queue.arrived() if readable else ():
            if share and random.random() < share:
                queue.let_pass(number, earlier_too=False)
            else:
                packets.append((due, number))
        if number := _last_due(packets, math.inf if is_ending else time.monotonic()):
            queue.let_pass(number, earlier_too=True)


def _last_due(packets: deque[tuple[float, int]], now: float) -> int:
    """Remove the packets that are due.

    Return the number of the last removed packet, or 0 if no packet is due. The kernel counts packets from 1.
    """
    last = 0
    while packets and packets[0][0] <= now:
        last = packets.popleft()[1]
    return last


def main(number: int, milliseconds: float, share: float) -> None:
    """Bind the queue, report that it is bound, and delay its packets."""
    queue = Queue(number)
    print("bound", flush=True)
    delay(queue, milliseconds / 1000, share)
    print(f"{time.process_time():.3f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
