from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from scipy.stats import binomtest

from bench.raw_logs import read_table
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.processes.wait_until import wait_until
from include.machine.releases.versions import DEFAULT_RELEASE
from include.verdicts.guarantee import Verdict
from tests.conftest import QUICK_FAIL_OVER
from tests.e2e.cells import measured, rows, struck
from tests.session.brokers import brokers_of

pytestmark = pytest.mark.needs("network-namespaces")


@pytest.fixture(scope="module")
def isolated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    """Three brokers and some programs in namespaces; their network devices are removed at the end."""
    devices = set(psutil.net_if_addrs())
    folder, programs = tmp_path_factory.mktemp("isolated"), ["producer", "monitor", "application"]
    options: dict[str, Any] = {"isolated": True, "isolated_programs": programs}
    with brokers_of(DEFAULT_RELEASE, folder, QUICK_FAIL_OVER, **options) as cluster:
        yield cluster
    wait_until(lambda: set(psutil.net_if_addrs()) <= devices, 10, lambda: "a network device was not removed")


def is_about(run: Path, share: float) -> bool:
    """Whether the number of dropped packets is plausible for this share of all packets."""
    (window,) = rows(run, "faults")
    return float(binomtest(window["packets_dropped"], window["packets_seen"], share).pvalue) > 1e-4


def test_a_brokers_network_is_cut_off_or_loses_packets(tmp_path: Path, isolated: EmbeddedCluster) -> None:
    cut = struck(tmp_path / "cut", isolated, semantics="exactly-once", fault="cut-off-leader")
    assert cut.guarantee is Verdict.KEPT
    (window,) = rows(tmp_path / "cut", "faults")
    assert window["packets_dropped"] == window["packets_seen"] > 0
    struck(tmp_path / "lost", isolated, semantics="at-least-once", fault="lose-packets", fault_share=0.2)
    assert is_about(tmp_path / "lost", 0.2)
    assert all((network := isolated.broker(id).network) and not network.rules() for id in (1, 2, 3))


def test_a_distance_is_what_a_ping_and_an_answer_take(run: Path, isolated: EmbeddedCluster) -> None:
    distant: dict[str, Any] = {"round_trip_ms": 20, "broker_round_trip_ms": 5}
    load: dict[str, Any] = {"semantics": "at-least-once", "rate": 200, "messages": 400}
    metrics = measured(run, isolated, **load, **distant).metrics
    assert 20 <= (metrics["round_trip"] or 0) < 26
    assert 5 <= (metrics["broker_round_trip"] or 0) < 7.25
    assert (metrics["producer_broker_latency_p50"] or 0) >= 25  # the leader waits for its followers
    assert (metrics["packets_passed"] or 0) > 0
    assert metrics["packets_dropped"] == 0


def test_messages_that_a_monitor_confirmed_are_in_the_log(run: Path, isolated: EmbeddedCluster) -> None:
    cell = measured(run, isolated, "reliable_ack", level="reliable-ack", packet_loss=9)
    assert cell.guarantee is Verdict.KEPT
    assert [cell.metrics[name] for name in ("acked", "gone", "lost", "unfinished")] == [2000, 0, 0, 0]
    assert is_about(run, 0.09)


def test_messages_that_a_killed_monitor_held_are_unknown(run: Path, isolated: EmbeddedCluster) -> None:
    killed: dict[str, Any] = {"fault": "kill-monitor", "rate": 250, "fault_after": 0.8, "fault_until": 0.9}
    cell = measured(run, isolated, "reliable_ack", level="reliable-ack", **killed)
    assert cell.guarantee is Verdict.KEPT
    acked, unknown = (cell.metrics[name] or 0 for name in ("acked", "unknown"))
    assert 1000 < acked < 1800
    assert acked + unknown == 2000
    folder = run / "cells" / cell.cell
    sent = read_table(folder, "sent.parquet").to_pandas().set_index("id")
    held = read_table(folder, "confirmations.parquet").to_pandas()
    unconfirmed = held[held["confirmed_by"] == "nothing"]["id"]
    assert set(sent["outcome"].loc[unconfirmed]) <= {"unknown"}


def test_an_application_that_is_cut_off_stands_still_and_keeps_its_promise(
    run: Path, isolated: EmbeddedCluster
) -> None:
    load: dict[str, Any] = {"rate": 100, "seconds": 20, "lead_in_seconds": 2, "quiet_seconds": 40}
    application: dict[str, Any] = {"semantics": "exactly-once", "application": "plain-python"}
    cut: dict[str, Any] = {"fault": "cut-off-application", "fault_after": 0.2, "fault_until": 0.7}
    cell = measured(run, isolated, "application", **application, **load, **cut)
    (window,) = rows(run, "faults")
    assert window["packets_dropped"] == window["packets_seen"] > 0
    assert cell.guarantee is Verdict.KEPT
    assert cell.metrics["uncommitted_outputs"] is not None
    assert (cell.metrics["delivery_gap"] or 0) >= 10


@pytest.mark.runs
def test_a_producer_cut_off_in_a_transaction_goes_on(run: Path, isolated: EmbeddedCluster) -> None:
    load: dict[str, Any] = {"rate": 5, "messages": 400, "partitions": 2, "partitioning": "round-robin"}
    cut: dict[str, Any] = {"fault": "cut-off-producer", "fault_after": 0.05, "fault_until": 0.4625}
    settings = {**load, **cut, "transaction_messages": 4, "socket_timeout_ms": 10_000}
    cell = measured(run, isolated, semantics="exactly-once", **settings)
    (window,) = rows(run, "faults")
    assert window["packets_dropped"] == window["packets_seen"] > 0
    # The late request may end the producer in a transaction of four.
    assert (cell.metrics["acked"] or 0) >= 396
