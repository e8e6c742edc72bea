"""The manifest: written last, it seals a raw log and says under what circumstances it came about."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from include.storage.path import AnyPath

MANIFEST_FILE = "manifest.json"
WARM_UP_FILE = "warm_up.json"
"""In a cluster's folder."""


class Record(BaseModel):
    """Base of what a manifest holds: frozen; unknown keys of later versions are kept out of the way."""

    model_config = ConfigDict(frozen=True)


class CellRecord(Record):
    """Which cell this is. ``factors`` are the treatment's levels, ``settings`` all of its settings."""

    id: str
    treatment: str
    block: int
    order: int
    factors: dict[str, Any]
    settings: dict[str, Any]


class ClusterRecord(Record):
    """The cluster that the cell ran on; ``kind`` is the name of a cluster kind, or of a queue server."""

    kind: str
    release: str
    brokers: int
    settings: dict[str, Any]
    """Broker settings, Java's version and the JVM's flags, where the project sets them."""


class RunnerRecord(Record):
    """Where the load programs ran: ``kind`` is process or container.

    A container's image, and its limits: CPUs, and bytes of memory; None where there is none.
    """

    kind: str
    image: str | None = None
    cores: tuple[int, ...] = ()
    """Those that processes ran on; none: whichever there were."""
    cpus: float | None = None
    memory_bytes: int | None = None


class HostRecord(Record):
    """The machine of the load programs, and the versions that matter."""

    name: str
    system: str
    kernel: str
    processor: str
    cores: int
    memory_bytes: int
    versions: dict[str, str]
    """python, confluent-kafka, librdkafka, pyspark, apache-airflow"""
    cpu_limit: float | None = None
    """CPUs that the control group of this process may use; None: all."""
    memory_limit_bytes: int | None = None
    """What its control group may use; None: all."""


class ClockRecord(Record):
    """The clock of all times in the raw log, paired with the wall clock at both ends of the cell."""

    name: str
    began_ns: int
    began_wall_ns: int
    ended_ns: int
    ended_wall_ns: int

    @property
    def step_ns(self) -> int:
        """How much further the wall clock went than the cell's clock: a step of it, or drift."""
        return (self.ended_wall_ns - self.began_wall_ns) - (self.ended_ns - self.began_ns)


class MachineRecord(Record):
    """What the machine did from the start of the load programs to their end.

    CPU times are seconds over all cores; ``steal`` is what the hypervisor took; ``others`` is the rest of
    the busy time. Memory is the least that was available. Load is the one-minute average before. Facts that
    are None weren't looked at, or couldn't be seen.
    """

    seconds: float
    cpu_brokers: float
    cpu_programs: float
    cpu_others: float
    cpu_steal: float
    memory_available_bytes: int
    load_before: float
    cpu_idle_brokers: float = 0
    """What the run's other brokers took, which wait for cells of their own; not among ``cpu_others``."""
    brokers_held_percent: float = 0
    """For how much of the time a planted slow-down let the brokers stand still: what it came to."""
    cpu_compilers: float | None = None
    """Of ``cpu_brokers``, what their just-in-time compilers took: the colder a broker, the more."""
    disk_free_bytes: int | None = None
    """The least that was free where the raw log is written."""


class WarmUpRecord(Record):
    """How the cluster was warmed up: in how many seconds, and whether until throughput stood still."""

    seconds: float
    steady: bool
    longest: float | None = None
    """Seconds that it might take: few in a run that is too short for a whole one."""


class InSyncRecord(Record):
    """How often the cell's topics were looked at, and the fewest replicas in sync that a partition had."""

    looks: int
    fewest: int


class ProgramRecord(Record):
    """A load program as it ran: its role, its effective client settings, what it counted."""

    name: str
    client_settings: dict[str, str]
    counts: dict[str, int]
    """For instance: sent, acked, queue_full, errors by class.

    ``reassigned``: how often a consumer was told of other partitions after the first message was sent.
    ``connections_lost``: connections to brokers that ended while they were up. ``late_ns``: at a fixed rate,
    how long after it was due the producer's last message was handed over. ``produce_requests``,
    ``produce_messages``, ``produce_bytes``, and the same of ``fetch``, where clients were to count them: what
    went over their connections to carry messages.
    """


class FileRecord(Record):
    """One file of the raw log: rows, size and SHA-256 in hexadecimal."""

    rows: int
    bytes: int
    sha256: str


class Manifest(Record):
    """What ``manifest.json`` holds. Its existence seals the raw log."""

    version: int = 1
    run_id: str
    cell: CellRecord
    attempt: int
    topic: dict[str, Any]
    cluster: ClusterRecord
    runner: RunnerRecord = RunnerRecord(kind="process")
    host: HostRecord
    clock: ClockRecord
    timings: dict[str, int]
    """Moments of the cell in ns of its clock: began, topic_ready, programs_ready, sent, drained, ended …"""
    machine: MachineRecord
    warm_up: WarmUpRecord | None = None
    in_sync: InSyncRecord | None = None
    programs: list[ProgramRecord]
    files: dict[str, FileRecord]


def read_manifest(cell: AnyPath) -> Manifest:
    """The manifest of a cell's folder.

    Raises:
        FileNotFoundError: the cell isn't sealed.
        pydantic.ValidationError: the manifest isn't one.
    """
    return Manifest.model_validate_json((cell / MANIFEST_FILE).read_bytes())


def read_warm_up(cluster: AnyPath) -> WarmUpRecord | None:
    """How the cluster of a folder was warmed up; None where it wasn't.

    Raises:
        pydantic.ValidationError: what was logged of it says something else.
    """
    log = cluster / WARM_UP_FILE
    return WarmUpRecord.model_validate_json(log.read_bytes()) if log.is_file() else None
