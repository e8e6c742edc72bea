"""Check that a broken network dropped the requested share of packets, and that TCP retransmitted them."""

import math

from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError
from include.machine.networks.packet_changes_and_counts import Loss, PacketCounts, Traffic

CONFIDENCE = 0.999
"""The probability that the number of randomly dropped packets is within the accepted range."""

RETRANSMITTED = (0.5, 2.5)
"""The smallest and the largest plausible number of segments that TCP retransmits per dropped packet. If TCP
retransmits fewer segments, TCP did not detect the loss. A dropped acknowledgement is not retransmitted, and a
late segment may be retransmitted without a loss."""

RETRANSMISSION_CONFIDENCE = 0.99
"""The minimum probability that the number of retransmissions is accepted, if its mean per dropped packet is
within ``RETRANSMITTED``. The value matters only if few packets were dropped."""


def check_effect(network: BrokenNetwork, seconds: float, *, is_sender_judged: bool) -> None:
    """Check that a network fault, which has ended, had the requested effect.

    Args:
        is_sender_judged: Whether the owner of the network mostly sends data, so that TCP's retransmissions
            are checked.

    Raises:
        FaultError: The network was not restored, no packet matched the rules that break it, the share of
            dropped packets is not the requested share, or the number of retransmissions is not plausible.
    """
    packets, traffic, cause = network.packets, network.traffic, network.cause
    if packets is None or traffic is None:
        raise FaultError(f"the network of {network} was not restored")
    if not packets.count:
        raise FaultError(
            f"during the fault of {seconds:.2g} s, no packet of {network} matched the rules that break its "
            f"network; {traffic.outgoing_passed:,} outgoing and {traffic.incoming_passed:,} incoming packets "
            "passed: send more messages, or let a fault last longer (fault_after, fault_until)"
        )
    if isinstance(cause, Loss) and cause.share:
        _check_dropped(str(network), packets, cause.share, seconds)
        if is_sender_judged and cause.share < 1 and traffic.outgoing_dropped:
            _check_retransmitted(str(network), traffic)


def _check_dropped(owner: str, packets: PacketCounts, share: float, seconds: float) -> None:
    drops, count = packets.dropped or 0, packets.count
    if not drops:
        raise FaultError(
            f"none of {count:,} packets of {owner} was dropped in {seconds:.2g} s, but {share:.3%} should be "
            "dropped: send more messages, or let a fault last longer (fault_after, fault_until)"
        )
    least, most = limits(count, share)
    if not least <= drops <= most:
        raise FaultError(
            f"{drops:,} of {count:,} packets of {owner} were dropped ({drops / count:.3%}), but {share:.3%} "
            f"should be dropped: that is {least:,} to {most:,} packets with a probability of {CONFIDENCE:.1%}"
        )


def _check_retransmitted(owner: str, traffic: Traffic) -> None:
    drops, retransmissions = traffic.outgoing_dropped, traffic.segments_retransmitted
    least, most = retransmission_limits(drops)
    if not least <= retransmissions <= most:
        raise FaultError(
            f"TCP of {owner} retransmitted {retransmissions:,} segments for {drops:,} dropped packets, but "
            f"{least:,} to {most:,} are plausible: the drops do not look like a loss in a network"
        )


def limits(packets: int, share: float) -> tuple[int, int]:
    """The accepted range for the number of dropped packets: a central binomial interval."""
    from scipy.special import bdtrik  # imported only where packets are lost: it takes a third of a second

    if share >= 1:
        return packets, packets
    tail = (1 - CONFIDENCE) / 2
    least, most = (math.ceil(bdtrik(quantile, packets, share)) for quantile in (tail, 1 - tail))
    return least, most


def retransmission_limits(drops: int) -> tuple[int, int]:
    """The accepted range for the number of segments that TCP retransmits for ``drops`` lost packets.

    The limits are quantiles of two Poisson distributions, whose means follow from ``RETRANSMITTED``. If few
    packets are dropped, the range is relatively wide, because chance matters more: perhaps all dropped
    packets are acknowledgements, or retransmissions are dropped, too.
    """
    from scipy.special import pdtrik

    tail = (1 - RETRANSMISSION_CONFIDENCE) / 2
    fewest, greatest = (factor * drops for factor in RETRANSMITTED)
    return math.ceil(pdtrik(tail, fewest)), math.ceil(pdtrik(1 - tail, greatest))
