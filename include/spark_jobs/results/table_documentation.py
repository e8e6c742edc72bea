"""The page that lists every table column by column, docs/tables.md.

.venv/bin/python -m include.spark_jobs.results.table_documentation > docs/tables.md
"""

from collections.abc import Iterator, Mapping

import pyarrow as pa

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

INTRODUCTION = f"""\
# Tables

This page is generated from the schemas in `include/rawlog` and `include/spark_jobs`. It describes version
{TABLES_VERSION} of the tables; the version changes when a column is renamed, removed or given another
meaning, and stays when a column is added. Every table is a Parquet file, and those of results are CSV files
too. The schema of each Parquet file of the results has the version as metadata, `kerran.tables_version`; the
raw log has a version in `manifest.json`.

Times whose names end in `_ns` are in nanoseconds of the clock that `manifest.json` names; ids of messages
count from 0 in each cell. *May be null* means that a row need not have a value.
"""

RAW_LOG = """\
# The raw log: `cells/<cell>/`

Attempts that are not the measurement of their cell are in `attempts/<cell>.<attempt>/`. A failed one may lack
some of these files; if it was the latest, it is still in `cells/<cell>/`.
"""

RESULTS = """\
# The results: `results/`

Factors are those of the experiment, such as `semantics` and `message_bytes`: a column for each.
"""

TABLES: Mapping[str, str] = {
    "sent.parquet": "A row for each send of a message, in the order of the ids; a message that was sent "
    "again has its sends one after another.",
    "received.parquet": "A row for each delivery, in the order in which each consumer received them.",
    "received.parquet, where processing is a step of its own": "A row for each time a message was processed.",
    "transactions.parquet": "A row for each transaction.",
    "faults.parquet": "A row for each fault window.",
    "audit.parquet": "A row for each message in the log of the topic, as an independent reader found "
    "it after the drain. Only cells with a fault, with processing, with transactions "
    "that are aborted on purpose, with missing messages, "
    "or of reliable ack have it.",
    "visibility.parquet": "A row for each partition and each answered question of an observer. Only cells "
    "with an observer have it.",
    "strikes.parquet": "A row for each request that was struck, in the order in which they were struck. "
    "Only cells with a proxy have it.",
    "requests.parquet": "A row for each request of the producer, in the order in which the proxy read them. "
    "Only cells with the setting `wire_log` have it.",
    "ownership.parquet": "A row for each time in which a consumer owned a partition, or as a member of the "
    "group none, as the consumer itself reported it; the end of a killed one is when its process ended.",
    "confirmations.parquet": "A row for each message of which the monitor received a copy.",
    "cells": "A row for each measured cell, in the order of the plan.",
    "attempts": "A row for each attempt that is not the measurement of its cell, with the columns of "
    "`cells`.",
    "summary": "A row for each treatment that has a valid cell and each metric: the median over the valid "
    "cells.",
    "differences": "A row for each treatment with a reference, and each quantity in which costs are "
    "stated. All comparisons of a run are corrected together.",
    "violations": "A row for each violation, of cells and of other attempts.",
    "timelines": "A row for each tenth of a second of each cell with a fixed rate, without its lead-in.",
    "faults": "A row for each fault window.",
    "strikes": "A row for each request that was struck.",
    "requests": "A row for each cell with the setting `wire_log`, and each request and version that its "
    "producer sent after the lead-in.",
    "tenths": "A row for each tenth of a cell's timed messages and each side, where consumers began "
    "when all messages had been sent.",
}
"""What the rows of each table are."""

COLUMNS: Mapping[str, str] = {
    "act": "What became of the request: `hold`, `delay`, `duplicate`, `drop` or `pass`.",
    "acked": "Messages that were acknowledged in the slice.",
    "acked_ns": "When the client reported the acknowledgement or, with reliable ack, when the monitor "
    "confirmed the message; null without one.",
    "again_answered_ns": "When, before the held request went on, a broker answered the same request after "
    "the client had sent it again; null where it did not, where the connection was not cut, and for "
    "requests that were not held.",
    "answer": "The client's answer: the broker's (`pass`), the broker's after a time (`hold`), none "
    "(`drop`), or an error in place of the broker's.",
    "answer_bytes": "The size of the answer in bytes; null if none arrived.",
    "answered_ns": "When the answer arrived; null if none did.",
    "asked_ns": "When the observer asked.",
    "at": "The beginning of the slice, in s from the creation of the first timed message.",
    "attempt": "The number of the attempt at the cell, from 1.",
    "began": "The beginning, in s from the creation of the first timed message.",
    "began_ns": "The beginning.",
    "begun_ns": "When the transaction began.",
    "block": "The repetition, from 1: the cells of a block are compared with one another.",
    "broker": "The id of the broker that the request was sent to.",
    "broken_rules": "The names of the rules by which the cell may not be compared, as JSON.",
    "cell": "The cell's id.",
    "client": "What happened to the client's side of the connection: `cut` or `leave`.",
    "commit_called_ns": "When the commit was called; null if it was not.",
    "committed": "Whether a reader of committed messages receives the message.",
    "connection": "The number of the connection of the producer, from 1.",
    "confirmed_by": "What confirmed the message: a `receipt`, a `retransmission`, or `nothing`.",
    "confirmed_ns": "When the message was confirmed; null if it was not.",
    "consumer": "The number of the consumer, from 0.",
    "correlation_id": "The number by which the client finds the answer to the request.",
    "corrupted_id": "The id in the header of a message of the cell whose content differs from what "
    "was sent; null for others.",
    "created_ns": "When the message was created: at a fixed rate, when it was due.",
    "delivered": "Messages that were first received in the slice.",
    "differs": "Whether the corrected interval excludes that both are equal.",
    "ended": "The end, in s from the creation of the first timed message; null if there was none.",
    "ended_ns": "The end; null if there was none.",
    "ending": "How the time ended; null if it lasted until the end of the cell.",
    "error_code": "The error code in the broker's answer, or in that which the proxy gave in its place, 0 "
    "without an error; null where it is not known.",
    "error_codes": "How often each error code was answered, `0` without an error, as JSON; null if none was "
    "read.",
    "estimate": "The trimmed mean of the differences, or of the ratios' logarithms as a ratio: of the pairs "
    "or, with several starts of the brokers, of the means of the starts; null with fewer than six pairs.",
    "factors": "The factors of the cell as JSON.",
    "fault": "The fault.",
    "first_sent_ms": "The median over transactions of the time in ms from the begin of a transaction until "
    "the first of the requests that were answered was sent; null outside of transactions.",
    "from_ns": "When the consumer became the owner.",
    "guarantee": "The verdict on the promises: `kept`, `broken`, or `unproven` where too few messages "
    "could have shown a violation.",
    "handed_over_ns": "When the producer gave the message to its client.",
    "held_ms": "The time for which the request was held or delayed, in ms; null for others, and where it "
    "never went on.",
    "high": "The upper end of the 95 % interval; null with too few cells or pairs.",
    "high_corrected": "The upper end of the corrected interval.",
    "id": "The id of the message; -1 in what was received or found in the log if it is no message of the "
    "cell, or is corrupted (`results/violations` has the id in its header then).",
    "in_log": "Whether an independent reader found the message intact in the log; null without a reader.",
    "invalid_because": "Why the cell may not be compared; empty if it may.",
    "kind": "How both are compared: `difference` or `ratio`.",
    "last_answered_ms": "The median over transactions of the time in ms from the begin of a transaction "
    "until the last of the requests was answered; null outside of transactions.",
    "late_ms": "The time from the answer to the same request, which the client had sent again on another "
    "connection, until the held one went on, in ms; null where the connection was not cut, or the client "
    "did not send it again, so that null does not say that the request was in time.",
    "latency_p95": "The 95th percentile of the latencies of the delivered messages, in ms.",
    "low": "The lower end of the 95 % interval; null with too few cells or pairs.",
    "low_corrected": "The lower end of the corrected interval.",
    "median": "The median; null if no cell has the metric.",
    "max_ms": "The longest time in ms from a request to its answer; null without an answer.",
    "median_ms": "The median time in ms from a request to its answer; null without an answer.",
    "messages": "The number of messages.",
    "metric": "The metric ([metrics.md](metrics.md)).",
    "n": "How many cells have the metric.",
    "not_compared": "Why nothing was compared; empty if it was, or if there were no valid cells for it.",
    "offset": "The offset in the partition.",
    "order": "The planned place of the cell in the run, from 0; a cell that was measured again or completed "
    "later ran at another time.",
    "outcome": "What the producer knows: of a message `acked`, `failed` or `unknown`; of a "
    "transaction `committed`, `aborted` or `unknown`; of a struck request what it asks for, `commit` or "
    "`abort`, and null for requests other than EndTxn.",
    "p95_ms": "The 95th percentile of the times in ms from a request to its answer; null without an answer.",
    "packets_dropped": "How many of these packets were dropped; null where none is dropped.",
    "packets_seen": "The packets that met the broken network; null for faults that break no network.",
    "pairs": "The blocks in which both have a valid cell with a value, above zero for a ratio; 0 where "
    "nothing was compared.",
    "partition": "The partition.",
    "partitions": "The partitions that a Produce request has messages of, by number; null for others.",
    "processed_ns": "When the message was processed.",
    "producer_epoch": "The producer epoch in the request; null for requests other than EndTxn and Produce.",
    "producer_id": "The producer id in the request; null for requests other than EndTxn and Produce.",
    "rate": "Messages per second.",
    "reason": "Why the attempt was repeated, failed, or is not counted.",
    "received_ns": "When the consumer received the message.",
    "reference": "The treatment with which the other is compared.",
    "release": "The release of the brokers, or of the queue server.",
    "released_ns": "When a request that was held or delayed was sent to its broker; null for others, and if "
    "it was not.",
    "request": "The kind of the request.",
    "request_bytes": "The size of the request in bytes.",
    "requests": "The number of requests.",
    "retransmitted": "How often the monitor sent the message again.",
    "sent_ns": "When the proxy had read the request.",
    "side": "`sent` (by the acknowledgements) or `received`.",
    "span": "The span of the metric: `producer-broker` or `producer-consumer`; null for metrics of a cell.",
    "start": "The number of the start of the brokers on which the cell ran; null where it was not recorded.",
    "starts": "The number of starts of the brokers from which the pairs come.",
    "struck_ns": "When the request was struck.",
    "target": "What the fault was aimed at.",
    "tenth": "The number of the tenth, from 1 to 10.",
    "transaction": "The number of the transaction; where it may be null, null without one.",
    "transactions": "The number of transactions of the cell that began after the lead-in.",
    "treatment": "The treatment's id.",
    "unit": "The unit of the metric.",
    "until_ns": "When the consumer was the owner no longer; null if it was until the end of the cell.",
    "validity": "`valid` if the cell may be compared, `invalid` if not.",
    "version": "The version of the request.",
    "violation": "The violation: `lost`, `gone`, `duplicated`, `out_of_order`, `aborted_seen`, "
    "`torn`, `hanging`, `phantom` or `corrupted`.",
}
"""What each column means, in every table that has it."""

METRICS_ROW = "| a column for each metric | int64 or double | yes | [metrics.md](metrics.md) |"
FACTORS_ROW = "| a column for each factor | as its levels | yes | The level of the factor. |"


def raw_log_tables() -> dict[str, pa.Schema]:
    """The files of raw logs with their schemas."""
    processed = {"received.parquet, where processing is a step of its own": PROCESSED}
    scenario_tables = {
        name: schema for scenario in SCENARIOS for name, schema in schemas_of(scenario).items()
    }
    return {
        **FILES,
        **processed,
        **OPTIONAL_FILES,
        **{k: v for k, v in scenario_tables.items() if k not in FILES},
    }


def results() -> dict[str, pa.Schema]:
    """The tables of results with their schemas, without factors and metrics."""
    identity = pa.schema(IDENTITY)
    return {
        CELLS: identity,
        ATTEMPTS: pa.schema([*identity, *ENDED]),
        SUMMARY: summary_schema({}),
        DIFFERENCES: DIFFERENCE,
        **result_tables(),
    }


def page() -> str:
    """The page as Markdown."""
    return "\n".join([INTRODUCTION, *_sections(RAW_LOG, raw_log_tables()), *_sections(RESULTS, results())])


def _sections(introduction: str, tables: Mapping[str, pa.Schema]) -> Iterator[str]:
    yield introduction
    for name, schema in tables.items():
        yield from (f"## {name}", "", rows_of(name), "", "| column | type | may be null | meaning |")
        yield "|---|---|---|---|"
        yield from (_row(name, field) for field in schema)
        if name in (CELLS, ATTEMPTS, SUMMARY):
            yield FACTORS_ROW
        if name in (CELLS, ATTEMPTS):
            yield METRICS_ROW
        yield ""


def rows_of(table: str) -> str:
    """What the rows of a table are; those of a result like those of the file that it is made of."""
    return TABLES.get(table) or TABLES[f"{table}.parquet"]


def meaning_of(table: str, column: str) -> str:
    """What a column of a table means."""
    for named in (table, f"{table}.parquet"):
        if (named, column) in OTHERWISE:
            return OTHERWISE[named, column]
    return COLUMNS[column]


def _row(table: str, field: pa.Field) -> str:
    kind = "text" if pa.types.is_dictionary(field.type) or pa.types.is_string(field.type) else str(field.type)
    return (
        f"| `{field.name}` | {kind} | {'yes' if field.nullable else 'no'} | {meaning_of(table, field.name)} |"
    )


OTHERWISE: Mapping[tuple[str, str], str] = {
    ("attempts", "ended"): "How the attempt ended: `repeated` or `failed`.",
    ("ownership.parquet", "attempt"): "The number of the program that was this consumer, from 1.",
    ("received.parquet, where processing is a step of its own", "attempt"): "The number of the "
    "program that was this consumer, from 1.",
    ("ownership.parquet", "partition"): "The partition; null for a time in which the consumer owned none.",
    ("visibility.parquet", "answered_ns"): "When the answer arrived.",
    ("visibility.parquet", "offset"): "The first offset that consumers could not yet read at some "
    "moment between both times.",
    ("requests.parquet", "answered_ns"): "When the proxy had read the answer; null if none arrived.",
    ("requests.parquet", "error_code"): "The error code in the answer to EndTxn, or that of the first "
    "partition in the answer to AddPartitionsToTxn, 0 without an error; null where it was not read.",
    ("requests.parquet", "request"): "The name of the request in Kafka's protocol, or the number of its API "
    "key if Kerran does not know the name.",
    ("violations", "partition"): "Where the message was written (`lost`, `gone`, `torn`, `hanging`) or "
    "read (the others), if known.",
    ("violations", "offset"): "The offset there, if known.",
    ("violations", "transaction"): "The transaction in which the message was sent; of deliveries, the one "
    "in which it was sent first; null without one.",
}
"""What a column means in a table where it means something else."""


if __name__ == "__main__":
    print(page(), end="")
