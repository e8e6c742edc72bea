"""A load program to start, and the programs that replace it or join its group."""

from dataclasses import dataclass, field, replace

from include.load.client_choice import DEFAULT_CLIENT, ClientChoice
from include.load.consumer_jobs import ConsumerJob, ForwardingJob
from include.load.job import Job
from include.load.job_fields import ChangedFields
from include.load.producer_job import ProducerJob

SUCCESSOR_SUFFIX = "-again"


@dataclass(frozen=True)
class Program:
    """A load program to start, and its job."""

    module: str
    """The Python module or, for the Java client, the Java class to run."""
    job: Job
    client: ClientChoice = DEFAULT_CLIENT

    @property
    def name(self) -> str:
        """The program's name within the cell."""
        return self.job.name

    @property
    def congestion_control(self) -> str | None:
        """TCP's congestion control in the program's own network; None: as on this host."""
        return self.job.congestion_control if isinstance(self.job, ProducerJob) else None

    @property
    def role(self) -> str:
        """The program's name without its number: ``producer``, ``consumer``, …"""
        return self.name.partition("-")[0]

    def __str__(self) -> str:
        return self.name


def successor(program: Program) -> Program:
    """The program that replaces another program, with the same group, transactional id and records."""
    job = program.job
    change: ChangedFields = {
        "name": f"{job.name}{SUCCESSOR_SUFFIX}",
        "takes_over": [*job.takes_over, job.name],
        "warm_up_messages": 0,
        "pause_after": None,
    }
    return replace(program, job=job.model_copy(update=change))


def newcomer(program: Program) -> Program:
    """A program that joins the group of a consumer or a copier.

    Raises:
        TypeError: The program is in no group.
    """
    job = program.job
    if not isinstance(job, ConsumerJob):
        raise TypeError(f"{job.name} is in no group")
    index = job.index + 1
    name = f"{job.name.rpartition('-')[0]}-{index}"
    change: ChangedFields = {"name": name, "index": index, "warm_up_messages": 0, "pause_after": None}
    if "client.id" in job.client_settings:
        change["client_settings"] = {**job.client_settings, "client.id": name}
    if isinstance(job, ForwardingJob) and (transactional_id := job.producer_settings.get("transactional.id")):
        settings = {**job.producer_settings, "transactional.id": f"{transactional_id}-{index}"}
        change["producer_settings"] = settings
    return replace(program, job=job.model_copy(update=change))


@dataclass(frozen=True)
class Topics:
    """A cell's topics: producers write to ``first``, and copiers write to ``copied``.

    For a queue server, ``first`` is the name of the queue.
    """

    first: str
    copied: str | None = None
    others: tuple[str, ...] = ()
    """Topics that only the programs of one scenario use."""

    @property
    def last(self) -> str:
        """The topic that the consumers read."""
        return self.copied or self.first

    @property
    def all(self) -> list[str]:
        """All topics of the cell."""
        return [self.first, *([self.copied] if self.copied else []), *self.others]


@dataclass(frozen=True)
class LoadPrograms:
    """The load programs of a cell: producers, a group of consumers, and a group of copiers."""

    producer: Program
    """The first producer, the target of all faults that strike a producer."""
    consumers: list[Program]
    other_producers: list[Program] = field(default_factory=list)
    """All other producers. They share the cell's messages with the first producer."""
    copiers: list[Program] = field(default_factory=list)
    serving: list[Program] = field(default_factory=list)
    """Programs that support the producer: its monitor, and the programs that report to the monitor."""
    applications: list[Program] = field(default_factory=list)
    """The programs that supervise the instances of an application under test."""
    observers: list[Program] = field(default_factory=list)
    """Programs that only observe the brokers while other programs send and receive."""
    proxy: Program | None = None
    """The proxy between clients and the brokers."""

    @property
    def producers(self) -> list[Program]:
        """All producers."""
        return [self.producer, *self.other_producers]

    @property
    def receivers(self) -> list[Program]:
        """The consumers and the copiers."""
        return [*self.consumers, *self.copiers]

    @property
    def proxies(self) -> list[Program]:
        """The proxy, or nothing."""
        return [self.proxy] if self.proxy else []

    @property
    def senders(self) -> list[Program]:
        """All programs but the proxy, consumers and copiers, in the order of their start."""
        return [*self.serving, *self.applications, *self.observers, *self.producers]

    @property
    def all(self) -> list[Program]:
        """All programs in the order of their start: the proxy, and then the programs that receive."""
        return [*self.proxies, *self.receivers, *self.senders]
