"""The producer's rate by the messages that a request really carried, and the throughput of each codec."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_beside
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.palette import BLUE, NEUTRAL, ORANGE, VIOLET, Look, with_dash
from include.rendering.panel import Panel, interval_ends
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.metrics import MESSAGES_PER_REQUEST, SENT_RATE, THROUGHPUT
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.speedups import limit_text
from include.report.sections.batching.varied_settings import BATCHES, CODECS, treatment_groups
from include.report.series import Point, draw_series, interval_line
from include.report.treatments.charts import ChartMetric, TreatmentPanels, treatment_chart
from include.report.treatments.names import dagger, dagger_notes
from include.scenarios.kafka_client_settings import kafka_settings

HEIGHT = 300

LOOKS_OF_ACKS = {"0": ORANGE, "1": VIOLET, "all": BLUE}
"""For acks 0 and all, the looks of at-most-once and at-least-once, which use them."""

PUBLISHED = replace(NEUTRAL, symbol="*")

CAPTION = "Producer's rate, messages/s, by the messages that a request carried, both logarithmic"


class RateLine(NamedTuple):
    """Treatments that differ only in their batches, by the messages that a request carried."""

    name: str
    look: Look
    points: list[Point]


def rate_chart(run: MeasuredRun, published: PublishedRates) -> Chart | None:
    """The chart, with a panel for each message size; None where nothing was measured."""
    treatments = BATCHES.treatments(run.plan)
    by_size = grouped(treatments, lambda treatment: treatment.settings.message_bytes)
    panels = {
        size: lines for size, of_size in sorted(by_size.items()) if (lines := list(_lines(run, of_size)))
    }
    if not panels:
        return None
    titles = [f"messages of {size:,}{NO_BREAK}B" for size in panels]
    drawing = panels_beside(HEIGHT, titles, TICK_PIXELS + AXIS_NAME_PIXELS)
    for panel, (size, lines) in zip(drawing.panels, panels.items(), strict=True):
        panel.logarithmic("x")
        panel.logarithmic("y")
        panel.grid("x", "y")
        panel.name_axis("messages in a request")
        for line in lines:
            draw_series(panel, line.points, line.look, bars=(1.5, 4))
            drawing.name(line.name, line.look)
        _draw_published(drawing, panel, published, size)
    return draw("chart-batches", CAPTION, drawing, *dagger_notes(treatments))


def _lines(run: MeasuredRun, treatments: list[Treatment]) -> Iterator[RateLine]:
    drawn: list[str] = []
    for group in treatment_groups(BATCHES, treatments):
        acks = group.treatments[0].settings.delivery_config.acks
        name = (group.name or f"acks {acks}") + dagger(group.treatments[0], SENT_RATE.span)
        if points := [point for treatment in group.treatments if (point := _point(run, name, treatment))]:
            look = with_dash(LOOKS_OF_ACKS[acks], drawn.count(acks))
            yield RateLine(name, look, sorted(points, key=lambda point: point.x))
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
    return Point(carried, rate.median, title, *interval_ends([rate]))


def _draw_published(drawing: Drawing, panel: Panel, published: PublishedRates, size: int) -> None:
    rates_of_size = {
        (limit, acks): rate for (limit, acks, of), rate in published.producer.items() if of == size
    }
    for acks in dict.fromkeys(acks for _, acks in rates_of_size):
        rates = {limit: rate for (limit, with_acks), rate in rates_of_size.items() if with_acks == acks}
        name = f"published, acks {acks}"
        titles = [
            f"{name}\n{limit} in a request: {significant(rate)} messages/s" for limit, rate in rates.items()
        ]
        panel.markers(list(rates), list(rates.values()), PUBLISHED, titles, size=12, is_hollow=True)
        drawing.name(name, PUBLISHED, has_line=False)


def codec_chart(run: MeasuredRun) -> Chart | None:
    """A row for each codec; None where no codec was measured."""
    groups = treatment_groups(CODECS, CODECS.treatments(run.plan))
    panels = {group.name: group.treatments for group in groups}
    rows = TreatmentPanels(panels, lambda treatment: str(kafka_settings(treatment.settings).compression))
    metric = ChartMetric(THROUGHPUT, "throughput by codec", "MiB/s")
    return treatment_chart("chart-codecs", run, metric, rows)
