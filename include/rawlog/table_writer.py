"""Convert between NumPy arrays and Arrow columns without importing pandas, and write a file of a raw log.

Load programs import this module. So this module must not import the manifest.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq


def column(values: np.ndarray, mask: np.ndarray | None = None) -> pa.Array:
    """A column with the numbers of an array, shape (n,). A contiguous array is not copied.

    ``mask`` has the same shape. Where it is false, the column is null.
    """
    values = np.ascontiguousarray(values)
    buffers = [_bitmap(mask), pa.py_buffer(values)]
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), values.size, buffers)


def numbers(values: pa.ChunkedArray) -> np.ndarray:
    """The integers of a column without nulls, shape (n,).

    ``to_numpy`` would import pandas, which takes some tenths of a second in the task of each cell.
    """
    array: np.ndarray = np.from_dlpack(values.combine_chunks())
    return array


def texts(values: Sequence[str], mask: np.ndarray | None = None) -> pa.Array:
    """A column of texts, shape (n,). ``mask`` has the same shape. Where it is false, the column is null."""
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    buffers = [_bitmap(mask), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(encoded), buffers)


def words(codes: np.ndarray, vocabulary: Sequence[str]) -> pa.DictionaryArray:
    """A dictionary-encoded column of words, shape (n,); ``codes`` are their indices in ``vocabulary``."""
    return pa.DictionaryArray.from_arrays(column(codes.astype(np.int8)), texts(vocabulary))


def log_table(rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """A table from rows, which map the names of columns to integers, texts or None."""
    columns = [_values([row[field.name] for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def _values(values: Sequence[Any], data_type: pa.DataType) -> pa.Array:
    is_known = np.array([value is not None for value in values], bool)
    if pa.types.is_integer(data_type):
        numbers = np.array([value or 0 for value in values], data_type.to_pandas_dtype())
        return column(numbers, is_known)
    if pa.types.is_dictionary(data_type):
        vocabulary = list(dict.fromkeys(values))
        return words(np.array([vocabulary.index(value) for value in values], np.int8), vocabulary)
    return texts(["" if value is None else value for value in values], is_known)


def _bitmap(mask: np.ndarray | None) -> pa.Buffer | None:
    return None if mask is None else pa.py_buffer(np.packbits(mask, bitorder="little"))


def write_table(path: Path, table: pa.Table) -> None:
    """Write one file of a raw log.

    Almost all columns are counters or times. Delta encoding stores the differences between successive values.
    Compared with the plain values, the differences need a quarter of the space, and less time to write, check
    and read. The file has no statistics, because it is never searched by value.
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
