"""Compute the Spark job's results with DuckDB: python bench/aggregate_duckdb.py <run folder> <output>."""

import sys

import duckdb

CHECKED = """
    select coalesce(error('a raw log was changed: ' || min(content.filename)), '')
    from read_blob($run || '/cells/*/*.parquet') content
    join read_json(
        $run || '/cells/*/manifest.json', filename = true,
        columns = {files: 'map(varchar, struct(sha256 varchar))'}
    ) manifest on split(content.filename, '/')[-2] = split(manifest.filename, '/')[-2]
    where sha256(content) != files[split(content.filename, '/')[-1]].sha256
    having count(*) > 0
"""

MANIFESTS = """
    create temp table manifests as
    select cell.id as cell, cell.treatment as treatment, cell.settings.message_bytes as message_bytes
    from read_json($run || '/cells/*/manifest.json')
"""

SENT = """
    create temp view sent as select *, split(filename, '/')[-2] as cell
    from read_parquet('{run}/cells/*/sent.parquet', filename = true)
"""

RECEIVED = """
    create temp view received as select *, split(filename, '/')[-2] as cell
    from read_parquet('{run}/cells/*/received.parquet', filename = true, file_row_number = true)
"""

ACKNOWLEDGEMENTS = """
    create temp table acknowledgements as
    select cell, count(*) as sent, count(*) filter (outcome = 'acked') as acked,
        count(*) filter (outcome = 'failed') as failed, count(*) filter (outcome = 'unknown') as unknown,
        min(created_ns) as begun, (max(acked_ns) - min(created_ns)) / 1e9 as broker_time,
        avg(acked_ns - created_ns) / 1e6 as broker_mean,
        quantile_cont((acked_ns - created_ns) / 1e6, [0.5, 0.9, 0.95, 0.99, 0.999, 1])
            filter (outcome = 'acked') as broker,
        count(*) filter (acked_ns < created_ns) as broker_negative
    from sent group by cell
"""

RECEIPTS = """
    create temp table receipts as
    with firsts as (
        select cell, id, any_value(partition) as partition, min(file_row_number) as place,
            arg_min(received_ns, file_row_number) as received_ns, count(*) as deliveries
        from received group by cell, id
    ), ordered as (
        select *, id < max(id) over (
            partition by cell, partition order by place rows between unbounded preceding and 1 preceding
        ) as late from firsts
    )
    select sent.cell, sum(deliveries) as received, sum(deliveries - 1) as duplicated,
        count(*) filter (ordered.id is null and outcome = 'acked') as lost,
        count(*) filter (late) as out_of_order, max(received_ns) as ended,
        avg(received_ns - created_ns) / 1e6 as consumer_mean,
        quantile_cont((received_ns - created_ns) / 1e6, [0.5, 0.9, 0.95, 0.99, 0.999, 1]) as consumer,
        count(*) filter (received_ns < created_ns) as consumer_negative
    from sent left join ordered using (cell, id) group by sent.cell
"""

TRANSACTIONS = """
    create temp table transactions as
    select split(filename, '/')[-2] as cell, count(*) as transactions,
        median(commit_called_ns - begun_ns) / 1e6 as transaction_time,
        median(messages) as transaction_messages, median(ended_ns - commit_called_ns) / 1e6 as commit_latency
    from read_parquet('{run}/cells/*/transactions.parquet', filename = true) where outcome = 'committed'
    group by all
"""

RESULT = """
    copy (
        select *, acked / broker_time as broker_rate, (ended - begun) / 1e9 as consumer_time,
            (received - duplicated) / ((ended - begun) / 1e9) * message_bytes / 1048576 as consumer_throughput
        from manifests join acknowledgements using (cell) join receipts using (cell)
        left join transactions using (cell)
    ) to '{output}' (format parquet)
"""


def main(run: str, output: str) -> None:
    """Measure every cell of a run, and write one row for each cell."""
    database = duckdb.connect(config={"threads": 2})
    for checked in (CHECKED, MANIFESTS):
        database.execute(checked, {"run": run})
    for statement in (SENT, RECEIVED, ACKNOWLEDGEMENTS, RECEIPTS, TRANSACTIONS, RESULT):
        database.execute(statement.replace("{run}", run).replace("{output}", output))


if __name__ == "__main__":
    main(*sys.argv[1:])
