"""Brokers of every feature release run a cell of each semantics: ``make test-releases``."""

import os
from pathlib import Path

import pytest

from bench.raw_logs import read_table
from include.cells.run import run_cell
from include.clusters.backend import ClusterRequest
from include.clusters.embedded.startup import start
from include.clusters.topics import create_topic, delete_topic
from include.errors import PlatformError
from include.processes.identity import ProcessIdentity
from include.releases.releases_in_maven import available_releases
from tests.e2e.cells import plan_of
from tests.session.load_programs import runner_on

pytestmark = pytest.mark.releases

MINORS = {1: 2, 2: 9, 3: 10, 4: 5}
FEATURES = ["0.11", *(f"{major}.{minor}" for major, number in MINORS.items() for minor in range(number))]
SEMANTICS = ["at-most-once", "at-least-once", "idempotent", "exactly-once"]


@pytest.fixture(scope="module")
def newest() -> dict[str, str]:
    return {".".join(version.split(".")[:2]): version for version in available_releases()}


def test_no_feature_is_missing_here(newest: dict[str, str]) -> None:
    assert set(newest) == set(FEATURES)


@pytest.mark.parametrize("feature", FEATURES)
def test_a_release_is_run_with_each_semantics(tmp_path: Path, newest: dict[str, str], feature: str) -> None:
    try:
        owner = ProcessIdentity.of(os.getpid())
        cluster = start(ClusterRequest(tmp_path / "cluster", newest[feature], owner))
    except PlatformError as error:
        if "is not complete in Maven Central" in str(error):
            pytest.skip(str(error))
        pytest.fail(f"{newest[feature]} cannot be started: {error}")
    try:
        run = tmp_path / "run"
        plan = plan_of(run, {"semantics": SEMANTICS}, messages=500)
        for cell in plan.cells:
            assert run_cell(run, plan, cell, cluster, runner_on(cluster))
            received = read_table(run / "cells" / cell.id, "received.parquet")["id"].to_pylist()
            assert sorted(received) == list(range(500))
        create_topic(cluster.access, "passing", partitions=9, replication=3, config={})
        delete_topic(cluster.access, "passing")
    finally:
        cluster.stop()
