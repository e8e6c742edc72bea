import psutil
import pytest

from include.clusters.cpu_throttle import Brake
from include.clusters.embedded.cluster import EmbeddedCluster
from include.processes.waiting import wait_until

pytestmark = pytest.mark.brokers


def is_held(cluster: EmbeddedCluster) -> bool:
    return any(process.status() == psutil.STATUS_STOPPED for process in processes(cluster))


def processes(cluster: EmbeddedCluster) -> list[psutil.Process]:
    return [process for broker in cluster.brokers if (process := broker.process())]


def test_brokers_stand_still_for_the_share_of_time_that_was_asked(embedded_cluster: EmbeddedCluster) -> None:
    with Brake(embedded_cluster, 50) as brake:
        for _ in range(20):
            wait_until(lambda: is_held(embedded_cluster), 10, lambda: "no broker stood still")
            wait_until(lambda: not is_held(embedded_cluster), 10, lambda: "no broker went on")
    assert 40 < brake.percent < 70
    assert not is_held(embedded_cluster)


def test_without_a_share_nothing_happens(embedded_cluster: EmbeddedCluster) -> None:
    with Brake(embedded_cluster, 0) as brake:
        assert not is_held(embedded_cluster)
    assert brake.percent == 0
