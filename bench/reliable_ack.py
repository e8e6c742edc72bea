"""Measure a producer that has a monitor: beside a producer without one, and when packets are dropped.

All cells run on the same brokers, in an order that rotates by one each round. Producers send for five
seconds, and wait for room in their client. Without loss, the rates of sending are compared, because nobody
confirms the messages of fire and forget. With loss, the rates at which the monitor confirmed messages are
compared. Packets are dropped on the bridge between the producer and the brokers.
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.goals import at_least
from include.cells.process_runner import ProcessRunner
from include.cells.run_cell import run_cell
from include.clusters.cluster import Cluster
from include.plan.experiment import Experiment
from include.plan.plan import Plan
from include.plan.planning import make_plan, write_plan
from include.spark_jobs.job.cell import measure_cell

LEAST_RATIO = 0.8

TREATMENTS = ("fire-and-forget.loss0", "reliable-ack.loss0", "reliable-ack.loss9")


SENT, CONFIRMED = "sending_rate", "producer_broker_rate"


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section; producer and monitor need their own network namespaces."""
    plan = make_plan(_experiment(rounds), "reliable-ack")
    write_plan(folder / "reliable-ack", plan)
    rates: list[list[dict[str, float]]] = []
    for turn in range(rounds):
        first = turn % len(TREATMENTS)
        order = TREATMENTS[first:] + TREATMENTS[:first]
        measured = {
            treatment: _rates(cluster, folder / "reliable-ack", plan, treatment, turn + 1)
            for treatment in order
        }
        rates.append([measured[treatment] for treatment in TREATMENTS])
        rates_text = ", ".join(f"{rate[SENT]:,.0f}" for rate in rates[-1])
        print(f"  {turn + 1}/{rounds} {rates_text} messages/s", flush=True)
    return _section(rates)


def _rates(cluster: Cluster, run_folder: Path, plan: Plan, treatment: str, block: int) -> dict[str, float]:
    cell = f"{treatment}.r{block:02}"
    run_cell(run_folder, plan, plan.cell(cell), cluster, ProcessRunner(cluster.access))
    metrics = measure_cell(run_folder / "cells" / cell).metrics
    return {name: metrics[name] or 0 for name in (SENT, CONFIRMED)}


def _experiment(rounds: int) -> Experiment:
    return Experiment(
        name="reliable-ack",
        title="A producer with a monitor",
        question="What does it cost to send copies to a monitor?",
        scenario="reliable_ack",
        factors={"level": ["fire-and-forget", "reliable-ack"], "packet_loss": [0, 9]},
        constants={"seconds": 5, "drain_seconds": 10, "buffer_bytes": 262_144, "full_buffer": "wait"},
        repetitions=rounds,
        seed=1,
    )


def _section(rates: Sequence[Sequence[dict[str, float]]]) -> str:
    sent = [[row[index][SENT] for index in (0, 1)] for row in rates]
    confirmed = [[row[index][CONFIRMED] for index in (1, 2)] for row in rates]
    forgetting, reliable = (median(column) for column in zip(*sent, strict=True))
    without_loss, lossy = (median(column) for column in zip(*confirmed, strict=True))
    return "\n".join(
        [
            "## A producer with a monitor",
            "",
            f"Reliable ack on the same three brokers, in {len(rates)} rounds of three cells of five seconds "
            "with messages of 500 B, in rotating order.",
            "",
            f"- Sent without loss: {reliable:,.0f} messages/s, against fire and forget, {forgetting:,.0f}: "
            f"{_ratio(sent, 1, 0)}",
            f"- Confirmed with 9 % of packets lost: {lossy:,.0f} messages/s, against {without_loss:,.0f} "
            f"without loss: {_ratio(confirmed, 1, 0)}",
        ]
    )


def _ratio(rates: Sequence[Sequence[float]], over: int, under: int) -> str:
    ratios = [row[over] / row[under] for row in rates]
    between = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return f"median ratio **{median(ratios):.2f}** ({between}) {at_least(median(ratios), LEAST_RATIO)}"
