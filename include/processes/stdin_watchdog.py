"""A process that lives as long as somebody holds the other end of its standard input.

The kernel can't tell a process in a container of its parent's death. But a container's standard input is a
connection from whoever attached to it, which closes when that one ends, however it ends.
"""

import os
from threading import Thread

LIFELINE = "KERRAN_LIFELINE"
"""The environment variable that says so."""

STANDARD_INPUT = 0


def end_with_standard_input() -> None:
    """End this process, without any farewell, when its standard input closes."""
    if os.environ.get(LIFELINE):
        Thread(target=_wait, name="lifeline", daemon=True).start()


def _wait() -> None:
    # Not through sys.stdin: its lock, held while reading, would crash the interpreter when it ends.
    while os.read(STANDARD_INPUT, 4096):
        continue
    os._exit(os.EX_NOINPUT)
