"""What all charts have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

import plotly.graph_objects as go
from plotly.io import to_html

from include.rendering.estimate import Estimate


@dataclass(frozen=True)
class Chart:
    """A drawn chart: ``html`` is a fragment that needs plotly's script on the page."""

    id: str
    caption: str
    html: str
    note: str = ""


def draw(identity: str, caption: str, figure: go.Figure, note: str = "") -> Chart:
    """A figure as a chart of a page."""
    html = to_html(
        figure,
        full_html=False,
        include_plotlyjs=False,
        div_id=f"{identity}-plot",
        config={"displayModeBar": False, "responsive": True},
    )
    return Chart(identity, caption, str(html), note)


def plain(figure: go.Figure, **layout: Any) -> None:  # noqa: ANN401 - whatever plotly takes
    """Leave colours of text and lines to the style sheet: it knows whether the page is light or dark."""
    figure.update_layout(
        template="none",
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hovermode="closest",
        dragmode=False,
        **layout,
    )


def interval_bar(found: Estimate, colour: str, width: int = 5) -> dict[str, object]:
    """The error bar of a median; none where it has no interval."""
    if found.low is None or found.high is None:
        return {"visible": False}
    return {
        "array": [found.high - found.median],
        "arrayminus": [found.median - found.low],
        "symmetric": False,
        "color": colour,
        "thickness": 2,
        "width": width,
    }


def logarithmic_ticks(values: list[float], digits: Sequence[int] = (1, 2, 5)) -> list[float]:
    """These digits in every decade that values above zero reach into."""
    decades = range(floor(log10(min(values))), ceil(log10(max(values))) + 1)
    return [float(f"{digit}e{decade}") for decade in decades for digit in digits]
