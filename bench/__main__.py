"""`make bench`: measure what the project promises to be fast at, and write bench/results.md."""

import os
import platform
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from bench import cell_overhead, producer, spark, sweep
from include.clusters.embedded import start
from include.clusters.warm_up import warm_up
from include.matrix.experiment import DEFAULT_RELEASE
from include.processes.identity import ProcessIdentity

RESULTS = Path(__file__).parent / "results.md"
PARTS = ("sweep", "producer", "spark")


def main(
    rounds: Annotated[int, typer.Option(help="Rounds of each paired comparison.")] = 5,
    parts: Annotated[str, typer.Option(help="Which parts, separated by commas.")] = ",".join(PARTS),
) -> None:
    """Measure, print, and write bench/results.md."""
    chosen = parts.split(",")
    sections = [_heading()]
    if "sweep" in chosen:
        run, section = sweep.run()
        sections += [section, cell_overhead.run(run)]
    if "producer" in chosen:
        sections.append(_producer(rounds))
    if "spark" in chosen:
        sections.append(spark.run(rounds=min(rounds, 3)))
    text = "\n\n".join(sections) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def _heading() -> str:
    return (
        f"# What was measured\n\nOn {date.today():%d %B %Y}, {os.cpu_count()} cores, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
        f"Kafka {DEFAULT_RELEASE}. Written by `make bench`."
    )


def _producer(rounds: int) -> str:
    with TemporaryDirectory(prefix="kerran-bench-") as folder:
        cluster = start(Path(folder) / "cluster", DEFAULT_RELEASE, owner=ProcessIdentity.of(os.getpid()))
        try:
            warm_up(cluster, Path(folder) / "cluster", "bench")
            return producer.run(cluster, Path(folder), rounds)
        finally:
            cluster.stop()


if __name__ == "__main__":
    typer.run(main)
