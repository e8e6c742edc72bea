"""The settings that the clients had in effect for each semantics, according to the manifests."""

from collections.abc import Iterator

from include.rawlog.manifest import Manifest
from include.rendering.number_format import DASH
from include.rendering.table import Column, Group, Row, Table
from include.report.measured_run import MeasuredRun
from include.scenarios.semantics.registry import SEMANTICS

PRODUCER = {
    "acks": "request.required.acks",
    "retries": "message.send.max.retries",
    "max.in.flight.requests.per.connection": "max.in.flight.requests.per.connection",
    "enable.idempotence": "enable.idempotence",
    "transactional.id": "transactional.id",
    "linger.ms": "queue.buffering.max.ms",
    "batch.size": "batch.size",
}
CONSUMER = {
    "isolation.level": "isolation.level",
    "enable.auto.commit": "enable.auto.commit",
    "auto.offset.reset": "auto.offset.reset",
    "fetch.min.bytes": "fetch.min.bytes",
    "fetch.wait.max.ms": "fetch.wait.max.ms",
    "fetch.max.bytes": "fetch.max.bytes",
    "max.partition.fetch.bytes": "fetch.message.max.bytes",
}
"""The settings that decide what is measured: Kafka's name for each, with librdkafka's name."""

KAFKA_WORDS = {("acks", "-1"): "all", ("auto.offset.reset", "smallest"): "earliest"}
"""Kafka's word for levels that librdkafka writes in another way."""

TOPIC = ("partitions", "replication", "min.insync.replicas")


def client_table(run: MeasuredRun) -> Table:
    """Settings of producer, consumer and topic by semantics; without rows where there is no manifest."""
    by_semantics = {name: found for name in SEMANTICS if (found := _manifests(run, name))}
    groups = (
        Group(tuple(_rows(by_semantics, "producer", PRODUCER)), "Producer"),
        Group(tuple(_rows(by_semantics, "consumer", CONSUMER)), "Consumer"),
        Group(tuple(_topic_rows(by_semantics)), "Topic"),
    )
    columns = (Column("Setting", numeric=False), *(Column(name) for name in by_semantics))
    known = tuple(group for group in groups if group.rows)
    return Table("client-settings", "Settings in effect, by semantics", columns, known)


def _manifests(run: MeasuredRun, semantics: str) -> list[Manifest]:
    return [one for one in run.manifests.values() if one.cell.settings.get("semantics") == semantics]


def _rows(by_semantics: dict[str, list[Manifest]], role: str, names: dict[str, str]) -> Iterator[Row]:
    for name, library_name in names.items():
        levels = [
            _distinct(_level(name, level) for level in _levels(manifests, role, library_name))
            for manifests in by_semantics.values()
        ]
        if set(levels) - {DASH}:
            yield Row((name, *levels))


def _levels(manifests: list[Manifest], role: str, library_name: str) -> Iterator[str]:
    for manifest in manifests:
        for program in manifest.programs:
            if program.name.startswith(role) and program.client_settings.get(library_name):
                yield program.client_settings[library_name]


def _level(name: str, level: str) -> str:
    return "one for each cell" if name == "transactional.id" else KAFKA_WORDS.get((name, level), level)


def _topic_rows(by_semantics: dict[str, list[Manifest]]) -> Iterator[Row]:
    for name in TOPIC:
        levels = (
            _distinct(str(one.topic.get(name, DASH)) for one in found) for found in by_semantics.values()
        )
        yield Row((name, *levels))


def _distinct(levels: Iterator[str]) -> str:
    return ", ".join(dict.fromkeys(levels)) or DASH
