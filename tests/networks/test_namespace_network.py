from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from include.errors import PlatformError
from include.networks.namespace_network import Command, NamespaceNetwork
from include.networks.packet_counts import PacketCounts

LISTED = """\
Chain kerran (2 references)
    pkts      bytes target     prot opt in     out     source               destination
"""
COUNTS = "    1200    99000            all  --  *      *       0.0.0.0/0            0.0.0.0/0\n"
DROPS = "      {}     3000 DROP       all  --  *      *       0.0.0.0/0            0.0.0.0/0  statistic\n"


WAY = "10.75.3.0/24 proto kernel src 10.75.3.201 congctl bbr\n"


class Namespace:
    """Notes the commands that are run in it, and lists its rules."""

    def __init__(self, rules: str = "") -> None:
        self.ran: list[list[str]] = []
        self._rules = rules

    @contextmanager
    def entered(self) -> Iterator[Command]:
        yield self._run

    def _run(self, command: list[str]) -> tuple[int, str]:
        self.ran.append(command)
        if "-L" in command:
            return 0, LISTED + self._rules
        return 0, WAY if "route" in command and "show" in command else ""


def test_dropped_packets_are_counted_when_the_network_is_mended() -> None:
    network = NamespaceNetwork(Namespace(COUNTS + DROPS.format(36)).entered)
    assert network.mend() == PacketCounts(seen=1_200, dropped=36)


def test_a_rule_that_dropped_no_packet_is_an_error() -> None:
    with pytest.raises(PlatformError, match="none of 1,200 packets was dropped"):
        NamespaceNetwork(Namespace(COUNTS + DROPS.format(0)).entered).mend()


def test_packets_are_counted_without_a_rule_to_drop_them() -> None:
    namespace = Namespace(COUNTS)
    network = NamespaceNetwork(namespace.entered)
    network.lose_packets(0)
    assert not any("DROP" in command for command in namespace.ran)
    assert network.mend() == PacketCounts(seen=1_200, dropped=None)


@pytest.mark.parametrize(("name", "words"), [("cubic", ["congctl", "cubic"]), (None, [])])
def test_the_congestion_control_is_set_on_the_route(name: str | None, words: list[str]) -> None:
    namespace = Namespace()
    NamespaceNetwork(namespace.entered).control_congestion(name)
    way = ["10.75.3.0/24", "dev", "eth0", "src", "10.75.3.201"]
    assert namespace.ran[-1] == ["ip", "route", "replace", *way, *words]
