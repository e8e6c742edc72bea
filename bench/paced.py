"""How well Kerran's producer keeps a fixed rate, and what it uses for it, by its own record."""

from pathlib import Path
from statistics import median

from bench.lone_producer import send
from include.clusters.cluster import Cluster
from include.scenarios.delivery.settings import DeliverySettings
from include.spark_jobs.measures.generator import of_producer

RATES = (1_000, 2_000)
"""Messages per second."""

SECONDS, LEAD_IN_SECONDS = 6.0, 1.0


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The measurement as a Markdown section."""
    found: dict[int, list[dict[str, float]]] = {rate: [] for rate in RATES}
    for turn in range(rounds):
        for rate in RATES:
            found[rate].append(of_producer(send(cluster, settings_at(rate), folder).record))
            print(f"  {turn + 1}/{rounds} {rate:,}/s: {found[rate][-1]}", flush=True)
    return _section(found, rounds)


def settings_at(rate: int) -> DeliverySettings:
    """The settings of a cell at a rate, in messages per second."""
    return DeliverySettings(
        semantics="at-least-once", rate=rate, seconds=SECONDS, lead_in_seconds=LEAD_IN_SECONDS
    )


def _section(found: dict[int, list[dict[str, float]]], rounds: int) -> str:
    return "\n".join(
        [
            "## A producer at a fixed rate",
            "",
            f"Messages of 1 KiB, linger 0, acks=all, no consumer, {SECONDS:g} s after {LEAD_IN_SECONDS:g} s "
            f"of lead-in, {rounds} rounds; each figure is the median, and the range in brackets. CPU is a "
            "share of one core; the rest of the process is the client library's threads.",
            "",
            "| messages/s | lateness p99 | CPU of the process | of Python's threads | longest poll gap |",
            "|--:|--:|--:|--:|--:|",
            *(_row(rate, measured) for rate, measured in found.items()),
        ]
    )


def _row(rate: int, measured: list[dict[str, float]]) -> str:
    cells = [
        _figure([one["lateness_p99"] for one in measured], "{:.2f} ms"),
        _figure([one["generator_cpu"] for one in measured], "{:.0%}"),
        _figure([one["generator_python_cpu"] for one in measured], "{:.0%}"),
        _figure([one["longest_poll_gap"] for one in measured], "{:.1f} ms"),
    ]
    return f"| {rate:,} | {' | '.join(cells)} |"


def _figure(values: list[float], pattern: str) -> str:
    middle, low, high = (pattern.format(value) for value in (median(values), min(values), max(values)))
    return f"{middle} ({low} to {high})"
