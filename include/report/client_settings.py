"""The settings that the clients had in effect, for each semantics, as the manifests tell."""

from collections.abc import Iterator

from include.rawlog.manifest import Manifest
from include.rendering.number_format import DASH
from include.rendering.table import Column, Group, Row, Table
from include.report.run import Run
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
"""Those that decide what is measured: the name that Kafka's users know, and librdkafka's own."""

WORDS = {("acks", "-1"): "all", ("auto.offset.reset", "smallest"): "earliest"}
"""Levels that librdkafka writes otherwise than Kafka's users do."""

MINIMUM = "min.insync.replicas"


def client_table(run: Run) -> Table:
    """Producer, consumer and topic by semantics; no rows where no manifest tells."""
    by_semantics = {name: manifests for name in SEMANTICS if (manifests := _manifests(run, name))}
    groups = (
        Group(tuple(_rows(by_semantics, "producer", PRODUCER)), "Producer"),
        Group(tuple(_rows(by_semantics, "consumer", CONSUMER)), "Consumer"),
        Group(tuple(_topic_rows(by_semantics)), "Topic"),
    )
    columns = (Column("Setting", numeric=False), *(Column(name) for name in by_semantics))
    told = tuple(group for group in groups if group.rows)
    return Table("client-settings", "Settings in effect, by semantics", columns, told)


def _manifests(run: Run, semantics: str) -> list[Manifest]:
    return [m for m in run.manifests.values() if m.cell.settings.get("semantics") == semantics]


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
    return "one a cell" if name == "transactional.id" else WORDS.get((name, level), level)


def _topic_rows(by_semantics: dict[str, list[Manifest]]) -> Iterator[Row]:
    for name in ("partitions", "replication", MINIMUM):
        yield Row((name, *(_distinct(_told(m, name) for m in found) for found in by_semantics.values())))


def _told(manifest: Manifest, name: str) -> str:
    return str(manifest.topic.get(name, DASH))


def _distinct(levels: Iterator[str]) -> str:
    return ", ".join(dict.fromkeys(levels)) or DASH
