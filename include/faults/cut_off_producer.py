"""Cut the producer off from all brokers after a certain message of a transaction, such as the last one.

TCP keeps sending the producer's last request, even after the producer has closed the connection. So a request
to end the transaction arrives when the network is restored, in the middle of a later transaction.
"""

from collections.abc import Iterator
from math import inf
from operator import attrgetter
from time import monotonic

from include.faults.broken_network import BrokenNetwork, break_network_of_producer
from include.faults.scene import FaultError, Scene
from include.kinds.fault import Capability, Fault, PausePoint, Target
from include.machine.networks.packet_changes_and_counts import CUT_OFF
from include.machine.processes.wait_until import wait_until
from include.settings.faults import KafkaCellSettings

SHARE_BEFORE_RETRANSMISSION = 1 / 3
"""The minimum time from the end of the fault to the next retransmission, divided by the fault's duration. The
retransmitted request arrives in a later transaction only if the producer connects again within this time. The
producer tries to connect at intervals of about this length."""

RETRANSMISSION_TIMEOUT_SECONDS = 120.0
"""The longest time between two retransmissions (tcp(7))."""


def inject(scene: Scene) -> Iterator[BrokenNetwork]:
    """Drop every packet from and to the paused producers, and let the producers go on."""
    network = break_network_of_producer(scene, CUT_OFF)
    for producer in scene.programs.producers:
        scene.supervisor.release(producer.name)
    yield network
    wait_for_retransmission(network)
    network.restore()


def wait_for_retransmission(broken_network: BrokenNetwork) -> None:
    """Wait until enough time is left before the next retransmission.

    Raises:
        FaultError: The producer has no unacknowledged data, so TCP has nothing to send again.
        PlatformError: TCP did not send the data again in time.
    """
    if not broken_network.network.retransmissions():
        raise FaultError(f"{broken_network} was cut off, but TCP has no unacknowledged data to send again")

    def is_next_far_away() -> bool:
        waiting = broken_network.network.retransmissions()  # nothing waits if TCP has given up
        seconds_left = max(waiting, key=attrgetter("times")).due_seconds if waiting else inf
        return seconds_left >= SHARE_BEFORE_RETRANSMISSION * (monotonic() - broken_network.began)

    wait_until(
        is_next_far_away,
        RETRANSMISSION_TIMEOUT_SECONDS,
        lambda: f"TCP of {broken_network} did not send the unacknowledged data again",
    )


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell unless it has transactions of a fixed number of messages (``transaction_messages``)."""
    if not settings.traits.delivery.is_transactional or settings.transaction_messages is None:
        return "needs transaction_messages, so that it strikes after a message of a transaction"
    return None


RECORD = Fault(
    "cut-off-producer",
    "The producer is cut off",
    Target.PRODUCER,
    Capability.PROGRAM_NETWORK,
    inject,
    refuses,
    PausePoint.WHILE_SENDING,
)
