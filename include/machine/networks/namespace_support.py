"""Whether this machine can create network namespaces."""

import os
import shutil
import subprocess

from include.machine.errors import PlatformError
from include.machine.networks.host_packet_rules import NEEDED_RULES

TOOLS = ("unshare", "nsenter", "ip", "iptables", "iptables-restore")

UNSHARE = ("unshare", "--net", "--")
"""The beginning of a command line that runs a command in a new network namespace."""


def check_possible() -> None:
    """Check that this user can create network namespaces.

    Raises:
        PlatformError: This user cannot create namespaces. The message gives the reason.
    """
    if obstacle := _obstacle():
        raise PlatformError(f"Network namespaces cannot be created: {obstacle}")


def _obstacle() -> str | None:
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        return f"{', '.join(missing)} is not installed (Debian: apt install util-linux iproute2 iptables)"
    if os.geteuid() != 0:
        return "only root may create them"
    for rule in NEEDED_RULES:
        command = ["iptables", "-w", *rule.split()]
        code, output = _try([*UNSHARE, *command])
        if code:
            return f"{' '.join(command)}: {output.strip()}"
    return None


def _try(command: list[str]) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
