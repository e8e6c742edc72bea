"""The network of a broker's container, to be broken.

A helper container joins the container's network namespace and sets rules there: netem's where the kernel has
it, iptables' statistic match where it hasn't. Whatever is left of it goes with the namespace.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from docker import DockerClient
from docker.models.containers import Container

from include.clusters.cluster import ClusterError
from include.clusters.engine import engine_asked
from include.clusters.images import Image

IMAGE = Image("network")

DEVICE = "eth0"

CHAINS = {"INPUT": "-i", "OUTPUT": "-o"}
"""Both ways, and the option that names the device there."""

ALL_WAYS = "kerran"
"""The chain that holds our rules."""


class ContainerNetwork:
    """Rules in a container's network namespace."""

    def __init__(
        self,
        client: DockerClient,
        container: str,
        labels: Mapping[str, str],
        keep: Callable[[bool], None],
    ) -> None:
        """``container`` is its id; ``keep`` is told before there are rules, and when there are none."""
        self._engine = client
        self._container = container
        self._labels = dict(labels)
        self._keep = keep

    def cut_off(self) -> None:
        """Drop every packet from and to others, silently, as a cable that is pulled out."""
        self._begin([["-j", "DROP"]])

    def lose_packets(self, share: float) -> None:
        """Drop a share of the packets, at random, each on its own, both ways."""
        self._keep(True)
        with self._helper() as helper:
            self._run(helper, "ip", "link", "set", "dev", DEVICE, "gso_max_segs", "1")  # else 64 KB are one
        self._begin([["-m", "statistic", "--mode", "random", "--probability", f"{share:g}", "-j", "DROP"]])

    def delay_packets(self, milliseconds: int) -> None:
        """Delay every packet that leaves.

        Raises:
            ClusterError: the kernel has no netem.
        """
        self._netem("delay", f"{milliseconds}ms")

    def reorder_packets(self, share: float, milliseconds: int) -> None:
        """Send a share of the packets at once, and the others after a delay.

        Raises:
            ClusterError: the kernel has no netem.
        """
        self._netem("delay", f"{milliseconds}ms", "reorder", f"{share * 100:g}%")

    def mend(self) -> str:
        """Remove every rule; how many packets met them, in words.

        Raises:
            ClusterError: none did, so that nothing was broken.
        """
        with self._helper() as helper:
            seen, dropped = self._counters(helper)
            delayed = self._delayed(helper)
            self._clear(helper)
        self._keep(False)
        if delayed:
            return f"{delayed:,} packets delayed"
        if not dropped:
            raise ClusterError(f"none of {seen:,} packets was dropped")
        return f"{dropped:,} of {seen:,} packets dropped, {dropped / seen:.2%}"

    def join(self) -> None:
        """Remove every rule, whether there is one or not."""
        with self._helper() as helper:
            self._clear(helper)
        self._keep(False)

    def rules(self) -> list[str]:
        """Our rules that there are, as the kernel lists them."""
        with self._helper() as helper:
            listed = self._iptables(helper, "-S").splitlines()
            queued = self._run(helper, "tc", "qdisc", "show", "dev", DEVICE).splitlines()
        return [line for line in listed if ALL_WAYS in line] + [line for line in queued if "netem" in line]

    def _begin(self, rules: list[list[str]]) -> None:
        """The first rule only counts."""
        self._keep(True)
        with self._helper() as helper:
            self._iptables(helper, "-N", ALL_WAYS)
            for rule in [[], *rules]:
                self._iptables(helper, "-A", ALL_WAYS, *rule)
            for chain, option in CHAINS.items():
                self._iptables(helper, "-I", chain, option, DEVICE, "-j", ALL_WAYS)

    def _netem(self, *what: str) -> None:
        self._keep(True)
        with self._helper() as helper:
            try:
                self._run(helper, "tc", "qdisc", "add", "dev", DEVICE, "root", "netem", *what)
            except ClusterError as error:
                self._keep(False)
                raise ClusterError(
                    f"packets can't be delayed or reordered: this kernel has no netem (sch_netem): {error}"
                ) from error

    def _counters(self, helper: Container) -> tuple[int, int]:
        """Packets that came by, and packets that were dropped."""
        try:
            listed = self._iptables(helper, "-L", ALL_WAYS, "-v", "-n", "-x")
        except ClusterError:
            return 0, 0  # there are no rules of that kind
        packets = [int(number) for number in re.findall(r"^\s*(\d+)\s+\d+\s", listed, re.MULTILINE)]
        return packets[0], sum(packets[1:])

    def _delayed(self, helper: Container) -> int:
        shown = self._run(helper, "tc", "-s", "qdisc", "show", "dev", DEVICE)
        found = re.search(r"netem.*?Sent \d+ bytes (\d+) pkt", shown, re.DOTALL)
        return int(found.group(1)) if found else 0

    def _clear(self, helper: Container) -> None:
        for chain, option in CHAINS.items():
            self._iptables(helper, "-D", chain, option, DEVICE, "-j", ALL_WAYS, if_there=True)
        self._iptables(helper, "-F", ALL_WAYS, if_there=True)
        self._iptables(helper, "-X", ALL_WAYS, if_there=True)
        if "netem" in self._run(helper, "tc", "qdisc", "show", "dev", DEVICE):
            self._run(helper, "tc", "qdisc", "del", "dev", DEVICE, "root")

    def _iptables(self, helper: Container, *arguments: str, if_there: bool = False) -> str:
        return self._run(helper, "iptables", "-w", *arguments, if_there=if_there)

    def _run(self, helper: Container, *command: str, if_there: bool = False) -> str:
        with engine_asked():
            code, output = helper.exec_run(list(command))
        said = output.decode(errors="replace") if isinstance(output, bytes) else ""
        if code and not if_there:
            raise ClusterError(f"{' '.join(command)}: {said.strip()}")
        return said

    @contextmanager
    def _helper(self) -> Iterator[Container]:
        with engine_asked():
            helper = self._engine.containers.run(
                IMAGE.built(),
                detach=True,
                network_mode=f"container:{self._container}",
                cap_drop=["ALL"],
                cap_add=["NET_ADMIN", "NET_RAW"],
                security_opt=["no-new-privileges"],
                labels=self._labels,
            )
        try:
            yield helper
        finally:
            with engine_asked():
                helper.remove(force=True)
