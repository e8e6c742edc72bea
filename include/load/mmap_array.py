"""Records in arrays of integers, in memory-mapped files that outlive their writer."""

import mmap
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Literal, Self, TypeAlias

import numpy as np

TypeCode = Literal["q", "i", "b"]
"""Type code of a signed integer of 64, 32 or 8 bits, as in the ``array`` module."""

IntegerArray: TypeAlias = "memoryview[int]"

UNSET = -1
"""The value of an element that was never written."""


def new_array(type_code: TypeCode, length: int, file: Path) -> IntegerArray:
    """An array that is mapped to a new file, with ``UNSET`` as every element.

    Elements that a process has written stay in the file even if the process is killed. Only a crash of the
    host loses them.
    """
    file.write_bytes(b"\xff" * (array(type_code).itemsize * length))  # every byte of -1
    return open_array(type_code, file)


def open_array(type_code: TypeCode, file: Path) -> IntegerArray:
    """The array in a file that another process has written, or is still writing."""
    if not file.stat().st_size:  # an empty file cannot be mapped
        return memoryview(bytearray()).cast(type_code)
    with file.open("r+b") as stream:
        return memoryview(mmap.mmap(stream.fileno(), 0)).cast(type_code)


class ArrayRecords:
    """The records of all messages of a cell. Each column is an array with one element per message."""

    TYPE_CODES: ClassVar[Mapping[str, TypeCode]]
    """The type of each column, by the name of the column. The file of a column has the same name."""

    def __init__(self, columns: dict[str, IntegerArray]) -> None:
        self._columns = columns

    @classmethod
    def new(cls, messages: int, folder: Path) -> Self:
        """Empty records in the files of a folder, which is created."""
        folder.mkdir()
        return cls({name: new_array(code, messages, folder / name) for name, code in cls.TYPE_CODES.items()})

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The records in a folder whose files another process has written, or is still writing."""
        return cls({name: open_array(code, folder / name) for name, code in cls.TYPE_CODES.items()})


def as_numpy(elements: IntegerArray) -> np.ndarray:
    """A NumPy array of shape (length,) that uses the memory of ``elements``."""
    return np.frombuffer(elements, dtype=f"i{elements.itemsize}")
