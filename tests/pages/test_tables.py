import re

from docs.pages.markdown import row
from docs.pages.tables import FACTORS, METRICS, page

COLUMN = re.compile(r"\| `\w+` \| (text|bool|int\d\d|double) \| (yes|no) \| [A-Z`][^|]+\. \|")


def lines_of(table: str) -> list[str]:
    return page().split(f"\n## {table}\n\n")[1].split("\n\n#")[0].splitlines()


def test_every_table_and_every_column_has_a_meaning_in_sentences() -> None:
    columns = [line for line in page().splitlines() if line.startswith("| `")]
    assert [line for line in columns if not COLUMN.fullmatch(line)] == []
    tables = re.findall(r"^## .+\n\n(.+)\n\n\| column \|", page(), re.MULTILINE)
    assert len(tables) == page().count("\n## ")
    assert [rows for rows in tables if not rows.startswith("A row for each ") or rows[-1] not in ".:"] == []


def test_tables_of_scenarios_are_on_the_page_and_factors_and_metrics_in_their_places() -> None:
    tables = re.findall(r"^## (.+)$", page(), re.MULTILINE)
    assert {"ownership.parquet", "confirmations.parquet", "ownership"} < set(tables)
    factors = "| `factors` | text | yes | The factors of the cell as JSON. |"
    assert lines_of("cells")[-3:] == [factors, row(FACTORS), row(METRICS)]
    assert lines_of("summary")[5] == row(FACTORS)
    assert (page().count(row(FACTORS)), page().count(row(METRICS))) == (2, 1)
