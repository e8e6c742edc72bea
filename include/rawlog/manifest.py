"""The manifest of a cell. It is written last, seals the raw log, and describes how the raw log was made."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from include.storage.path import AnyPath

MANIFEST_FILE = "manifest.json"
START_FILE = "start.json"
"""The file in a cluster's folder with the number of the brokers' start."""
VERSION = 2
"""The version of the raw logs that this program writes, and the only one that it measures."""
WARM_UP_FILE = "warm_up.json"
"""The file in a cluster's folder in which its warm-up is logged."""


def check_version(version: int) -> int:
    """The same version, if this program can measure raw logs of that version.

    Raises:
        ValueError: Another version of Kerran wrote the raw log.
    """
    if version != VERSION:
        raise ValueError(
            f"{version} is not the version that this Kerran measures, {VERSION}; "
            "use the Kerran that wrote the raw log"
        )
    return version


Position = Annotated[int, Field(ge=0, lt=2**63)]
"""A number that counts blocks, cells, attempts or starts."""

Level = str | int | float | bool | None
"""A level of a factor: a single value, as JSON has it."""


class Record(BaseModel, frozen=True):
    """The base of every part of a manifest. Records are immutable, and ignore keys of later versions."""


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
    """Broker settings, Java's version and the JVM's flags, if the project sets them."""
    features: dict[str, int] = {}
    """The levels of the features that the run has changed, such as ``transaction.version``, as brokers report
    them."""


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


class HostRecord(Record):
    """The machine of the load programs, and versions that may influence measurements."""

    name: str
    system: str
    kernel: str
    processor: str
    cores: int
    memory_bytes: int
    versions: dict[str, str]
    cpu_limit: float | None = None
    """CPUs that the control group of this process may use; None: all."""
    memory_limit_bytes: int | None = None
    """Memory that the control group of this process may use; None: all."""


class ClockRecord(Record):
    """The clock of all times in the raw log, paired with the wall clock at both ends of the cell."""

    name: str
    began_ns: int
    began_wall_ns: int
    ended_ns: int
    ended_wall_ns: int

    @property
    def step_ns(self) -> int:
        """The time by which the wall clock advanced further than the cell's clock.

        The wall clock may be set, or may drift.
        """
        return (self.ended_wall_ns - self.began_wall_ns) - (self.ended_ns - self.began_ns)


class UnderLoadRecord(Record):
    """The CPU time of brokers and machine from the end of the lead-in until all messages were sent.

    Times are in ns of the cell's clock. CPU times are in seconds over all brokers.
    """

    began_ns: int
    ended_ns: int
    cpu_brokers: float
    cpu_compilers: float
    """The part of ``cpu_brokers`` that just-in-time compilation took."""
    cpu_busy: float | None = None
    """CPU time of all cores that was used, or that the hypervisor took; None if it was not visible."""


class MachineRecord(Record):
    """How the machine was used from the start of the load programs to their end.

    CPU times are in seconds over all cores. The hypervisor took ``cpu_steal``. All processes that are neither
    brokers nor load programs took ``cpu_others``. ``memory_available_bytes`` is the smallest available
    memory. ``load_before`` is the load average of the minute before the cell. None means that a value was not
    recorded, or was not visible.
    """

    seconds: float
    cpu_brokers: float
    cpu_programs: float
    cpu_others: float
    cpu_steal: float
    memory_available_bytes: int
    load_before: float
    cpu_idle_brokers: float = 0
    """CPU time of the run's other brokers, which are idle during this cell; not part of ``cpu_others``."""
    cpu_network: float = 0
    """CPU time of the programs that delayed packets for ``round_trip_ms``; not part of ``cpu_others``."""
    brokers_held_percent: float = 0
    """The percentage of the time for which the brokers were paused to slow them down on purpose."""
    cpu_compilers: float | None = None
    """The part of ``cpu_brokers`` that just-in-time compilation took. It is largest with cold brokers."""
    under_load: UnderLoadRecord | None = None
    """The record of the time after the lead-in; None without a lead-in, or without brokers on this host."""
    disk_free_bytes: int | None = None
    """The smallest free space on the disk of the raw log."""


class WarmUpRecord(Record):
    """How the cluster was warmed up."""

    seconds: float
    steady: bool
    """Whether the throughput no longer rose at the end, and the compilers had little work left."""
    longest: float | None = None
    """The limit of the warm-up in seconds; a short run has a low limit."""


class StartRecord(Record):
    """The start of the brokers on which the cell ran."""

    number: Position
    """The number of the start, from 1. The cells of a run are divided among the starts."""
    began: datetime
    """When the brokers were started, by the wall clock."""


class InSyncRecord(Record):
    """The in-sync replicas of the cell's topics while it was measured."""

    looks: int
    """How many times the number of in-sync replicas was read."""
    fewest: int
    """The smallest number of in-sync replicas of any partition."""


class NetworkRecord(Record):
    """The packets on the producer's network while it sent, or while its packets were lost.

    A field is None if it was not recorded. Packets are counted on the way from the producer to brokers and
    monitor. With ``loss_direction: both``, packets on the way back are counted too. ``segments_sent`` are the
    TCP segments of the producer without retransmissions. A round-trip time is the shortest of a few pings
    when all messages are sent.
    """

    packets_passed: int | None = None
    packets_dropped: int | None = None
    segments_sent: int | None = None
    segments_retransmitted: int | None = None
    round_trip_ms: float | None = None
    """The round-trip time between a broker and the producer. If the producer has no own network, the time is
    measured between a broker and this machine."""
    broker_round_trip_ms: float | None = None
    """The round-trip time between brokers."""


class ProgramRecord(Record):
    """A load program as it ran: its name, its effective client settings and its counts."""

    name: str
    client_settings: dict[str, str]
    counts: dict[str, int]
    """Counts by name, for instance sent, acked, queue_full, errors by class.

    ``reassigned``: how often a consumer's partitions changed after the first message was sent.
    ``connections_lost``: connections to brokers that ended although the broker was running. ``sending_ns``,
    ``sending_cpu_ns``, ``sending_python_cpu_ns``, ``longest_poll_gap_ns``, ``lateness_p50_ns`` and
    ``lateness_p99_ns`` describe the producer after its lead-in (``include/metrics/generator.toml``).
    ``produce_requests``, ``produce_messages`` and ``produce_bytes``, and the same counts for ``fetch``:
    requests, messages and bytes on the clients' connections. These counts exist with ``request_counts``.
    """


class FileRecord(Record):
    """A file of the raw log: its rows, its size and its SHA-256 in hexadecimal."""

    rows: int
    bytes: int
    sha256: str


class Manifest(Record):
    """The content of ``manifest.json``. The existence of the file seals the raw log."""

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
    """None if the start was not recorded, or if Kerran did not start the brokers."""
    in_sync: InSyncRecord | None = None
    network: NetworkRecord | None = None
    """None if nothing stands in the path of packets."""
    hanging: dict[int, int] = {}
    """By partition of the last topic: the offset beyond which readers of committed messages could never
    read.
    """
    programs: list[ProgramRecord]
    files: dict[str, FileRecord]

    def counted(self, name: str) -> int | None:
        """The sum over all load programs of the counts with this name; None if no program has one."""
        counts = [program.counts[name] for program in self.programs if name in program.counts]
        return sum(counts) if counts else None


def read_manifest(cell: AnyPath) -> Manifest:
    """The manifest of a cell's folder.

    Raises:
        FileNotFoundError: The cell is not sealed.
        pydantic.ValidationError: The manifest is not valid.
    """
    return Manifest.model_validate_json((cell / MANIFEST_FILE).read_bytes())


def read_warm_up(cluster: AnyPath) -> WarmUpRecord | None:
    """The record of the warm-up of the cluster in this folder; None without a warm-up.

    Raises:
        pydantic.ValidationError: The log of the warm-up is not valid.
    """
    log = cluster / WARM_UP_FILE
    return WarmUpRecord.model_validate_json(log.read_bytes()) if log.is_file() else None


def read_start(cluster: AnyPath) -> StartRecord | None:
    """The start of the brokers of the cluster in this folder; None if it was not recorded.

    Raises:
        pydantic.ValidationError: The record is not valid.
    """
    record = cluster / START_FILE
    return StartRecord.model_validate_json(record.read_bytes()) if record.is_file() else None
