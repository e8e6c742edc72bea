"""The load programs of librdkafka: Python modules."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from include.cells.client_command import ContainerCommand
from include.load_runtime.client_answer import ClientAnswer, Role
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.librdkafka_answer import librdkafka_answer
from include.load_runtime.program import Program
from include.load_runtime.security import security_text


def command(program: Program, job: Path) -> list[str]:
    """The command line that runs a program with the Python interpreter of this process."""
    return [sys.executable, "-m", program.module, str(job)]


def container(program: Program, job: Path) -> ContainerCommand:
    """What a container of the image of these modules runs."""
    from include.cells.load_image import LOAD_IMAGE  # only containers need the engine's client

    return ContainerCommand(LOAD_IMAGE.built(), [program.module, str(job)])


def security(_client: ClientChoice, settings: Mapping[str, str]) -> str:
    """The settings of a connection, which are this client's own, in the form that the programs read."""
    return security_text(settings)


def prepare(_client: ClientChoice, say: Callable[[str], None], *, in_containers: bool) -> None:
    """Build the image of containers; the library is a part of the Python client that is installed."""
    if in_containers:
        from include.cells.load_image import LOAD_IMAGE

        LOAD_IMAGE.built(say)


def answer(_client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """What the client says of settings."""
    return librdkafka_answer(role, settings)
