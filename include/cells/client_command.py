"""What a client decides on: the command line of a load program as a process, and what settings mean."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType

from include.load_runtime.client_answer import ClientAnswer, Role
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.program import Program
from include.registry import acting_half


def command_of(program: Program, job: Path) -> list[str]:
    """The command line that runs a load program with this job file.

    Raises:
        ModuleNotFoundError: The client has no module in ``include.cells.clients``.
    """
    command: list[str] = _half(program.client).command(program, job)
    return command


def prepare_clients(clients: Iterable[ClientChoice], say: Callable[[str], None]) -> None:
    """Fetch and compile what the load programs of these clients need; ``say`` reports slow steps."""
    for client in clients:
        _half(client).prepare(client, say)


def answer_of(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """What a client says of settings."""
    answer: ClientAnswer = _half(client).answer(client, role, settings)
    return answer


def _half(client: ClientChoice) -> ModuleType:
    half = acting_half("include.cells.clients", client.name)
    if half is None:
        raise ModuleNotFoundError(f"include.cells.clients has no module for the client {client.name}")
    return half
