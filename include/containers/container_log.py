"""The output of a container."""

from typing import Literal

from docker.models.containers import Container

from include.processes.log_excerpt import end_of_text

EXCERPT_SOURCE_LINES = 1000
"""The number of last lines in which an excerpt looks for errors."""


def output_of(container: Container, lines: "int | Literal['all']" = "all") -> str:
    """The last lines of what a container wrote to its standard output and standard error."""
    return bytes(container.logs(tail=lines)).decode(errors="replace")


def end_of_output(container: Container) -> str:
    """The excerpt of a container's output that a user needs to see."""
    return end_of_text(output_of(container, EXCERPT_SOURCE_LINES))
