from pathlib import Path

from include.rawlog.table_writer import write_table
from include.scenarios.request_reply.programs.reply_reader import REPLIES, REPLIES_FILE
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.results.measured_cell import MeasuredCell
from tests.rawlog.sealing import Rows, seal_again, seal_rows, table

MS = 1_000_000

SENT = [(id, 0, id, id * MS, (id + 1) * MS, "acked", None) for id in range(3)]
RECEIVED = [(id, 0, id, (id + 1) * MS, 0) for id in range(3)]


def measured(folder: Path, replies: Rows) -> MeasuredCell:
    seal_rows(folder, SENT, RECEIVED)
    write_table(folder / REPLIES_FILE, table(replies, REPLIES))
    return measure_cell(seal_again(folder, 1024, scenario="request_reply"))


def test_the_latency_of_a_reply_is_from_the_request_to_its_first_reply(tmp_path: Path) -> None:
    cell = measured(tmp_path / "a", [(0, 4 * MS), (2, 5 * MS), (1, 9 * MS), (0, 10 * MS)])
    assert (cell.metrics["reply_latency"], cell.metrics["unanswered"]) == (4.0, 0)
    assert cell.guarantee.value == "kept"


def test_an_acknowledged_request_without_a_reply_breaks_the_promise(tmp_path: Path) -> None:
    cell = measured(tmp_path / "a", [(0, 4 * MS), (2, 5 * MS)])
    assert (cell.metrics["unanswered"], cell.metrics["lost"]) == (1, 0)
    assert cell.guarantee.value == "broken"


def test_without_replies_there_is_no_latency(tmp_path: Path) -> None:
    cell = measured(tmp_path / "a", [])
    assert (cell.metrics["reply_latency"], cell.metrics["unanswered"]) == (None, 3)
