"""Cut the producer off from all brokers just before it ends a transaction, for the time of the fault.

TCP goes on sending what the producer has sent, also after the producer has given the connection up: the
request to end the transaction arrives when the network is back, in the middle of a later transaction.
"""

from include.faults.broken_network import BrokenNetwork, break_network_of_producer, restore_network
from include.faults.fault import Capability, Fault, PausePoint, Target
from include.faults.scene import Scene
from include.faults.struck_settings import StruckSettings
from include.networks.traffic import CUT_OFF


def begin(scene: Scene) -> BrokenNetwork:
    """Drop every packet from and to the producer, which has paused, and let it end its transaction."""
    broken = break_network_of_producer(scene, CUT_OFF)
    scene.supervisor.release(scene.programs.producer.name)
    return broken


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a cell in which the producer does not pause after the last message of a transaction."""
    size = settings.transaction_messages
    if not settings.is_transactional or size is None:
        return "needs transaction_messages, so that it strikes at the end of a transaction"
    if (sent := int(settings.messages * settings.fault_window[0])) % size:
        return f"strikes after {sent} messages (fault_after), no multiple of the {size} of a transaction"
    return None


RECORD = Fault(
    "cut-off-producer",
    "The producer is cut off before it ends a transaction",
    Target.PRODUCER,
    Capability.PROGRAM_NETWORK,
    begin,
    restore_network,
    refuses,
    PausePoint.WHILE_SENDING,
)
