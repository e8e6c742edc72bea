"""The numbers of messages after which programs of a cell pause for a fault or report their progress."""

from include.kinds.fault import Capability, PausePoint
from include.load.producer_job import shared_messages
from include.settings.producer import KafkaClientSettings


def pause_between_steps(settings: KafkaClientSettings, index: int) -> int | None:
    """The number of messages after which a consumer waits for a fault; None if it does not wait.

    Only the first consumer pauses, and only with a fault that strikes between two steps.
    """
    disturbance = settings.traits.disturbance
    if index or not any(fault.pause_point.is_between_steps for fault in disturbance.faults):
        return None
    return settings.messages_of_share(disturbance.fault_window[0]) // settings.traits.flow.receivers


def milestones(settings: KafkaClientSettings, producers: int, index: int) -> list[int]:
    """The counts of sent messages at which a producer reports its progress without delay."""
    disturbance, lead_in = settings.traits.disturbance, settings.traits.pace.lead_in_messages
    producer_messages = len(shared_messages(settings.messages, producers, index))
    window = disturbance.fault_window if disturbance.faults else ()
    of_faults = [settings.messages_of_share(share) for share in window]
    of_lead_in = [lead_in, settings.messages] if lead_in else []
    return sorted(
        {min(-(-messages // producers), producer_messages) for messages in (*of_faults, *of_lead_in)}
    )


def pause_while_sending(settings: KafkaClientSettings, producers: int, index: int) -> int | None:
    """The number of messages after which a producer pauses for a fault; None if it does not pause.

    A fault strikes the first producer, or the network of all.
    """
    disturbance = settings.traits.disturbance
    pausing = [fault for fault in disturbance.faults if fault.pause_point is PausePoint.WHILE_SENDING]
    if not pausing or (index and pausing[0].needs is Capability.PROGRAM):
        return None
    return max(1, settings.messages_of_share(disturbance.fault_window[0]) // producers)
