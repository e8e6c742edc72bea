"""Charts of ownership over time: a panel for each assignor, a row for each partition, a colour a member."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.rendering.chart import SHADED, Chart, draw, lay_out, name_each_once
from include.rendering.number_format import count, significant
from include.rendering.palette import BLUE, BROWN, GREEN, ORANGE, PINK, VIOLET
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import (
    GroupTreatment,
    group_treatments,
    ownership_rows,
    treatments_by_change,
)

BAR_WIDTH = 0.88
"""As a share of a row. By default a member's bars would be as thick as the distance between its own rows."""

MEMBER_LOOKS = (BLUE, ORANGE, GREEN, PINK, VIOLET, BROWN)

ROW_PIXELS, TITLE_PIXELS, EDGES_PIXELS = 14, 30, 76

NOTE = (
    "The first repetition. A partition without an owner is white. The time from the change until all "
    "partitions are owned again, at least, is shaded. Members that never own a partition stand below the "
    "partitions."
)


def ownership_charts(run: MeasuredRun) -> list[Chart]:
    """A chart for each change and size of the group."""
    return [
        _chart(run, f"{change}: {size}", treatments)
        for (change, size), treatments in treatments_by_change(group_treatments(run)).items()
        if any(one.has_change for one in treatments)
    ]


def _chart(run: MeasuredRun, caption: str, treatments: Sequence[GroupTreatment]) -> Chart:
    found = ((one, next(ownership_rows(run, one), None)) for one in treatments)
    shown = [(one, rows) for one, rows in found if rows is not None]
    identity = "owners-" + "".join(letter if letter.isalnum() else "-" for letter in caption.lower())
    return draw(identity, caption, _figure(run, shown), NOTE)


def _figure(run: MeasuredRun, shown: Sequence[tuple[GroupTreatment, pd.DataFrame]]) -> go.Figure:
    labels = [_row_labels(treatment, rows) for treatment, rows in shown]
    height = sum(map(len, labels)) * ROW_PIXELS + len(shown) * TITLE_PIXELS + EDGES_PIXELS
    figure = make_subplots(
        rows=len(shown),
        shared_xaxes=True,
        subplot_titles=[treatment.name for treatment, _ in shown],
        row_heights=[len(own) for own in labels],
        vertical_spacing=TITLE_PIXELS / height if len(shown) > 1 else 0,
    )
    end = max(_end(run, rows) for _, rows in shown)
    for panel, ((_, rows), own) in enumerate(zip(shown, labels, strict=True), start=1):
        for trace in _bars(rows, own, end):
            figure.add_trace(trace, row=panel, col=1)
        _shade(figure, run.rows_of("faults", rows["cell"].iloc[0]), panel)
        ticks = dict(enumerate(own.values()))
        figure.update_yaxes(row=panel, tickvals=list(ticks), ticktext=list(ticks.values()))
    name_each_once(figure)
    _lay_out(figure, height, end)
    return figure


def _row_labels(treatment: GroupTreatment, rows: pd.DataFrame) -> dict[object, str]:
    """The rows of a panel with their labels: the partitions, and the members that never own one."""
    partitions: dict[object, str] = {one: str(one) for one in range(treatment.settings.partitions)}
    owning = set(rows.dropna(subset=["partition"])["consumer"])
    idle = sorted(set(rows["consumer"]) - owning)
    return partitions | {f"idle {one}": "idle" for one in idle}


def _bars(rows: pd.DataFrame, labels: dict[object, str], end: float) -> Iterator[go.Bar]:
    """A trace for each member, and another one for its successor."""
    places = {label: place for place, label in enumerate(labels)}
    clipped = rows.assign(
        label=[
            f"idle {consumer}" if pd.isna(partition) else int(partition)
            for consumer, partition in zip(rows["consumer"], rows["partition"], strict=True)
        ],
        start=rows["began"].clip(lower=0),
        stop=rows["ended"].fillna(end),
    )
    visible = clipped[(clipped["stop"] > 0) & clipped["label"].isin(list(places))]
    for identity, own in visible.groupby(["consumer", "attempt"]):
        consumer, attempt = map(int, cast("tuple[int, int]", identity))
        yield go.Bar(
            orientation="h",
            width=BAR_WIDTH,
            name=f"consumer {consumer}{' again' if attempt > 1 else ''}",
            y=[places[label] for label in own["label"]],
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
            customdata=[_bar_text(row) for row in own.to_dict("records")],
            hovertemplate="%{customdata}<extra></extra>",
        )


def _bar_text(row: dict[Hashable, Any]) -> str:
    what = "no partition" if pd.isna(row["partition"]) else f"partition {row['partition']:.0f}"
    ending = f", then {row['ending']}" if isinstance(row["ending"], str) else ""
    times = f"{significant(row['start'])} to {significant(row['stop'])} s{ending}"
    return f"consumer {row['consumer']}: {what}<br>{times}<br>{count(row['messages'])} messages"


def _shade(figure: go.Figure, windows: pd.DataFrame, panel: int) -> None:
    for window in windows.to_dict("records"):
        figure.add_vrect(
            x0=window["began"],
            x1=window["ended"],
            fillcolor=SHADED,
            line_width=0,
            layer="below",
            row=panel,
            col=1,
        )


def _end(run: MeasuredRun, rows: pd.DataFrame) -> float:
    """The last known time of a cell, in s from its first message."""
    times = [rows["began"], rows["ended"].dropna()]
    timeline = run.rows_of("timelines", rows["cell"].iloc[0])
    if len(timeline):
        times.append(timeline["at"])
    return float(pd.concat(times).max())


def _lay_out(figure: go.Figure, height: int, end: float) -> None:
    lay_out(
        figure,
        height,
        top=TITLE_PIXELS + 26,
        bottom=36,
        font_size=12,
        barmode="overlay",
        legend={"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top"},
        uniformtext={"minsize": 8, "mode": "hide"},
    )
    figure.update_yaxes(autorange="reversed", fixedrange=True, showgrid=False, zeroline=False, ticks="")
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=True, range=[0, end])
    figure.update_xaxes(title="s from the first message", row=len(figure.layout.annotations) or 1)
    figure.update_annotations(x=0, xanchor="left", font={"size": 12})
