"""The answers of an experiment about batches, a sentence each; only as strong as intervals allow."""

from collections.abc import Iterator

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import in_words
from include.rendering.number_format import NO_BREAK, significant
from include.report.run import Run
from include.report.sections.batching.figures import CARRIED, SENT_RATE, Metric
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.reproduced import best_reader
from include.report.sections.batching.speedups import Gain, headline, limit_text
from include.report.sections.batching.varied_settings import (
    CODECS,
    FETCHES,
    LINGER,
    Together,
    together,
    varied,
)
from include.report.sections.cost.cost import Finding, finding, ratio_by_block
from include.report.treatments import setting_phrase
from include.scenarios.kafka_client_settings import Compression, kafka_settings

THROUGHPUT = Metric("throughput", Span.PRODUCER_BROKER)
ACKNOWLEDGED = Metric("latency_p50", Span.PRODUCER_BROKER)
TRANSMITTED = Metric("transmitted_bytes")


def findings(run: Run, published: PublishedRates, found: list[Gain]) -> list[str]:
    """What is told first: of batches, consumers, linger times and codecs, as far as they were measured."""
    linger = [line for own in together(LINGER, LINGER.treatments(run.plan)) for line in _linger(run, own)]
    codecs = [line for own in together(CODECS, CODECS.treatments(run.plan)) for line in _codec(run, own)]
    return [*_batches(run, found), *_consumers(run, published), *linger, *codecs]


def _batches(run: Run, found: list[Gain]) -> Iterator[str]:
    if gain := headline(found):
        rates = [rate.median for one in (gain.more, gain.fewer) if (rate := SENT_RATE.of(run, one))]
        told = f"; published: {significant(gain.published)} times" if gain.published else ""
        yield (
            f"With {limit_text(gain.more)} messages in a request at most, the producer's rate was "
            f"{in_words(gain.sent)} times that with {limit_text(gain.fewer)} "
            f"({' against '.join(map(significant, rates))} messages/s; {gain.conditions}){told}."
        )


def _consumers(run: Run, published: PublishedRates) -> Iterator[str]:
    if best := best_reader(run):
        rate, treatment = best
        names = varied(FETCHES, FETCHES.treatments(run.plan))
        settings = ", ".join(setting_phrase(name, getattr(treatment.settings, name)) for name in names)
        told = published.read(treatment)
        beside = f"; published: {significant(told)}" if told else ""
        yield f"Consumers that had a backlog read up to {in_words(rate)} messages/s ({settings}){beside}."


def _linger(run: Run, own: Together) -> Iterator[str]:
    """From the shortest linger time to the longest: fuller requests, and what they cost."""
    ordered = sorted(own.treatments, key=lambda one: kafka_settings(one.settings).linger_ms)
    told = [
        f"with {setting_phrase('linger_ms', kafka_settings(one.settings).linger_ms)} {paid}"
        for one in ordered
        if (paid := _paid(run, one))
    ]
    if len(told) > 1:
        where = f" ({own.beside})" if own.beside else ""
        yield f"W{told[0][1:]}; {told[-1]}{where}."


def _paid(run: Run, treatment: Treatment) -> str:
    carried, latency = CARRIED.of(run, treatment), ACKNOWLEDGED.of(run, treatment)
    if not carried or not latency:
        return ""
    return (
        f"a request carried {significant(carried.median)} messages, and half of them were acknowledged "
        f"within {significant(latency.median)}{NO_BREAK}ms"
    )


def _codec(run: Run, own: Together) -> Iterator[str]:
    """The codec with the highest throughput, against none."""
    plain = next(
        (one for one in own.treatments if kafka_settings(one.settings).compression is Compression.NONE), None
    )
    others = [one for one in own.treatments if one is not plain]
    measured = [(found.median, one) for one in others if (found := THROUGHPUT.of(run, one))]
    if plain is None or not measured:
        return
    best = max(measured, key=lambda pair: pair[0])[1]
    ratio = ratio_by_block(THROUGHPUT.column(run, best), THROUGHPUT.column(run, plain))
    if ratio:
        where = f" ({own.beside})" if own.beside else ""
        shown = ", which shows no difference" if finding(ratio) is Finding.NOT_SHOWN else ""
        yield (
            f"Of the codecs, {kafka_settings(best.settings).compression} had the highest throughput{where}: "
            f"{in_words(ratio)} times that without compression{shown}{_size(run, best, plain)}."
        )


def _size(run: Run, codec: Treatment, plain: Treatment) -> str:
    """How much of the bytes were left to transmit."""
    found = [TRANSMITTED.of(run, one) for one in (codec, plain)]
    if not found[0] or not found[1] or not found[1].median:
        return ""
    share = found[0].median / found[1].median
    return f", and transmitted {significant(100 * share, 2)}{NO_BREAK}% of its bytes"
