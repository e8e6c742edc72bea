"""Make Arrow columns from NumPy arrays without importing pandas, and write a file of a raw log.

Load programs import this module, so that it must not import the manifest.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq


def column(values: np.ndarray, mask: np.ndarray | None = None) -> pa.Array:
    """A column with the numbers of an array, shape (n,), without a copy.

    ``mask`` has the same shape. Where it is false, the column is null.
    """
    values = np.ascontiguousarray(values)
    bitmap = None if mask is None else pa.py_buffer(np.packbits(mask, bitorder="little"))
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), values.size, [bitmap, pa.py_buffer(values)]
    )


def nullable_integers(values: Sequence[int | None], dtype: type[np.integer]) -> pa.Array:
    """A column of integers, null where a value is None."""
    is_known = np.array([value is not None for value in values], bool)
    return column(np.array([value or 0 for value in values], dtype), is_known)


def words(codes: np.ndarray, vocabulary: Sequence[str]) -> pa.DictionaryArray:
    """A dictionary-encoded column of words, shape (n,); ``codes`` are indices of the vocabulary."""
    encoded = [word.encode() for word in vocabulary]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    strings = pa.Array.from_buffers(
        pa.string(), len(encoded), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    )
    return pa.DictionaryArray.from_arrays(column(codes.astype(np.int8)), strings)


def write_table(path: Path, table: pa.Table) -> None:
    """Write one file of a raw log.

    Almost all columns are counters or times. Stored as differences, they take a quarter of the space, and
    less time to write, check and read. The file has no statistics, because it is never searched by value.
    """
    pq.write_table(
        table,
        path,
        compression="lz4",
        use_dictionary=[field.name for field in table.schema if pa.types.is_dictionary(field.type)],
        column_encoding={
            field.name: "DELTA_BINARY_PACKED" for field in table.schema if pa.types.is_integer(field.type)
        },
        write_statistics=False,
    )
