"""The answers about batches, consumers, linger times and codecs, which claim no more than intervals show."""

from collections.abc import Iterator

from include.matrix.plan import Plan, Treatment
from include.rendering.estimate import in_words as median_in_words
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.words import enumerated
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.metrics import (
    ACKNOWLEDGED,
    MESSAGES_PER_REQUEST,
    THROUGHPUT,
    TRANSMITTED,
)
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.reproduction import fastest_consumer
from include.report.sections.batching.speedups import Compared, Speedup, limit_text, main_speedup
from include.report.sections.batching.varied_settings import (
    CODECS,
    FETCHES,
    LINGER,
    TreatmentGroup,
    treatment_groups,
    varied_names,
)
from include.report.treatments.names import setting_phrase
from include.report.treatments.pairs import TreatmentPair, in_words, not_shown_clause, pair
from include.scenarios.kafka_client_settings import Compression, kafka_settings


def answer_pairs(plan: Plan) -> Iterator[TreatmentPair]:
    """What is compared of linger times and of codecs."""
    for shortest, longest, _ in _lingers(plan):
        yield from (pair(longest, shortest, metric.column) for metric in (MESSAGES_PER_REQUEST, ACKNOWLEDGED))
    for codec, plain, _ in _codecs(plan):
        yield from (pair(codec, plain, metric.column) for metric in (THROUGHPUT, TRANSMITTED))


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
        clause = not_shown_clause(speedup.sent)
        yield (
            f"With at most {limit_text(speedup.more)} messages in a request, the producer's rate was "
            f"{in_words(speedup.sent)} times the rate with {limit_text(speedup.fewer)}{clause} "
            f"({speedup.conditions}){published}."
        )


def _consumers(run: MeasuredRun, published: PublishedRates) -> Iterator[str]:
    rate, treatment = fastest_consumer(run) or (None, None)
    if rate and treatment and rate.has_interval:
        names = varied_names(FETCHES, FETCHES.treatments(run.plan))
        settings = ", ".join(setting_phrase(name, getattr(treatment.settings, name)) for name in names)
        figure = published.read(treatment)
        beside = f"; published: {significant(figure)}" if figure else ""
        yield f"Consumers with a backlog read up to {median_in_words(rate)} messages/s ({settings}){beside}."


def _lingers(plan: Plan) -> Iterator[tuple[Treatment, Treatment, TreatmentGroup]]:
    """The treatments with the shortest and the longest linger time of each group, at a fixed rate."""
    for group in treatment_groups(LINGER, LINGER.treatments(plan)):
        in_order = sorted(
            group.treatments, key=lambda treatment: kafka_settings(treatment.settings).linger_ms
        )
        if len(in_order) > 1 and in_order[0].settings.is_paced:
            yield in_order[0], in_order[-1], group


def _linger_sentences(plan: Plan, differences: Compared) -> Iterator[str]:
    for shortest, longest, group in _lingers(plan):
        carried, latency = (
            differences[pair(longest, shortest, metric.column)]
            for metric in (MESSAGES_PER_REQUEST, ACKNOWLEDGED)
        )
        if carried.estimate is not None and latency.estimate is not None:
            with_longest, shorter = (
                setting_phrase("linger_ms", kafka_settings(treatment.settings).linger_ms)
                for treatment in (longest, shortest)
            )
            added = f"{in_words(latency).replace(' (', f'{NO_BREAK}ms (', 1)}"
            yield (
                f"With {with_longest}, a request carried {in_words(carried)} times the messages that it "
                f"carried with {shorter}, and the median latency of acknowledgement changed by {added}"
                f"{_of_group(group)}."
            )


def _codecs(plan: Plan) -> Iterator[tuple[Treatment, Treatment, TreatmentGroup]]:
    """Each codec, the treatment without compression, and their group."""
    for group in treatment_groups(CODECS, CODECS.treatments(plan)):
        plain = next(
            (treatment for treatment in group.treatments if _codec_of(treatment) is Compression.NONE), None
        )
        if plain:
            yield from ((treatment, plain, group) for treatment in group.treatments if treatment is not plain)


def _codec_sentences(plan: Plan, differences: Compared) -> Iterator[str]:
    by_group: dict[str, list[str]] = {}
    for codec, plain, group in _codecs(plan):
        throughput = differences[pair(codec, plain, THROUGHPUT.column)]
        if throughput.estimate is not None:
            clause = not_shown_clause(throughput)
            size = _size(differences, codec, plain)
            text = f"{_codec_of(codec)} had {in_words(throughput)} times the throughput{clause}{size}"
            by_group.setdefault(_of_group(group), []).append(text)
    for name, texts in by_group.items():
        yield f"Compared with no compression{name}: {enumerated(texts)}."


def _codec_of(treatment: Treatment) -> Compression:
    return kafka_settings(treatment.settings).compression


def _of_group(group: TreatmentGroup) -> str:
    return f" ({group.name})" if group.name else ""


def _size(differences: Compared, codec: Treatment, plain: Treatment) -> str:
    transmitted = differences[pair(codec, plain, TRANSMITTED.column)]
    return "" if transmitted.estimate is None else f"; transmitted bytes: {in_words(transmitted)} times"
