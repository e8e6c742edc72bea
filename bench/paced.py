"""How well Kerran's producer keeps a fixed rate, and what it uses, both from the producer's own record.

The producer is compared with librdkafka's own benchmark in C, which shows what the client library alone uses.
It is also compared with the same producer without idempotence, because the threads of librdkafka's idempotent
producer poll again and again.
"""

from pathlib import Path
from statistics import median

from bench import c_benchmark
from bench.c_benchmark import CBenchmark, NotBuiltError, Sent
from bench.goals import at_most
from bench.lone_program import new_topic, send
from include.clusters.cluster import Cluster
from include.clusters.topics import delete_topic
from include.scenarios.delivery.settings import DeliverySettings
from include.spark_jobs.measures.generator import GENERATOR, worst

RATES = (1_000, 2_000)
"""Messages per second."""

SECONDS, LEAD_IN_SECONDS = 6.0, 1.0

GOALS = {"generator_cpu": ("whole process", 0.40), "generator_python_cpu": ("Python's threads", 0.15)}
"""The most CPU time that the producer should use, as shares of a core."""


Treatment = tuple[int, bool]
"""A rate, and whether the producer is idempotent."""

TREATMENTS: tuple[Treatment, ...] = tuple(
    (rate, idempotent) for rate in RATES for idempotent in (True, False)
)


def run(cluster: Cluster, folder: Path, rounds: int) -> str:
    """The measurement as a Markdown section."""
    figures: dict[Treatment, list[dict[str, float]]] = {treatment: [] for treatment in TREATMENTS}
    in_c: dict[int, list[Sent]] = {rate: [] for rate in RATES}
    benchmark = _built(folder)
    for turn in range(rounds):
        for treatment in TREATMENTS:
            record = send(cluster, settings_of(treatment), folder).record
            figures[treatment].append(_with_library(worst([record], GENERATOR)))
            print(f"  {turn + 1}/{rounds} {_name(treatment)}: {figures[treatment][-1]}", flush=True)
        for rate in RATES:
            if isinstance(benchmark, CBenchmark):
                in_c[rate].append(_sent_by_c(benchmark, cluster, settings_of((rate, True))))
    beside = [_row_of_c(rate, sent) for rate, sent in in_c.items() if sent]
    return _section(
        figures, beside or [f"| rdkafka_performance | not run: {benchmark} | | | | | | |"], rounds
    )


def settings_of(treatment: Treatment) -> DeliverySettings:
    """The settings of a cell."""
    rate, idempotent = treatment
    return DeliverySettings(
        semantics="at-least-once",
        idempotence=idempotent,
        rate=rate,
        seconds=SECONDS,
        lead_in_seconds=LEAD_IN_SECONDS,
    )


def _name(treatment: Treatment) -> str:
    rate, idempotent = treatment
    return f"{rate:,} messages/s, idempotence {'on' if idempotent else 'off'}"


def _built(folder: Path) -> CBenchmark | NotBuiltError:
    try:
        return c_benchmark.build(folder)
    except NotBuiltError as error:
        return error


def _sent_by_c(benchmark: CBenchmark, cluster: Cluster, settings: DeliverySettings) -> Sent:
    topic = new_topic(cluster, settings)
    sent = benchmark.run(cluster, topic, settings)
    delete_topic(cluster.access, topic)
    return sent


def _with_library(measured: dict[str, float]) -> dict[str, float]:
    """The record of a producer, with the CPU time that the threads of the client library used."""
    return {**measured, "library_cpu": measured["generator_cpu"] - measured["generator_python_cpu"]}


def _section(figures: dict[Treatment, list[dict[str, float]]], beside: list[str], rounds: int) -> str:
    return "\n".join(
        [
            "## A producer at a fixed rate",
            "",
            f"Messages of 1 KiB, linger 0, acks=all, no consumer, {SECONDS:g} s after {LEAD_IN_SECONDS:g} s "
            f"of lead-in, {rounds} rounds; each figure is the median, and the range in brackets. CPU is a "
            "share of one core. rdkafka_performance is librdkafka's own benchmark in C, with the same "
            "library and an idempotent producer; its CPU time includes its start, it records no lateness, "
            "and it does not reach the rate that it is given. With idempotence, the threads of the library "
            "poll without waiting while a partition has as many messages in flight as are permitted, which "
            "depends on how fast brokers answer.",
            "",
            "| producer | idempotence | messages/s | lateness p99 | CPU of the process | of Python's threads "
            "| of the library's threads | longest poll gap |",
            "|---|---|--:|--:|--:|--:|--:|--:|",
            *(_row(treatment, measured) for treatment, measured in figures.items()),
            *beside,
            "",
            *(
                _goal(treatment, measured, metric)
                for treatment, measured in figures.items()
                for metric in GOALS
            ),
        ]
    )


def _row(treatment: Treatment, measured: list[dict[str, float]]) -> str:
    cells = [
        _figure([cell["lateness_p99"] for cell in measured], "{:.2f} ms"),
        _figure([cell["generator_cpu"] for cell in measured], "{:.0%}"),
        _figure([cell["generator_python_cpu"] for cell in measured], "{:.0%}"),
        _figure([cell["library_cpu"] for cell in measured], "{:.0%}"),
        _figure([cell["longest_poll_gap"] for cell in measured], "{:.1f} ms"),
    ]
    rate, idempotent = treatment
    return f"| Kerran | {'on' if idempotent else 'off'} | {rate:,} | {' | '.join(cells)} |"


def _row_of_c(rate: int, sent: list[Sent]) -> str:
    achieved = f"{median(cell.rate for cell in sent):,.0f} of {rate:,}"
    share = _figure([cell.cpu_share for cell in sent], "{:.0%}")
    return f"| rdkafka_performance | on | {achieved} | | {share} | | | |"


def _goal(treatment: Treatment, measured: list[dict[str, float]], metric: str) -> str:
    what, most = GOALS[metric]
    used = median(cell[metric] for cell in measured)
    return f"- {_name(treatment)}, {what}: {used:.0%} of a core {at_most(used, most, '{:.0%}')}"


def _figure(values: list[float], pattern: str) -> str:
    middle, low, high = (pattern.format(value) for value in (median(values), min(values), max(values)))
    return f"{middle} ({low} to {high})"
