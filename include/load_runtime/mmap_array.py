"""Arrays of integers in memory, or in memory-mapped files that outlive the process that writes them."""

import mmap
from array import array
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

TypeCode = Literal["q", "i", "b"]
"""Type code of a signed integer of 64, 32 or 8 bits, as in the ``array`` module."""

IntegerArray: TypeAlias = "array[int] | memoryview[int]"

UNSET = -1
"""The value of an element that was never written."""


def new_array(type_code: TypeCode, length: int, file: Path | None = None) -> IntegerArray:
    """Return an array whose elements are all ``UNSET``.

    With a file, what a killed process has written remains in that file; only a crash of the host loses it.
    """
    if file is None:
        return array(type_code, [UNSET]) * length
    size = array(type_code).itemsize * length
    file.write_bytes(b"\xff" * size)  # every byte of -1
    return open_array(type_code, file)


def open_array(type_code: TypeCode, file: Path) -> IntegerArray:
    """Return the array that another process wrote to a file, or still writes."""
    with file.open("r+b") as opened:
        return memoryview(mmap.mmap(opened.fileno(), 0)).cast(type_code)


def as_numpy(elements: IntegerArray) -> np.ndarray:
    """Return the array as a NumPy array of shape (length,) that shares its memory."""
    return np.frombuffer(elements, dtype=f"i{elements.itemsize}")
