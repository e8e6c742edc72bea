"""Kafka's own benchmarks, ProducerPerformance and ConsumerPerformance, in the jars of its tools."""

import subprocess
from datetime import datetime
from functools import partial
from pathlib import Path

from include.clusters.cluster import Cluster
from include.machine import folders
from include.machine.releases.installed_java import find_java
from include.machine.releases.jars import BINDING, broker_jars, failure
from include.machine.releases.maven_fetch import dependency, ivy_module, retrieve
from include.scenarios.delivery.settings import DeliverySettings

WARM_UP_RECORDS = 3_000
"""The number of messages that ProducerPerformance, like Kerran's Java program, sends before it measures."""

REPORT_MILLISECONDS = 250
"""The time between two reports of ConsumerPerformance."""


def produced(cluster: Cluster, topic: str, settings: DeliverySettings, folder: Path) -> float:
    """Messages per second that ProducerPerformance sends with the settings of a cell, after its warm-up.

    All messages have the same content, which comes from a file. Otherwise, the tool fills each message with
    random bytes while it sends.
    """
    content = folder / f"content-{settings.message_bytes}"
    content.write_bytes(b"x" * settings.message_bytes)
    config = settings.traits.delivery.config
    properties = {
        "bootstrap.servers": cluster.access.bootstrap,
        "acks": config.acks,
        "enable.idempotence": str(config.idempotence).lower(),
        "max.in.flight.requests.per.connection": str(config.max_in_flight),
        "linger.ms": f"{settings.linger_ms:g}",
        "batch.size": str(settings.batch_bytes),
        "compression.type": "none",
    }
    milliseconds = str(settings.traits.delivery.transaction_ms)
    transactions = ["--transactional-id", topic, "--transaction-duration-ms", milliseconds]
    output = _run(
        cluster,
        "ProducerPerformance",
        *("--topic", topic, "--num-records", str(settings.messages + WARM_UP_RECORDS)),
        *("--warmup-records", str(WARM_UP_RECORDS)),
        *("--payload-file", str(content), "--throughput", "-1"),
        *(transactions if config.transactional else []),
        *("--command-property", *(f"{key}={value}" for key, value in properties.items())),
    )
    last = output.strip().splitlines()[-1]
    sent, rate = last.split(" records sent, ", 1) if " records sent, " in last else ("", "")
    assert sent.split()[0] == str(settings.messages), output
    return float(rate.split(" ", 1)[0])


def consumed(cluster: Cluster, topic: str, messages: int) -> float:
    """Messages per second that ConsumerPerformance receives, from its first report to its last."""
    output = _run(
        cluster,
        "ConsumerPerformance",
        *("--bootstrap-server", cluster.access.bootstrap, "--topic", topic, "--hide-header"),
        *("--num-records", str(messages), "--timeout", "60000"),
        *("--show-detailed-stats", "--reporting-interval", str(REPORT_MILLISECONDS)),
    )
    rows = [line.split(", ") for line in output.splitlines() if line[:1].isdigit()]
    reports = [(datetime.strptime(row[0], "%Y-%m-%d %H:%M:%S:%f"), int(row[4])) for row in rows]
    (began, before), (ended, received) = reports[0], reports[-1]
    assert received > messages / 2, output
    return (received - before) / (ended - began).total_seconds()


def _run(cluster: Cluster, tool: str, *arguments: str) -> str:
    release = cluster.record().release
    wanted = ivy_module("kafka-tools", dependency("org.apache.kafka", "kafka-tools", release), *BINDING)
    tools = retrieve(
        wanted, folders.CACHE / "kafka-tools" / release, partial(failure, "kafka-tools", release)
    )
    class_path = f"{tools}/*:{broker_jars(release)}/*"
    command = [str(find_java().command), "-Xmx512m", "-cp", class_path, f"org.apache.kafka.tools.{tool}"]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=True).stdout
