"""`make bench`: measure the speed of Kerran itself, and write bench/results.md."""

import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench import (
    cell_overhead,
    consumer,
    containers,
    duplicates,
    first_paint,
    history,
    judging,
    memory,
    paced,
    producer,
    proxy,
    reliable_ack,
    spark,
    spark_cluster,
    sweep,
    workers,
)
from bench.results_file import updated
from include.cells.kafka_workload import PRODUCER_NAME
from include.clusters.backend import ClusterRequest
from include.clusters.cluster import Cluster
from include.clusters.compose import startup as compose
from include.clusters.embedded import startup as embedded
from include.clusters.warm_up import warm_up
from include.machine.containers.engine import EngineError, engine
from include.machine.errors import PlatformError
from include.machine.networks.namespace_support import check_possible
from include.machine.processes.identity import ProcessIdentity
from include.machine.releases.versions import DEFAULT_RELEASE
from include.scenarios.reliable_ack.workload import MONITOR_NAME

RESULTS = Path(__file__).parent / "results.md"


def main(
    rounds: Annotated[int, typer.Option(help="Rounds of each paired comparison.")] = 5,
    parts: Annotated[
        str, typer.Option(help="The benchmarks to run, separated by commas (default: all).")
    ] = "",
) -> None:
    """Run the benchmarks, print their results, and replace their sections in bench/results.md."""
    chosen = parts.split(",") if parts else list(PARTS)
    if unknown := [part for part in chosen if part not in PARTS]:
        raise typer.BadParameter(
            f"{', '.join(unknown)}: there is no such benchmark; give some of {', '.join(PARTS)}"
        )
    for part in chosen:
        sections = PARTS[part](rounds)
        print(sections, flush=True)
        results = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
        RESULTS.write_text(updated(results, sections, _conditions()), encoding="utf-8")


def _conditions() -> str:
    return (
        f"Measured on {date.today():%d %B %Y}: {os.cpu_count()} cores, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
        f"Kafka {DEFAULT_RELEASE}."
    )


def _sweep(_rounds: int) -> str:
    run, section = sweep.run()
    return f"{section}\n\n{cell_overhead.run(run)}"


def _on_warm_brokers(run: Callable[[Cluster, Path, int], str]) -> Callable[[int], str]:
    """A benchmark that needs warm brokers, which are started for it."""

    def started(rounds: int) -> str:
        with _warm(embedded.start) as (cluster, folder):
            return run(cluster, folder, rounds)

    return started


def _containers(rounds: int) -> str:
    try:
        engine()
    except EngineError as error:
        return f"## Load programs in containers\n\nNot measured. {error}"
    with _warm(compose.start) as (cluster, folder):
        return containers.run(cluster, folder, rounds)


def _proxy(rounds: int) -> str:
    with _warm(partial(embedded.start, proxied=True)) as (cluster, folder):
        return proxy.run(cluster, folder, rounds)


def _reliable_ack(rounds: int) -> str:
    try:
        check_possible()
    except PlatformError as error:
        return f"## A producer with a monitor\n\nNot measured. {error}"
    programs = [PRODUCER_NAME, MONITOR_NAME]
    with _warm(partial(embedded.start, isolated=True, isolated_programs=programs)) as (cluster, folder):
        return reliable_ack.run(cluster, folder, rounds)


def _spark_cluster() -> str:
    try:
        with TemporaryDirectory(prefix="kerran-bench-") as folder:
            return spark_cluster.run(Path(folder))
    except EngineError as error:
        return f"## Two workers in containers\n\nNot measured. {error}"


@contextmanager
def _warm(start: Callable[[ClusterRequest], Cluster]) -> Iterator[tuple[Cluster, Path]]:
    """Start and warm up a cluster; yield the cluster, and a folder for the files of the benchmark."""
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        where = Path(folder) / "cluster"
        cluster = start(ClusterRequest(where, DEFAULT_RELEASE, ProcessIdentity.of(os.getpid())))
        try:
            warm_up(cluster, where, "bench")
            yield cluster, Path(folder)
        finally:
            cluster.stop()


PARTS: Mapping[str, Callable[[int], str]] = {
    "sweep": _sweep,
    "producer": _on_warm_brokers(producer.run),
    "consumer": _on_warm_brokers(consumer.run),
    "memory": _on_warm_brokers(lambda cluster, folder, _: memory.run(cluster, folder)),
    "paced": _on_warm_brokers(paced.run),
    "proxy": _proxy,
    "containers": _containers,
    "reliable-ack": _reliable_ack,
    "spark": lambda rounds: spark.run(min(rounds, 3)),
    "duplicates": lambda _: duplicates.run(),
    "workers": lambda rounds: workers.run(min(rounds, 3)),
    "judging": judging.run,
    "cluster": lambda _: _spark_cluster(),
    "history": lambda _: history.run(),
    "first-paint": lambda _: first_paint.run(),
}
"""The benchmarks by name. Each takes the number of rounds, and returns its sections in Markdown."""


if __name__ == "__main__":
    typer.run(main)
