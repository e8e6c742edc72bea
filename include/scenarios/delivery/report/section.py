"""The effects of batches, linger times, codecs and fetches on rates and latencies, and published rates."""

from collections.abc import Iterator
from dataclasses import replace

from include.kinds.grouping import grouped
from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.report.literature import literature_rows, source
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.chart_layout import Chart
from include.report.pages.estimate_text import interval_line
from include.report.pages.palette import BLUE, NEUTRAL, ORANGE, VIOLET
from include.report.pages.series_chart import ChartSeries, Point, SeriesPanel, series_chart, with_dashed_looks
from include.report.pages.wording import NO_BREAK, enumerated, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatment_chart import treatment_chart
from include.report.treatments.names import dagger, dagger_notes, setting_phrase, size_text
from include.report.treatments.paired_comparisons import in_words, not_shown_clause
from include.scenarios.delivery.report.contrasts import (
    Contrast,
    codec,
    contrasts,
    limit_text,
    linger_ms,
    main_speedup,
    speedup_table,
)
from include.scenarios.delivery.report.reproduction import conclusions, reasons
from include.scenarios.delivery.report.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    MESSAGES_PER_REQUEST,
    NAME,
    SENT_RATE,
    SENT_THROUGHPUT,
    TRANSMITTED,
    published_read,
    published_sent,
    setting_tables,
    treatment_groups,
    varies_batches,
)
from include.settings.compared_columns import ACKNOWLEDGED_P50

LOOKS_OF_ACKS = {"0": ORANGE, "1": VIOLET, "all": BLUE}
"""The look of each level of ``acks``. At-most-once uses level ``0`` and has its look; at-least-once uses
level ``all`` and has its look."""

CAPTION = "Producer's rate, messages/s, by messages in a request; both axes logarithmic"


def _linger_sentences(lingers: list[Contrast]) -> Iterator[str]:
    for group, longest, shortest, differences in lingers:
        messages, latency = differences[MESSAGES_PER_REQUEST], differences[ACKNOWLEDGED_P50]
        if messages.estimate is not None and latency.estimate is not None:
            change = in_words(latency).replace(" (", f"{NO_BREAK}ms (", 1)
            yield (
                f"With {setting_phrase('linger_ms', linger_ms(longest))}, a request carried "
                f"{in_words(messages)} times the messages that it carried with "
                f"{setting_phrase('linger_ms', linger_ms(shortest))}, and the median latency of "
                f"acknowledgement changed by {change}{f' ({group})' if group else ''}."
            )


def _codec_sentences(codecs: list[Contrast]) -> Iterator[str]:
    measured_contrasts = [
        contrast for contrast in codecs if contrast.differences[SENT_THROUGHPUT].estimate is not None
    ]
    for group, of_group in grouped(measured_contrasts, lambda contrast: contrast.group).items():
        texts = [_codec_text(contrast) for contrast in of_group]
        yield f"Compared with no compression{f' ({group})' if group else ''}: {enumerated(texts)}."


def _codec_text(contrast: Contrast) -> str:
    throughput, transmitted = contrast.differences[SENT_THROUGHPUT], contrast.differences[TRANSMITTED]
    is_known = transmitted.estimate is not None
    size = f" and {in_words(transmitted)} times the transmitted bytes" if is_known else ""
    not_shown = not_shown_clause(throughput)
    return f"{codec(contrast.treatment)} had {in_words(throughput)} times the throughput{not_shown}{size}"


def _build(run: MeasuredRun) -> ReportSection:
    speedups, lingers, codecs = contrasts(run)
    rate, codec_chart, speedup = _rate_chart(run), _codec_chart(run), main_speedup(speedups)
    batches, *others = setting_tables(run)
    answers = (
        *conclusions(run, speedup),
        *_linger_sentences(lingers),
        *_codec_sentences(codecs),
    )
    return section(
        "batching",
        "Batches",
        source(NAME) if _has_published(run) else "",
        *(reasons(run, speedup) if speedup else ()),
        Charts([codec_chart] if codec_chart else []),
        batches,
        speedup_table(speedups),
        *others,
        answer=answers,
        evidence=[Charts([rate] if rate else [])],
    )


def _has_published(run: MeasuredRun) -> bool:
    sent, read = BATCHES.treatments(run.plan), FETCHES.treatments(run.plan)
    return any(map(published_sent, sent)) or any(map(published_read, read))


def _rate_chart(run: MeasuredRun) -> Chart | None:
    treatments = BATCHES.treatments(run.plan)
    by_size = grouped(treatments, lambda treatment: treatment.settings.message_bytes)
    panels = [
        SeriesPanel([*series, *_published(size)], f"messages of {size_text(size)}")
        for size, of_size in sorted(by_size.items())
        if (series := _series(run, of_size))
    ]
    if not panels:
        return None
    axis, notes = "messages in a request", "".join(dagger_notes(treatments))
    return series_chart("chart-batches", CAPTION, panels, 300, axis, ("x", "y"), note=notes)


def _series(run: MeasuredRun, treatments: list[Treatment]) -> list[ChartSeries]:
    """A series for each group of treatments that differ only in the size of their batches.

    It shows how the rate depends on the number of messages in a request.
    """
    chart_series = []
    for group, of_group in treatment_groups(BATCHES, treatments).items():
        acks = of_group[0].traits.delivery.config.acks
        name = (group or f"acks {acks}") + dagger(of_group[0], Span.PRODUCER_BROKER)
        if points := [point for treatment in of_group if (point := _point(run, name, treatment))]:
            points.sort(key=lambda point: point.x)
            chart_series.append(ChartSeries(name, LOOKS_OF_ACKS[acks], points))
    return with_dashed_looks(chart_series)


def _point(run: MeasuredRun, name: str, treatment: Treatment) -> Point | None:
    """A treatment's messages per request (x) and rate (y); None if a value is missing or not above 0."""
    messages, rate = run.median(treatment.id, MESSAGES_PER_REQUEST), run.estimate(treatment.id, SENT_RATE)
    if not messages or not rate or min(messages, rate.median) <= 0:
        return None
    title = (
        f"{name}, at most {limit_text(treatment)} in a request\n{significant(messages)} carried: "
        f"{significant(rate.median)} messages/s{interval_line(rate)}\nn = {rate.n}"
    )
    return Point(messages, rate.median, title, rate.ends)


def _published(size: int) -> Iterator[ChartSeries]:
    """The published rates of messages of this size, as markers for each level of acks."""
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
    panels = treatment_groups(CODECS, CODECS.treatments(run.plan))
    return treatment_chart(
        "chart-codecs",
        run,
        SENT_THROUGHPUT,
        "throughput by codec",
        panels,
        lambda treatment: str(codec(treatment)),
    )


SECTION = SectionRecord(NAME, lambda run: varies_batches(run.plan), _build, Question.SCENARIO)
