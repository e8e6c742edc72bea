import subprocess
from pathlib import Path

import pytest

from include.clusters.cluster import Cluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.feature_level import feature_level
from include.machine.releases.client_class_path import client_class_path
from include.machine.releases.installed_java import find_java
from include.machine.releases.versions import DEFAULT_RELEASE
from include.rawlog.manifest import ProgramRecord, read_manifest
from tests.e2e.cells import JAVA, plan_of, run_only_cell

pytestmark = [pytest.mark.brokers, pytest.mark.clients]


def producer_after(run: Path, cluster: Cluster, **settings: object) -> ProgramRecord:
    """Run a cell with short transactions of the Java client; its producer."""
    factors = {"semantics": ["exactly-once"]}
    plan = plan_of(run, factors, **{**JAVA, "rate": 1000, "transaction_ms": 50, **settings})
    programs = read_manifest(run_only_cell(run, plan, cluster)).programs
    return next(program for program in programs if "transactional.id" in program.client_settings)


def epoch_of(producer: ProgramRecord, cluster: Cluster) -> int:
    """The producer epoch that the transaction coordinator has for the transactional id."""
    source = Path(__file__).parent / "java" / "ProducerEpoch.java"
    classpath = ":".join(map(str, client_class_path([source], DEFAULT_RELEASE)))
    java = [str(find_java().command), "-cp", classpath, "kerran.ProducerEpoch"]
    id = producer.client_settings["transactional.id"]
    return int(subprocess.check_output([*java, cluster.access.bootstrap, id], text=True, timeout=60))


def test_the_version_of_a_killed_task_is_set_back(tmp_path: Path, embedded: EmbeddedCluster) -> None:
    embedded.set_feature("transaction.version", 1)
    attached = EmbeddedCluster.attach(embedded.folder)  # as another process finds it
    assert attached.record().features == {"transaction.version": 1}
    plan = plan_of(tmp_path, {"semantics": ["at-least-once"]}, **JAVA)
    manifest = read_manifest(run_only_cell(tmp_path, plan, attached))
    assert manifest.cluster.features == {"transaction.version": 2}
    assert feature_level(embedded.access.bootstrap, DEFAULT_RELEASE, "transaction.version") == 2


def test_only_version_2_gives_each_transaction_its_epoch(tmp_path: Path, embedded: EmbeddedCluster) -> None:
    first = producer_after(tmp_path / "first", embedded, transaction_version=1)
    second = producer_after(tmp_path / "second", embedded, transaction_version=2)
    default = producer_after(tmp_path / "default", embedded)
    assert read_manifest(tmp_path / "first" / "cells" / "exactly-once.r01").cluster.features == {
        "transaction.version": 1
    }
    assert epoch_of(first, embedded) == 0
    assert epoch_of(second, embedded) >= second.counts["transactions"] > 5  # fewer on a busy machine
    assert epoch_of(default, embedded) >= default.counts["transactions"]
