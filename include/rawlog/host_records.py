"""The records of the machine in the manifest of a cell: the host, its clocks, and its load."""

from include.rawlog.record import Record


class HostRecord(Record):
    """The machine of the load programs, and the versions of software that may influence measurements."""

    name: str
    system: str
    kernel: str
    processor: str
    cores: int
    memory_bytes: int
    versions: dict[str, str]
    cpu_limit: float | None = None
    """The number of CPUs that the control group of this process may use; None: no limit."""
    memory_limit_bytes: int | None = None
    """The memory that the control group of this process may use; None: no limit."""


class ClockRecord(Record):
    """The clock that measured all times in the raw log.

    It was read together with the wall clock at the start and at the end of the cell.
    """

    name: str
    began_ns: int
    began_wall_ns: int
    ended_ns: int
    ended_wall_ns: int

    @property
    def step_ns(self) -> int:
        """The time by which the wall clock advanced further than the cell's clock.

        Somebody may set the wall clock, or it may drift.
        """
        return (self.ended_wall_ns - self.began_wall_ns) - (self.ended_ns - self.began_ns)


class UnderLoadRecord(Record):
    """The CPU time of brokers and machine from the end of the lead-in until all messages were sent.

    Times are in ns of the cell's clock. CPU times are in seconds; ``cpu_brokers`` and ``cpu_compilers`` are
    sums over all brokers.
    """

    began_ns: int
    ended_ns: int
    cpu_brokers: float
    cpu_compilers: float
    """The part of ``cpu_brokers`` that just-in-time compilation took."""
    cpu_busy: float | None = None
    """The busy time of all cores, including time that the hypervisor took; None if it was not recorded."""


class MachineRecord(Record):
    """How the machine was used from the start of the load programs to their end.

    CPU times are in seconds over all cores. ``cpu_steal`` is the CPU time that the hypervisor took.
    ``cpu_others`` is the CPU time of all processes except brokers and load programs.
    ``memory_available_bytes`` is the smallest available memory. ``load_before`` is the load average of the
    minute before the cell. None means that a value was not recorded, or that no broker was a process of this
    host.
    """

    seconds: float
    cpu_brokers: float
    cpu_programs: float
    cpu_others: float
    cpu_steal: float
    memory_available_bytes: int
    load_before: float
    cpu_idle_brokers: float = 0
    """CPU time of brokers of the run that are idle during this cell; not part of ``cpu_others``."""
    cpu_network: float = 0
    """CPU time of the programs that delayed packets to add round-trip time; not part of ``cpu_others``."""
    brokers_held_percent: float = 0
    """The percentage of the time for which the brokers were paused to slow them down on purpose."""
    cpu_compilers: float | None = None
    """The part of ``cpu_brokers`` that just-in-time compilation took. It is largest with cold brokers."""
    under_load: UnderLoadRecord | None = None
    """The CPU times after the lead-in; None without a lead-in, or without brokers on this host."""
    disk_free_bytes: int | None = None
    """The smallest free space on the disk of the raw log."""
