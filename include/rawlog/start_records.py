"""The records of the warm-up and of the start of the brokers."""

from datetime import datetime

from include.machine.storage.path import AnyPath
from include.rawlog.record import Position, Record

START_FILE = "start.json"
"""The file in a cluster's folder that contains the number and the time of the brokers' start."""

WARM_UP_FILE = "warm_up.json"
"""The file in a cluster's folder with the log of the warm-up."""

WAITING_FILE = "waiting.txt"
"""The file in a run's local folder that says for which run it waits. It is gone when its brokers start."""


class WarmUpRecord(Record):
    """How the cluster was warmed up."""

    seconds: float
    steady: bool
    """Whether throughput no longer rose and compilers had little work left at the end of the warm-up."""
    sustained: float | None = None
    """The rate in messages/s that transactions one after another reached at the end; None if unknown."""
    longest: float | None = None
    """The maximum duration of the warm-up in seconds, which is lower for a short run."""


class StartRecord(Record):
    """The number and the time of the start of the brokers on which the cell ran."""

    number: Position
    """The number of this start of the brokers, from 1. The cells of a run are divided among the starts."""
    began: datetime
    """When the brokers were started, by the wall clock."""


def read_warm_up(cluster: AnyPath) -> WarmUpRecord | None:
    """The record of the warm-up of the cluster in this folder; None without a warm-up.

    Raises:
        pydantic.ValidationError: The log of the warm-up is not valid.
    """
    log = cluster / WARM_UP_FILE
    return WarmUpRecord.model_validate_json(log.read_bytes()) if log.is_file() else None


def read_start(cluster: AnyPath) -> StartRecord | None:
    """The record of the brokers' start, for the cluster in this folder; None if there is no record.

    Raises:
        pydantic.ValidationError: The record is not valid.
    """
    record = cluster / START_FILE
    return StartRecord.model_validate_json(record.read_bytes()) if record.is_file() else None
