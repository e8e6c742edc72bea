"""The jobs of the load programs."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Self

from include.load.consumer_jobs import ConsumerJob
from include.load.job import Job
from include.load.producer_job import ProducerJob

STATE_FOLDER = "{state_folder}"
"""Stands for the folder that an instance keeps when it is started again."""

PROBE_CELL = 1
"""The cell number of probes, which only show that messages pass through the application."""

END_CELL = 2
"""The cell number of the mark behind the last message of an input partition. Its id is the partition."""

END_MARKS = "end_marks"
"""The count of a reader: of how many input partitions the output of the mark has come."""


class Blow(StrEnum):
    """What happens to an application when a fault strikes it."""

    KILL = "kill"
    STOP = "stop"
    FREEZE = "freeze"
    JOIN = "join"
    """It is away at first. It is started when the fault strikes it, and stopped when it strikes again."""


class ApplicationJob(Job):
    """The job of the program that starts, watches and strikes an instance of the application.

    ``topic`` is the input topic.
    """

    starts_processes: ClassVar[bool] = True
    is_of_user: ClassVar[bool] = True

    producer_settings: dict[str, str]
    ready_made: str | None
    """The name of a ready-made application; None: ``command`` starts the application."""
    command: list[str]
    environment: dict[str, str]
    """Environment variables. In their values and in the command, ``STATE_FOLDER`` stands for a folder."""
    inherited: list[str]
    """The names of variables of this environment that a container gets too."""
    settings_file: Path | None
    """A file of which the state folder gets a copy with its placeholders replaced; None: there is none."""
    placeholders: dict[str, str]
    """What the placeholders stand for."""
    working_folder: Path | None
    """The folder in which the application is started; None: the folder that it keeps."""
    image: str | None
    """The container image of the application; None: it is a process of this machine."""
    output: str
    """The output topic."""
    partitions: int
    """The number of partitions of each topic."""
    index: int
    """The number of the instance. The first one sends probes through the application."""
    is_json: bool
    template: dict[str, Any] | None
    """The input message of the user's own; None: it has the form of Kerran."""
    id_at: str
    count_at: str | None
    outputs_per_message: int = 1
    start_seconds: float
    restart_after_s: float
    freeze_s: float
    blow: Blow | None

    def clients(self) -> dict[str, dict[str, str]]:
        return {"consumer.": self.client_settings, "producer.": self.producer_settings}

    def secured(self, security: Mapping[str, str]) -> Self:
        secured = super().secured(security)
        return secured.model_copy(update={"producer_settings": {**self.producer_settings, **security}})


class FeederJob(ProducerJob):
    """The job of the program that fills the input topic."""

    is_json: bool
    template: dict[str, Any] | None

    @classmethod
    def of(cls, job: ProducerJob, *, is_json: bool, template: dict[str, Any] | None) -> Self:
        """The job of a producer that fills the input topic."""
        return cls(**job.model_dump(), is_json=is_json, template=template)


class ReaderJob(ConsumerJob):
    """The job of the program that reads the output topic."""

    is_receiver: ClassVar[bool] = True

    id_at: str
    count_at: str | None
    """The JSON pointer at which an output has a count; None: outputs have none."""
