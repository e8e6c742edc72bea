from include.folders import ROOT
from include.spark_jobs.results.table_documentation import (
    COLUMNS,
    OTHERWISE,
    TABLES,
    meaning_of,
    page,
    raw_log_tables,
    results,
    rows_of,
)

HINT = "run .venv/bin/python -m include.spark_jobs.results.table_documentation > docs/tables.md"

ALL = {**raw_log_tables(), **results()}


def test_the_page_is_up_to_date_and_describes_every_table_and_column_and_nothing_else() -> None:
    assert (ROOT / "docs" / "tables.md").read_text(encoding="utf-8") == page(), HINT
    for table, schema in ALL.items():
        assert rows_of(table)
        assert all(meaning_of(table, column) for column in schema.names)
    columns = {(table, column) for table, schema in ALL.items() for column in schema.names}
    assert set(TABLES) <= set(ALL)
    assert set(OTHERWISE) <= columns
    assert set(COLUMNS) == {name for schema in ALL.values() for name in schema.names}
