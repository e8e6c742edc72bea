"""`make bench`: measure the speed of Kerran itself, and write bench/results.md."""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench import (
    cell_overhead,
    containers,
    duplicates,
    history,
    judging,
    paced,
    producer,
    reliable_ack,
    spark,
    spark_cluster,
    sweep,
)
from include.clusters.backend import Backend, ClusterRequest
from include.clusters.cluster import Cluster
from include.clusters.compose.backend import ComposeBackend
from include.clusters.embedded.backend import EmbeddedBackend
from include.clusters.warm_up import warm_up
from include.containers.engine import EngineError, engine
from include.errors import PlatformError
from include.matrix.experiment import DEFAULT_RELEASE
from include.networks.namespaces import check_possible
from include.processes.identity import ProcessIdentity
from include.scenarios.kafka_programs import PRODUCER_NAME
from include.scenarios.reliable_ack.programs import MONITOR_NAME

RESULTS = Path(__file__).parent / "results.md"
PARTS = ("sweep", "producer", "paced", "containers", "reliable-ack", "spark", "judging", "cluster", "history")


def main(
    rounds: Annotated[int, typer.Option(help="Rounds of each paired comparison.")] = 5,
    parts: Annotated[str, typer.Option(help="The benchmarks to run, separated by commas.")] = ",".join(PARTS),
) -> None:
    """Run the benchmarks, print their results, and write bench/results.md."""
    chosen = parts.split(",")
    sections = [_heading()]
    if "sweep" in chosen:
        run, section = sweep.run()
        sections += [section, cell_overhead.run(run)]
    if "producer" in chosen:
        sections.append(_producer(rounds))
    if "paced" in chosen:
        sections.append(_paced(rounds))
    if "containers" in chosen:
        sections.append(_containers(rounds))
    if "reliable-ack" in chosen:
        sections.append(_reliable_ack(rounds))
    if "spark" in chosen:
        sections += [spark.run(rounds=min(rounds, 3)), duplicates.run()]
    if "judging" in chosen:
        sections.append(judging.run(rounds))
    if "cluster" in chosen:
        sections.append(_spark_cluster())
    if "history" in chosen:
        sections.append(history.run())
    text = "\n\n".join(sections) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def _heading() -> str:
    return (
        f"# Results of the benchmarks\n\nOn {date.today():%d %B %Y}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
        f"Kafka {DEFAULT_RELEASE}. Written by `make bench`."
    )


def _producer(rounds: int) -> str:
    with _warm(EmbeddedBackend()) as (cluster, folder):
        return producer.run(cluster, folder, rounds)


def _paced(rounds: int) -> str:
    with _warm(EmbeddedBackend()) as (cluster, folder):
        return paced.run(cluster, folder, rounds)


def _containers(rounds: int) -> str:
    try:
        engine()
    except EngineError as error:
        return f"## Load programs in containers\n\nNot measured. {error}"
    with _warm(ComposeBackend()) as (cluster, folder):
        return containers.run(cluster, folder, rounds)


def _reliable_ack(rounds: int) -> str:
    try:
        check_possible()
    except PlatformError as error:
        return f"## A producer with a monitor\n\nNot measured. {error}"
    with _warm(EmbeddedBackend(isolated=True, isolated_programs=[PRODUCER_NAME, MONITOR_NAME])) as (
        cluster,
        folder,
    ):
        return reliable_ack.run(cluster, folder, rounds)


def _spark_cluster() -> str:
    try:
        with TemporaryDirectory(prefix="kerran-bench-") as folder:
            return spark_cluster.run(Path(folder))
    except EngineError as error:
        return f"## Two workers in containers\n\nNot measured. {error}"


@contextmanager
def _warm(backend: Backend) -> Iterator[tuple[Cluster, Path]]:
    """Start and warm up a cluster; yield the cluster, and a folder for the files of the benchmark."""
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        where = Path(folder) / "cluster"
        cluster = backend.start(ClusterRequest(where, DEFAULT_RELEASE, ProcessIdentity.of(os.getpid())))
        try:
            warm_up(cluster, where, "bench")
            yield cluster, Path(folder)
        finally:
            cluster.stop()


if __name__ == "__main__":
    typer.run(main)
