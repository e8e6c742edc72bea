"""How each system is used as a queue: what goes at once, what is acknowledged, and what is kept."""

from include.load_runtime.scenarios.queue.systems import System
from include.rendering.table import Column, Row, Table, plain_table
from include.report.sections.queue.series import Line

WAYS: dict[System, tuple[str, str, str, str]] = {
    System.KAFKA: (
        "batches of so many messages, up to five requests under way",
        "its leader has written it",
        "the system's page cache; forced to the disk when the system likes",
        "read ahead by the client; an offset is committed now and then, messages stay",
    ),
    System.REDIS_LIST: (
        "a pipeline of so many RPUSH, then wait for its answers",
        "the answer to its RPUSH is there",
        "memory, and a file to which it is appended and that is forced to the disk every second",
        "a pipeline of so many LPOP: what is popped is gone, unacknowledged",
    ),
    System.REDIS_STREAM: (
        "a pipeline of so many XADD, then wait for its answers",
        "the answer to its XADD is there",
        "memory, and a file to which it is appended and that is forced to the disk every second",
        "XREADGROUP of so many, with the XACK of those before; messages stay",
    ),
    System.RABBITMQ: (
        "published one by one, without waiting",
        "the connection has taken it; the last of a tenth, when the queue is as long as what was sent",
        "a durable queue, persistent messages; written when the server finds time",
        "sent ahead, ten times so many at most; so many acknowledged at once",
    ),
    System.RABBITMQ_CONFIRMED: (
        "published one by one; up to ten times so many wait for their confirm",
        "its confirm is there",
        "a durable queue, persistent messages; confirmed once they are on the disk",
        "sent ahead, ten times so many at most; so many acknowledged at once",
    ),
}
"""Enqueued how; counted as enqueued when; kept where; dequeued how."""


def way_table(lines: list[Line]) -> Table:
    """A row for each system of the run."""
    columns = [
        Column(title, numeric=False)
        for title in ("System", "Enqueue", "Counts as enqueued when", "Kept in", "Dequeue")
    ]
    systems = dict.fromkeys(line.system for line in lines)
    rows = [Row((system.value, *WAYS[system])) for system in systems]
    many = sorted({t.settings.batch_messages for line in lines for t in line.by_size.values()})
    notes = [f"So many: {' or '.join(f'{one:,}' for one in many)} messages."]
    return plain_table("queue-ways", "How each system was used", columns, rows, notes)
