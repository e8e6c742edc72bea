"""What a client decides on: how its load programs start, and what settings mean."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from include.load_runtime.client_answer import ClientAnswer, Role
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.program import Program
from include.registry import module_name


@dataclass(frozen=True)
class ContainerCommand:
    """What a container runs a load program with."""

    image: str
    arguments: list[str]
    entrypoint: list[str] | None = None
    """The program that takes the arguments; None: that of the image."""
    folders: tuple[Path, ...] = ()
    """Folders of this machine that the container can read, at the same paths."""


def command_of(program: Program, job: Path) -> list[str]:
    """The command line that runs a load program with this job file.

    Raises:
        ModuleNotFoundError: The client has no module in ``include.cells.clients``.
    """
    command: list[str] = _half(program.client).command(program, job)
    return command


def container_of(program: Program, job: Path) -> ContainerCommand:
    """What a container runs a load program with; its image is built if it does not exist.

    Raises:
        EngineError: The image cannot be built.
    """
    command: ContainerCommand = _half(program.client).container(program, job)
    return command


def security_of(client: ClientChoice, security: Mapping[str, str]) -> str:
    """librdkafka's settings of a connection by the client's own names, in the form that its programs read.

    Raises:
        PlatformError: The client has no counterpart of a setting.
    """
    text: str = _half(client).security(client, security)
    return text


def prepare_clients(
    clients: Iterable[ClientChoice], say: Callable[[str], None], *, in_containers: bool = False
) -> None:
    """Fetch and compile what the load programs of these clients need, and build the images of containers.

    ``say`` reports slow steps.
    """
    for client in clients:
        _half(client).prepare(client, say, in_containers=in_containers)


def answer_of(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """What a client says of settings."""
    answer: ClientAnswer = _half(client).answer(client, role, settings)
    return answer


def _half(client: ClientChoice) -> ModuleType:
    return import_module(f"include.cells.clients.{module_name(client.name)}")
