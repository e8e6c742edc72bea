"""The published rates of batches and consumers, which stand beside the measured rates."""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.report.literature import literature_rows, source
from include.scenarios.kafka_client_settings import kafka_settings

NAME = "batching"


@dataclass(frozen=True)
class PublishedRates:
    """Rates in messages/s; ``source`` names the publication in a few sentences."""

    source: str
    producer: dict[tuple[int, str, int], float]
    """By the limit of messages in a request, acks and message size (bytes)."""
    consumer: dict[int, float]
    """By message size (bytes)."""

    def sent(self, treatment: Treatment) -> float | None:
        """The producer's rate for such batches; None where it was not published."""
        settings = treatment.settings
        limit = kafka_settings(settings).messages_per_request
        if not isinstance(limit, int):
            return None
        return self.producer.get((limit, settings.delivery_config.acks, settings.message_bytes))

    def ratio(self, fewer: Treatment, more: Treatment) -> float | None:
        """The ratio of the producer's rates; None where either was not published."""
        rates = self.sent(fewer), self.sent(more)
        return rates[1] / rates[0] if rates[0] and rates[1] else None

    def read(self, treatment: Treatment) -> float | None:
        """The consumer's rate for such messages; None where it was not published."""
        return self.consumer.get(treatment.settings.message_bytes)


def published_rates() -> PublishedRates:
    """The published rates that are part of the project."""
    rows = literature_rows(NAME)
    return PublishedRates(
        source=source(NAME),
        producer={
            (int(row["messages_per_request"]), row["acks"], int(row["message_bytes"])): float(row["rate"])
            for row in rows
            if row["side"] == "producer"
        },
        consumer={int(row["message_bytes"]): float(row["rate"]) for row in rows if row["side"] == "consumer"},
    )
