"""Compare load programs in containers with load programs as processes, in interleaved pairs.

In both cases, complete cells run on the same Compose brokers. The throughput is that of the producer, from
the raw log. The overhead of a cell is its time minus the time from the first send to the last receipt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic

from bench.goals import at_least, at_most
from bench.raw_logs import read_table
from include.cells.container_runner import ContainerRunner
from include.cells.process_runner import ProcessRunner
from include.cells.resource_limits import ResourceLimits
from include.cells.run_cell import run_cell
from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.plan.experiment import Experiment
from include.plan.planning import make_plan, write_plan

LEAST_RATIO, MOST_SECONDS = 0.95, 1.0

MESSAGES = 100_000


@dataclass(frozen=True)
class Measured:
    """The producer's messages per second in a cell, and the overhead of the cell in seconds."""

    rate: float
    overhead: float


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section."""
    access = cluster.inside or cluster.access
    runners: list[Callable[[], Runner]] = [
        lambda: ContainerRunner(access, "bench", ResourceLimits()),
        lambda: ProcessRunner(cluster.access),
    ]
    pairs: list[tuple[Measured, Measured]] = []
    for turn in range(rounds):
        both = [
            partial(_measure, cluster, runner, folder / f"{turn}-{n}") for n, runner in enumerate(runners)
        ]
        measured = [way() for way in (both if turn % 2 == 0 else reversed(both))]
        container, process = measured if turn % 2 == 0 else reversed(measured)
        pairs.append((container, process))
        print(f"  {turn + 1}/{rounds} {container.rate:,.0f} and {process.rate:,.0f} messages/s", flush=True)
    return _section(pairs)


def _measure(cluster: Cluster, runner: Callable[[], Runner], run_folder: Path) -> Measured:
    plan = make_plan(_experiment(), run_folder.name)
    write_plan(run_folder, plan)
    began = monotonic()
    run_cell(run_folder, plan, plan.cells[0], cluster, runner())
    took = monotonic() - began
    cell = run_folder / "cells" / plan.cells[0].id
    sent = read_table(cell, "sent.parquet", ["created_ns", "acked_ns"]).to_pandas()
    received = read_table(cell, "received.parquet", ["received_ns"]).to_pandas()
    first = sent.created_ns.min()
    rate = len(sent) / ((sent.acked_ns.max() - first) / 1e9)
    return Measured(float(rate), took - float(received.received_ns.max() - first) / 1e9)


def _experiment() -> Experiment:
    return Experiment(
        name="containers",
        title="Containers against processes",
        question="Do load programs in containers measure the same as processes?",
        scenario="delivery",
        factors={"semantics": ["at-least-once"]},
        constants={"messages": MESSAGES, "message_bytes": 1024, "batch_bytes": 1_048_576},
        repetitions=1,
        seed=1,
    )


def _section(pairs: list[tuple[Measured, Measured]]) -> str:
    ratios = [container.rate / process.rate for container, process in pairs]
    added = [container.overhead - process.overhead for container, process in pairs]
    return "\n".join(
        [
            "## Load programs in containers",
            "",
            f"Against load programs as processes, on the same three Compose brokers; {len(pairs)} pairs of "
            f"cells of {MESSAGES:,} messages of 1 KiB, batches of 1 MiB, in alternating order.",
            "",
            f"- Throughput: {median(c.rate for c, _ in pairs):,.0f} and "
            f"{median(p.rate for _, p in pairs):,.0f} messages/s, median ratio **{median(ratios):.2f}** "
            f"({min(ratios):.2f} to {max(ratios):.2f}) {at_least(median(ratios), LEAST_RATIO)}",
            f"- Added to a cell: median **{median(added):.2f} s** ({min(added):.2f} to {max(added):.2f}) "
            f"{at_most(median(added), MOST_SECONDS, '{} s')}",
        ]
    )
