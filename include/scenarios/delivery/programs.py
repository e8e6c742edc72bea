"""The load programs of a delivery cell."""

from include.load_runtime.program import LoadPrograms, Program
from include.scenarios.capacity_programs import capacity_job
from include.scenarios.cell_context import CellContext
from include.scenarios.kafka_programs import consumer_programs, observer_programs, producer_job
from include.scenarios.processing_settings import ProcessingSettings


def programs(context: CellContext[ProcessingSettings]) -> LoadPrograms:
    """Return a producer, and the consumers of one group."""
    return LoadPrograms(
        producer=_producer(context),
        consumers=consumer_programs(context),
        observers=observer_programs(context),
    )


def _producer(context: CellContext[ProcessingSettings]) -> Program:
    if context.settings.searches_capacity:
        return Program("include.producers.capacity", capacity_job(context))
    return Program("include.producers.delivery", producer_job(context))
