"""The cost of the proxy between the producer and the brokers when it strikes no request.

A cell with the proxy and a cell without it run one after the other, on the same brokers. Their order changes.
"""

from collections.abc import Callable
from pathlib import Path
from statistics import median

from bench.goals import at_least, at_most
from include.cells.process_runner import ProcessRunner
from include.cells.run_cell import run_cell
from include.clusters.cluster import Cluster
from include.load.protocol_requests import Request
from include.load.proxy_job import PROXY_NAME
from include.load.strike_acts import Act
from include.load.strike_terms import Strike
from include.plan.experiment import Experiment, ExperimentPart
from include.plan.plan import Plan
from include.plan.planning import make_plan, write_plan
from include.spark_jobs.job.cell import measure_cell

Goal = Callable[[float, float, str], str]
"""The type of the functions ``at_most`` and ``at_least``."""

RATE = 1_000
"""Messages per second of the paced cells."""

MOST_ADDED_MS, MOST_CPU, LEAST_RATIO = 1.0, 0.10, 0.7

STRIKE = Strike(request=Request.END_TXN, act=Act.DROP, client="cut")
"""A strike that never begins: the proxy passes everything on."""

LOADS = {"paced": {"rate": RATE, "seconds": 5, "lead_in_seconds": 1}, "unthrottled": {"seconds": 5}}

WAYS = {"direct": [], "proxied": [STRIKE.model_dump(mode="json")]}

Figures = dict[str, float]


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The comparison as a Markdown section; the brokers need a listener for clients of a proxy."""
    plan = make_plan(_experiment(rounds), "proxy")
    write_plan(folder / "proxy", plan)
    figures: dict[tuple[str, str], list[Figures]] = {(load, way): [] for load in LOADS for way in WAYS}
    for turn in range(rounds):
        ways = list(WAYS)[:: -1 if turn % 2 else 1]
        for load in LOADS:
            for way in ways:
                figures[load, way].append(
                    _measure(cluster, folder / "proxy", plan, f"{load}-{way}", turn + 1)
                )
        print(f"  {turn + 1}/{rounds} {[row[-1] for row in figures.values()]}", flush=True)
    return _section(figures, rounds)


def _measure(cluster: Cluster, run_folder: Path, plan: Plan, treatment: str, block: int) -> Figures:
    cell = f"{treatment}.r{block:02}"
    manifest = run_cell(run_folder, plan, plan.cell(cell), cluster, ProcessRunner(cluster.access))
    metrics = measure_cell(run_folder / "cells" / cell).metrics
    counts = {program.name: program.counts for program in manifest.programs} if manifest else {}
    proxy = counts.get(PROXY_NAME, {})
    return {
        "latency_ms": metrics["producer_consumer_latency_p50"] or 0,
        "rate": metrics["producer_broker_rate"] or 0,
        "cpu": proxy["cpu_ns"] / proxy["serving_ns"] if proxy else 0,
    }


def _experiment(rounds: int) -> Experiment:
    parts = [
        ExperimentPart(factors={"variant": [f"{load}-{way}"]}, constants={**settings, "strike": strikes})
        for load, settings in LOADS.items()
        for way, strikes in WAYS.items()
    ]
    return Experiment(
        name="proxy",
        title="A proxy that strikes no request",
        question="What does the proxy cost?",
        scenario="delivery",
        parts=parts,
        constants={"semantics": "at-least-once", "message_bytes": 1024},
        repetitions=rounds,
        seed=1,
    )


def _section(figures: dict[tuple[str, str], list[Figures]], rounds: int) -> str:
    paced, proxied = figures["paced", "direct"], figures["paced", "proxied"]
    added = [
        with_proxy["latency_ms"] - without["latency_ms"]
        for without, with_proxy in zip(paced, proxied, strict=True)
    ]
    fast = zip(figures["unthrottled", "direct"], figures["unthrottled", "proxied"], strict=True)
    ratios = [with_proxy["rate"] / without["rate"] for without, with_proxy in fast]
    cpu = [cell["cpu"] for cell in proxied]
    goals = (
        (
            "median end-to-end latency that it adds at 1,000 messages/s",
            added,
            "{:.2f} ms",
            MOST_ADDED_MS,
            at_most,
        ),
        ("share of a core that it uses at 1,000 messages/s", cpu, "{:.0%}", MOST_CPU, at_most),
        ("unthrottled rate, as a share of that without it", ratios, "{:.2f}", LEAST_RATIO, at_least),
    )
    return "\n".join(
        [
            "## A proxy that strikes no request",
            "",
            "At-least-once, 1 KiB, linger 5 ms, one producer and one consumer; only the producer is behind "
            f"the proxy. {rounds} rounds of pairs on the same warm brokers; each figure is the median, and "
            "the range in brackets.",
            "",
            *(_goal(*goal) for goal in goals),
        ]
    )


def _goal(name: str, values: list[float], form: str, limit: float, goal: Goal) -> str:
    middle = median(values)
    text = f"{form.format(middle)} ({form.format(min(values))} to {form.format(max(values))})"
    return f"- {name}: {text} {goal(middle, limit, form)}"
