"""Charts of ownership over time: a panel for each assignor, a row for each partition, a colour a member."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, cast

import pandas as pd

from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_of_rows
from include.rendering.number_format import count, significant
from include.rendering.palette import BLUE, BROWN, DARK_TEXT, GREEN, ORANGE, PINK, VIOLET, Look
from include.rendering.panel import Bar, Panel
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import (
    GroupTreatment,
    group_treatments,
    ownership_rows,
    treatments_by_change,
)

BAR_WIDTH = 0.88
"""As a share of a row."""

MEMBER_LOOKS = (BLUE, ORANGE, GREEN, PINK, VIOLET, BROWN)

ROW_PIXELS = 15
LABEL_SIZE = 10.0

NOTE = (
    "The first measured repetition. A partition without an owner has no bar. The time from the change until "
    "all partitions are owned again, or longer, is shaded. Members that never own a partition stand below "
    "the partitions."
)


def ownership_charts(run: MeasuredRun) -> list[Chart]:
    """A chart for each change and size of the group."""
    return [
        _chart(run, f"{change}: {size}", treatments)
        for (change, size), treatments in treatments_by_change(group_treatments(run)).items()
        if any(treatment.has_change for treatment in treatments)
    ]


def _chart(run: MeasuredRun, caption: str, treatments: Sequence[GroupTreatment]) -> Chart:
    candidates = ((treatment, next(ownership_rows(run, treatment), None)) for treatment in treatments)
    ownerships = [(treatment, rows) for treatment, rows in candidates if rows is not None]
    identity = "owners-" + "".join(letter if letter.isalnum() else "-" for letter in caption.lower())
    return draw(identity, caption, _drawing(run, ownerships), NOTE)


def _drawing(run: MeasuredRun, ownerships: Sequence[tuple[GroupTreatment, pd.DataFrame]]) -> Drawing:
    labels = [_row_labels(treatment, rows) for treatment, rows in ownerships]
    panels = [
        (treatment.name, list(row_labels.values()))
        for (treatment, _), row_labels in zip(ownerships, labels, strict=True)
    ]
    drawing = panels_of_rows(panels, ROW_PIXELS, TICK_PIXELS + AXIS_NAME_PIXELS, LABEL_SIZE)
    drawing.panels[0].limit("x", 0, max(_end(run, rows) for _, rows in ownerships))
    for panel, (_, rows), row_labels in zip(drawing.panels, ownerships, labels, strict=True):
        _draw_members(drawing, panel, rows, row_labels)
        for window in run.rows_of("faults", rows["cell"].iloc[0]).to_dict("records"):
            panel.shade(window["began"], window["ended"], _window_text(window))
    drawing.panels[-1].name_axis("s from the first message")
    return drawing


def _window_text(window: Mapping[Hashable, Any]) -> str:
    return f"the change, {significant(window['began'])} to {significant(window['ended'])} s"


def _row_labels(treatment: GroupTreatment, rows: pd.DataFrame) -> dict[object, str]:
    """The rows of a panel with their labels: the partitions, and the members that never own one."""
    partitions: dict[object, str] = {
        partition: str(partition) for partition in range(treatment.settings.partitions)
    }
    owning = set(rows.dropna(subset=["partition"])["consumer"])
    idle = sorted(set(rows["consumer"]) - owning)
    return partitions | {f"idle {consumer}": "idle" for consumer in idle}


def _draw_members(drawing: Drawing, panel: Panel, rows: pd.DataFrame, labels: dict[object, str]) -> None:
    """The bars of each member, and paler ones of its successor."""
    _, end = panel.axes.get_xlim()
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
    for identity, bar_rows in visible.groupby(["consumer", "attempt"]):
        consumer, attempt = map(int, cast("tuple[int, int]", identity))
        bars = [
            Bar(places[row["label"]], row["start"], row["stop"], _bar_text(row), str(consumer))
            for row in bar_rows.to_dict("records")
        ]
        colour = MEMBER_LOOKS[consumer % len(MEMBER_LOOKS)].colour
        opacity = 0.9 if attempt == 1 else 0.6
        panel.bars(bars, colour, DARK_TEXT, BAR_WIDTH, opacity, LABEL_SIZE)
        name = f"consumer {consumer}{' again' if attempt > 1 else ''}"
        drawing.name(name, Look(colour, "s"), has_line=False)


def _bar_text(row: dict[Hashable, Any]) -> str:
    what = "no partition" if pd.isna(row["partition"]) else f"partition {row['partition']:.0f}"
    ending = f", then {row['ending']}" if isinstance(row["ending"], str) else ""
    times = f"{significant(row['start'])} to {significant(row['stop'])} s{ending}"
    return f"consumer {row['consumer']}: {what}\n{times}\n{count(row['messages'])} messages"


def _end(run: MeasuredRun, rows: pd.DataFrame) -> float:
    """The last known time of a cell, in s from its first message."""
    times = [rows["began"], rows["ended"].dropna()]
    timeline = run.rows_of("timelines", rows["cell"].iloc[0])
    if len(timeline):
        times.append(timeline["at"])
    return float(pd.concat(times).max())
