"""Compare a producer with a monitor with one without, and with itself when packets are dropped.

All cells run on the same brokers, in an order that rotates by one each round. The rate is the producer's,
from the creation of its first message to that of its last. Packets are dropped in the producer's network
namespace, which TCP notices as a local error rather than as loss in the network.
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from include.cells.process_runner import ProcessRunner
from include.cells.run import run_cell
from include.clusters.cluster import Cluster
from include.matrix.experiment import Experiment
from include.matrix.plan import Plan
from include.matrix.planning import make_plan, write_plan
from include.spark_jobs.cell import measure_cell

LEAST_RATIO = 0.8

MESSAGES = 50_000

TREATMENTS = ("fire-and-forget.loss0", "reliable-ack.loss0", "reliable-ack.loss9")


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section; producer and monitor need their own network namespaces."""
    plan = make_plan(_experiment(rounds), "reliable-ack")
    write_plan(folder / "reliable-ack", plan)
    rates: list[list[float]] = []
    for turn in range(rounds):
        first = turn % len(TREATMENTS)
        order = TREATMENTS[first:] + TREATMENTS[:first]
        measured = {
            treatment: _rate(cluster, folder / "reliable-ack", plan, treatment, turn + 1)
            for treatment in order
        }
        rates.append([measured[treatment] for treatment in TREATMENTS])
        told = ", ".join(f"{rate:,.0f}" for rate in rates[-1])
        print(f"  {turn + 1}/{rounds} {told} messages/s", flush=True)
    return _section(rates)


def _rate(cluster: Cluster, run_folder: Path, plan: Plan, treatment: str, block: int) -> float:
    cell = f"{treatment}.r{block:02}"
    run_cell(run_folder, plan, plan.cell(cell), cluster, ProcessRunner(cluster.access))
    rate = measure_cell(run_folder / "cells" / cell).metrics["sending_rate"]
    assert rate
    return rate


def _experiment(rounds: int) -> Experiment:
    return Experiment(
        name="reliable-ack",
        title="A producer with a monitor",
        question="What does it cost to send copies to a monitor?",
        scenario="reliable_ack",
        factors={"level": ["fire-and-forget", "reliable-ack"], "packet_loss": [0, 9]},
        constants={"messages": MESSAGES, "buffer_bytes": MESSAGES * 500 // 10},
        repetitions=rounds,
        seed=1,
    )


def _section(rates: Sequence[Sequence[float]]) -> str:
    forgetting, reliable, lossy = (median(column) for column in zip(*rates, strict=True))
    return "\n".join(
        [
            "## A producer with a monitor",
            "",
            f"Reliable ack on the same three brokers, in {len(rates)} rounds of three cells of {MESSAGES:,} "
            "messages of 500 B, in rotating order.",
            "",
            f"- Without loss, {reliable:,.0f} messages/s, against fire and forget, {forgetting:,.0f}: "
            f"{_ratio(rates, 1, 0)}",
            f"- With 9 % of packets lost, {lossy:,.0f} messages/s, against reliable ack without loss: "
            f"{_ratio(rates, 2, 1)}",
        ]
    )


def _ratio(rates: Sequence[Sequence[float]], over: int, under: int) -> str:
    ratios = [row[over] / row[under] for row in rates]
    between = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return f"median ratio **{median(ratios):.2f}** ({between}) of at least {LEAST_RATIO}"
