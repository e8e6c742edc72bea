"""How load programs run."""

from enum import StrEnum


class RunnerKind(StrEnum):
    """Load programs run as processes of this machine, or in containers."""

    PROCESS = "process"
    CONTAINER = "container"
