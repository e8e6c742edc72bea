"""The settings that the clients had in effect for each semantics or set of settings, by the manifests."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from include.load_runtime.client_choice import DEFAULT_CLIENT
from include.rawlog.manifest import Manifest
from include.rendering.number_format import DASH
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
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
    by_name = grouped(run.manifests.values(), _name)
    names = [name for name in [*SEMANTICS, *configurations] if name in by_name]
    manifests = [by_name[name] for name in names]
    groups = {
        "Client": _rows(manifests, ["client"], _client, hidden=str(DEFAULT_CLIENT)),
        "Producer": _rows(manifests, PRODUCER, partial(_levels, "producer", PRODUCER)),
        "Consumer": _rows(manifests, CONSUMER, partial(_levels, "consumer", CONSUMER)),
        "Topic": _rows(manifests, TOPIC, lambda manifest, name: [str(manifest.topic.get(name, DASH))], ""),
    }
    row_groups = tuple(RowGroup(rows, title) for title, made in groups.items() if (rows := tuple(made)))
    columns = (Column("Setting", numeric=False), *map(Column, names))
    what = "settings" if configurations else "semantics"
    return Table("client-settings", f"Settings in effect, by {what}", columns, row_groups)


def _name(manifest: Manifest) -> str:
    return _configuration(manifest) or str(manifest.cell.settings.get("semantics"))


def _configuration(manifest: Manifest) -> str | None:
    """The name of the set of client settings that a cell had; None if its semantics decided on them."""
    configuration = manifest.cell.settings.get("configuration")
    return configuration if isinstance(configuration, str) else None


def _rows(
    manifests: Iterable[list[Manifest]],
    settings: Iterable[str],
    levels: Callable[[Manifest, str], Iterable[str]],
    hidden: str = DASH,
) -> Iterator[Row]:
    """A row for each setting, unless all of its levels are those that are hidden."""
    for name in settings:
        texts = [
            ", ".join(dict.fromkeys(level for manifest in group for level in levels(manifest, name))) or DASH
            for group in manifests
        ]
        if set(texts) - {hidden}:
            yield Row((name, *texts))


def _client(manifest: Manifest, name: str) -> list[str]:
    return [str(manifest.cell.settings.get(name, DEFAULT_CLIENT))]


def _levels(role: str, names: Names, manifest: Manifest, name: str) -> Iterator[str]:
    for program in manifest.programs:
        levels = (program.client_settings.get(of_client) for of_client in names[name])
        if program.name.startswith(role) and (level := next(filter(None, levels), None)):
            is_own = name == "transactional.id"
            yield "one for each cell" if is_own else KAFKA_WORDS.get((name, level), level)
