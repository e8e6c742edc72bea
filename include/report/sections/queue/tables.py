"""Tables with a row for each system: rates, the CPU time of a message, and how a system is used."""

from collections.abc import Callable
from functools import partial
from statistics import median

from include.load_runtime.scenarios.queue.systems import System
from include.matrix.plan import Treatment
from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, significant
from include.rendering.table import Row, Table, plain_table, text_columns
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.charts import rates_by_tenth
from include.report.sections.queue.system_series import (
    ENQUEUE,
    SIDES,
    Side,
    SystemSeries,
    size_text,
    sizes_of,
)
from include.report.tables import ItemColumn, number, table_of, words
from include.report.treatments.metric import TreatmentMetric

SYSTEM: ItemColumn[SystemSeries] = words("System", lambda series: series.name)

UNCONFIRMED = (
    "rabbitmq without confirms: a message is counted when the connection has taken it, and the last messages "
    "of each tenth when the server has them."
)

TENTHS = "The rate of the slowest tenth of the messages, as a share of that of the median tenth"

TENTHS_NOTE = (
    "Medians over the valid repetitions. The number in brackets says which tenth it is: a queue is longest "
    "at the last tenth while it is filled, and at the first tenth while it is emptied."
)

USE_TITLES = ("System", "Enqueue", "Counts as enqueued when", "Kept in", "Dequeue")

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


def rate_tables(run: MeasuredRun, series: list[SystemSeries]) -> list[Table]:
    """A table for each side, with a column for each size."""
    return [_rate_table(run, series, side) for side in SIDES]


def _rate_table(run: MeasuredRun, series: list[SystemSeries], side: Side) -> Table:
    columns = [SYSTEM, *(_size_column(size, partial(_rate, run, side)) for size in sizes_of(series))]
    notes = [
        "Median over the valid repetitions, with its 95% interval in brackets where there are six or more."
    ]
    notes += [UNCONFIRMED] if side is ENQUEUE else []
    caption = f"Messages {side.verb} per second, by payload"
    return table_of(f"queue-{side.name}", caption, columns, series, notes)


def _size_column(
    size: int, text: Callable[[Treatment], str], title: str = "", shared_title: str = ""
) -> ItemColumn[SystemSeries]:
    """A column about a message size, by which it is called without a title; a dash for systems without it."""

    def of_system(series: SystemSeries) -> str:
        return text(series.by_size[size]) if size in series.by_size else DASH

    return number(title or size_text(size), of_system, shared_title)


def _rate(run: MeasuredRun, side: Side, treatment: Treatment) -> str:
    rate = side.rate.estimate(run, treatment)
    return with_interval(rate) if rate else DASH


def tenth_table(run: MeasuredRun, series: list[SystemSeries]) -> Table:
    """The slowest tenth of the messages against the median tenth, for each side and size."""
    columns = [
        SYSTEM,
        *(
            _size_column(size, partial(_slowest, run, side), shared_title=side.verb)
            for side in SIDES
            for size in sizes_of(series)
        ),
    ]
    return table_of(
        "queue-course", TENTHS, columns, series if len(run.table("tenths")) else [], [TENTHS_NOTE]
    )


def _slowest(run: MeasuredRun, side: Side, treatment: Treatment) -> str:
    rates = rates_by_tenth(run, side, treatment)
    return f"{significant(rates.min() / rates.median(), 2)} ({rates.idxmin()})" if len(rates) else DASH


def cpu_table(run: MeasuredRun, series: list[SystemSeries]) -> Table:
    """The CPU time that a message took of the server, and of the programs that enqueued and dequeued it."""
    texts = {"server": partial(_cpu_of_server, run), "programs": partial(_cpu_of_programs, run)}
    columns = [
        SYSTEM,
        *(
            _size_column(size, text, title, size_text(size))
            for size in sizes_of(series)
            for title, text in texts.items()
        ),
    ]
    notes = ["Medians over the valid repetitions, of enqueueing and dequeueing together."]
    return table_of("queue-cpu", "CPU time of a message, µs", columns, series, notes)


def _cpu_of_server(run: MeasuredRun, treatment: Treatment) -> str:
    return significant(TreatmentMetric("broker_cpu_time").median(run, treatment))


def _cpu_of_programs(run: MeasuredRun, treatment: Treatment) -> str:
    cells = [
        (manifest.machine.cpu_programs, manifest.counted("sent"))
        for manifest in run.manifests_of(treatment.id)
    ]
    times = [seconds * 1e6 / sent for seconds, sent in cells if sent]
    return significant(median(times) if times else None)


def use_table(series: list[SystemSeries]) -> Table:
    """A row for each system of the run: what is sent at once, what is acknowledged, and what is kept."""
    systems = dict.fromkeys(line.system for line in series)
    rows = [Row((system.value, *USES[system])) for system in systems]
    numbers = sorted({t.settings.batch_messages for line in series for t in line.by_size.values()})
    notes = [f"n is {' or '.join(f'{number:,}' for number in numbers)} messages."]
    return plain_table("queue-ways", "How each system was used", text_columns(*USE_TITLES), rows, notes)
