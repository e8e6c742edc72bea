"""Client-specific code: the commands and images of load programs, and the check of client settings."""

import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from include.kinds.registry import needed_half
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.load.program_descriptions import Program
from include.machine.errors import PlatformError
from include.machine.folders import ROOT
from include.machine.secret_values import NOT_SHOWN

LAUNCHERS = "include.clients.{}.launch"
"""The module of each client that starts its load programs and asks it about settings."""


@dataclass(frozen=True)
class ContainerCommand:
    """The image, program and folders with which a container runs a load program."""

    image: str
    arguments: list[str]
    entrypoint: list[str] | None = None
    """The program that gets the arguments; None for the entry point of the image."""
    folders: tuple[Path, ...] = ()
    """Folders of this machine that the container can read, at the same paths."""


def command_of(program: Program, job: Path) -> list[str]:
    """The command line that runs a load program with this job file.

    Raises:
        ModuleNotFoundError: The client has no module ``include.clients.<name>.launch``.
    """
    command: list[str] = _half(program.client).command(program, job)
    return command


def container_of(program: Program, job: Path) -> ContainerCommand:
    """The image, program and folders for a load program's container. A missing image is built.

    Raises:
        EngineError: The image cannot be built.
    """
    command: ContainerCommand = _half(program.client).container(program, job)
    return command


def security_of(client: ClientChoice, security: Mapping[str, str]) -> str:
    """The settings of a connection, in the form that the client's programs read.

    Raises:
        PlatformError: The client has no counterpart of a setting.
    """
    text: str = _half(client).security(client, security)
    return text


def prepare_clients(
    clients: Iterable[ClientChoice], say: Callable[[str], None], *, in_containers: bool = False
) -> None:
    """Fetch and compile what the clients' load programs need; build images if ``in_containers``.

    ``say`` reports slow steps.
    """
    for client in clients:
        _half(client).prepare(client, say, in_containers=in_containers)


def answer_of(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """A client's answer to settings: unknown names, the reason for a refusal, and effective values."""
    answer: ClientAnswer = _half(client).answer(client, role, settings)
    return answer


def _half(client: ClientChoice) -> ModuleType:
    return needed_half(LAUNCHERS, client.name)


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
