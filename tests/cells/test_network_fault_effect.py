from contextlib import nullcontext
from typing import cast

import pytest
from scipy.stats import binom, poisson

from include.cells.network_fault_effect import check_effect, limits, retransmission_limits
from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.packet_changes_and_counts import Delay, Loss, PacketCounts, Traffic

NOTHING = Traffic(0, 0, 0, 0, 0, 0)


def broken(seen: int, dropped: int, retransmitted: int, cause: Loss | Delay = Loss(0.03)) -> BrokenNetwork:  # noqa: B008
    traffic = Traffic(seen - dropped, dropped, 0, 0, seen, retransmitted)
    network = cast("HostNetwork", None)
    return BrokenNetwork("producer", network, cause, NOTHING, PacketCounts(seen, dropped), traffic)


def check(struck: BrokenNetwork, *, is_sender_judged: bool = True) -> None:
    check_effect(struck, 1.5, is_sender_judged=is_sender_judged)


NOT_NOTICED = "retransmitted {} segments for 300 dropped packets, but 119 to 821 are plausible"
OTHER_SHARE = (
    r"{} of 1,000 packets of producer were dropped \(\d.\d00%\), "
    "but 3.000% should be dropped: that is 14 to 49"
)

WINDOWS: list[tuple[int, int, int, str]] = [
    *((10_000, 300, retransmitted, "") for retransmitted in (150, 300, 750)),
    *((10_000, 300, retransmitted, NOT_NOTICED.format(retransmitted)) for retransmitted in (0, 100, 850)),
    *((600, dropped, dropped // 3, "") for dropped in (11, 15, 30)),
    *((600, dropped, 0, "retransmitted 0 segments") for dropped in (11, 15, 30)),
    (200, 10, 0, ""),
    *((1_000, dropped, dropped, OTHER_SHARE.format(dropped)) for dropped in (12, 60)),
    (0, 0, 0, r"1.5 s, no packet of producer matched .*; 0 outgoing and 0 incoming packets passed: send"),
    (40, 0, 0, r"none of 40 packets of producer was dropped in 1.5 s, but 3.000% should"),
]
"""The seen and the dropped packets, the retransmitted segments, and the problem, if there is one."""


@pytest.mark.parametrize(("seen", "dropped", "resent", "problem"), WINDOWS)
def test_a_loss_has_its_share_and_tcp_notices_it(seen: int, dropped: int, resent: int, problem: str) -> None:
    with pytest.raises(FaultError, match=problem) if problem else nullcontext():
        check(broken(seen, dropped, resent))


def test_nothing_needs_to_be_retransmitted_to_a_broker_or_dropped_where_packets_are_held_back() -> None:
    check(broken(600, 11, 0), is_sender_judged=False)
    for cause in (Delay(20), Loss(0)):
        check(broken(40, 0, 0, cause))


@pytest.mark.parametrize(("packets", "share"), [(100, 0.03), (2_000, 0.09), (1_000_000, 0.5), (7, 1)])
def test_the_limits_are_quantiles_of_distributions(packets: int, share: float) -> None:
    assert limits(packets, share) == tuple(binom.interval(0.999, packets, share))
    assert retransmission_limits(30) == (poisson.ppf(0.005, 15), poisson.ppf(0.995, 75))
