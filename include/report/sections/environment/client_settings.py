"""The settings that the clients had in effect for each semantics or set of settings, by the manifests."""

from collections.abc import Iterator, Mapping

from include.rawlog.manifest import Manifest
from include.rendering.number_format import DASH
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.scenarios.clients.registry import DEFAULT_CLIENT
from include.scenarios.semantics.registry import SEMANTICS

Names = Mapping[str, tuple[str, ...]]
"""The names that the clients have for each setting, of which the first that a client knows counts."""

PRODUCER: Names = {
    "acks": ("request.required.acks", "acks"),
    "retries": ("message.send.max.retries", "retries"),
    "max.in.flight.requests.per.connection": ("max.in.flight.requests.per.connection",),
    "enable.idempotence": ("enable.idempotence",),
    "transactional.id": ("transactional.id",),
    "linger.ms": ("queue.buffering.max.ms", "linger.ms"),
    "batch.size": ("batch.size",),
}
CONSUMER: Names = {
    "isolation.level": ("isolation.level",),
    "enable.auto.commit": ("enable.auto.commit",),
    "auto.offset.reset": ("auto.offset.reset",),
    "fetch.min.bytes": ("fetch.min.bytes",),
    "fetch.wait.max.ms": ("fetch.wait.max.ms", "fetch.max.wait.ms"),
    "fetch.max.bytes": ("fetch.max.bytes",),
    "max.partition.fetch.bytes": ("fetch.message.max.bytes", "max.partition.fetch.bytes"),
}
"""The settings that decide what is measured."""

KAFKA_WORDS = {("acks", "-1"): "all", ("auto.offset.reset", "smallest"): "earliest"}
"""Kafka's word for levels that librdkafka writes in another way."""

TOPIC = ("partitions", "replication", "min.insync.replicas")


def client_table(run: MeasuredRun) -> Table:
    """Settings of producer, consumer and topic by semantics, or by the name of a set of client settings.

    It has no rows where there is no manifest.
    """
    configurations = dict.fromkeys(filter(None, map(_configuration, run.manifests.values())))
    by_semantics = {name: found for name in [*SEMANTICS, *configurations] if (found := _manifests(run, name))}
    groups = (
        RowGroup(tuple(_client_rows(by_semantics)), "Client"),
        RowGroup(tuple(_rows(by_semantics, "producer", PRODUCER)), "Producer"),
        RowGroup(tuple(_rows(by_semantics, "consumer", CONSUMER)), "Consumer"),
        RowGroup(tuple(_topic_rows(by_semantics)), "Topic"),
    )
    columns = (Column("Setting", numeric=False), *(Column(name) for name in by_semantics))
    known = tuple(group for group in groups if group.rows)
    what = "settings" if configurations else "semantics"
    return Table("client-settings", f"Settings in effect, by {what}", columns, known)


def _manifests(run: MeasuredRun, name: str) -> list[Manifest]:
    return [
        one
        for one in run.manifests.values()
        if (_configuration(one) or one.cell.settings.get("semantics")) == name
    ]


def _configuration(manifest: Manifest) -> str | None:
    """The name of the set of client settings that a cell had; None if its semantics decided on them."""
    found = manifest.cell.settings.get("configuration")
    return found if isinstance(found, str) else None


def _client_rows(by_semantics: dict[str, list[Manifest]]) -> Iterator[Row]:
    """The clients, if a cell has another one than the default client."""
    clients = [
        _distinct(str(one.cell.settings.get("client", DEFAULT_CLIENT)) for one in found)
        for found in by_semantics.values()
    ]
    if set(clients) - {DEFAULT_CLIENT}:
        yield Row(("client", *clients))


def _rows(by_semantics: dict[str, list[Manifest]], role: str, names: Names) -> Iterator[Row]:
    for name, client_names in names.items():
        levels = [
            _distinct(_level(name, level) for level in _levels(manifests, role, client_names))
            for manifests in by_semantics.values()
        ]
        if set(levels) - {DASH}:
            yield Row((name, *levels))


def _levels(manifests: list[Manifest], role: str, client_names: tuple[str, ...]) -> Iterator[str]:
    for manifest in manifests:
        for program in manifest.programs:
            levels = (program.client_settings.get(name) for name in client_names)
            if program.name.startswith(role) and (level := next(filter(None, levels), None)):
                yield level


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
