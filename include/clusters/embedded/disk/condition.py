"""The condition of a broker's disk: whether it is full, and how slow it is (``disk.c``)."""

import os
import struct
from pathlib import Path

VARIABLE = "KERRAN_DISK"
"""The environment variable that tells the library the folder of the broker's data."""


def set_condition(folder: Path, *, is_full: bool = False, delay_ms: int = 0) -> None:
    """Set the condition of the disk that has a folder; without arguments, it is healthy.

    The file is changed in its place, because the broker has it in its memory.

    Args:
        folder: The folder of the broker's data.
        is_full: Whether each write in the folder fails with ENOSPC.
        delay_ms: By how many ms each write and each flush in the folder is delayed.
    """
    file = os.open(folder.with_name(f"{folder.name}.disk"), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    try:
        os.pwrite(file, struct.pack("=II", is_full, delay_ms), 0)
    finally:
        os.close(file)
