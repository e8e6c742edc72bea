"""The manifest of a cell. It is written last, seals the raw log, and describes how the raw log was made."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from include.machine.storage.path import AnyPath
from include.rawlog.host_records import ClockRecord, HostRecord, MachineRecord
from include.rawlog.record import Level, Position, Record
from include.rawlog.start_records import StartRecord, WarmUpRecord

MANIFEST_FILE = "manifest.json"
VERSION = 2
"""The version of the raw logs that this program writes. Raw logs of other versions cannot be measured."""


def check_version(version: int) -> int:
    """The version, unchanged, if this program can measure raw logs of this version.

    Raises:
        ValueError: Another version of Kerran wrote the raw log.
    """
    if version != VERSION:
        raise ValueError(
            f"{version} should be {VERSION}, the version that this Kerran measures; use the Kerran that "
            "wrote the raw log"
        )
    return version


class CellRecord(Record):
    """The identity of the cell. ``factors`` are its levels, and ``settings`` are all of its settings."""

    id: str
    treatment: str
    block: Position
    order: Position
    factors: dict[str, Level]
    settings: dict[str, Any]


class ClusterRecord(Record):
    """The cluster of the cell. ``kind`` is the name of a cluster kind or of a queue server."""

    kind: str
    release: str
    brokers: int
    settings: dict[str, Any]
    """Settings of the brokers or of the queue server, Java's version and the JVM's flags. For an external
    cluster, only the name of the connection and the id of the cluster are recorded."""
    features: dict[str, int] = Field(default_factory=dict)
    """For each feature that the run has changed, such as ``transaction.version``, the level that brokers
    report."""


class RunnerRecord(Record):
    """The place where the load programs ran. ``kind`` is process or container."""

    kind: str
    image: str | None = None
    """The image of a container; None for processes."""
    cores: tuple[int, ...] = ()
    """The cores that processes were bound to; empty: they could use every core."""
    cpus: float | None = None
    """The maximum number of CPUs of a container; None: no limit."""
    memory_bytes: int | None = None
    """The maximum memory of a container; None: no limit."""


class InSyncRecord(Record):
    """The in-sync replicas of the cell's topics during the cell."""

    looks: int
    """The number of times that the in-sync replicas were counted."""
    fewest: int
    """The smallest number of in-sync replicas of any partition."""


class NetworkRecord(Record):
    """The packets on the producer's network during the cell.

    If a fault breaks this network, only packets during the fault are counted. A field is None if it was not
    recorded. Packets are counted on the way from the producer to brokers and monitor. With ``loss_direction:
    both``, packets on the way back are counted too. ``segments_sent`` are the TCP segments of the producer
    without retransmissions. A round-trip time is the minimum of a few pings after all messages were sent.
    """

    packets_passed: int | None = None
    packets_dropped: int | None = None
    segments_sent: int | None = None
    segments_retransmitted: int | None = None
    round_trip_ms: float | None = None
    """The round-trip time between a broker and the producer. If the producer has no network of its own, the
    time is measured between a broker and this machine."""
    broker_round_trip_ms: float | None = None
    """The round-trip time between brokers; the median if there are several pairs."""


class ProgramRecord(Record):
    """A load program as it ran: its name, its effective client settings and its counts."""

    name: str
    client_settings: dict[str, str]
    counts: dict[str, int]
    """Counts by name, for instance ``sent``, ``acked``, ``queue_full``, ``error_unknown``.

    ``reassigned``: how often a consumer's partitions changed after the first message was sent.
    ``connections_lost``: connections to brokers that ended although the broker was running. ``sending_ns``,
    ``sending_cpu_ns``, ``sending_python_cpu_ns``, ``longest_poll_gap_ns``, ``lateness_p50_ns`` and
    ``lateness_p99_ns`` describe the producer after its lead-in (``include/kinds/metrics/generator.toml``).
    ``produce_requests``, ``produce_messages`` and ``produce_bytes``, and similar counts for ``fetch``, are
    numbers of requests, messages and bytes on the clients' connections; they exist only with the setting
    ``request_counts``.
    """


class FileRecord(Record):
    """A file of the raw log: its rows, its size and its SHA-256 in hexadecimal."""

    rows: int
    bytes: int
    sha256: str


class Manifest(Record):
    """The content of ``manifest.json``. The raw log is sealed if this file exists."""

    version: Annotated[int, AfterValidator(check_version)] = VERSION
    run_id: str
    cell: CellRecord
    attempt: Position
    topic: dict[str, Any]
    cluster: ClusterRecord
    runner: RunnerRecord = RunnerRecord(kind="process")
    host: HostRecord
    clock: ClockRecord
    timings: dict[str, int]
    """Moments of the cell in ns of its clock: began, topic_ready, programs_ready, sent, drained, ended …"""
    machine: MachineRecord
    warm_up: WarmUpRecord | None = None
    start: StartRecord | None = None
    """The start of the brokers; None if it was not recorded, or if Kerran did not start the brokers."""
    in_sync: InSyncRecord | None = None
    network: NetworkRecord | None = None
    """The packets on the producer's network; None if no bridge counts or delays packets."""
    hanging: dict[int, int] = Field(default_factory=dict)
    """For the last topic: the last stable offset of each partition with a transaction that never ended.
    Readers of committed messages could not read beyond this offset."""
    programs: list[ProgramRecord]
    files: dict[str, FileRecord]

    def counted(self, name: str) -> int | None:
        """The sum of the counts with this name over all load programs; None if no program has this count."""
        counts = [program.counts[name] for program in self.programs if name in program.counts]
        return sum(counts) if counts else None


def read_manifest(cell: AnyPath) -> Manifest:
    """The manifest of a cell's folder.

    Raises:
        FileNotFoundError: The cell is not sealed.
        pydantic.ValidationError: The manifest is not valid.
    """
    return Manifest.model_validate_json((cell / MANIFEST_FILE).read_bytes())
