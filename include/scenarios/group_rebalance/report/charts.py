"""Charts of the owners of partitions while the members of a group change."""

from collections.abc import Hashable, Sequence
from typing import Any, cast

import pandas as pd

from include.report.measured_run import MeasuredRun
from include.report.pages.chart_layout import (
    AXIS_NAME_PIXELS,
    TICK_PIXELS,
    Chart,
    Drawing,
    draw,
    panels_of_rows,
)
from include.report.pages.palette import BLUE, BROWN, GREEN, ORANGE, PINK, VIOLET, Look
from include.report.pages.panel import Bar, Panel
from include.report.pages.wording import count, significant
from include.scenarios.group_rebalance.report.group_treatments import (
    GroupTreatment,
    ownership_rows,
    treatments_by_change,
)

MEMBER_LOOKS = (BLUE, ORANGE, GREEN, PINK, VIOLET, BROWN)

LABEL_SIZE = 10.0

NOTE = (
    "The chart shows the first measured repetition. A partition without an owner has no bar. The window of "
    "the change is shaded. Members that never own a partition are listed below the partitions."
)


def ownership_charts(run: MeasuredRun) -> list[Chart]:
    """A chart for each combination of group size and change of the group that has a measured cell."""
    return [
        _chart(run, caption, ownerships)
        for caption, treatments in treatments_by_change(run).items()
        if any(treatment.settings.traits.disturbance.faults for treatment in treatments)
        and (ownerships := _ownerships(run, treatments))
    ]


Ownership = tuple[str, pd.DataFrame, dict[object, str]]
"""The name of a treatment, the rows of its first measured cell, and the labels of its partitions."""


def _ownerships(run: MeasuredRun, treatments: Sequence[GroupTreatment]) -> list[Ownership]:
    candidates = ((treatment, next(ownership_rows(run, treatment), None)) for treatment in treatments)
    return [
        (treatment.name, rows, _row_labels(treatment, rows))
        for treatment, rows in candidates
        if rows is not None
    ]


def _chart(run: MeasuredRun, caption: str, ownerships: Sequence[Ownership]) -> Chart:
    panels = [(name, list(labels.values())) for name, _, labels in ownerships]
    drawing = panels_of_rows(panels, 15, TICK_PIXELS + AXIS_NAME_PIXELS, LABEL_SIZE)
    drawing.panels[0].axes.set_xlim(0, max(_end(run, rows) for _, rows, _ in ownerships))
    for panel, (_, rows, labels) in zip(drawing.panels, ownerships, strict=True):
        _draw_members(drawing, panel, rows, labels)
        for window in run.rows_of("faults", rows["cell"].iloc[0]).to_dict("records"):
            start, end = window["began"], window["ended"]
            panel.shade(start, end, f"the change, {significant(start)} to {significant(end)} s")
    drawing.panels[-1].name_axis("s from the first message after the lead-in")
    identity = "owners-" + "".join(letter if letter.isalnum() else "-" for letter in caption.lower())
    return draw(identity, caption, drawing, NOTE)


def _row_labels(treatment: GroupTreatment, rows: pd.DataFrame) -> dict[object, str]:
    partitions: dict[object, str] = {number: str(number) for number in range(treatment.settings.partitions)}
    owning = set(rows.dropna(subset=["partition"])["consumer"])
    idle = sorted(set(rows["consumer"]) - owning)
    return partitions | {f"idle {consumer}": "idle" for consumer in idle}


def _draw_members(drawing: Drawing, panel: Panel, rows: pd.DataFrame, labels: dict[object, str]) -> None:
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
        panel.bars(bars, colour, 0.88, opacity, LABEL_SIZE)
        name = f"consumer {consumer}{' again' if attempt > 1 else ''}"
        drawing.name(name, Look(colour, "s"), has_line=False)


def _bar_text(row: dict[Hashable, Any]) -> str:
    subject = "no partition" if pd.isna(row["partition"]) else f"partition {row['partition']:.0f}"
    ending = f", then {row['ending']}" if isinstance(row["ending"], str) else ""
    times = f"{significant(row['start'])} to {significant(row['stop'])} s{ending}"
    return f"consumer {row['consumer']}: {subject}\n{times}\n{count(row['messages'])} messages"


def _end(run: MeasuredRun, rows: pd.DataFrame) -> float:
    """The last known time of a cell, in s from its first message."""
    times = [rows["began"], rows["ended"].dropna()]
    if len(timeline := run.rows_of("timelines", rows["cell"].iloc[0])):
        times.append(timeline["at"])
    return float(pd.concat(times).max())
