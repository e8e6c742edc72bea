"""End this process when its standard input closes.

The kernel cannot tell a process in a container that its parent has died. But the standard input of a
container is a connection to the process that attached to it, and closes when that process ends.
"""

import os
from threading import Thread

from include import settings

LIFELINE = settings.LIFELINE.name
"""The environment variable that enables the watchdog."""

STANDARD_INPUT = 0
READ_BYTES = 4096


def end_with_standard_input() -> None:
    """Start the watchdog if the environment asks for it; it ends this process without any clean-up."""
    if settings.LIFELINE.read():
        Thread(target=_wait, name="stdin-watchdog", daemon=True).start()


def _wait() -> None:
    # Not through sys.stdin: the interpreter crashes at exit while a thread holds the lock of sys.stdin.
    while os.read(STANDARD_INPUT, READ_BYTES):
        continue
    os._exit(os.EX_NOINPUT)
