"""How each system is used as a queue: what is sent at once, what is acknowledged, and what is kept."""

from include.load_runtime.scenarios.queue.systems import System
from include.rendering.table import Row, Table, plain_table, text_columns
from include.report.sections.queue.system_series import SystemSeries

TITLES = ("System", "Enqueue", "Counts as enqueued when", "Kept in", "Dequeue")

USES: dict[System, tuple[str, str, str, str]] = {
    System.KAFKA: (
        "batches of n messages, up to five requests in flight",
        "all replicas in sync have written it: with one replica, the leader",
        "the page cache; the operating system writes it to disk",
        "read ahead by the client; offsets are committed periodically, messages stay",
    ),
    System.REDIS_LIST: (
        "a pipeline of n RPUSH, then wait for the answers",
        "the answer to its RPUSH has arrived",
        "memory, and an append-only file that is synced to disk every second",
        "a pipeline of n LPOP: a popped message is gone, without acknowledgement",
    ),
    System.REDIS_STREAM: (
        "a pipeline of n XADD, then wait for the answers",
        "the answer to its XADD has arrived",
        "memory, and an append-only file that is synced to disk every second",
        "XREADGROUP of n, with the XACK of the previous messages; messages stay",
    ),
    System.RABBITMQ: (
        "published one by one, without waiting",
        "the connection has taken it; the last n messages of each tenth of the filling, when the queue "
        "contains all messages sent",
        "a durable queue of persistent messages; the server writes them when it has time",
        "prefetched, at most 10 n; n are acknowledged at once",
    ),
    System.RABBITMQ_CONFIRMED: (
        "published one by one; up to 10 n wait for their confirm",
        "its confirm has arrived",
        "a durable queue of persistent messages; confirmed when they are on disk",
        "prefetched, at most 10 n; n are acknowledged at once",
    ),
}
"""How messages are enqueued, when they count as enqueued, where they are kept, and how they are dequeued."""


def system_use_table(series: list[SystemSeries]) -> Table:
    """A row for each system of the run."""
    systems = dict.fromkeys(one.system for one in series)
    rows = [Row((system.value, *USES[system])) for system in systems]
    numbers = sorted({t.settings.batch_messages for one in series for t in one.by_size.values()})
    notes = [f"n is {' or '.join(f'{number:,}' for number in numbers)} messages."]
    return plain_table("queue-ways", "How each system was used", text_columns(*TITLES), rows, notes)
