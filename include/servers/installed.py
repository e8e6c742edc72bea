"""Whether a server is installed, and what to install where it isn't."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from include.errors import PlatformError
from include.load_runtime.scenarios.queue.systems import Server

PROGRAMS: dict[Server, tuple[str, ...]] = {
    Server.KAFKA: (),
    Server.REDIS: ("redis-server",),
    # Debian's command of that name on the path is only for root, and for a user of its own.
    Server.RABBITMQ: ("/usr/lib/rabbitmq/bin/rabbitmq-server", "epmd"),
}
"""What is run of each: the server itself first. Kafka's jars are found elsewhere."""


def programs_of(server: Server) -> list[Path]:
    """The programs of a server.

    Raises:
        PlatformError: one isn't there; it says what to install.
    """
    found = []
    for program in PROGRAMS[server]:
        place = shutil.which(program)
        if place is None:
            raise PlatformError(
                f"{server} isn't installed: there is no {program} (Debian and Ubuntu: apt install {server})"
            )
        found.append(Path(place))
    return found


def check_installed(servers: Iterable[Server]) -> None:
    """Make sure that all of them are.

    Raises:
        PlatformError: one isn't.
    """
    for server in servers:
        programs_of(server)
