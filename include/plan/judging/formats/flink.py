"""Options of Flink's Kafka connector: ``properties.*``, in SQL, properties, YAML or JSON.

Source: https://nightlies.apache.org/flink/flink-docs-stable/docs/connectors/table/kafka/, and
https://github.com/apache/flink-connector-kafka: ``KafkaSinkBuilder`` (the transaction's time-out of an hour),
``KafkaWriter``, ``KafkaSourceBuilder``, ``KafkaDynamicSource`` and ``KafkaConnectorOptionsUtil``.
"""

import re
from collections.abc import Iterator, Sequence

from include.kinds.grouping import grouped
from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in

PREFIX = "properties."

COMMENT = re.compile(r"('(?:[^']|'')*'|`[^`]*`)|/\*(?!\+).*?(?:\*/|\Z)|(?:--|//)[^\n]*", re.DOTALL)
"""A comment of SQL; or, as its group, a text that has no comment. ``/*+`` begins a hint with options."""

OPTION = re.compile(r"'(?P<name>(?:[^']|'')+)'\s*=\s*'(?P<value>(?:[^']|'')*)'")
TABLE = re.compile(
    r"\b(?:CREATE\s+(?:TEMPORARY\s+)?|ALTER\s+)TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?P<table>[\w.`]+)"
    r"|(?P<hinted>[\w.`]+)\s*/\*\+\s*OPTIONS\b",
    re.IGNORECASE,
)
STATEMENT = re.compile(f"{OPTION.pattern}|{TABLE.pattern}", re.IGNORECASE)

OWN = ("connector", "format", "key.", "scan.", "sink.", "topic", "value.")
"""The beginnings of the connector's own options."""

GUARANTEE, OLD_GUARANTEE, ID_PREFIX = (
    "sink.delivery-guarantee",
    "sink.semantic",
    "sink.transactional-id-prefix",
)
"""``sink.semantic`` is deprecated, but still read."""

TIMEOUT = {"transaction.timeout.ms": "3600000"}

RESET = "auto.offset.reset"

RESET_BY_START = {
    "earliest-offset": "earliest",
    "latest-offset": "latest",
    "specific-offsets": "earliest",
    "timestamp": "latest",
}
"""The first position that the client gets for each ``scan.startup.mode``. For the others, which begin at
committed offsets, the client gets the file's own, or none."""

CONDUCT = {
    "exactly-once": (
        "Flink sends in transactions, and commits them when a checkpoint is complete: exactly once, if the "
        "longest time between two checkpoints is below transaction.timeout.ms and below "
        "transaction.max.timeout.ms of the brokers."
    ),
    "at-least-once": (
        "At each checkpoint, Flink waits until all messages are acknowledged: after a failure, messages "
        "since the last checkpoint are sent again."
    ),
    "none": (
        "At a checkpoint, Flink does not wait for acknowledgements (guarantee none): messages can be lost or "
        "duplicated."
    ),
}
"""What the sink does for each guarantee. Without checkpoints, it never waits."""

NO_FLUSH = (
    "It contradicts “no loss”: a checkpoint may be complete although messages before it are not acknowledged "
    "yet. If the job then fails, Flink does not send them again, and they are lost. at-least-once, the "
    "default, keeps the promise."
)

READS = (
    "Flink keeps the offsets in its checkpoints and continues there after a failure; what it commits to "
    "Kafka is for monitoring, and for the start of a job without a checkpoint (scan.startup.mode)."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each table or map of options."""
    tables = grouped(_entries(file), lambda entry: ".".join(entry.keys[:1]))
    return [_client(name, entries, role) for name, entries in tables.items() if below(PREFIX, entries)]


def _client(name: str, entries: Sequence[FileEntry], role: Role) -> ClientInFile:
    guarantee = _guarantee(entries)
    is_producer = role is Role.PRODUCER
    is_exact = is_producer and guarantee == "exactly-once"
    others = [entry for entry in entries if not entry.name.startswith(PREFIX)]
    return ClientInFile(
        name,
        below(PREFIX, entries),
        defaults=TIMEOUT if is_producer else {"enable.auto.commit": "false"},
        fixed={"transactional.id": "set by Flink"} if is_exact else {} if is_producer else _reset(entries),
        conduct=[CONDUCT.get(guarantee, "") if is_producer else READS],
        contradictions=[
            (entry, NO_FLUSH)
            for entry in others
            if is_producer and guarantee == "none" and entry.name in (GUARANTEE, OLD_GUARANTEE)
        ][-1:],
        other=[entry for entry in others if entry.name.startswith(OWN)],
        stray=[entry for entry in others if not entry.name.startswith(OWN)],
        problems=list(_problems(others, guarantee)) if is_producer else (),
    )


def _reset(entries: Sequence[FileEntry]) -> dict[str, str]:
    """What Flink makes of the first position, which ``scan.startup.mode`` decides."""
    start = value_in(entries, "scan.startup.mode").strip().lower()
    own = value_in(entries, f"{PREFIX}{RESET}")
    return {RESET: RESET_BY_START.get(start, own or "none")}


def _guarantee(entries: Sequence[FileEntry]) -> str:
    """The guarantee of the sink. The deprecated option counts if both are given."""
    given = value_in(entries, OLD_GUARANTEE) or value_in(entries, GUARANTEE) or "at-least-once"
    return given.strip().lower().replace("_", "-")


def _problems(options: Sequence[FileEntry], guarantee: str) -> Iterator[tuple[FileEntry, str]]:
    """Yield what Flink refuses before a job begins."""
    for entry in options:
        if entry.name not in (GUARANTEE, OLD_GUARANTEE):
            continue
        if guarantee not in CONDUCT:
            yield entry, f"is none of {', '.join(CONDUCT)}"
        if guarantee == "exactly-once" and not value_in(options, ID_PREFIX):
            yield entry, f"exactly-once needs {ID_PREFIX}, and Flink refuses a table without it"


def _entries(file: FileText) -> Iterator[FileEntry]:
    """Yield the options of all tables, whose names are the first of ``keys``."""
    if not _is_sql(file):
        for entry in file.entries:
            table, found, key = entry.name.rpartition(f".{PREFIX}")
            yield (
                entry._replace(name=f"{PREFIX}{key}", keys=(table,)) if found else entry._replace(keys=("",))
            )
        return
    table, code = "", COMMENT.sub(_without_comment, file.text)
    for match in STATEMENT.finditer(code):
        if match["name"] is None:
            table = (match["table"] or match["hinted"]).replace("`", "")
            continue
        name, value = (match[part].replace("''", "'") for part in ("name", "value"))
        line = code.count("\n", 0, match.start()) + 1 + file.lines_before
        yield FileEntry(name, value, line, keys=(table,))


def _without_comment(match: re.Match[str]) -> str:
    """A text as it is; of a comment, only its ends of lines, so that the numbers of lines stay."""
    return match[1] or " " + "\n" * match[0].count("\n")


def _is_sql(file: FileText) -> bool:
    return file.has_lines and bool(TABLE.search(file.content.decode("latin-1")))


RECORD = SettingsFormat(
    name="flink",
    title="Flink",
    clients=JAVA,
    recognises=lambda file: any(
        entry.name.startswith(f"{PREFIX}bootstrap.servers") or entry.name == "sink.delivery-guarantee"
        for entry in _entries(file)
    ),
    clients_in=clients_in,
)
