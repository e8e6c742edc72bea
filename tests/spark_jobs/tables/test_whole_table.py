import pyarrow as pa
import pytest

from include.spark_jobs.tables.schemas import TABLES, whole_table

TENTH = TABLES["tenths"].schema


def test_rows_have_the_columns_and_types_of_their_table_in_its_order() -> None:
    rows = [{"messages": 2, "side": "sent", "tenth": 1, "other": 5}]
    expected = [{"cell": "a", "side": "sent", "tenth": 1, "messages": 2, "rate": None}]
    assert whole_table("a", rows, TENTH).to_pylist() == expected
    columns = pa.table({"rate": pa.nulls(1), "messages": [2], "tenth": [1], "side": ["sent"]})
    assert whole_table("a", columns, TENTH).to_pylist() == expected
    assert [whole_table("a", given, TENTH).schema for given in (rows, columns, [])] == [TENTH] * 3
    with pytest.raises(KeyError, match="rate"):
        whole_table("a", columns.drop_columns(["rate"]), TENTH)
