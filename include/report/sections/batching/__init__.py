"""What batches, linger times, codecs and fetches change: rates and latencies beside the published rates."""

from collections.abc import Iterator
from dataclasses import replace

from include.matrix.plan import Treatment
from include.rendering.blocks import Charts, Paragraph, paragraphs, with_rows
from include.rendering.chart import Chart
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.palette import BLUE, NEUTRAL, ORANGE, VIOLET, with_dash
from include.report.charts import (
    ChartMetric,
    ChartSeries,
    Point,
    SeriesPanel,
    interval_line,
    series_chart,
    treatment_chart,
)
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.answer import answer_pairs, answer_sentences
from include.report.sections.batching.reproduction import reproduction
from include.report.sections.batching.setting_tables import setting_tables
from include.report.sections.batching.speedups import (
    NAME,
    PublishedRates,
    limit_pairs,
    limit_text,
    published_rates,
    speedup_table,
    speedups,
)
from include.report.sections.batching.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    MESSAGES_PER_REQUEST,
    READ_RATE,
    SENT_RATE,
    THROUGHPUT,
    treatment_groups,
    varies_batches,
)
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario
from include.report.treatments.names import dagger, dagger_notes
from include.report.treatments.pairs import compare_pairs
from include.scenarios.kafka_client_settings import kafka_settings

HEIGHT = 300

LOOKS_OF_ACKS = {"0": ORANGE, "1": VIOLET, "all": BLUE}
"""For acks 0 and all, the looks of at-most-once and at-least-once, which use them."""

PUBLISHED = replace(NEUTRAL, symbol="*")

CAPTION = "Producer's rate, messages/s, by the messages that a request carried, both logarithmic"


def _build(run: MeasuredRun) -> ReportSection:
    rates = published_rates()
    differences = compare_pairs(run, [*limit_pairs(run.plan), *answer_pairs(run.plan)])
    all_speedups = speedups(run.plan, rates, differences)
    source = [Paragraph(rates.source)] if _has_published(run, rates) else []
    rate, codec = _rate_chart(run, rates), _codec_chart(run)
    batches, *others = setting_tables(run, rates)
    return ReportSection(
        id="batching",
        title="Batches",
        blocks=[
            *source,
            *paragraphs(reproduction(run, rates, all_speedups)),
            *([Charts([codec])] if codec else []),
            *with_rows(batches, speedup_table(all_speedups), *others),
        ],
        answer=paragraphs(answer_sentences(run, rates, all_speedups, differences)),
        evidence=[Charts([rate])] if rate else [],
    )


def _has_published(run: MeasuredRun, rates: PublishedRates) -> bool:
    reading = [treatment for treatment in FETCHES.treatments(run.plan) if READ_RATE.applies(treatment)]
    return any(map(rates.sent, BATCHES.treatments(run.plan))) or any(map(rates.read, reading))


def _rate_chart(run: MeasuredRun, published: PublishedRates) -> Chart | None:
    """The chart, with a panel for each message size; None where nothing was measured."""
    treatments = BATCHES.treatments(run.plan)
    by_size = grouped(treatments, lambda treatment: treatment.settings.message_bytes)
    panels = [
        SeriesPanel([*series, *_published(published, size)], f"messages of {size:,}{NO_BREAK}B")
        for size, of_size in sorted(by_size.items())
        if (series := list(_series(run, of_size)))
    ]
    if not panels:
        return None
    axis, notes = "messages in a request", "".join(dagger_notes(treatments))
    return series_chart("chart-batches", CAPTION, panels, HEIGHT, axis, ("x", "y"), "beside", notes)


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


def _published(published: PublishedRates, size: int) -> Iterator[ChartSeries]:
    """The published rates of messages of this size: markers for each level of acks."""
    of_size = [(acks, limit, rate) for (limit, acks, of), rate in published.producer.items() if of == size]
    for acks, rates in grouped(of_size, lambda rate: rate[0]).items():
        name = f"published, acks {acks}"
        points = [
            Point(
                limit, rate, f"{name}\n{limit} in a request: {significant(rate)} messages/s", is_hollow=True
            )
            for _, limit, rate in rates
        ]
        yield ChartSeries(name, PUBLISHED, points, size=12, width=0)


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
