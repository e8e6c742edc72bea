"""The answers about batches, consumers, linger times and codecs, which claim no more than intervals show."""

from collections.abc import Iterator, Sequence

from include.matrix.plan import Plan, Treatment
from include.rendering.estimate import Estimate
from include.rendering.estimate import in_words as median_in_words
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.words import enumerated
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.speedups import Compared, PublishedRates, Speedup, main_speedup
from include.report.sections.batching.varied_settings import (
    ACKNOWLEDGED,
    CODECS,
    FETCHES,
    LINGER,
    MESSAGES_PER_REQUEST,
    READ_RATE,
    THROUGHPUT,
    TRANSMITTED,
    treatment_groups,
    varied_names,
)
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import setting_phrase
from include.report.treatments.pairs import TreatmentPair, in_words, not_shown_clause, pair
from include.scenarios.kafka_client_settings import Compression, kafka_settings
from include.verdicts.paired_differences import PairedDifference

OF_LINGER, OF_CODECS = (MESSAGES_PER_REQUEST, ACKNOWLEDGED), (THROUGHPUT, TRANSMITTED)
"""What is compared of linger times, and of codecs."""

Beside = tuple[str, Treatment, Treatment]
"""The settings that two treatments share in brackets, a treatment, and that with which it is compared."""


def answer_pairs(plan: Plan) -> Iterator[TreatmentPair]:
    """What is compared of linger times and of codecs."""
    for metrics, compared in ((OF_LINGER, _lingers(plan)), (OF_CODECS, _codecs(plan))):
        for _, treatment, reference in compared:
            yield from (pair(treatment, reference, metric.column) for metric in metrics)


def answer_sentences(
    run: MeasuredRun, published: PublishedRates, speedups: list[Speedup], differences: Compared
) -> list[str]:
    """The answers, as far as the run measured them."""
    return [
        *_batches(speedups),
        *_consumers(run, published),
        *_linger_sentences(run.plan, differences),
        *_codec_sentences(run.plan, differences),
    ]


def _batches(speedups: list[Speedup]) -> Iterator[str]:
    speedup = main_speedup(speedups)
    if speedup and speedup.sent.estimate is not None:
        published = f"; published: {significant(speedup.published)} times" if speedup.published else ""
        yield f"With {speedup.in_words}{not_shown_clause(speedup.sent)} ({speedup.conditions}){published}."


def fastest_consumer(run: MeasuredRun) -> tuple[Estimate, Treatment] | None:
    """The highest rate at which consumers read a backlog, and the treatment."""
    rates = [
        (rate, treatment)
        for treatment in FETCHES.treatments(run.plan)
        if (rate := READ_RATE.estimate(run, treatment))
    ]
    return max(rates, key=lambda pair: pair[0].median) if rates else None


def _consumers(run: MeasuredRun, published: PublishedRates) -> Iterator[str]:
    rate, treatment = fastest_consumer(run) or (None, None)
    if rate and treatment and rate.has_interval:
        names = varied_names(FETCHES, FETCHES.treatments(run.plan))
        settings = ", ".join(setting_phrase(name, getattr(treatment.settings, name)) for name in names)
        figure = published.read(treatment)
        beside = f"; published: {significant(figure)}" if figure else ""
        yield f"Consumers with a backlog read up to {median_in_words(rate)} messages/s ({settings}){beside}."


def _lingers(plan: Plan) -> Iterator[Beside]:
    """The treatments with the longest and the shortest linger time of each group, at a fixed rate."""
    for name, group in treatment_groups(LINGER, LINGER.treatments(plan)).items():
        shortest, *_, longest = sorted((*group, group[0]), key=_linger_ms)
        if len(group) > 1 and shortest.settings.is_paced:
            yield f" ({name})" if name else "", longest, shortest


def _linger_ms(treatment: Treatment) -> float:
    return kafka_settings(treatment.settings).linger_ms


def _linger_sentences(plan: Plan, differences: Compared) -> Iterator[str]:
    for group, longest, shortest in _lingers(plan):
        carried, latency = _differences(differences, longest, shortest, OF_LINGER)
        if carried.estimate is not None and latency.estimate is not None:
            added = in_words(latency).replace(" (", f"{NO_BREAK}ms (", 1)
            yield (
                f"With {setting_phrase('linger_ms', _linger_ms(longest))}, a request carried "
                f"{in_words(carried)} times the messages that it carried with "
                f"{setting_phrase('linger_ms', _linger_ms(shortest))}, and the median latency of "
                f"acknowledgement changed by {added}{group}."
            )


def _codecs(plan: Plan) -> Iterator[Beside]:
    """Each codec, and the treatment without compression."""
    for name, group in treatment_groups(CODECS, CODECS.treatments(plan)).items():
        plain = next((treatment for treatment in group if _codec_of(treatment) is Compression.NONE), None)
        if plain:
            others = (treatment for treatment in group if treatment is not plain)
            yield from ((f" ({name})" if name else "", treatment, plain) for treatment in others)


def _codec_sentences(plan: Plan, differences: Compared) -> Iterator[str]:
    by_group: dict[str, list[str]] = {}
    for group, codec, plain in _codecs(plan):
        throughput, transmitted = _differences(differences, codec, plain, OF_CODECS)
        if throughput.estimate is not None:
            is_known = transmitted.estimate is not None
            size = f"; transmitted bytes: {in_words(transmitted)} times" if is_known else ""
            text = f"{_codec_of(codec)} had {in_words(throughput)} times the throughput"
            by_group.setdefault(group, []).append(f"{text}{not_shown_clause(throughput)}{size}")
    for name, texts in by_group.items():
        yield f"Compared with no compression{name}: {enumerated(texts)}."


def _codec_of(treatment: Treatment) -> Compression:
    return kafka_settings(treatment.settings).compression


def _differences(
    differences: Compared, treatment: Treatment, reference: Treatment, metrics: Sequence[TreatmentMetric]
) -> list[PairedDifference]:
    return [differences[pair(treatment, reference, metric.column)] for metric in metrics]
