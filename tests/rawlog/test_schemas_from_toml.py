from pathlib import Path

import pyarrow as pa
import pytest

from include.rawlog.schemas_from_toml import read_tables

DESCRIBED = """
[sends]
rows = "A row for each send."
columns = [
    {name = "id", type = "int64", meaning = "The id."},
    {name = "outcome", type = "word", null = true, meaning = "The outcome."},
]

[summary]
rows = "A row for each outcome."
columns = [{name = "outcome", like = "sends", type = "text"}, {name = "id", like = "sends"}]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "tables.toml"
    file.write_text(DESCRIBED, encoding="utf-8")
    return file


def test_a_table_has_its_columns_in_order_and_takes_from_another_what_it_does_not_say(file: Path) -> None:
    tables = read_tables(file)
    word = pa.dictionary(pa.int8(), pa.string())
    sends = pa.schema([pa.field("id", pa.int64(), nullable=False), pa.field("outcome", word)])
    assert tables["sends"].schema.equals(sends, check_metadata=True)
    assert (tables["sends"].rows, tables["sends"].meanings["id"]) == ("A row for each send.", "The id.")
    summary = pa.schema([pa.field("outcome", pa.string(), nullable=False), sends.field("id")])
    assert tables["summary"].schema.equals(summary)
    assert tables["summary"].meanings == {"outcome": "The outcome.", "id": "The id."}


def test_a_file_may_say_that_columns_may_be_null_and_be_like_those_of_known_tables(file: Path) -> None:
    known = read_tables(file)
    file.write_text('null = true\n[found]\nrows = "A row."\ncolumns = [{name = "id", like = "sends"}]')
    tables = read_tables(file, known)
    assert list(tables) == ["found"]
    assert tables["found"].schema.equals(pa.schema({"id": pa.int64()}))


@pytest.mark.parametrize(
    ("right", "wrong", "error"),
    [
        ('"int64"', '"integer"', "sends: id: there is no type 'integer'; choose from int16, int32, "),
        ('"int64"', '"int64", nul = true', "unexpected keyword argument 'nul'"),
        ('like = "sends"', 'like = "send"', "'send'"),
    ],
)
def test_a_mistake_is_named(file: Path, right: str, wrong: str, error: str) -> None:
    file.write_text(DESCRIBED.replace(right, wrong), encoding="utf-8")
    with pytest.raises((ValueError, TypeError, KeyError), match=error):
        read_tables(file)
