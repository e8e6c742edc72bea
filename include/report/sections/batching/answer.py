"""The answers about batches, consumers, linger times and codecs, which claim no more than intervals show."""

from collections.abc import Iterator

from include.matrix.plan import Treatment
from include.rendering.estimate import in_words
from include.rendering.number_format import NO_BREAK, percent, significant
from include.rendering.words import capitalised
from include.report.measured_run import MeasuredRun
from include.report.ratios import RatioFinding, ratio_by_block, ratio_finding
from include.report.sections.batching.metric_columns import (
    ACKNOWLEDGED,
    MESSAGES_PER_REQUEST,
    SENT_RATE,
    THROUGHPUT,
    TRANSMITTED,
)
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.reproduction import fastest_consumer
from include.report.sections.batching.speedups import Speedup, limit_text, main_speedup
from include.report.sections.batching.varied_settings import (
    CODECS,
    FETCHES,
    LINGER,
    TreatmentGroup,
    treatment_groups,
    varied_names,
)
from include.report.treatments import setting_phrase
from include.scenarios.kafka_client_settings import Compression, kafka_settings


def answer_sentences(run: MeasuredRun, published: PublishedRates, found: list[Speedup]) -> list[str]:
    """The answers, as far as the run measured them."""
    linger = treatment_groups(LINGER, LINGER.treatments(run.plan))
    codecs = treatment_groups(CODECS, CODECS.treatments(run.plan))
    return [
        *_batches(run, found),
        *_consumers(run, published),
        *(sentence for group in linger for sentence in _linger(run, group)),
        *(sentence for group in codecs for sentence in _codec(run, group)),
    ]


def _batches(run: MeasuredRun, found: list[Speedup]) -> Iterator[str]:
    if speedup := main_speedup(found):
        treatments = (speedup.more, speedup.fewer)
        rates = [rate.median for one in treatments if (rate := SENT_RATE.estimate(run, one))]
        published = f"; published: {significant(speedup.published)} times" if speedup.published else ""
        yield (
            f"With at most {limit_text(speedup.more)} messages in a request, the producer's rate was "
            f"{in_words(speedup.sent)} times the rate with {limit_text(speedup.fewer)} "
            f"({' against '.join(map(significant, rates))} messages/s; {speedup.conditions}){published}."
        )


def _consumers(run: MeasuredRun, published: PublishedRates) -> Iterator[str]:
    if fastest := fastest_consumer(run):
        rate, treatment = fastest
        names = varied_names(FETCHES, FETCHES.treatments(run.plan))
        settings = ", ".join(setting_phrase(name, getattr(treatment.settings, name)) for name in names)
        figure = published.read(treatment)
        beside = f"; published: {significant(figure)}" if figure else ""
        yield f"Consumers with a backlog read up to {in_words(rate)} messages/s ({settings}){beside}."


def _linger(run: MeasuredRun, group: TreatmentGroup) -> Iterator[str]:
    """From the shortest linger time to the longest: how full requests were, and the latency."""
    in_order = sorted(group.treatments, key=lambda one: kafka_settings(one.settings).linger_ms)
    effects = [
        f"with {setting_phrase('linger_ms', kafka_settings(one.settings).linger_ms)} {effect}"
        for one in in_order
        if (effect := _linger_effect(run, one))
    ]
    if len(effects) > 1:
        yield f"{capitalised(effects[0])}; {effects[-1]}{_of_group(group)}."


def _linger_effect(run: MeasuredRun, treatment: Treatment) -> str:
    carried, latency = MESSAGES_PER_REQUEST.estimate(run, treatment), ACKNOWLEDGED.estimate(run, treatment)
    if not carried or not latency:
        return ""
    return (
        f"a request carried {significant(carried.median)} messages, and half of them were acknowledged "
        f"within {significant(latency.median)}{NO_BREAK}ms"
    )


def _codec(run: MeasuredRun, group: TreatmentGroup) -> Iterator[str]:
    """The codec with the highest throughput, against no compression."""
    plain = next((one for one in group.treatments if _codec_of(one) is Compression.NONE), None)
    others = [one for one in group.treatments if one is not plain]
    measured = [(found.median, one) for one in others if (found := THROUGHPUT.estimate(run, one))]
    if plain is None or not measured:
        return
    best = max(measured, key=lambda pair: pair[0])[1]
    ratio = ratio_by_block(THROUGHPUT.values(run, best), THROUGHPUT.values(run, plain))
    if ratio:
        shown = ", which shows no difference" if ratio_finding(ratio) is RatioFinding.NOT_SHOWN else ""
        yield (
            f"Of the codecs, {_codec_of(best)} had the highest throughput{_of_group(group)}: "
            f"{in_words(ratio)} times the throughput without compression{shown}{_size(run, best, plain)}."
        )


def _codec_of(treatment: Treatment) -> Compression:
    return kafka_settings(treatment.settings).compression


def _of_group(group: TreatmentGroup) -> str:
    return f" ({group.name})" if group.name else ""


def _size(run: MeasuredRun, codec: Treatment, plain: Treatment) -> str:
    """The share of the bytes that remained to be transmitted."""
    compressed, uncompressed = TRANSMITTED.estimate(run, codec), TRANSMITTED.estimate(run, plain)
    if not compressed or not uncompressed or not uncompressed.median:
        return ""
    return f", and transmitted {percent(compressed.median / uncompressed.median)} of the bytes"
