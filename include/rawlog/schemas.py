"""The files that raw logs have; ``tables.toml`` describes their columns.

A scenario describes the files that only its raw logs have in its own ``rawlog.toml``.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

from include.rawlog.schemas_from_toml import TableSchema, read_tables


class Outcome(StrEnum):
    """The outcome of a message, as far as the producer knows. Only an acked message can be lost."""

    ACKED = "acked"
    FAILED = "failed"
    UNKNOWN = "unknown"


class TransactionOutcome(StrEnum):
    """The outcome of a transaction, as far as the producer knows."""

    COMMITTED = "committed"
    ABORTED = "aborted"
    UNKNOWN = "unknown"


TABLES = read_tables(files(__package__) / "tables.toml")
"""The tables that raw logs of all scenarios may have, by the names of their files."""

SENT = TABLES["sent.parquet"].schema
RECEIVED = TABLES["received.parquet"].schema
PROCESSED = TABLES["received.parquet, with processing"].schema
TRANSACTIONS = TABLES["transactions.parquet"].schema
FAULTS = TABLES["faults.parquet"].schema

CORRUPTED_ID = "corrupted_id"

NEVER_SENT = -1
"""The id of a delivery if its message is not from the cell, or if its content differs from the sent
content."""

AUDIT_FILE = "audit.parquet"
AUDIT = TABLES[AUDIT_FILE].schema

VISIBILITY_FILE = "visibility.parquet"
VISIBILITY = TABLES[VISIBILITY_FILE].schema

STRIKES_FILE = "strikes.parquet"
STRIKES = TABLES[STRIKES_FILE].schema

REQUESTS_FILE = "requests.parquet"
REQUESTS = TABLES[REQUESTS_FILE].schema

OPTIONAL_FILES = {
    name: TABLES[name].schema for name in (AUDIT_FILE, VISIBILITY_FILE, STRIKES_FILE, REQUESTS_FILE)
}
"""The files that the raw log of any scenario may have."""

FILES = {
    name: TABLES[name].schema
    for name in ("sent.parquet", "received.parquet", "transactions.parquet", "faults.parquet")
}
"""The files that every sealed raw log has, in addition to its manifest. A file may have no rows."""


@cache
def scenario_tables(scenario: str) -> Mapping[str, TableSchema]:
    """The tables of the files that only this scenario has, by the names of the files."""
    file = files("include.scenarios") / scenario / "rawlog.toml"
    return read_tables(file, TABLES) if file.is_file() else {}
