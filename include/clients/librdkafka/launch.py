"""The Python load programs, with the installed librdkafka or another release of it."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from include.clients.client_adapters import ContainerCommand, output_of
from include.clients.librdkafka import interpretation as librdkafka_interpretation
from include.clients.librdkafka.package import librdkafka_package
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.load.program_descriptions import Program
from include.load.program_environment import security_text
from include.machine.folders import IMPORT_PATH, ROOT

IMAGE_MODULES = (
    "__init__.py",
    "machine/__init__.py",
    "machine/environment_variable.py",
    "machine/errors.py",
    "machine/secret_values.py",
    "machine/settings.py",
)
IMAGE_ROOMS = ("consumers", "load", "machine/processes", "producers", "rawlog")
"""The modules and folders of ``include`` that the image of load programs contains."""
IMAGE_PARTS_OF_SCENARIOS = (
    "scenarios/__init__.py",
    "scenarios/*/__init__.py",
    "scenarios/*/rawlog.toml",
    "scenarios/*/programs",
)
"""Patterns of what it contains of every scenario, as in ``Dockerfile.dockerignore``."""


def command(program: Program, job: Path) -> list[str]:
    """The command line that runs a program with the Python interpreter of this process."""
    return [*_python(program.client), program.module, str(job)]


def container(program: Program, job: Path) -> ContainerCommand:
    """The image of the Python load programs, and the arguments that run a program in a container."""
    return ContainerCommand(load_image(), [program.module, str(job)])


def load_image(say: Callable[[str], None] = lambda _: None) -> str:
    """The image of the Python load programs. A missing image is built."""
    from include.machine.containers.images import Image  # only containers need the engine's client

    return Image("load", [ROOT / "requirements.lock", *image_sources()]).built(say)


def image_sources() -> list[Path]:
    """The files and folders of the project that the image contains."""
    include = ROOT / "include"
    of_scenarios = (path for pattern in IMAGE_PARTS_OF_SCENARIOS for path in include.glob(pattern))
    return [*(include / path for path in (*IMAGE_MODULES, *IMAGE_ROOMS)), *sorted(of_scenarios)]


def security(_client: ClientChoice, settings: Mapping[str, str]) -> str:
    """The settings of a connection, in the form that librdkafka's load programs read."""
    return security_text(settings)


def prepare(client: ClientChoice, say: Callable[[str], None], *, in_containers: bool) -> None:
    """Fetch librdkafka if the client names a release; build the image if ``in_containers``."""
    if client.release:
        librdkafka_package(client.release, say)
    if in_containers:
        load_image(say)


def answer(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """The client's answer: which of the settings it does not know, and whether it accepts the others."""
    if client.release is None:
        return librdkafka_interpretation.librdkafka_answer(role, settings)
    command = [*_python(client), librdkafka_interpretation.__name__, role.value]
    output = output_of(client, command, json.dumps(dict(settings)))
    return librdkafka_interpretation.AS_JSON.validate_json(output)


def _python(client: ClientChoice) -> list[str]:
    """The command line that starts Python, up to ``-m``. The name of the module follows."""
    if client.release is None:
        return [sys.executable, "-m"]
    search_path = f"{librdkafka_package(client.release)}:{IMPORT_PATH}"  # before the installed packages
    return ["env", f"PYTHONPATH={search_path}", sys.executable, "-m"]
