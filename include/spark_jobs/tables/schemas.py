"""The tables of the results of every run; ``tables.toml`` describes their columns."""

from importlib.resources import files

from include.rawlog import schemas
from include.rawlog.schemas_from_toml import read_tables

TABLES = read_tables(files(__package__) / "tables.toml", schemas.TABLES)
"""The tables by the names of their files."""
