"""Make Arrow columns from NumPy arrays without importing pandas.

``pyarrow.array`` imports pandas in order to recognise pandas objects. That would take a third of a second at
the end of every load program, on a machine that is being measured.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa


def column(values: np.ndarray, known: np.ndarray | None = None) -> pa.Array:
    """A column with the numbers of an array, shape (n,), which are not copied.

    Args:
        values: Integers or floating-point numbers of any size.
        known: A mask of the same shape: the column is null where the mask is false.
    """
    values = np.ascontiguousarray(values)
    bitmap = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), values.size, [bitmap, pa.py_buffer(values)]
    )


def words(codes: np.ndarray, vocabulary: Sequence[str]) -> pa.DictionaryArray:
    """A dictionary-encoded column of words, shape (n,); ``codes`` are indices of the vocabulary."""
    encoded = [word.encode() for word in vocabulary]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    strings = pa.Array.from_buffers(
        pa.string(), len(encoded), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    )
    return pa.DictionaryArray.from_arrays(column(codes.astype(np.int8)), strings)
