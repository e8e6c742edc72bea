"""The metrics of this section."""

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.report.treatments.metric import TreatmentMetric


def has_backlog(treatment: Treatment) -> bool:
    """Whether consumers start only after all messages have been sent."""
    return treatment.settings.has_backlog


def has_no_backlog(treatment: Treatment) -> bool:
    """Whether consumers receive while the producer sends."""
    return not has_backlog(treatment)


SENT_RATE = TreatmentMetric("rate", Span.PRODUCER_BROKER)
MESSAGES_PER_REQUEST = TreatmentMetric("produced_per_request")
BROKER_CPU = TreatmentMetric("broker_cpu_time")
RECEIVED_RATE = TreatmentMetric("rate", Span.PRODUCER_CONSUMER, has_no_backlog)
READ_RATE = TreatmentMetric("consumption_rate", applies=has_backlog)
"""Only with a backlog: otherwise consumers cannot read faster than the producer sends."""
THROUGHPUT = TreatmentMetric("throughput", Span.PRODUCER_BROKER)
ACKNOWLEDGED = TreatmentMetric("latency_p50", Span.PRODUCER_BROKER)
TRANSMITTED = TreatmentMetric("transmitted_bytes")
