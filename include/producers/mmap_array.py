"""Numbers by their place: in memory, or in a file mapped into memory, which outlives whoever writes it."""

import mmap
from array import array
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

Kind = Literal["q", "i", "b"]
"""Of 64, 32 and 8 bits, all signed."""

Slots: TypeAlias = "array[int] | memoryview[int]"

NOTHING = -1
"""In a slot: not known."""


def slots(kind: Kind, count: int, file: Path | None = None) -> Slots:
    """So many slots with nothing in them.

    A killed process leaves in the file what it had put there; only a crash of the machine would lose it.
    """
    if file is None:
        return array(kind, [NOTHING]) * count
    size = array(kind).itemsize * count
    file.write_bytes(b"\xff" * size)  # every byte of -1
    return _mapped(kind, file)


def left_in(kind: Kind, file: Path) -> Slots:
    """The slots that some process filled, or still fills."""
    return _mapped(kind, file)


def numbers(filled: Slots, count: int | None = None) -> np.ndarray:
    """The first slots as an array, without copying them."""
    return np.frombuffer(filled, dtype=f"i{filled.itemsize}")[:count]


def _mapped(kind: Kind, file: Path) -> Slots:
    with file.open("r+b") as opened:
        return memoryview(mmap.mmap(opened.fileno(), 0)).cast(kind)
