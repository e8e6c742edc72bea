"""The numbers of messages of a cell, by what the producer knows about the messages."""

from include.metrics.metric import Metric, MetricFamily


def _count(name: str, definition: str) -> Metric:
    return Metric(name, "messages", definition, is_whole_number=True)


RECORD = MetricFamily(
    "messages",
    (
        _count("sent", "Messages that the producer sent. A message that was sent several times counts once."),
        _count(
            "acked",
            "Messages that were acknowledged: by brokers or the queue server, by the client itself with "
            "acks=0 or RabbitMQ without confirms, and by the monitor with reliable ack.",
        ),
        _count(
            "failed",
            "Messages that were certainly not written, according to the error that the client reported.",
        ),
        _count("unknown", "Messages for which the producer does not know whether they were written."),
        _count(
            "received",
            "Deliveries, duplicates included; where processing is a step of its own, processed messages.",
        ),
    ),
)
