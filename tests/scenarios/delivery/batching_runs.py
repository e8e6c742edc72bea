"""Runs about batches that never ran, with literal rates."""

from typing import Any

from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.settings.producer import kafka_settings
from tests.report.synthetic import Levels, Value, make_plan, measured_run, plain_value

RATES = {1: 10_000, 50: 60_000, "unlimited": 120_000}
"""The producer's, messages/s, by the most messages of a request; twice that where nobody acknowledges."""

THROUGHPUTS = {"none": 20, "lz4": 30, "zstd": 40}
"""The producer's of compressible messages, MiB/s."""

CARRIED = {1: 1, 50: 50, "unlimited": 400}

PARTS: list[Levels] = [
    {"messages_per_request": [1, 50, "unlimited"], "message_bytes": [200, 1024], "acks": [0, "all"]},
    {"fetch_partition_bytes": [16_384, 1_048_576]},
    {"linger_ms": [0, 50], "acks": ["all"], "rate": [5000]},
    {"filler": ["random", "text"], "compression": ["none", "lz4", "zstd"]},
]
BACKLOG = {"backlog": True, "message_bytes": 200}


def constants_of(part: Levels) -> dict[str, Any]:
    """The constants of a part: no linger, unless it varies, and a backlog where fetches vary."""
    linger: dict[str, Any] = {} if "linger_ms" in part else {"linger_ms": 0}
    return linger | (BACKLOG if "fetch_partition_bytes" in part else {})


def batching_plan(parts: list[Levels] = PARTS, repetitions: int = 6, **changes: Any) -> Plan:
    experiment_parts = [{"factors": part, "constants": constants_of(part)} for part in parts]
    constants = {"semantics": "at-most-once", "messages": 1000}
    return make_plan({}, repetitions, **{"parts": experiment_parts, "constants": constants, **changes})


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """A rate is a thousandth higher in each block than in the one before."""
    settings = kafka_settings(treatment.settings)
    drift = 1 + block / 1000
    sent = RATES[settings.messages_per_request] * (2 if settings.traits.delivery.config.acks == "0" else 1)
    throughput = THROUGHPUTS[settings.compression] if settings.filler == "text" else 20
    known = {
        "producer_broker_rate": sent * drift,
        "producer_consumer_rate": 0.9 * sent * drift,
        "producer_broker_throughput": throughput * drift,
        "producer_broker_latency_p50": 1.5 + settings.linger_ms,
        "produced_per_request": CARRIED[settings.messages_per_request] + settings.linger_ms / 2,
        "transmitted_bytes": 1100 if settings.compression == "none" else 330,
        "consumption_rate": 110_000 if settings.fetch_partition_bytes > 16_384 else 44_000,
        "broker_cpu_time": 2000 / CARRIED[settings.messages_per_request],
    }
    return known.get(column, plain_value(treatment, column, block))


def batching_run(plan: Plan | None = None, values: Value = value, **changes: Any) -> MeasuredRun:
    return measured_run(plan or batching_plan(), values, **changes)
