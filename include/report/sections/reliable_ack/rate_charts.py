"""Charts of rates by packet loss: a line for each way to send, beside the paper's line."""

from collections.abc import Iterator
from dataclasses import replace

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_below
from include.rendering.number_format import significant
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, RED, Look
from include.rendering.svg import Mark
from include.report.cell_links import cell_links
from include.report.measured_run import MeasuredRun
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    SENDING_RATE,
    LossSeries,
    losses_of,
    published_rate,
)
from include.report.series import Point, draw_series
from include.scenarios.reliable_ack.settings import AckLevel, Sending

HEIGHT = 380

LOOKS: dict[AckLevel, Look] = {
    AckLevel.FIRE_AND_FORGET: ORANGE,
    AckLevel.RELIABLE_ACK: RED,
    AckLevel.LEADER: NEUTRAL,
    AckLevel.REPLICAS: BLUE,
    AckLevel.IDEMPOTENT: GREEN,
    AckLevel.EXACTLY_ONCE: PINK,
}
"""The semantics does not distinguish the levels: three of them are at-least-once."""

NOTE = "Thick lines join means; a mark is a repetition. A dotted line: one message at a time."
PUBLISHED_NOTE = " Thin and dashed: as published."


def rate_charts(run: MeasuredRun, series: list[LossSeries]) -> list[Chart]:
    """How fast messages were confirmed, and how fast the producers sent them."""
    return [_confirmation_chart(run, series), _sending_chart(run, series)]


def _sending_chart(run: MeasuredRun, series: list[LossSeries]) -> Chart:
    drawing = _drawing(series)
    for line in series:
        _draw_measured(drawing, run, line, SENDING_RATE)
        _draw_published(drawing, line)
    caption = "Producer's throughput by packet loss, messages/s, logarithmic"
    return draw("rack-sending", caption, drawing, NOTE + PUBLISHED_NOTE)


def _confirmation_chart(run: MeasuredRun, series: list[LossSeries]) -> Chart:
    drawing = _drawing(series)
    for line in series:
        if not line.is_acknowledged_by_client:
            _draw_measured(drawing, run, line, CONFIRMED_RATE)
    return draw("rack-confirmation", "Confirmed messages/s by packet loss, logarithmic", drawing, NOTE)


def _drawing(series: list[LossSeries]) -> Drawing:
    drawing = panels_below([HEIGHT], axis=TICK_PIXELS + AXIS_NAME_PIXELS)
    (panel,) = drawing.panels
    panel.logarithmic("y")
    panel.grid("y")
    losses = losses_of(series)
    panel.ticks("x", losses, [f"{loss:g}" for loss in losses])
    panel.name_axis("packets lost, %")
    return drawing


def _draw_measured(drawing: Drawing, run: MeasuredRun, series: LossSeries, column: str) -> None:
    is_one_by_one = series.settings.sending is Sending.ONE_BY_ONE
    look = replace(LOOKS[series.level], dash="dotted" if is_one_by_one else "solid")
    (panel,) = drawing.panels
    words = f"{series.name}, one repetition"
    repetitions = [
        (loss, value, Mark(f"{words}: {significant(value, 4)} messages/s", link, is_tab_stop=False))
        for loss, treatment in series.treatments.items()
        for value, link in _linked_repetitions(run, treatment, column)
    ]
    losses, values, marks = zip(*repetitions, strict=True) if repetitions else ((), (), ())
    panel.markers(losses, values, Look(look.colour, "o"), marks, size=5, opacity=0.45)
    means = {loss: rate.mean for loss in series.treatments if (rate := series.rate(run, loss, column))}
    points = [
        Point(loss, mean, f"{series.name}\n{loss:g} % lost: {significant(mean, 4)} messages/s")
        for loss, mean in means.items()
    ]
    draw_series(panel, points, look, size=10, width=3)
    drawing.name(series.name, look)


def _linked_repetitions(run: MeasuredRun, treatment: Treatment, column: str) -> Iterator[tuple[float, str]]:
    links = cell_links(run, treatment.id)
    for block, value in run.repetitions(treatment.id, column).items():
        yield value, links.get(block, "")


def _draw_published(drawing: Drawing, series: LossSeries) -> None:
    """The paper's line; none where the paper does not have this way to send."""
    means = {loss: rate.mean for loss in series.treatments if (rate := published_rate(series, loss))}
    points = [
        Point(loss, mean, f"{series.name}, published: {significant(mean, 4)} messages/s")
        for loss, mean in means.items()
    ]
    (panel,) = drawing.panels
    look = replace(LOOKS[series.level], dash="dashed")
    draw_series(panel, points, look, size=7, width=1.2, is_hollow=True)
