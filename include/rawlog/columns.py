"""Arrow columns straight from NumPy's memory.

``pyarrow.array`` looks whether it was given a pandas object, and imports pandas to be able to: a third of a
second at the end of every load program, on a machine that is being measured.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa


def column(values: np.ndarray, known: np.ndarray | None = None) -> pa.Array:
    """A column of numbers, shape (n,), without copying them.

    Args:
        values: Whole or real numbers of any size.
        known: A mask of the same shape; null where it is false.
    """
    values = np.ascontiguousarray(values)
    bitmap = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), values.size, [bitmap, pa.py_buffer(values)]
    )


def words(codes: np.ndarray, vocabulary: Sequence[str]) -> pa.DictionaryArray:
    """A column of words, shape (n,), each given by its place in the vocabulary."""
    spelled = [word.encode() for word in vocabulary]
    ends = np.cumsum([0, *map(len, spelled)], dtype=np.int32)
    strings = pa.Array.from_buffers(
        pa.string(), len(spelled), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(spelled))]
    )
    return pa.DictionaryArray.from_arrays(column(codes.astype(np.int8)), strings)
