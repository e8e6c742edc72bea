"""Measure round trips from a network namespace."""

from collections.abc import Sequence
from pathlib import Path

from include.errors import PlatformError
from include.networks import ping
from include.networks.namespace import Namespace

SCRIPT = Path(ping.__file__)


def measure_round_trips(namespace: Namespace, addresses: Sequence[str]) -> list[float]:
    """The shortest of a few round trips to each address, in ms.

    Raises:
        PlatformError: An address does not answer.
    """
    output = namespace.start(SCRIPT, *addresses).end()
    try:
        return [float(line) for line in output.split()]
    except ValueError:
        raise PlatformError(
            f"the round trips to {', '.join(addresses)} cannot be measured: {output}"
        ) from None
