"""The schemas that the files of a scenario's cells have."""

from collections.abc import Mapping

import pyarrow as pa

from include.rawlog.schemas import FILES, OPTIONAL_FILES, PROCESSED
from include.registry import acting_half
from include.scenarios.registry import SCENARIOS

SCENARIO_FILES = "include.rawlog.scenarios"


def schemas_of(scenario: str) -> Mapping[str, pa.Schema]:
    """The schemas of all files that a cell of a scenario may have, by the names of the files.

    Raises:
        UnknownNameError: There is no such scenario.
    """
    half = acting_half(SCENARIO_FILES, SCENARIOS.checked_name(scenario))
    return {**FILES, **OPTIONAL_FILES, **(half.FILES if half else {})}


def schema_of(name: str, table: pa.Table, schemas: Mapping[str, pa.Schema]) -> pa.Schema | None:
    """The schema that a file's table should have; None if the scenario has no such file.

    ``received.parquet`` has more columns where processing is a step of its own.
    """
    if name == "received.parquet" and {"processed_ns", "attempt"} & set(table.column_names):
        return PROCESSED
    return schemas.get(name)
