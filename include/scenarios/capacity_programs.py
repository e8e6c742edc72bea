"""The job of a producer that searches the highest rate that a cell sustains."""

from include.load_runtime.job import CapacityJob
from include.scenarios.cell_context import CellContext
from include.scenarios.kafka_programs import consumer_name, producer_job
from include.scenarios.load_settings import SEARCH_SECONDS, LoadSettings

STEP_SECONDS = 2.0
"""The time for which a rate is offered."""

TRANSACTIONS_PER_STEP = 3.3
"""The least number of transactions in a step, each third of which must have the end of a transaction."""


def capacity_job(context: CellContext[LoadSettings]) -> CapacityJob:
    """Return the job of the producer, whose search begins at the capacity of an earlier block, if known."""
    transaction_seconds = (context.settings.target_transaction_ms or 0) / 1000
    return CapacityJob(
        **producer_job(context).model_dump(),
        consumers=[consumer_name(index) for index in range(context.settings.consumers)],
        first_rate=context.earlier_capacity,
        search_seconds=SEARCH_SECONDS,
        step_seconds=max(STEP_SECONDS, TRANSACTIONS_PER_STEP * transaction_seconds),
    )
