from pathlib import Path

from include.rawlog.manifest import MANIFEST_FILE
from include.spark_jobs.results.cells_to_measure import entries_of, plan_of
from tests.report.synthetic import make_plan


def test_cells_are_in_the_order_of_the_plan_then_others_and_without_a_plan_by_name(tmp_path: Path) -> None:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 6)
    planned = [cell.id for cell in plan.cells]
    for cell in ("aside", *planned):
        (tmp_path / "cells" / cell).mkdir(parents=True)
        (tmp_path / "cells" / cell / MANIFEST_FILE).write_text("{}")
    entries = entries_of({tmp_path: plan})
    assert [entry.cell for entry in entries] == [*planned, "aside"]
    assert [entry.place for entry in entries] == list(range(13))
    assert plan_of(tmp_path) is None
    assert [entry.cell for entry in entries_of({tmp_path: None})] == sorted([*planned, "aside"])
