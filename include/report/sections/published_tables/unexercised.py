"""What a published run was too short for."""

from collections.abc import Iterator

from include.metrics.registry import Span
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.words import enumerated
from include.report.published import PublishedFigures
from include.report.queueing import MEBIBYTE


def unexercised(published: PublishedFigures) -> Iterator[str]:
    """A sentence for each transaction time that was longer than a whole published cell.

    A cell lasted for as long as its messages took at the published throughput.
    """
    found: dict[int, dict[int, float]] = {}
    for (span, quantity, _, transaction_ms, size), figure in published.figures.items():
        if transaction_ms and (span, quantity) == (Span.PRODUCER_BROKER, "throughput"):
            seconds = published.messages * size / MEBIBYTE / float(figure.mean)
            if seconds * 1000 < transaction_ms:
                found.setdefault(transaction_ms, {})[size] = seconds
    for transaction_ms, by_size in found.items():
        sizes = enumerated([f"{size:,}{NO_BREAK}B" for size in by_size])
        times = enumerated([significant(seconds, 2) for seconds in by_size.values()])
        yield (
            f"The published run could not exercise transactions of {transaction_ms:,}{NO_BREAK}ms at "
            f"{sizes}: at its throughput all messages of a cell were sent within {times}{NO_BREAK}s."
        )
