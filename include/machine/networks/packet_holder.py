"""Hold packets back with a program that runs in the network namespace of the bridge.

A rule hands the packets to this program.
"""

from pathlib import Path

from include.machine.errors import PlatformError
from include.machine.networks import packet_delay
from include.machine.networks.namespace import Namespace
from include.machine.networks.packet_changes_and_counts import Delay

SCRIPT = Path(packet_delay.__file__)


class PacketHolder:
    """The running program that holds packets back, and the target of the rules that hand packets to it."""

    def __init__(self, bridge: Namespace, queue: int, delay: Delay) -> None:
        """Start the program; return when it has bound its queue.

        Args:
            bridge: The namespace of the bridge, whose rules hand packets to the program.
            queue: The number of the netfilter queue; no other program in the namespace may have bound it.
            delay: The time for which packets are held, and the share of packets that are not held.

        Raises:
            PlatformError: The kernel does not support netfilter queues, or the queue is already bound.
        """
        self._queue = queue
        self._program = bridge.start(
            SCRIPT, str(queue), f"{delay.milliseconds:g}", f"{delay.share_at_once:g}"
        )
        if self._program.line().strip() != "bound":
            raise PlatformError(
                "packets cannot be delayed or reordered: the kernel has no netfilter queues "
                f"(nfnetlink_queue), or queue {queue} is in use: {self._program.end().strip()}"
            )

    @property
    def target(self) -> str:
        """The target of the rules. If the program has ended, packets pass undelayed, and ``end`` fails."""
        return f"-j NFQUEUE --queue-num {self._queue} --queue-bypass"

    def end(self) -> float:
        """End the program, and let all packets pass. Return the CPU time in s that the program used.

        Raises:
            PlatformError: The program had already ended, so that packets were no longer held.
        """
        output = self._program.end().strip()
        try:
            return float(output)
        except ValueError:
            raise PlatformError(f"the program that delays packets had ended: {output}") from None
