"""Compare two folders of results that should be the same."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

MOST_NAMED = 3
"""At most so many of the rows that differ are named for a column."""


def result_differences(before: Path, after: Path) -> Iterator[str]:
    """Yield a sentence for each difference between two folders of results, table by table.

    A table or a column that only the later results have is no difference: later versions measure more.
    """
    for file in sorted(before.glob("*.parquet")):
        if not (after / file.name).exists():
            yield f"results/{file.name}: is not computed any more."
        else:
            yield from _of_tables(file.stem, pq.read_table(file), pq.read_table(after / file.name))


def _of_tables(name: str, before: pa.Table, after: pa.Table) -> Iterator[str]:
    if before.num_rows != after.num_rows:
        yield f"results/{name}: {before.num_rows} rows are packed, and {after.num_rows} were computed."
        return
    for column in before.column_names:
        if column not in after.column_names:
            yield f"results/{name}: the column {column} is not computed any more."
        elif rows := _differing(before[column], after[column]):
            yield _sentence(f"results/{name}, {column}", rows, before[column], after[column])


def _differing(before: pa.ChunkedArray, after: pa.ChunkedArray) -> list[int]:
    """The numbers of the rows whose values differ; two nulls are equal."""
    if not before.type.equals(after.type):
        return list(range(len(before)))
    same = pc.fill_null(pc.equal(before, after), False)
    neither = pc.and_(pc.is_null(before), pc.is_null(after))
    places = pc.indices_nonzero(pc.invert(pc.or_(same, neither)))
    return [int(place) for place in places.to_pylist()]


def _sentence(what: str, rows: list[int], before: pa.ChunkedArray, after: pa.ChunkedArray) -> str:
    named = [f"row {row + 1}: {before[row]} is packed, {after[row]} was computed" for row in rows]
    more = f"; and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
    return f"{what}: {'; '.join(named[:MOST_NAMED])}{more}."
