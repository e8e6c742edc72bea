"""Client-specific code: the commands and images of load programs, and the check of client settings."""

import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from include.kinds.client_releases import CLIENTS
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.load.program_descriptions import Program
from include.machine.errors import PlatformError
from include.machine.folders import ROOT
from include.machine.secret_values import NOT_SHOWN


@dataclass(frozen=True)
class ContainerCommand:
    """The image, program and folders with which a container runs a load program."""

    image: str
    arguments: list[str]
    entrypoint: list[str] | None = None
    """The program that gets the arguments; None for the entry point of the image."""
    folders: tuple[Path, ...] = ()
    """Folders of this machine that the container can read, at the same paths."""


class Launcher(Protocol):
    """What starts a client's load programs, and asks the client about settings: its module ``launch``."""

    def command(self, program: Program, job: Path) -> list[str]:
        """The command line that runs a load program with this job file."""

    def container(self, program: Program, job: Path) -> ContainerCommand:
        """The image, program and folders for a load program's container. A missing image is built."""

    def security(self, client: ClientChoice, settings: Mapping[str, str]) -> str:
        """The settings of a connection, in the form that the client's programs read."""

    def prepare(self, client: ClientChoice, say: Callable[[str], None], *, in_containers: bool) -> None:
        """Fetch and compile what the programs need; build the image if ``in_containers``."""

    def answer(self, client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
        """Unknown names, the reason for a refusal, and effective values."""


def launcher_of(client: ClientChoice) -> Launcher:
    """What starts the client's load programs; its module is imported."""
    return CLIENTS[client.name].launcher()


def command_of(program: Program, job: Path) -> list[str]:
    """The command line that runs a load program with this job file."""
    return launcher_of(program.client).command(program, job)


def container_of(program: Program, job: Path) -> ContainerCommand:
    """The image, program and folders for a load program's container. A missing image is built.

    Raises:
        EngineError: The image cannot be built.
    """
    return launcher_of(program.client).container(program, job)


def security_of(client: ClientChoice, security: Mapping[str, str]) -> str:
    """The settings of a connection, in the form that the client's programs read.

    Raises:
        PlatformError: The client has no counterpart of a setting.
    """
    return launcher_of(client).security(client, security)


def prepare_clients(
    clients: Iterable[ClientChoice], say: Callable[[str], None], *, in_containers: bool = False
) -> None:
    """Fetch and compile what the clients' load programs need; build images if ``in_containers``.

    ``say`` reports slow steps.
    """
    for client in clients:
        launcher_of(client).prepare(client, say, in_containers=in_containers)


def answer_of(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """A client's answer to settings: unknown names, the reason for a refusal, and effective values."""
    return launcher_of(client).answer(client, role, settings)


def output_of(client: ClientChoice, command: Sequence[str], settings: str) -> str:
    """Run a program that asks a client about settings, and return the program's output.

    The last argument of the program is a file with the settings.

    Raises:
        PlatformError: The program fails. The message does not contain the error output of the program,
            because that may contain values of settings.
    """
    with TemporaryDirectory(prefix="kerran-") as folder:
        file = Path(folder) / "settings"
        file.write_text(settings, encoding="utf-8")
        done = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PlatformError(
            f"the program that asks {client} about settings failed with exit code {done.returncode}; its "
            f"error output has {len(done.stderr.splitlines())} lines ({NOT_SHOWN})"
        )
    return done.stdout
