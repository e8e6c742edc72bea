"""Charts of who owned which partition when: a panel an assignor, a row a partition, a colour a member."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.rendering.chart import Chart, draw, plain
from include.rendering.number_format import count, significant
from include.rendering.palette import BLUE, BROWN, GREEN, ORANGE, PINK, VIOLET
from include.report.run import Run
from include.report.sections.group_rebalance.cells import Subject, by_change, rows_of, subjects
from include.report.sections.guarantees.timelines import WINDOW

BAR = 0.88
"""Of a row. Left to itself, a member's bars are as thick as its own rows are apart."""

MEMBER_LOOKS = (BLUE, ORANGE, GREEN, PINK, VIOLET, BROWN)

ROW_PIXELS, TITLE_PIXELS, EDGES_PIXELS = 14, 30, 76

NOTE = (
    "The first repetition. White is without an owner; from the change until all is owned again, at least, is "
    "shaded. Whoever never owns a partition stands below them."
)


def ownership_charts(run: Run) -> list[Chart]:
    """A chart for each change and size of the group; none where nothing changes."""
    return [
        _chart(run, f"{change}: {size}", of_one)
        for (change, size), of_one in by_change(subjects(run)).items()
        if any(one.settings.faults for one in of_one)
    ]


def _chart(run: Run, caption: str, found: Sequence[Subject]) -> Chart:
    shown = [(one, rows) for one in found if (rows := next(rows_of(run, one), None)) is not None]
    identity = "owners-" + "".join(letter if letter.isalnum() else "-" for letter in caption.lower())
    return draw(identity, caption, _figure(run, shown), NOTE)


def _figure(run: Run, shown: Sequence[tuple[Subject, pd.DataFrame]]) -> go.Figure:
    lines = [_lines(subject, rows) for subject, rows in shown]
    height = sum(map(len, lines)) * ROW_PIXELS + len(shown) * TITLE_PIXELS + EDGES_PIXELS
    figure = make_subplots(
        rows=len(shown),
        shared_xaxes=True,
        subplot_titles=[subject.name for subject, _ in shown],
        row_heights=[len(own) for own in lines],
        vertical_spacing=TITLE_PIXELS / height if len(shown) > 1 else 0,
    )
    end = max(_end(run, rows) for _, rows in shown)
    drawn: set[str] = set()
    for panel, ((_, rows), own) in enumerate(zip(shown, lines, strict=True), start=1):
        for trace in _bars(rows, own, end):
            trace.showlegend = trace.name not in drawn
            drawn.add(trace.name)
            figure.add_trace(trace, row=panel, col=1)
        _shade(figure, run, rows, panel)
        ticks = dict(enumerate(own.values()))
        figure.update_yaxes(row=panel, tickvals=list(ticks), ticktext=list(ticks.values()))
    _lay_out(figure, height, end)
    return figure


def _lines(subject: Subject, rows: pd.DataFrame) -> dict[object, str]:
    """What has a row in a panel, and what it is called: partitions, and members that never own any."""
    partitions: dict[object, str] = {one: str(one) for one in range(subject.settings.partitions)}
    owning = set(rows.dropna(subset=["partition"])["consumer"])
    idle = sorted(set(rows["consumer"]) - owning)
    return partitions | {f"idle {one}": "idle" for one in idle}


def _bars(rows: pd.DataFrame, lines: dict[object, str], end: float) -> Iterator[go.Bar]:
    """A trace for each member, and another for whoever took its place."""
    places = {line: place for place, line in enumerate(lines)}
    clipped = rows.assign(
        line=[
            f"idle {consumer}" if pd.isna(partition) else int(partition)
            for consumer, partition in zip(rows["consumer"], rows["partition"], strict=True)
        ],
        start=rows["began"].clip(lower=0),
        stop=rows["ended"].fillna(end),
    )
    visible = clipped[(clipped["stop"] > 0) & clipped["line"].isin(list(places))]
    for identity, own in visible.groupby(["consumer", "attempt"]):
        consumer, attempt = map(int, cast("tuple[int, int]", identity))
        yield go.Bar(
            orientation="h",
            width=BAR,
            name=f"consumer {consumer}{' again' if attempt > 1 else ''}",
            y=[places[line] for line in own["line"]],
            base=own["start"].tolist(),
            x=(own["stop"] - own["start"]).tolist(),
            marker={
                "color": MEMBER_LOOKS[consumer % len(MEMBER_LOOKS)].colour,
                "opacity": 0.9 if attempt == 1 else 0.6,
                "line": {"width": 0},
            },
            text=[str(consumer)] * len(own),
            textposition="inside",
            textangle=0,
            insidetextanchor="middle",
            textfont={"color": "white"},
            customdata=[_told(row) for row in own.to_dict("records")],
            hovertemplate="%{customdata}<extra></extra>",
        )


def _told(row: dict[Hashable, Any]) -> str:
    what = "no partition" if pd.isna(row["partition"]) else f"partition {row['partition']:.0f}"
    ending = f", then {row['ending']}" if isinstance(row["ending"], str) else ""
    span = f"{significant(row['start'])} to {significant(row['stop'])} s{ending}"
    return f"consumer {row['consumer']}: {what}<br>{span}<br>{count(row['messages'])} messages"


def _shade(figure: go.Figure, run: Run, rows: pd.DataFrame, panel: int) -> None:
    cell = rows["cell"].iloc[0]
    for window in run.windows[run.windows["cell"] == cell].to_dict("records") if len(run.windows) else ():
        figure.add_vrect(
            x0=window["began"],
            x1=window["ended"],
            fillcolor=WINDOW,
            line_width=0,
            layer="below",
            row=panel,
            col=1,
        )


def _end(run: Run, rows: pd.DataFrame) -> float:
    """The last that is known of a cell, in s from its first message."""
    known = pd.concat([rows["began"], rows["ended"].dropna()])
    if len(run.timelines):
        known = pd.concat([known, run.timelines[run.timelines["cell"] == rows["cell"].iloc[0]]["at"]])
    return float(known.max())


def _lay_out(figure: go.Figure, height: int, end: float) -> None:
    plain(
        figure,
        height=height,
        barmode="overlay",
        margin={"l": 10, "r": 16, "t": TITLE_PIXELS + 26, "b": 36},
        font={"family": "system-ui, sans-serif", "size": 12},
        legend={"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top"},
        uniformtext={"minsize": 8, "mode": "hide"},
    )
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False, zeroline=False, ticks="")
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=True, range=[0, end])
    figure.update_xaxes(title="s from the first message", row=len(figure.layout.annotations) or 1)
    figure.update_annotations(x=0, xanchor="left", font={"size": 12})
