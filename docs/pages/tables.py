"""The text of docs/tables.md: every column of the raw log and of the results."""

from collections.abc import Iterator

import pyarrow as pa

from docs.pages import markdown
from include.kinds.scenario import SCENARIOS
from include.rawlog import schemas
from include.rawlog.schemas import scenario_tables
from include.rawlog.schemas_from_toml import TableSchema
from include.rawlog.tables_version import TABLES_VERSION
from include.spark_jobs.results.cell_and_attempt_tables import CELLS, cells_schema
from include.spark_jobs.results.summary import SUMMARY, summary_schema
from include.spark_jobs.tables.registry import result_tables
from include.spark_jobs.tables.schemas import TABLES

INTRODUCTION = f"""\
# Tables

This page is generated from files in `include/rawlog` and `include/spark_jobs` (`tables.toml`, and those of
scenarios), from which the code reads the schemas too. It describes version {TABLES_VERSION} of the tables.
The version changes when a column is renamed, removed or given another meaning, and stays when a column is
added. Every table is a Parquet file, and those of results are CSV files too. The schema of each Parquet file
of the results has the version as metadata, `kerran.tables_version`; the raw log has a version in
`manifest.json`.

Times whose names end in `_ns` are in nanoseconds of the clock that `manifest.json` names; ids of messages
count from 0 in each cell. *May be null* means that a row need not have a value.
"""

RAW_LOG = """\
# The raw log: `cells/<cell>/`

Attempts that are not the measurement of their cell are in `attempts/<cell>.<attempt>/`. A failed one has no
sealed raw log; if it was the latest, its files are still in `cells/<cell>/`.
"""

RESULTS = """\
# The results: `results/`

Factors are those of the experiment, such as `semantics` and `message_bytes`: a column for each.
"""

FACTOR = "a column for each factor"
FACTORS = (FACTOR, "as its levels", "yes", "The level of the factor.")
METRICS = ("a column for each metric", "int64 or double", "yes", "[metrics.md](metrics.md)")
WITH_FACTORS = {CELLS: cells_schema, SUMMARY: summary_schema}


def page() -> str:
    """The page as Markdown."""
    of_scenarios = (table for scenario in SCENARIOS for table in scenario_tables(scenario).items())
    raw_log = {**schemas.TABLES, **dict(of_scenarios)}
    return "\n".join(
        [INTRODUCTION, RAW_LOG, *_sections(raw_log), RESULTS, *_sections({**TABLES, **result_tables()})]
    )


def _sections(tables: dict[str, TableSchema]) -> Iterator[str]:
    for name, table in tables.items():
        yield from (f"## {name}", "", table.rows, "")
        schema = WITH_FACTORS[name]({FACTOR: pa.string()}) if name in WITH_FACTORS else table.schema
        rows = dict.fromkeys(_row(field, table) for field in schema)
        yield from markdown.table(("column", "type", "may be null", "meaning"), rows)


def _row(field: pa.Field, table: TableSchema) -> tuple[str, ...]:
    """The row of a column; all columns of metrics have the same row."""
    if field.name not in table.meanings:
        return FACTORS if field.name == FACTOR else METRICS
    is_text = pa.types.is_dictionary(field.type) or pa.types.is_string(field.type)
    kind = "text" if is_text else str(field.type)
    may_be_null = "yes" if field.nullable else "no"
    return f"`{field.name}`", kind, may_be_null, table.meanings[field.name]
