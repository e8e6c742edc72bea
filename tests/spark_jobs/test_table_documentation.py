from include.folders import ROOT
from include.spark_jobs.table_documentation import COLUMNS, OTHERWISE, TABLES, page, raw_log_tables, results

HINT = "run .venv/bin/python -m include.spark_jobs.table_documentation > docs/tables.md"

ALL = {**raw_log_tables(), **results()}


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / "docs" / "tables.md").read_text(encoding="utf-8") == page(), HINT


def test_every_table_and_every_column_is_described() -> None:
    assert set(TABLES) == set(ALL)
    columns = {(table, name) for table, schema in ALL.items() for name in schema.names}
    assert {name for table, name in columns if (table, name) not in OTHERWISE} <= set(COLUMNS)
    assert set(OTHERWISE) <= columns


def test_no_column_is_described_that_no_table_has() -> None:
    assert set(COLUMNS) == {name for schema in ALL.values() for name in schema.names}
