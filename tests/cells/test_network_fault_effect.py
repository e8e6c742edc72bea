from typing import cast

import pytest
from scipy.stats import binom, poisson

from include.cells.network_fault_effect import check_effect, limits, retransmission_limits
from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError
from include.networks.breakable_host_network import HostNetwork
from include.networks.packet_changes_and_counts import Delay, Loss, PacketCounts, Traffic

NOTHING = Traffic(0, 0, 0, 0, 0, 0)


def broken(seen: int, dropped: int, retransmitted: int, cause: Loss | Delay = Loss(0.03)) -> BrokenNetwork:  # noqa: B008
    traffic = Traffic(seen - dropped, dropped, 0, 0, seen, retransmitted)
    network = cast("HostNetwork", None)
    return BrokenNetwork("producer", network, cause, NOTHING, PacketCounts(seen, dropped), traffic)


def check(struck: BrokenNetwork, *, is_sender_judged: bool = True) -> None:
    check_effect(struck, 1.5, is_sender_judged=is_sender_judged)


@pytest.mark.parametrize("retransmitted", [150, 300, 750])
def test_a_loss_that_tcp_made_up_for_has_had_its_effect(retransmitted: int) -> None:
    check(broken(10_000, 300, retransmitted))


@pytest.mark.parametrize("retransmitted", [0, 100, 850])
def test_a_loss_that_tcp_did_not_notice_is_none(retransmitted: int) -> None:
    message = (
        rf"retransmitted {retransmitted} segments for 300 dropped packets, where 119 to 821 are plausible"
    )
    with pytest.raises(FaultError, match=message):
        check(broken(10_000, 300, retransmitted))


@pytest.mark.parametrize("dropped", [11, 15, 30])
def test_of_few_dropped_packets_some_must_be_retransmitted_but_by_brokers(dropped: int) -> None:
    check(broken(600, dropped, dropped // 3))
    check(broken(600, dropped, 0), is_sender_judged=False)
    with pytest.raises(FaultError, match="retransmitted 0 segments"):
        check(broken(600, dropped, 0))
    check(broken(200, 10, 0))


@pytest.mark.parametrize("dropped", [12, 60])
def test_another_share_than_was_asked_for_is_an_error_with_the_figures(dropped: int) -> None:
    message = rf"{dropped} of 1,000 packets of producer were dropped \(\d.\d00%\), where 3.000% were to"
    with pytest.raises(FaultError, match=f"{message} be: 14 to 49"):
        check(broken(1_000, dropped, dropped))


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        (0, r"no packet of producer met .* for 1.5 s, and 0 packets from it and 0 to it passed: send more"),
        (40, r"none of 40 packets of producer was dropped in 1.5 s, where 3.000% were"),
    ],
)
def test_a_window_in_which_no_packet_was_sent_or_dropped_was_too_short(seen: int, message: str) -> None:
    with pytest.raises(FaultError, match=message):
        check(broken(seen, 0, 0))


@pytest.mark.parametrize("cause", [Delay(20), Loss(0)])
def test_packets_that_are_only_held_back_or_counted_are_not_dropped(cause: Loss | Delay) -> None:
    check(broken(40, 0, 0, cause))


@pytest.mark.parametrize(("packets", "share"), [(100, 0.03), (2_000, 0.09), (1_000_000, 0.5), (7, 1)])
def test_the_limits_are_quantiles_of_distributions(packets: int, share: float) -> None:
    assert limits(packets, share) == tuple(binom.interval(0.999, packets, share))
    assert retransmission_limits(30) == (poisson.ppf(0.005, 15), poisson.ppf(0.995, 75))
