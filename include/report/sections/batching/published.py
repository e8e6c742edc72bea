"""The published rates of batches and consumers, to put beside measured ones."""

from dataclasses import dataclass

import pandas as pd

from include.matrix.plan import Treatment
from include.report.published import FOLDER
from include.scenarios.kafka_client_settings import kafka_settings

NAME = "batching"


@dataclass(frozen=True)
class PublishedRates:
    """Messages per second; ``source`` says in a few sentences where they come from."""

    source: str
    producer: dict[tuple[int, str, int], float]
    """By the most messages of a request, acknowledgements and message bytes."""
    consumer: dict[int, float]
    """By message bytes."""

    def sent(self, treatment: Treatment) -> float | None:
        """The producer's rate with such batches, where it was published."""
        settings = treatment.settings
        limit = kafka_settings(settings).messages_per_request
        if not isinstance(limit, int):
            return None
        return self.producer.get((limit, settings.delivery_config.acks, settings.message_bytes))

    def gain(self, fewer: Treatment, more: Treatment) -> float | None:
        """The ratio of the producer's rates, where both were published."""
        rates = self.sent(fewer), self.sent(more)
        return rates[1] / rates[0] if rates[0] and rates[1] else None

    def read(self, treatment: Treatment) -> float | None:
        """The consumer's rate with such messages, where it was published."""
        return self.consumer.get(treatment.settings.message_bytes)


def published_rates() -> PublishedRates:
    """The figures that come with the project."""
    rows = pd.read_csv(FOLDER / f"{NAME}.csv", dtype=str, keep_default_na=False).to_dict("records")
    return PublishedRates(
        source=(FOLDER / f"{NAME}.txt").read_text(encoding="utf-8").strip(),
        producer={
            (int(row["messages_per_request"]), row["acks"], int(row["message_bytes"])): float(row["rate"])
            for row in rows
            if row["side"] == "producer"
        },
        consumer={int(row["message_bytes"]): float(row["rate"]) for row in rows if row["side"] == "consumer"},
    )
