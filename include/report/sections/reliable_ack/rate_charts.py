"""Charts of rates by packet loss: a line for each way to send, beside the paper's line."""

from dataclasses import replace

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
    series_of,
)
from include.report.sections.reliable_ack.published import published_rate
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


def rate_charts(run: MeasuredRun) -> list[Chart]:
    """How fast messages were confirmed, and how fast the producers sent them."""
    return [_confirmation_chart(run), _sending_chart(run)]


def _sending_chart(run: MeasuredRun) -> Chart:
    drawing = _drawing(run)
    for series in series_of(run.plan):
        _draw_measured(drawing, run, series, SENDING_RATE)
        _draw_published(drawing, series)
    caption = "Producer's throughput by packet loss, messages/s, logarithmic"
    return draw("rack-sending", caption, drawing, NOTE + PUBLISHED_NOTE)


def _confirmation_chart(run: MeasuredRun) -> Chart:
    drawing = _drawing(run)
    for series in series_of(run.plan):
        if not series.is_acknowledged_by_client:
            _draw_measured(drawing, run, series, CONFIRMED_RATE)
    caption = "Confirmed messages/s by packet loss, logarithmic"
    return draw("rack-confirmation", caption, drawing, NOTE)


def _drawing(run: MeasuredRun) -> Drawing:
    drawing = panels_below([HEIGHT], axis=TICK_PIXELS + AXIS_NAME_PIXELS)
    (panel,) = drawing.panels
    panel.logarithmic("y")
    panel.grid("y")
    losses = sorted({loss for series in series_of(run.plan) for loss in series.treatments})
    panel.ticks("x", losses, [f"{loss:g}" for loss in losses])
    panel.name_axis("packets lost, %")
    return drawing


def _draw_measured(drawing: Drawing, run: MeasuredRun, series: LossSeries, column: str) -> None:
    """A thick line of means, and a dot for each repetition."""
    is_one_by_one = series.settings.sending is Sending.ONE_BY_ONE
    look = replace(LOOKS[series.level], dash="dotted" if is_one_by_one else "solid")
    (panel,) = drawing.panels
    links = {treatment.id: cell_links(run, treatment.id) for treatment in series.treatments.values()}
    repetitions = [
        (loss, value, links[treatment.id].get(block, ""))
        for loss, treatment in series.treatments.items()
        for block, value in run.repetitions(treatment.id, column).items()
    ]
    words = f"{series.name}, one repetition"
    panel.markers(
        [loss for loss, _, _ in repetitions],
        [value for _, value, _ in repetitions],
        Look(look.colour, "o"),
        [
            Mark(f"{words}: {significant(value, 4)} messages/s", link, is_tab_stop=False)
            for _, value, link in repetitions
        ],
        size=5,
        opacity=0.45,
    )
    means = {loss: rate.mean for loss in series.treatments if (rate := series.rate(run, loss, column))}
    titles = [
        f"{series.name}\n{loss:g} % lost: {significant(mean, 4)} messages/s" for loss, mean in means.items()
    ]
    panel.line(list(means), list(means.values()), look, width=3)
    panel.markers(list(means), list(means.values()), look, titles, size=10)
    drawing.name(series.name, look)


def _draw_published(drawing: Drawing, series: LossSeries) -> None:
    """The paper's line; none where the paper does not have this way to send."""
    means = {loss: rate.mean for loss in series.treatments if (rate := published_rate(series, loss))}
    look = replace(LOOKS[series.level], dash="dashed")
    titles = [f"{series.name}, published: {significant(mean, 4)} messages/s" for mean in means.values()]
    (panel,) = drawing.panels
    panel.line(list(means), list(means.values()), look, width=1.2)
    panel.markers(list(means), list(means.values()), look, titles, size=7, is_hollow=True)
