"""What all charts have in common: the fragment for the page, the layout, and logarithmic axes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

import plotly.graph_objects as go
from plotly.io import to_html

from include.rendering.estimate import Estimate

FONT = "system-ui, sans-serif"

SHADED = "rgba(200, 60, 60, 0.16)"
"""The colour behind a part of the time axis."""


@dataclass(frozen=True)
class Chart:
    """A chart. ``html`` is a fragment that needs Plotly's script on the page."""

    id: str
    caption: str
    html: str
    note: str = ""


def draw(identity: str, caption: str, figure: go.Figure, note: str = "") -> Chart:
    """Turn a figure into a chart for a page."""
    html = to_html(
        figure,
        full_html=False,
        include_plotlyjs=False,
        div_id=f"{identity}-plot",
        config={"displayModeBar": False, "responsive": True},
    )
    return Chart(identity, caption, str(html), note)


def lay_out(
    figure: go.Figure,
    height: int,
    top: int,
    bottom: int,
    font_size: int = 13,
    **layout: Any,  # noqa: ANN401 - any of Plotly's layout attributes
) -> None:
    """Set the height and the upper and lower margins, in pixels, and what all charts share.

    The colours of text and lines come from the style sheet, which knows whether the page is light or dark.
    """
    figure.update_layout(
        template="none",
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hovermode="closest",
        dragmode=False,
        height=height,
        margin={"l": 10, "r": 16, "t": top, "b": bottom},
        font={"family": FONT, "size": font_size},
        **layout,
    )


def interval_bars(
    estimates: Sequence[Estimate], colour: str, thickness: float = 2, width: int = 5
) -> dict[str, object]:
    """The error bars of points: of length 0 where a median has no interval, invisible where none has one."""
    if not any(estimate.has_interval for estimate in estimates):
        return {"visible": False}
    return {
        "array": [one.high - one.median if one.high is not None else 0 for one in estimates],
        "arrayminus": [one.median - one.low if one.low is not None else 0 for one in estimates],
        "symmetric": False,
        "color": colour,
        "thickness": thickness,
        "width": width,
    }


def logarithmic_axis(values: Sequence[float], digits: Sequence[int] = (1, 2, 5)) -> dict[str, object]:
    """The attributes of a logarithmic axis for values above zero, with ticks at these digits."""
    return ticked_logarithmic_axis(logarithmic_ticks(values, digits))


def ticked_logarithmic_axis(ticks: Sequence[float]) -> dict[str, object]:
    """The attributes of a logarithmic axis with these ticks."""
    return {"type": "log", "tickvals": list(ticks), "ticktext": [f"{tick:,.7g}" for tick in ticks]}


def logarithmic_ticks(values: Sequence[float], digits: Sequence[int] = (1, 2, 5)) -> list[float]:
    """These digits in every power of ten that the values, all above zero, reach into."""
    decades = range(floor(log10(min(values))), ceil(log10(max(values))) + 1)
    return [float(f"{digit}e{decade}") for decade in decades for digit in digits]


def name_each_once(figure: go.Figure) -> None:
    """Show each name once in the legend, although several panels have traces of that name."""
    named: set[str] = set()
    for trace in figure.data:
        trace.showlegend = trace.name not in named
        named.add(trace.name)
