"""A broker that is cut off from the others answers as the coordinator that it is no more (KAFKA-21181)."""

import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from include.clusters.admin_client import admin
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.leaders_and_coordinators import TRANSACTIONS, ClusterBrokers
from include.clusters.topic_metadata_of_broker import partitions_known
from include.clusters.topics import create_topic
from include.machine.networks.namespace import Namespace, checked, namespace_of
from include.machine.processes.wait_until import wait_until
from include.machine.releases.client_class_path import client_class_path
from include.machine.releases.installed_java import find_java
from include.machine.releases.versions import DEFAULT_RELEASE
from tests.e2e.committed_messages import committed_messages
from tests.session.brokers import brokers_of

pytestmark = [pytest.mark.releases, pytest.mark.needs("network-namespaces")]

SOURCE = Path(__file__).parent / "java" / "TransactionByLine.java"
TOPIC, ID = "output", "cut-off"
TRANSACTION_TIMEOUT_MS = 20_000
SECONDS = 60
RECORDS_OF_A_TRANSACTION = 4
"""The records of the first transaction in its coordinator's log: its id, partition, end and completion."""


def until(condition: Callable[[], bool], missing: str) -> None:
    wait_until(condition, SECONDS, lambda: f"{missing} was missing")


class Producer:
    """A transactional producer of the Java client in its own network namespace."""

    def __init__(self, cluster: EmbeddedCluster, namespace: Namespace) -> None:
        classpath = ":".join(map(str, client_class_path([SOURCE], DEFAULT_RELEASE)))
        java = [str(find_java().command), "-cp", classpath, "kerran.TransactionByLine"]
        arguments = [cluster.state.bootstrap, ID, TOPIC, str(TRANSACTION_TIMEOUT_MS)]
        self._process = subprocess.Popen(
            namespace.inside([*java, *arguments]), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def send(self, message: str) -> str:
        """Send the message in a new transaction; the result is "ok" or an error."""
        return self._answer(message)

    def commit(self) -> str:
        return self._answer("")

    def _answer(self, line: str) -> str:
        commands, answers = self._process.stdin, self._process.stdout
        assert commands
        assert answers
        print(line, file=commands, flush=True)
        return answers.readline().strip()


@contextmanager
def cut_off(namespace: Namespace, addresses: Iterable[str]) -> Iterator[None]:
    """Reset each connection of a namespace with these addresses when its next packet is sent."""
    rules = [f"OUTPUT -p tcp -d {address} -j REJECT --reject-with tcp-reset" for address in addresses]
    for rule in rules:
        checked(namespace, "iptables", "-w", "-A", *rule.split())
    yield
    for rule in rules:
        checked(namespace, "iptables", "-w", "-D", *rule.split())


@pytest.mark.parametrize(("version", "answer"), [(1, "ok"), (2, "InvalidTxnStateException")])
def test_a_cut_off_broker_confirms_a_commit_that_nobody_makes(
    tmp_path: Path, version: int, answer: str
) -> None:
    options: dict[str, Any] = {"isolated": True, "isolated_programs": ["producer"]}
    with brokers_of(DEFAULT_RELEASE, tmp_path, **options) as cluster:
        cluster.set_feature("transaction.version", version)
        brokers, namespaces = ClusterBrokers(cluster), cluster.state.namespaces
        assert namespaces
        former = brokers.first_coordinator_id(ID)
        _, place = brokers.coordinator_of(ID)
        others = [id for id in (1, 2, 3) if id != former]
        create_topic(cluster.access, TOPIC, 1, replication=3, config={}, leaders=others)
        known = admin(cluster.access).list_topics().brokers

        def has_moved() -> bool:
            answer = partitions_known(cluster.access, known[others[0]], TRANSACTIONS, SECONDS)
            return bool(answer) and answer[place].leader in others

        def transaction_records() -> int:
            return brokers.log_ends(TRANSACTIONS, len(known))[place]

        def has_ended() -> bool:
            return brokers.log_ends(TOPIC, 1) == brokers.log_ends(TOPIC, 1, committed=True)

        apart = [namespaces.address(id) for id in others]
        network = namespace_of(namespaces.programs["producer"])
        before = transaction_records()
        with Producer(cluster, network) as producer:
            assert (producer.send("first"), producer.commit()) == ("ok", "ok")
            complete = before + RECORDS_OF_A_TRANSACTION
            until(lambda: transaction_records() >= complete, "the end of the first transaction")
            with cut_off(namespace_of(namespaces.brokers[former]), apart):
                until(has_moved, "another coordinator")
                with cut_off(network, [namespaces.address(former)]):
                    assert producer.send("second") == "ok"
                with cut_off(network, apart):
                    assert producer.commit() == answer
        until(has_ended, "the end of the second transaction")
        assert committed_messages(cluster.access, TOPIC) == ["first"]
