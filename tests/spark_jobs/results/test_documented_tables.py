import re

import pyarrow as pa

from include.folders import ROOT
from include.rawlog.reader import schemas_of
from include.rawlog.schemas import FILES, OPTIONAL_FILES, PROCESSED
from include.scenarios.registry import SCENARIOS
from include.spark_jobs.results.cell_tables import ATTEMPTS, CELLS, ENDED
from include.spark_jobs.results.differences import DIFFERENCE
from include.spark_jobs.results.measured_cell import IDENTITY
from include.spark_jobs.results.result_files import TABLES_VERSION
from include.spark_jobs.results.run_results import DIFFERENCES
from include.spark_jobs.results.summary import SUMMARY, summary_schema
from include.spark_jobs.tables.registry import result_tables

PAGE = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
COLUMN = re.compile(r"\| `(\w+)` \| (\S+) \| (yes|no) \| [^|]+\. \|")
FACTORS = "| a column for each factor | as its levels | yes | The level of the factor. |"
METRICS = "| a column for each metric | int64 or double | yes | [metrics.md](metrics.md) |"

OF_SCENARIOS = {file: schema for scenario in SCENARIOS for file, schema in schemas_of(scenario).items()}
RAW_LOG = {
    **FILES,
    "received.parquet, where processing is a step of its own": PROCESSED,
    **OPTIONAL_FILES,
    **{file: schema for file, schema in OF_SCENARIOS.items() if file not in FILES},
}
RESULTS = {
    CELLS: pa.schema(IDENTITY),
    ATTEMPTS: pa.schema([*pa.schema(IDENTITY), *ENDED]),
    SUMMARY: summary_schema({}),
    DIFFERENCES: DIFFERENCE,
    **result_tables(),
}


def section(table: str) -> list[str]:
    """The rows of a table on the page, without their heading."""
    text = PAGE.split(f"\n## {table}\n\n")[1].split("\n\n#")[0]
    meaning, rows = text.strip().split("\n\n")
    assert meaning.endswith(".")
    return rows.splitlines()[2:]


def row(field: pa.Field) -> tuple[str, str, str]:
    is_text = pa.types.is_dictionary(field.type) or pa.types.is_string(field.type)
    return field.name, "text" if is_text else str(field.type), "yes" if field.nullable else "no"


def test_the_page_has_every_table_in_its_order_and_the_version_of_the_tables() -> None:
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == [*RAW_LOG, *RESULTS]
    assert f"version {TABLES_VERSION} of the tables" in " ".join(PAGE.split())


def test_the_page_has_every_column_of_every_schema_with_its_type_and_a_meaning() -> None:
    for table, schema in {**RAW_LOG, **RESULTS}.items():
        documented = [line for line in section(table) if line not in (FACTORS, METRICS)]
        columns = [match.groups() for line in documented if (match := COLUMN.fullmatch(line))]
        assert len(columns) == len(documented), table
        assert columns == [row(field) for field in schema], table


def test_the_page_says_which_tables_have_factors_and_metrics() -> None:
    with_factors = [table for table in RESULTS if FACTORS in section(table)]
    with_metrics = [table for table in RESULTS if METRICS in section(table)]
    assert with_factors == [CELLS, ATTEMPTS, SUMMARY]
    assert with_metrics == [CELLS, ATTEMPTS]
