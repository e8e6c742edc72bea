import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.namespace import Namespace, namespace_of
from include.machine.networks.packet_changes_and_counts import CUT_OFF
from include.machine.networks.tcp_congestion_and_retransmissions import (
    Retransmission,
    control_congestion,
    retransmissions,
)
from include.machine.processes.wait_until import wait_until
from tests.machine.networks.transfer import PORT, receiving

HEAD = "sl local_address rem_address st tx_queue rx_queue tr tm->when retrnsmt uid timeout inode"
END = "00000007 0 0 10203 2 0000000000000000 3000 4 30 10 7"
MAPPED = "00000000000000000000FFFF"
TABLES = f"""
  {HEAD}
   0: C901010A:B2F4 0B01010A:2384 04 00000029:00000000 01:00000780 {END}
   1: C901010A:B2F6 0B01010A:2384 01 00000000:00000000 02:000001F4 {END}
   2: C901010A:B2F8 0B01010A:2384 02 00000001:00000000 01:00000064 {END}
  {HEAD}
   0: {MAPPED}C901010A:B2F4 {MAPPED}0B01010A:2384 01 00000100:00000000 01:00000042 {END}
"""

SENDER = f"""
import socket, sys
connection = socket.create_connection((sys.argv[1], {PORT}))
print("connected", flush=True)
sys.stdin.readline()
connection.sendall(bytes(41))
connection.close()
"""


@dataclass(frozen=True)
class Answering(Namespace):
    """A namespace that notes the commands that are run in it, each of which has the same outcome."""

    outcome: tuple[int, str] = (0, "")
    ran: list[Sequence[str]] = field(default_factory=list)

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        self.ran.append(command)
        return self.outcome


def test_connections_that_are_open_or_closed_by_the_program_and_have_sent_something_count() -> None:
    closed, opened = Retransmission(41, times=7, due_seconds=19.2), Retransmission(256, 7, due_seconds=0.66)
    kernel = Answering((), outcome=(1, TABLES))
    assert retransmissions(kernel) == [closed, opened]
    assert [list(command) for command in kernel.ran] == [["cat", "/proc/net/tcp", "/proc/net/tcp6"]]


@pytest.mark.needs("network-namespaces")
def test_tcp_goes_on_sending_for_a_program_that_has_closed_its_connection(namespaces: Namespaces) -> None:
    producer = namespace_of(namespaces.programs["producer"])
    network: HostNetwork = namespaces.bridge.network("producer", producer)
    command = producer.inside([sys.executable, "-c", SENDER, namespaces.address(1)])
    with receiving(namespace_of(namespaces.brokers[1])):
        sender = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert sender.stdout
        assert sender.stdout.readline() == "connected\n"
        network.break_by(CUT_OFF)
        sender.communicate("send\n")
        (waiting,) = network.retransmissions()
        network.mend()
        wait_until(lambda: not network.retransmissions(), 10, lambda: "nothing was acknowledged")
    assert waiting.bytes >= 41
    assert 0 <= waiting.due_seconds < 5


@pytest.mark.parametrize(("name", "words"), [("cubic", ["congctl", "cubic"]), (None, [])])
def test_the_congestion_control_is_set_on_the_route(name: str | None, words: list[str]) -> None:
    namespace = Answering((), outcome=(0, "10.75.3.0/24 proto kernel src 10.75.3.201 congctl bbr\n"))
    control_congestion(namespace, name)
    route = ["10.75.3.0/24", "dev", "eth0", "src", "10.75.3.201"]
    assert list(namespace.ran[-1]) == ["ip", "route", "replace", *route, *words]
