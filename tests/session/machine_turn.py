"""The turn of tests on brokers: meanwhile nobody else has clusters on this machine."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from include.machine.errors import PlatformError
from include.machine.folders import ROOT
from include.machine.processes.wait_until import wait_until
from include.tasks import cluster
from include.tasks.machine_lease import MachineInUseError, machine_lease

HAS_TURN = "TESTS_HAVE_MACHINE_TURN"
"""The environment variable by which test processes know that the process that started them has the turn."""

DEADLINE_SECONDS = 3600.0
POLL_SECONDS = 1.0


def has_cluster(run: Path) -> bool:
    """Whether a broker of the run with this folder is alive."""
    return cluster.has_cluster(run, _no_connections)


@contextmanager
def machine_turn(
    lease: Path,
    say: Callable[[str], object],
    deadline_seconds: float = DEADLINE_SECONDS,
    has_cluster: Callable[[Path], bool] = has_cluster,
) -> Iterator[None]:
    """Wait until no run has clusters on this machine, and hold its lease for the block.

    The sweeps that tests start take another lease, so that they do not wait for their own tests.

    Args:
        lease: The file of the lease of this machine.
        say: Gets a sentence if the machine is in use.
        deadline_seconds: The maximum time to wait.
        has_cluster: Whether a cluster of the run with that folder is alive.

    Raises:
        NotInTimeError: The machine was in use all the time.
    """
    reasons: list[str] = []
    with ExitStack() as held:

        def is_taken() -> bool:
            try:
                held.enter_context(machine_lease(lease, ROOT, has_cluster))
            except MachineInUseError as error:
                if not reasons:
                    say(f"Tests on brokers wait for this machine ({lease}). {error}")
                reasons.append(str(error))
                return False
            return True

        def missing() -> str:
            return f"Tests on brokers did not get this machine ({lease}). {reasons[-1]} It did not end"

        wait_until(is_taken, deadline_seconds, missing, POLL_SECONDS)
        yield


def _no_connections(name: str) -> dict[str, Any]:
    """Brokers that somebody else manages take no lease."""
    raise PlatformError(f"tests have no connection {name}")
