"""Break the network of one host, by iptables rules in the namespace of the bridge.

If a packet were dropped in the namespace of its sender, the kernel would tell TCP, and TCP would send the
packet again at once. After a real packet loss, TCP does not send the packet again at once. Therefore the
rules are in the namespace of the bridge. The FORWARD chain of this namespace drops packets, and its
PREROUTING chain holds packets back. The bridge hands packets of IPv4 to iptables
(``bridge-nf-call-iptables``).
"""

import re
import zlib

from include.machine.networks.namespace import Namespace, change_rules, checked, measure_round_trips
from include.machine.networks.packet_changes_and_counts import Delay, Direction, Loss, PacketCounts, Traffic
from include.machine.networks.packet_holder import PacketHolder
from include.machine.networks.tcp_congestion_and_retransmissions import (
    Retransmission,
    retransmissions,
    segments,
)

HOST_PORT, OTHER_PORT = "in-", "out-"
"""The prefixes of the names of the bridge's ports: for ports that lead to a host, and for other ports."""

DIRECTIONS = {"from": "in", "to": "out"}
"""The two directions of packets from a host's point of view. Each value completes the name of the physdev
option that selects the bridge's port, such as ``--physdev-in``."""

NEEDED_RULES = [
    f"-A FORWARD {rule}"
    for rule in (
        f"-m physdev --physdev-in {HOST_PORT}+",
        "-m statistic --mode random --probability 0.5",
        "-j NFQUEUE --queue-num 1 --queue-bypass",
    )
]
"""Rules that the kernel accepts only if it can drop and delay packets that cross a bridge."""

QUEUES = range(1_000, 60_000)
"""The numbers that hosts' netfilter queues may have."""


def connect(bridge: Namespace, host: str) -> None:
    """Set the rules that count the packets from and to a host. No packet is dropped yet."""
    rules: list[str] = []
    # In each direction: a chain that every packet passes, one that is empty until a fault puts its condition
    # there, and one that drops. The rule without a target, behind the second, counts what the fault let pass.
    for way, side in DIRECTIONS.items():
        chain, breaking, dropping = (f"{prefix}{way}-{host}" for prefix in ("", "broken-", "drop-"))
        rules += [f"-N {name}" for name in (chain, breaking, dropping)]
        rules += [
            f"-A {dropping} -j DROP",
            f"-A {chain} -j {breaking}",
            f"-A {chain}",
            f"-A FORWARD -m physdev --physdev-{side} {HOST_PORT}{host} -j {chain}",
        ]
    change_rules(bridge, rules)


def disconnect(bridge: Namespace, host: str) -> None:
    """Remove the rules of a host that has ended."""
    rules: list[str] = []
    for way, side in DIRECTIONS.items():
        chains = [f"{prefix}{way}-{host}" for prefix in ("", "broken-", "drop-")]
        rules.append(f"-D FORWARD -m physdev --physdev-{side} {HOST_PORT}{host} -j {chains[0]}")
        rules += [f"-F {chain}" for chain in chains]
        rules += [f"-X {chain}" for chain in chains]
    change_rules(bridge, rules)


class HostNetwork:
    """The network of a host. Every method may raise a PlatformError."""

    def __init__(self, bridge: Namespace, host: str, namespace: Namespace) -> None:
        self._bridge, self._host, self._namespace = bridge, host, namespace
        self._holder: PacketHolder | None = None

    def break_by(self, cause: Loss | Delay) -> None:
        """Drop or hold back packets from now on."""
        if isinstance(cause, Loss):
            self._lose(cause)
        else:
            self._delay(cause)

    def mend(self) -> PacketCounts:
        """Remove the rules that break the network, and return the counts of packets that matched them."""
        if self._holder:
            return PacketCounts(self._end_delay(self._holder), dropped=None)
        rules = self._counted_rules()
        drops = [self._counter(rules, f"broken-{way}", f" -j drop-{way}-{self._host}") for way in DIRECTIONS]
        passes = [self._counter(rules, f"broken-{way}") for way in DIRECTIONS]
        change_rules(self._bridge, [f"-F broken-{way}-{self._host}" for way in DIRECTIONS])
        is_lossy = f"-j drop-from-{self._host}" in rules
        return PacketCounts(sum(passes) + sum(drops), sum(drops) if is_lossy else None)

    def traffic(self) -> Traffic:
        """The counts of the host's packets and TCP segments since the host was connected."""
        rules = self._counted_rules()
        sent, retransmitted = segments(self._namespace)
        return Traffic(
            outgoing_passed=self._counter(rules, "from"),
            outgoing_dropped=self._counter(rules, "drop-from", " -j DROP"),
            incoming_passed=self._counter(rules, "to"),
            incoming_dropped=self._counter(rules, "drop-to", " -j DROP"),
            segments_sent=sent,
            segments_retransmitted=retransmitted,
        )

    def retransmissions(self) -> list[Retransmission]:
        """The pending retransmissions of the host's TCP connections."""
        return retransmissions(self._namespace)

    def round_trip_to(self, address: str) -> float:
        """The shortest of a few round-trip times in ms to an IPv4 address."""
        return measure_round_trips(self._namespace, [address])[0]

    def rules(self) -> list[str]:
        """The rules that break the network, as the kernel lists them."""
        rules = checked(self._bridge, "iptables-save").splitlines()
        beginnings = tuple(f"-A broken-{way}-{self._host} " for way in DIRECTIONS)
        held_back = f"-A PREROUTING -m physdev --physdev-in {HOST_PORT}{self._host} -j NFQUEUE"
        return [line for line in rules if f"{line} ".startswith((*beginnings, held_back))]

    def _lose(self, loss: Loss) -> None:
        """Drop a share of the packets at random, and count the packets that pass."""
        rules = []
        for way in DIRECTIONS if loss.direction is Direction.BOTH else ["from"]:
            which = f"-m statistic --mode random --probability {loss.share:g} -j drop-{way}-{self._host}"
            for rule in [which, ""] if loss.share else [""]:
                rules.append(f"-A broken-{way}-{self._host} {rule}")
        change_rules(self._bridge, rules)

    def _delay(self, delay: Delay) -> None:
        queue = QUEUES[zlib.crc32(self._host.encode()) % len(QUEUES)]
        self._holder = PacketHolder(self._bridge, queue, delay)
        change_rules(self._bridge, [f"-A PREROUTING {self._held_back(self._holder)}"], "mangle")

    def _end_delay(self, holder: PacketHolder) -> int:
        """Stop delaying packets, and return the number of packets that ``holder`` got to delay."""
        rule = self._held_back(holder)
        rules = checked(self._bridge, "iptables", "-w", "-t", "mangle", "-v", "-S", "PREROUTING")
        change_rules(self._bridge, [f"-D PREROUTING {rule}"], "mangle")
        holder.end()
        port, _, target = rule.partition(" -j ")
        counter = re.search(rf"{re.escape(port)} -c (\d+) \d+ -j {re.escape(target)}", rules)
        return int(counter[1]) if counter else 0

    def _held_back(self, holder: PacketHolder) -> str:
        return f"-m physdev --physdev-in {HOST_PORT}{self._host} {holder.target}"

    def _counted_rules(self) -> str:
        return checked(self._bridge, "iptables", "-w", "-v", "-S")

    def _counter(self, rules: str, chain: str, target: str = "") -> int:
        """The number of packets that matched a rule in a chain of the host; 0 if there is no such rule."""
        match = re.search(rf"^-A {chain}-{self._host}\b.* -c (\d+) \d+{target}$", rules, re.MULTILINE)
        return int(match[1]) if match else 0
