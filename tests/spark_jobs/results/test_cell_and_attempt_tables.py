from typing import Any

import pyarrow as pa
import pytest

from include.spark_jobs.results.cell_and_attempt_tables import factor_types, table_of


def test_a_factor_has_the_type_of_its_levels_or_is_text() -> None:
    levels: dict[str, list[list[Any]]] = {
        "int64": [[1, 2]],
        "double": [[1, 2.5]],
        "bool": [[True, False]],
        "string": [["a", None], [1, "a"], ["a", 1], [True, 1], [2**70]],
    }
    for kind, factors in levels.items():
        types = [factor_types({"factor": level} for level in factor)["factor"] for factor in factors]
        assert {str(factor_type) for factor_type in types} == {kind}


def test_a_value_is_text_in_a_column_of_text_or_null_and_a_fraction_no_whole_number() -> None:
    schema = pa.schema({"text": pa.string(), "number": pa.int64()})
    assert table_of([{"text": 1.5, "number": 2.0}, {}], schema).to_pylist() == [
        {"text": "1.5", "number": 2},
        {"text": None, "number": None},
    ]
    with pytest.raises(ValueError, match=r"number: 2\.5 is not a whole number"):
        table_of([{"number": 2.5}], pa.schema({"number": pa.int64()}))
