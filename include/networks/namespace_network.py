"""Break the network of a broker or a load program that has a network namespace of its own.

The rules are set in the namespace and disappear with it. Packets are delayed and reordered by netem, which
not every kernel has, and dropped by iptables.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

from include.errors import PlatformError
from include.networks.packet_counts import PacketCounts

DEVICE = "eth0"

CHAINS = {"INPUT": "-i", "OUTPUT": "-o"}
"""The chains for both directions, and the iptables option for the device in each."""

SEGMENTS_ALONE, DEFAULT_SEGMENTS = "1", "65535"
"""How many segments the kernel may send as one packet: one, so that a lost packet is not up to 64 KB, and
the default."""

CHAIN = "kerran"
"""The iptables chain with Kerran's rules."""


Command = Callable[[list[str]], tuple[int, str]]
"""Runs a command in the namespace and returns its exit code and its output."""


class NamespaceNetwork:
    """A network that is broken by rules in its namespace."""

    def __init__(
        self,
        entered: Callable[[], AbstractContextManager[Command]],
        keep: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """Nothing is broken yet.

        Args:
            entered: Yields a function that runs commands in the namespace.
            keep: Called with True before rules are set, and with False when all are removed.
        """
        self._entered = entered
        self._keep = keep

    def cut_off(self) -> None:
        """Drop every incoming and outgoing packet silently, as if the cable were unplugged."""
        self._begin([["-j", "DROP"]])

    def lose_packets(self, share: float) -> None:
        """Drop a share of the packets at random, in both directions; with a share of 0, only count them."""
        self._keep(True)
        with self._entered() as run:
            self._run(run, "ip", "link", "set", "dev", DEVICE, "gso_max_segs", SEGMENTS_ALONE)
        lose = ["-m", "statistic", "--mode", "random", "--probability", f"{share:g}", "-j", "DROP"]
        self._begin([lose] if share else [])

    def delay_packets(self, milliseconds: int) -> None:
        """Delay every outgoing packet.

        Raises:
            PlatformError: the kernel has no netem.
        """
        self._netem("delay", f"{milliseconds}ms")

    def reorder_packets(self, share: float, milliseconds: int) -> None:
        """Send a share of the outgoing packets immediately, and the others after a delay.

        Raises:
            PlatformError: the kernel has no netem.
        """
        self._netem("delay", f"{milliseconds}ms", "reorder", f"{share * 100:g}%")

    def control_congestion(self, name: str | None) -> None:
        """Set TCP's congestion control for new connections; None: the congestion control of this machine.

        It is set on the route. As a setting of the namespace, the kernel would accept only those that any
        user may choose (Documentation/networking/ip-sysctl, tcp_allowed_congestion_control).

        Raises:
            PlatformError: the kernel does not have this congestion control.
        """
        with self._entered() as run:
            routes = self._run(run, "ip", "-4", "route", "show", "dev", DEVICE, "scope", "link").splitlines()
            for route in routes:
                network, source = re.findall(r"^\S+|(?<= src )\S+", route)
                chosen = ["congctl", name] if name else []
                self._run(run, "ip", "route", "replace", network, "dev", DEVICE, "src", source, *chosen)

    def mend(self) -> PacketCounts:
        """Remove all rules, and return how many packets met them.

        Raises:
            PlatformError: a rule to drop packets dropped none, so that nothing was broken.
        """
        with self._entered() as run:
            seen, dropped = self._counters(run)
            delayed = self._delayed(run)
            self._clear(run)
        self._keep(False)
        if delayed:
            return PacketCounts(delayed, dropped=None)
        if dropped == 0:
            raise PlatformError(f"none of {seen:,} packets was dropped")
        return PacketCounts(seen, dropped)

    def clear(self) -> None:
        """Remove all rules, if there are any."""
        with self._entered() as run:
            self._clear(run)
        self._keep(False)

    def rules(self) -> list[str]:
        """Kerran's rules, as the kernel lists them."""
        with self._entered() as run:
            listed = self._iptables(run, "-S").splitlines()
            queued = self._run(run, "tc", "qdisc", "show", "dev", DEVICE).splitlines()
        return [line for line in listed if CHAIN in line] + [line for line in queued if "netem" in line]

    def _begin(self, rules: list[list[str]]) -> None:
        """Set rules after a first one that only counts packets."""
        self._keep(True)
        with self._entered() as run:
            self._iptables(run, "-N", CHAIN)
            for rule in [[], *rules]:
                self._iptables(run, "-A", CHAIN, *rule)
            for chain, option in CHAINS.items():
                self._iptables(run, "-I", chain, option, DEVICE, "-j", CHAIN)

    def _netem(self, *what: str) -> None:
        self._keep(True)
        with self._entered() as run:
            try:
                self._run(run, "tc", "qdisc", "add", "dev", DEVICE, "root", "netem", *what)
            except PlatformError as error:
                self._keep(False)
                raise PlatformError(
                    f"packets cannot be delayed or reordered: the kernel has no netem (sch_netem): {error}"
                ) from error

    def _counters(self, run: Command) -> tuple[int, int | None]:
        """The packets that met the rules, and the dropped ones; None without a rule to drop packets."""
        try:
            listed = self._iptables(run, "-L", CHAIN, "-v", "-n", "-x")
        except PlatformError:
            return 0, 0  # there are no iptables rules
        packets = [int(number) for number in re.findall(r"^\s*(\d+)\s+\d+\s", listed, re.MULTILINE)]
        return packets[0], sum(packets[1:]) if packets[1:] else None

    def _delayed(self, run: Command) -> int:
        statistics = self._run(run, "tc", "-s", "qdisc", "show", "dev", DEVICE)
        found = re.search(r"netem.*?Sent \d+ bytes (\d+) pkt", statistics, re.DOTALL)
        return int(found.group(1)) if found else 0

    def _clear(self, run: Command) -> None:
        for chain, option in CHAINS.items():
            self._iptables(run, "-D", chain, option, DEVICE, "-j", CHAIN, if_exists=True)
        self._iptables(run, "-F", CHAIN, if_exists=True)
        self._iptables(run, "-X", CHAIN, if_exists=True)
        self._run(run, "ip", "link", "set", "dev", DEVICE, "gso_max_segs", DEFAULT_SEGMENTS)
        if "netem" in self._run(run, "tc", "qdisc", "show", "dev", DEVICE):
            self._run(run, "tc", "qdisc", "del", "dev", DEVICE, "root")

    def _iptables(self, run: Command, *arguments: str, if_exists: bool = False) -> str:
        return self._run(run, "iptables", "-w", *arguments, if_exists=if_exists)

    def _run(self, run: Command, *command: str, if_exists: bool = False) -> str:
        code, output = run(list(command))
        if code and not if_exists:
            raise PlatformError(f"{' '.join(command)}: {output.strip()}")
        return output
