"""The network of a broker or a load program, in a network namespace of its own, to be broken.

Rules are set in the namespace: netem's where the kernel has it, iptables' statistic match where it hasn't.
Whatever is left of them goes with the namespace.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

from include.errors import PlatformError
from include.networks.packet_counts import PacketCounts

DEVICE = "eth0"

CHAINS = {"INPUT": "-i", "OUTPUT": "-o"}
"""Both ways, and the option that names the device there."""

SINGLE, WHOLE = "1", "65535"
"""How many packets the kernel may hand on as one, lest one that is lost be 64 KB; and its own default."""

ALL_WAYS = "kerran"
"""The chain that holds our rules."""


Command = Callable[[list[str]], tuple[int, str]]
"""Runs a command in the namespace; its exit code, and what it said."""


class NamespaceNetwork:
    """Rules in a network namespace."""

    def __init__(
        self,
        entered: Callable[[], AbstractContextManager[Command]],
        keep: Callable[[bool], None] = lambda _: None,
    ) -> None:
        """``entered`` gives a way in; ``keep`` is told before there are rules, and when there are none."""
        self._entered = entered
        self._keep = keep

    def cut_off(self) -> None:
        """Drop every packet from and to others, silently, as a cable that is pulled out."""
        self._begin([["-j", "DROP"]])

    def lose_packets(self, share: float) -> None:
        """Drop a share of the packets, at random, each on its own, both ways; of none, they are counted."""
        self._keep(True)
        with self._entered() as run:
            self._run(run, "ip", "link", "set", "dev", DEVICE, "gso_max_segs", SINGLE)
        lose = ["-m", "statistic", "--mode", "random", "--probability", f"{share:g}", "-j", "DROP"]
        self._begin([lose] if share else [])

    def delay_packets(self, milliseconds: int) -> None:
        """Delay every packet that leaves.

        Raises:
            PlatformError: the kernel has no netem.
        """
        self._netem("delay", f"{milliseconds}ms")

    def reorder_packets(self, share: float, milliseconds: int) -> None:
        """Send a share of the packets at once, and the others after a delay.

        Raises:
            PlatformError: the kernel has no netem.
        """
        self._netem("delay", f"{milliseconds}ms", "reorder", f"{share * 100:g}%")

    def control_congestion(self, name: str | None) -> None:
        """Have TCP use this congestion control for what is connected from here on; None: this machine's.

        It belongs to the way to the others: as a setting of the namespace, the kernel would take only what
        any user may choose (Documentation/networking/ip-sysctl, tcp_allowed_congestion_control).

        Raises:
            PlatformError: the kernel hasn't it.
        """
        with self._entered() as run:
            ways = self._run(run, "ip", "-4", "route", "show", "dev", DEVICE, "scope", "link").splitlines()
            for way in ways:
                network, source = re.findall(r"^\S+|(?<= src )\S+", way)
                chosen = ["congctl", name] if name else []
                self._run(run, "ip", "route", "replace", network, "dev", DEVICE, "src", source, *chosen)

    def mend(self) -> PacketCounts:
        """Remove every rule, and return how many packets met them.

        Raises:
            PlatformError: packets were to be dropped, and none was, so that nothing was broken.
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

    def join(self) -> None:
        """Remove every rule, whether there is one or not."""
        with self._entered() as run:
            self._clear(run)
        self._keep(False)

    def rules(self) -> list[str]:
        """Our rules that there are, as the kernel lists them."""
        with self._entered() as run:
            listed = self._iptables(run, "-S").splitlines()
            queued = self._run(run, "tc", "qdisc", "show", "dev", DEVICE).splitlines()
        return [line for line in listed if ALL_WAYS in line] + [line for line in queued if "netem" in line]

    def _begin(self, rules: list[list[str]]) -> None:
        """The first rule only counts."""
        self._keep(True)
        with self._entered() as run:
            self._iptables(run, "-N", ALL_WAYS)
            for rule in [[], *rules]:
                self._iptables(run, "-A", ALL_WAYS, *rule)
            for chain, option in CHAINS.items():
                self._iptables(run, "-I", chain, option, DEVICE, "-j", ALL_WAYS)

    def _netem(self, *what: str) -> None:
        self._keep(True)
        with self._entered() as run:
            try:
                self._run(run, "tc", "qdisc", "add", "dev", DEVICE, "root", "netem", *what)
            except PlatformError as error:
                self._keep(False)
                raise PlatformError(
                    f"packets can't be delayed or reordered: this kernel has no netem (sch_netem): {error}"
                ) from error

    def _counters(self, run: Command) -> tuple[int, int | None]:
        """Packets that came by, and packets that were dropped; None where none was to be."""
        try:
            listed = self._iptables(run, "-L", ALL_WAYS, "-v", "-n", "-x")
        except PlatformError:
            return 0, 0  # there are no rules of that kind
        packets = [int(number) for number in re.findall(r"^\s*(\d+)\s+\d+\s", listed, re.MULTILINE)]
        return packets[0], sum(packets[1:]) if packets[1:] else None

    def _delayed(self, run: Command) -> int:
        shown = self._run(run, "tc", "-s", "qdisc", "show", "dev", DEVICE)
        found = re.search(r"netem.*?Sent \d+ bytes (\d+) pkt", shown, re.DOTALL)
        return int(found.group(1)) if found else 0

    def _clear(self, run: Command) -> None:
        for chain, option in CHAINS.items():
            self._iptables(run, "-D", chain, option, DEVICE, "-j", ALL_WAYS, if_there=True)
        self._iptables(run, "-F", ALL_WAYS, if_there=True)
        self._iptables(run, "-X", ALL_WAYS, if_there=True)
        self._run(run, "ip", "link", "set", "dev", DEVICE, "gso_max_segs", WHOLE)
        if "netem" in self._run(run, "tc", "qdisc", "show", "dev", DEVICE):
            self._run(run, "tc", "qdisc", "del", "dev", DEVICE, "root")

    def _iptables(self, run: Command, *arguments: str, if_there: bool = False) -> str:
        return self._run(run, "iptables", "-w", *arguments, if_there=if_there)

    def _run(self, run: Command, *command: str, if_there: bool = False) -> str:
        code, said = run(list(command))
        if code and not if_there:
            raise PlatformError(f"{' '.join(command)}: {said.strip()}")
        return said
