from typing import Any

import pyarrow as pa
import pytest

from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import log_table
from include.scenarios.share_group.measures import MEASURES
from tests.scenarios.share_group.test_measures import SETTLED, table
from tests.spark_jobs.cells import raw_cell


def changes(*rows: dict[str, Any]) -> pa.Table:
    """Stored changes of the state of partition 0, as ``share_state.parquet`` has them."""
    nothing = {"partition": 0, "written_ms": 1, "start_offset": None, "delivery": None, "state": "none"}
    nothing |= {"first_offset": None, "last_offset": None}
    schema = scenario_tables("share_group")["share_state.parquet"].schema
    return log_table([{**nothing, **row} for row in rows], schema)


def accepted(delivery: int) -> dict[str, Any]:
    return {"first_offset": 0, "last_offset": 2, "delivery": delivery, "state": "acknowledged"}


def available(delivery: int) -> dict[str, Any]:
    return {"first_offset": 2, "last_offset": 2, "delivery": delivery, "state": "available"}


@pytest.mark.parametrize(
    ("state", "unsettled"),
    [
        ([], 3),
        ([{"start_offset": 2}, {"start_offset": 1}], 1),
        ([{"first_offset": 0, "last_offset": 1, "state": "acknowledged"}], 1),
        ([{"first_offset": 1, "last_offset": 2, "state": "archived"}], 1),
        ([{"first_offset": 0, "last_offset": 2, "state": "available"}], 3),
        ([accepted(delivery=2), available(delivery=1)], 0),  # stored late
        ([available(delivery=1), accepted(delivery=1)], 0),
        ([accepted(delivery=1), available(delivery=1)], 0),
        ([accepted(delivery=1), available(delivery=2)], 1),
        ([available(delivery=2), accepted(delivery=1)], 1),
        ([{"start_offset": 3, "partition": 1}], 3),
        ([{"start_offset": 3}, {"start_offset": 1, "state": "altered"}], 2),
        (
            [
                {"first_offset": 0, "last_offset": 2, "state": "acknowledged"},
                {"start_offset": 0, "state": "altered"},
                {"first_offset": 2, "last_offset": 2, "state": "acknowledged"},
            ],
            2,
        ),
        ([{"start_offset": 3}], 0),
    ],
)
def test_what_the_brokers_have_stored_decides_whether_a_message_is_settled(
    state: list[dict[str, Any]], unsettled: int
) -> None:
    settings = {"scenario": "share_group", "semantics": "idempotent", "rate": 1, "seconds": 3}
    sent = [(id, 0, 0, 0, 1, "acked") for id in range(3)]
    cell = raw_cell(sent=sent, settings=settings)
    confirmed = [{"id": id, "offset": id, **SETTLED} for id in range(3)]
    cell.files["share_deliveries.parquet"] = table(*confirmed)
    assert MEASURES.metrics(cell)["unsettled"] == 0
    cell.files["share_state.parquet"] = changes(*state)
    assert MEASURES.metrics(cell)["unsettled"] == unsettled
