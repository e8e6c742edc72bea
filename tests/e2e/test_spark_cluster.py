import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.raw_logs import generate
from bench.spark_cluster import results_of, submit
from include.cli.local_airflow import spark_containers
from include.cli.local_airflow.environment import CONTAINERS, LOCAL, SparkMaster
from include.cli.local_airflow.spark_containers import spark_master
from include.machine.containers.engine import engine
from include.machine.processes.identity import ProcessIdentity

pytestmark = [pytest.mark.containers, pytest.mark.spark, pytest.mark.stack]

PROJECT = f"kerran-spark-test-{os.getpid()}"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generate(tmp_path_factory.mktemp("runs") / "all", 18, 500)


@pytest.fixture(scope="module")
def cluster(run: Path) -> Iterator[SparkMaster]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KERRAN_RUNS", str(run.parent))
        patch.setattr(spark_containers, "PROJECT", PROJECT)
        with spark_master(CONTAINERS, ProcessIdentity.of(os.getpid()), print) as spark:
            yield spark
    left = engine().containers.list(all=True, filters={"label": f"com.docker.compose.project={PROJECT}"})
    assert left == []
    assert engine().networks.list(names=[f"{PROJECT}_default"]) == []


def results(run: Path, master: SparkMaster) -> dict[str, bytes]:
    done = submit(run, master)
    assert done.returncode == 0, done.stderr
    assert "18 cells measured" in done.stdout
    return results_of(run)


def test_the_cluster_gives_the_same_results_bit_for_bit(run: Path, cluster: SparkMaster) -> None:
    here = results(run, LOCAL)
    there = results(run, cluster)
    assert {"cells.parquet", "summary.parquet", "rejected.json"} <= here.keys()
    assert there == here


def test_the_master_listens_on_the_containers_network_only(cluster: SparkMaster) -> None:
    master = engine().containers.get(f"{PROJECT}-spark-master-1")
    assert not any(master.attrs["NetworkSettings"]["Ports"].values())
