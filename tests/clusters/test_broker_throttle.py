import psutil
import pytest

from include.clusters.broker_throttle import BrokerThrottle
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.processes.wait_until import wait_until

pytestmark = pytest.mark.brokers


def is_held(cluster: EmbeddedCluster) -> bool:
    return any(process.status() == psutil.STATUS_STOPPED for process in processes(cluster))


def processes(cluster: EmbeddedCluster) -> list[psutil.Process]:
    return [process for broker in cluster.brokers if (process := broker.process())]


def test_brokers_are_paused_for_the_requested_share_of_the_time(embedded_cluster: EmbeddedCluster) -> None:
    with BrokerThrottle(embedded_cluster, 50) as throttle:
        for _ in range(20):
            wait_until(lambda: is_held(embedded_cluster), 10, lambda: "no broker stood still")
            wait_until(lambda: not is_held(embedded_cluster), 10, lambda: "no broker went on")
    assert 40 < throttle.percent < 70
    assert not is_held(embedded_cluster)
    with BrokerThrottle(embedded_cluster, 0) as throttle:
        assert not is_held(embedded_cluster)
    assert throttle.percent == 0
