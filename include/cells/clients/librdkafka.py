"""The load programs of librdkafka: Python modules."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from include.load_runtime.client_answer import ClientAnswer, Role
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.librdkafka_answer import librdkafka_answer
from include.load_runtime.program import Program


def command(program: Program, job: Path) -> list[str]:
    """The command line that runs a program with the Python interpreter of this process."""
    return [sys.executable, "-m", program.module, str(job)]


def prepare(_client: ClientChoice, _say: Callable[[str], None]) -> None:
    """Do nothing: the library is a part of the Python client that is installed."""


def answer(_client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """What the client says of settings."""
    return librdkafka_answer(role, settings)
