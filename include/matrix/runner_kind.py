"""The kinds of runners of load programs."""

from enum import StrEnum


class RunnerKind(StrEnum):
    """Whether load programs run as processes of this host or in containers."""

    PROCESS = "process"
    CONTAINER = "container"
