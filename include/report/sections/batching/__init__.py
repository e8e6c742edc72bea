"""What batches, linger times, codecs and fetches change: rates and latencies beside the published rates."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from include.matrix.plan import Plan, Treatment
from include.rendering.blocks import Charts, Paragraph, paragraphs, with_rows
from include.rendering.chart import Chart
from include.rendering.estimate import in_words as median_in_words
from include.rendering.estimate import interval_line
from include.rendering.palette import BLUE, NEUTRAL, ORANGE, VIOLET, with_dash
from include.rendering.series import ChartSeries, Point, SeriesPanel, series_chart
from include.rendering.wording import NO_BREAK, enumerated, significant
from include.report.charts import ChartMetric, treatment_chart
from include.report.grouping import grouped
from include.report.literature import literature_rows, source
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.reproduction import reproduction
from include.report.sections.batching.speedups import (
    Compared,
    Speedup,
    limit_pairs,
    limit_text,
    main_speedup,
    speedup_table,
    speedups,
)
from include.report.sections.batching.varied_settings import (
    ACKNOWLEDGED,
    BATCHES,
    CODECS,
    FETCHES,
    LINGER,
    MESSAGES_PER_REQUEST,
    NAME,
    READ_RATE,
    SENT_RATE,
    THROUGHPUT,
    TRANSMITTED,
    fastest_consumer,
    published_read,
    published_sent,
    setting_tables,
    treatment_groups,
    varied_names,
    varies_batches,
)
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import dagger, dagger_notes, setting_phrase, size_text
from include.report.treatments.pairs import TreatmentPair, compare_pairs, in_words, not_shown_clause, pair
from include.scenarios.kafka_client_settings import Compression, kafka_settings
from include.verdicts.paired_differences import PairedDifference

OF_LINGER, OF_CODECS = (MESSAGES_PER_REQUEST, ACKNOWLEDGED), (THROUGHPUT, TRANSMITTED)
"""What is compared of linger times, and of codecs."""

Beside = tuple[str, Treatment, Treatment]
"""The settings that two treatments share in brackets, a treatment, and that with which it is compared."""

LOOKS_OF_ACKS = {"0": ORANGE, "1": VIOLET, "all": BLUE}
"""For acks 0 and all, the looks of at-most-once and at-least-once, which use them."""

CAPTION = "Producer's rate, messages/s, by the messages that a request carried, both logarithmic"


def answer_pairs(plan: Plan) -> Iterator[TreatmentPair]:
    """What is compared of linger times and of codecs."""
    for metrics, compared in ((OF_LINGER, _lingers(plan)), (OF_CODECS, _codecs(plan))):
        for _, treatment, reference in compared:
            yield from (pair(treatment, reference, metric.column) for metric in metrics)


def answer_sentences(run: MeasuredRun, speedups: list[Speedup], differences: Compared) -> list[str]:
    """The answers, as far as the run measured them."""
    return [
        *_batches(speedups),
        *_consumers(run),
        *_linger_sentences(run.plan, differences),
        *_codec_sentences(run.plan, differences),
    ]


def _batches(speedups: list[Speedup]) -> Iterator[str]:
    speedup = main_speedup(speedups)
    if speedup and speedup.sent.estimate is not None:
        published = f"; published: {significant(speedup.published)} times" if speedup.published else ""
        yield f"With {speedup.in_words}{not_shown_clause(speedup.sent)} ({speedup.conditions}){published}."


def _consumers(run: MeasuredRun) -> Iterator[str]:
    rate, treatment = fastest_consumer(run) or (None, None)
    if rate and treatment and rate.has_interval:
        names = varied_names(FETCHES, FETCHES.treatments(run.plan))
        settings = ", ".join(setting_phrase(name, getattr(treatment.settings, name)) for name in names)
        figure = published_read(treatment)
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
            size = f" and {in_words(transmitted)} times the transmitted bytes" if is_known else ""
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


def _build(run: MeasuredRun) -> ReportSection:
    differences = compare_pairs(run, [*limit_pairs(run.plan), *answer_pairs(run.plan)])
    all_speedups = speedups(run.plan, differences)
    rate, codec = _rate_chart(run), _codec_chart(run)
    batches, *others = setting_tables(run)
    return ReportSection(
        id="batching",
        title="Batches",
        blocks=[
            *([Paragraph(source(NAME))] if _has_published(run) else []),
            *paragraphs(reproduction(run, all_speedups)),
            *([Charts([codec])] if codec else []),
            *with_rows(batches, speedup_table(all_speedups), *others),
        ],
        answer=paragraphs(answer_sentences(run, all_speedups, differences)),
        evidence=[Charts([rate])] if rate else [],
    )


def _has_published(run: MeasuredRun) -> bool:
    reading = [treatment for treatment in FETCHES.treatments(run.plan) if READ_RATE.applies(treatment)]
    return any(map(published_sent, BATCHES.treatments(run.plan))) or any(map(published_read, reading))


def _rate_chart(run: MeasuredRun) -> Chart | None:
    """The chart, with a panel for each message size; None where nothing was measured."""
    treatments = BATCHES.treatments(run.plan)
    by_size = grouped(treatments, lambda treatment: treatment.settings.message_bytes)
    panels = [
        SeriesPanel([*series, *_published(size)], f"messages of {size_text(size)}")
        for size, of_size in sorted(by_size.items())
        if (series := list(_series(run, of_size)))
    ]
    if not panels:
        return None
    axis, notes = "messages in a request", "".join(dagger_notes(treatments))
    return series_chart("chart-batches", CAPTION, panels, 300, axis, ("x", "y"), "beside", notes)


def _series(run: MeasuredRun, treatments: list[Treatment]) -> Iterator[ChartSeries]:
    """Treatments that differ only in their batches, by the messages that a request carried."""
    drawn: list[str] = []
    for group, of_group in treatment_groups(BATCHES, treatments).items():
        acks = of_group[0].settings.delivery_config.acks
        name = (group or f"acks {acks}") + dagger(of_group[0], SENT_RATE.span)
        if points := [point for treatment in of_group if (point := _point(run, name, treatment))]:
            look = with_dash(LOOKS_OF_ACKS[acks], drawn.count(acks))
            yield ChartSeries(name, look, sorted(points, key=lambda point: point.x))
            drawn.append(acks)


def _point(run: MeasuredRun, name: str, treatment: Treatment) -> Point | None:
    """The rate by the messages in a request; None where one of them has no place on a logarithmic axis."""
    carried, rate = MESSAGES_PER_REQUEST.median(run, treatment), SENT_RATE.estimate(run, treatment)
    if not carried or not rate or min(carried, rate.median) <= 0:
        return None
    title = (
        f"{name}, at most {limit_text(treatment)} in a request\n{significant(carried)} carried: "
        f"{significant(rate.median)} messages/s{interval_line(rate)}\nn = {rate.n}"
    )
    return Point(carried, rate.median, title, rate.ends)


def _published(size: int) -> Iterator[ChartSeries]:
    """The published rates of messages of this size: markers for each level of acks."""
    of_producer = [row for row in literature_rows(NAME) if row["side"] == "producer"]
    of_size = [row for row in of_producer if row["message_bytes"] == str(size)]
    for acks, rows in grouped(of_size, lambda row: row["acks"]).items():
        name = f"published, acks {acks}"
        rates = {int(row["messages_per_request"]): float(row["rate"]) for row in rows}
        points = [
            Point(
                limit, rate, f"{name}\n{limit} in a request: {significant(rate)} messages/s", is_hollow=True
            )
            for limit, rate in rates.items()
        ]
        yield ChartSeries(name, replace(NEUTRAL, symbol="*"), points, size=12, width=0)


def _codec_chart(run: MeasuredRun) -> Chart | None:
    """A row for each codec; None where no codec was measured."""
    panels = treatment_groups(CODECS, CODECS.treatments(run.plan))
    metric = ChartMetric(THROUGHPUT, "throughput by codec", "MiB/s")
    return treatment_chart(
        "chart-codecs",
        run,
        metric,
        panels,
        lambda treatment: str(kafka_settings(treatment.settings).compression),
    )


RECORD = SectionRecord(
    NAME, lambda run: of_scenario(NAME)(run) and varies_batches(run.plan), _build, Question.SCENARIO
)
