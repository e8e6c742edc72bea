"""Arrays of integers in memory, or in memory-mapped files that outlive the process that writes them."""

import mmap
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

TypeCode = Literal["q", "i", "b"]
"""Type code of a signed integer of 64, 32 or 8 bits, as in the ``array`` module."""

IntegerArray: TypeAlias = "array[int] | memoryview[int]"

UNSET = -1
"""The value of an element that was never written."""


def new_array(type_code: TypeCode, length: int, file: Path | None = None) -> IntegerArray:
    """An array whose elements are all ``UNSET``.

    With a file, what a killed process has written remains in that file; only a crash of the host loses it.
    """
    if file is None:
        return array(type_code, [UNSET]) * length
    size = array(type_code).itemsize * length
    file.write_bytes(b"\xff" * size)  # every byte of -1
    return open_array(type_code, file)


def open_array(type_code: TypeCode, file: Path) -> IntegerArray:
    """The array that another process wrote to a file, or still writes."""
    with file.open("r+b") as opened:
        return memoryview(mmap.mmap(opened.fileno(), 0)).cast(type_code)


def new_arrays(
    type_codes: Mapping[str, TypeCode], length: int, folder: Path | None = None
) -> dict[str, IntegerArray]:
    """A new array for each name; with a folder, which is created, in files of these names."""
    if folder:
        folder.mkdir()
    files = {name: folder / name if folder else None for name in type_codes}
    return {name: new_array(code, length, files[name]) for name, code in type_codes.items()}


def open_arrays(type_codes: Mapping[str, TypeCode], folder: Path) -> dict[str, IntegerArray]:
    """The arrays that another process wrote to files of a folder, or still writes, by name."""
    return {name: open_array(code, folder / name) for name, code in type_codes.items()}


def as_numpy(elements: IntegerArray) -> np.ndarray:
    """The array as a NumPy array of shape (length,) that shares its memory."""
    return np.frombuffer(elements, dtype=f"i{elements.itemsize}")
